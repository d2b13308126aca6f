/** The view that is looked at: its layout and row height, saving it under a name, deleting it. docs/views.md#saved-views-as-tables */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useElementId } from '../../components/use-element-id';
import type { RowHeight } from '../../components/grid/grid-layout';
import { Button } from '../../components/form/button';
import type { ProblemText } from '../../components/text/problem-text';
import type { Notice } from '../frame/notice';
import { LAYOUTS, LAYOUT_NAMES, layoutOf } from '../../layouts/layout-registry';
import { withDisplay } from '../../rows/view-spec';
import { type ColorRulesProps, type OpenRule, ColorRuleFilter, ColorRules } from './color-tool';
import { LayoutFields } from './layout-fields';
import { deleteView, saveNewView } from './save-view';
import { ToolButton } from './tool-button';
import { ToolChoice } from './tool-choice';
import type { ToolProps } from './tool-props';

export interface ViewToolProps extends ToolProps {
  /** Of the view, or of the table. */
  readonly label: string;
  readonly description: string | null;
  readonly view: { readonly name: string; readonly label: string } | null;
  readonly canWrite: boolean;
  /** Null: nothing differs from the saved view or table. */
  readonly putBack: (() => void) | null;
  readonly openView: (name: string) => void;
  readonly tell: (notice: Notice) => void;
}

export function ViewTool(props: ViewToolProps): JSX.Element {
  const { label, isOpen, open, spec } = props;
  return (
    <ToolButton icon={layoutOf(spec).icon} label="View" text={label} {...{ isOpen, open }} hasWords place="below">
      <OpenView {...props} />
    </ToolButton>
  );
}

function OpenView(props: ViewToolProps): JSX.Element {
  const [rule, openRule] = useState<OpenRule>(null);
  return rule === null ? (
    <ViewSettings {...props} {...{ openRule }} />
  ) : (
    <ColorRuleFilter {...props} {...{ rule, openRule }} />
  );
}

function ViewSettings(props: ViewToolProps & Pick<ColorRulesProps, 'openRule'>): JSX.Element {
  const { spec, change, view, canWrite, putBack, client, open, openView, tell, table, columns } = props;
  const { layout, rowHeight } = spec.display;
  return (
    <>
      <div class="ndb-popover-main ndb-tool-fields ndb-stack">
        {props.description !== null && <p class="ndb-popover-note ndb-small-text">{props.description}</p>}
        <ToolChoice
          label="Layout"
          chosen={layout}
          options={LAYOUT_CHOICES}
          choose={(next) => change(withDisplay(spec, { layout: next }))}
        />
        <LayoutFields {...{ layout, spec, change, columns }} fields={layoutOf(spec).settings} />
        {layoutOf(spec).hasRowHeight && (
          <ToolChoice
            label="Row height"
            chosen={rowHeight}
            options={HEIGHTS}
            choose={(next) => change(withDisplay(spec, { rowHeight: next }))}
          />
        )}
        <ColorRules {...props} />
        {canWrite && <NewViewForm {...props} />}
      </div>
      {(putBack !== null || (view !== null && canWrite)) && (
        <footer class="ndb-popover-foot">
          {putBack !== null && (
            <Button look="quiet" icon="undo" title="Look at it as it is saved" onClick={() => (putBack(), open(false))}>
              Put back
            </Button>
          )}
          <span class="ndb-fill" />
          {view !== null && canWrite && (
            <Button
              look="quiet"
              icon="trash"
              title="Its rows stay"
              onClick={() => {
                open(false);
                void deleteView(client, view.name, view.label).then((notice) => {
                  if (!notice.isProblem) openView(table);
                  tell(notice);
                });
              }}
            >
              Delete the view
            </Button>
          )}
        </footer>
      )}
    </>
  );
}

const LAYOUT_CHOICES = LAYOUT_NAMES.map((name) => [name, LAYOUTS[name].label, LAYOUTS[name].description] as const);

const HEIGHTS: readonly (readonly [RowHeight, string])[] = [
  ['short', 'Short'],
  ['medium', 'Medium'],
  ['tall', 'Tall'],
];

/** A refusal stays below the name, which is kept. */
function NewViewForm(props: ViewToolProps): JSX.Element {
  const { open, openView, tell, putBack } = props;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<ProblemText | null>(null);
  const [isBusy, setBusy] = useState(false);
  const id = useElementId();
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await saveNewView(props, name);
    setBusy(false);
    if (saved.kind === 'problem') return setProblem(saved.problem);
    // The new view holds the changes; the old view or table is as it was saved.
    putBack?.();
    open(false);
    openView(saved.view);
    tell({ text: `You saved the view ${name.trim()}.`, migrationId: saved.migrationId, isProblem: false });
  };
  return (
    <form
      class="ndb-view-form ndb-wraps"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label>
        Save as a new view
        <input
          type="text"
          class="ndb-input"
          placeholder="Due soon"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          value={name}
          onInput={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </label>
      <Button look="main" submits isOff={isBusy}>
        Save
      </Button>
      {problem !== null && (
        <p class="ndb-filter-problem" id={id} role="alert">
          {[problem.message, problem.hint].filter((part) => part !== null).join(' ')}
        </p>
      )}
    </form>
  );
}
