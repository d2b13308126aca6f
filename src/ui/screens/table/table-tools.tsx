/** The tools above the rows of a table: drawn again when what they show has changed, not with each page of rows. */

import type { JSX } from 'preact';
import { drawWhenChanged } from '../../components/draw-when-changed';
import { IconButton } from '../../components/form/button';
import { SearchField } from '../../components/form/search-field';
import type { IconName } from '../../components/icon';
import { Toolbar, type ToolbarProps } from '../toolbar/toolbar';
import { type PaneToolsProps, PaneTools } from './pane-tools';

export interface TableToolsProps
  extends Omit<ToolbarProps, 'view' | 'columns' | 'canWrite' | 'children'>, PaneToolsProps {
  /** The saved view; null: the table itself is looked at. */
  readonly viewName: string | null;
  /** What the next undo and redo change; null: there is none. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  readonly undo: () => void;
  readonly redo: () => void;
  /** The text that is searched for at first. */
  readonly search: string;
  readonly setSearch: (text: string) => void;
  /** Another one: the search was given up from elsewhere. */
  readonly searchKey: string;
}

export const TableTools = drawWhenChanged((props: TableToolsProps): JSX.Element => {
  const { info, label, viewName, writeProtection, search, setSearch, searchKey } = props;
  return (
    <Toolbar
      {...props}
      columns={info.columns}
      view={viewName === null ? null : { name: viewName, label }}
      canWrite={writeProtection === null}
    >
      <StepButton icon="undo" word="Undo" step={props.undoes} run={props.undo} />
      <StepButton icon="redo" word="Redo" step={props.redoes} run={props.redo} />
      <SearchField key={searchKey} label={`Search the rows of ${label}`} initial={search} search={setSearch} />
      <PaneTools {...props} />
    </Toolbar>
  );
});

interface StepButtonProps {
  readonly icon: IconName;
  readonly word: string;
  readonly step: string | null;
  readonly run: () => void;
}

/** Always at its place. It says what it undoes, or does again. */
function StepButton({ icon, word, step, run }: StepButtonProps): JSX.Element {
  const label = step === null ? `Nothing to ${word.toLowerCase()}` : `${word} ${step}`;
  return <IconButton icon={icon} class="ndb-step" label={label} title={label} isOff={step === null} onClick={run} />;
}
