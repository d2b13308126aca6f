/** What a person changes about how the rows are looked at, above them, in the order of Obsidian's Bases. docs/views.md#the-toolbar */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import type { GridColumn } from '../../components/grid-column';
import { Icon } from '../../components/icon';
import type { Notice } from '../frame/notice';
import type { OperationsClient } from '../../client/operations-client';
import { type ViewSpec, isSameView } from '../../rows/view-spec';
import { FilterTool } from './filter-tool';
import { GroupTool } from './group-tool';
import { PropertiesTool } from './properties-tool';
import { ResultsTool } from './results-tool';
import { problemNotice, saveOverView } from './save-view';
import { SortTool } from './sort-tool';
import type { ToolProps } from './tool-props';
import { ViewTool } from './view-tool';

export interface ToolbarProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** The label of the open view or table. */
  readonly label: string;
  readonly description: string | null;
  /** Those that the table declares. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  /** As it is saved: that of the view, or the usual one of a table. */
  readonly saved: ViewSpec;
  /** Null: the table itself is looked at. */
  readonly view: { readonly name: string; readonly label: string } | null;
  /** Rows that match; null until they are counted. */
  readonly total: number | null;
  readonly canWrite: boolean;
  /** A column whose filter is asked for from its heading; each asking is another object. */
  readonly filterBy?: { readonly column: string } | null | undefined;
  /** Null: as it is saved. */
  readonly change: (spec: ViewSpec | null) => void;
  /** Another view, as it is saved. */
  readonly openView: (name: string) => void;
  readonly tell: (notice: Notice) => void;
  /** Absent where no row can be made. */
  readonly newRow?: (() => void) | undefined;
  /** Search and other tools. */
  readonly children: ComponentChildren;
}

type Tool = 'view' | 'results' | 'group' | 'sort' | 'filter' | 'properties';

export function Toolbar(props: ToolbarProps): JSX.Element {
  const { spec, saved, label, total, filterBy = null, newRow, children } = props;
  const [tool, openTool] = useState<Tool | null>(null);
  const [begin, setBegin] = useState<string | null>(null);
  useEffect(() => {
    if (filterBy === null) return;
    setBegin(filterBy.column);
    openTool('filter');
  }, [filterBy]);
  const isChanged = !isSameView(spec, saved);
  const putBack = isChanged ? () => props.change(null) : null;
  const toolProps = (name: Tool): ToolProps => ({
    ...props,
    isOpen: tool === name,
    open: (isOpen) => {
      setBegin(null);
      openTool(isOpen ? name : null);
    },
  });
  return (
    <div class="ndb-toolbar-place">
      <div class="ndb-toolbar" role="toolbar" aria-label={`Tools of ${label}`}>
        <ViewTool {...props} {...toolProps('view')} {...{ label, putBack }} />
        <ResultsTool {...toolProps('results')} total={total} />
        {putBack !== null && <ChangedMark {...props} putBack={putBack} nameIt={() => openTool('view')} />}
        <span class="ndb-fill" />
        <div class="ndb-chips">
          <GroupTool {...toolProps('group')} />
          <SortTool {...toolProps('sort')} />
          <FilterTool {...toolProps('filter')} begin={begin} />
          <PropertiesTool {...toolProps('properties')} />
        </div>
        {children}
        {newRow !== undefined && (
          <Button look="main" icon="plus" class="ndb-new" onClick={newRow}>
            New
          </Button>
        )}
      </div>
    </div>
  );
}

interface ChangedMarkProps extends ToolbarProps {
  readonly putBack: () => void;
  /** A table by itself has no view to save: it asks for the name of one. */
  readonly nameIt: () => void;
}

function ChangedMark(props: ChangedMarkProps): JSX.Element {
  const { view, canWrite, change, tell, putBack, nameIt } = props;
  const [isBusy, setBusy] = useState(false);
  const save = async (name: string, label: string): Promise<void> => {
    setBusy(true);
    const saved = await saveOverView(props, name);
    setBusy(false);
    if (saved.kind === 'problem') return tell(problemNotice(saved.problem));
    change(null);
    tell({ text: `You saved the view ${label}.`, migrationId: saved.migrationId, isProblem: false });
  };
  return (
    <span class="ndb-changed ndb-small-text">
      <span class="ndb-changed-word">Changed</span>
      {canWrite && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => (view === null ? nameIt() : void save(view.name, view.label))}
        >
          {view === null ? 'Save as view' : 'Save'}
        </button>
      )}
      <button type="button" aria-label="Put back" title="Put back: look at it as it is saved" onClick={putBack}>
        <Icon name="history" />
      </button>
    </span>
  );
}
