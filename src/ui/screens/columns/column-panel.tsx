/** Adds, changes, renames and drops a column of a table: what it would do to the notes stands there before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import type { CellType } from '../../components/grid-column';
import { ServerAway } from '../../components/form/server-away';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { suggestName } from '../../../kernel/names';
import { useLiveQuery } from '../../client/live-query';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { LoadingPane } from '../../rows/loading-pane';
import { type ColumnContext, askColumn, valuesIn } from './ask-column';
import { type ColumnDraft, draftOfColumn, draftProblem, emptyColumn } from './column-draft';
import { ColumnFields, type ColumnLimits } from './column-fields';
import { NO_FIXES, type ValueFixes } from '../../changes/forms/invalid-values';
import { ColumnImpact } from './column-impact';
import type { ColumnPanelProps } from './column-panel-props';
import { SidePanel } from './side-panel';
import { DropColumn } from './drop-column';
import { type ColumnDryRun, useColumnDryRun } from './use-column-dry-run';
import { type Saving, useSaving } from './use-saving';

export function ColumnPanel(props: ColumnPanelProps): JSX.Element {
  const { client, table, column, close } = props;
  const { answer, refresh } = useLiveQuery<ColumnContext>(client, JSON.stringify(['column', table, column]), {
    ask: (operations) => askColumn(operations, table, column),
    isTouched: ({ definitions, tables }) => definitions || tables.includes(table),
  });
  if (answer.kind !== 'answer') {
    return (
      <SidePanel title={column === null ? 'New column' : humanName(column)} leave={close}>
        <LoadingPane {...{ answer, refresh }} title="Reading the column…" />
      </SidePanel>
    );
  }
  const context = answer.value;
  if (column !== null && context.column === null) {
    return (
      <SidePanel title={humanName(column)} leave={close}>
        <StateMessage
          kind="empty"
          title={`${humanName(column)} is gone`}
          detail="The column was dropped, or it has another name now."
          action={{ label: 'Close', run: close }}
        />
      </SidePanel>
    );
  }
  return <ColumnForm key={column ?? ''} {...props} {...{ context }} />;
}

interface ColumnFormProps extends ColumnPanelProps {
  readonly context: ColumnContext;
}

function ColumnForm(props: ColumnFormProps): JSX.Element {
  const { context, canWrite, choose } = props;
  const form = useColumnForm(props);
  const { before, mode, setMode, leave } = form;
  if (mode === 'drop' && before !== null) {
    return (
      <SidePanel title={`Drop ${before.label}`} leave={() => setMode('edit')}>
        <DropColumn
          {...props}
          {...{ before }}
          table={context.table}
          tableName={context.tableName}
          back={() => setMode('edit')}
        />
      </SidePanel>
    );
  }
  const title = before === null ? `New column in ${humanName(context.tableName)}` : before.label;
  const pick = choose === undefined ? undefined : (column: string | null) => leave(() => choose(column));
  return (
    <SidePanel title={title} leave={() => leave(props.close)} head={<PanelHead {...{ context, title, pick }} />}>
      <form
        class="ndb-column-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.saving.isReady) form.saving.save();
        }}
      >
        <div class="ndb-column-body">
          <fieldset disabled={!canWrite || form.saving.isBusy}>
            <ColumnFields
              {...{ before }}
              draft={form.draft}
              become={form.become}
              limits={form.limits}
              tables={context.tables}
              counts={context.counts}
              change={form.setDraft}
            />
          </fieldset>
          <Remark text={canWrite ? form.limits.reason : 'Nothing can be changed here: this place is for reading.'} />
        </div>
        <FormImpact {...{ form }} openNote={props.openNote} />
        {mode === 'leave' ? (
          <LeaveFoot stay={() => setMode('edit')} leave={form.goneTo} />
        ) : (
          <FormFoot {...{ form, canWrite }} close={props.close} />
        )}
      </form>
    </SidePanel>
  );
}

interface ColumnForm {
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly setDraft: (draft: ColumnDraft) => void;
  readonly become: (type: CellType) => void;
  readonly fixes: ValueFixes;
  readonly setFixes: (fixes: ValueFixes) => void;
  readonly limits: Limits;
  /** Why it can't be tried as it stands. */
  readonly problem: string | null;
  readonly tried: ColumnDryRun;
  readonly saving: Saving;
  readonly isTouched: boolean;
  readonly mode: 'edit' | 'drop' | 'leave';
  readonly setMode: (mode: 'edit' | 'drop') => void;
  /** Asks first when something would be lost. */
  readonly leave: (go: () => void) => void;
  readonly goneTo: () => void;
}

function useColumnForm(props: ColumnFormProps): ColumnForm {
  const { client, context, canWrite } = props;
  const { table, column } = context;
  const before = column === null ? null : draftOfColumn(column);
  const [draft, setDraft] = useState(before ?? emptyColumn());
  const [fixes, setFixes] = useState(NO_FIXES);
  const [mode, setMode] = useState<ColumnForm['mode']>('edit');
  const goneTo = useRef(props.close);
  const problem = draftProblem(draft) ?? takenProblem(draft, before, context);
  const tried = useColumnDryRun(client, table, before, problem === null && canWrite ? draft : null);
  const saving = useSaving(props, before, draft, fixes, tried);
  const isTouched = JSON.stringify(draft) !== JSON.stringify(before ?? emptyColumn());
  const leave = (go: () => void): void => {
    if (!isTouched) return go();
    goneTo.current = go;
    setMode('leave');
  };
  const become = (type: CellType): void => {
    setDraft({ ...draft, type });
    if (type !== 'enum' || draft.choices.length > 0 || before === null) return;
    void valuesIn(client, table, before.name).then((values) => {
      const choices = values.map((value) => ({ key: value, from: null, value, meaning: '' }));
      setDraft((now) => (now.type === 'enum' && now.choices.length === 0 ? { ...now, choices } : now));
    });
  };
  const limits = limitsOf(column);
  const rest = { fixes, setFixes, limits, problem, tried, saving, isTouched, mode, setMode, leave };
  return { before, draft, setDraft, become, ...rest, goneTo: () => goneTo.current() };
}

interface PanelHeadProps {
  readonly context: ColumnContext;
  readonly title: string;
  readonly pick: ((column: string | null) => void) | undefined;
}

/** The other columns of the table are one step away. */
function PanelHead({ context, title, pick }: PanelHeadProps): JSX.Element {
  if (pick === undefined) return <h2>{title}</h2>;
  const { column, columns } = context;
  return (
    <h2>
      <ColumnChoice
        label="Column"
        name={column?.name ?? null}
        columns={columns}
        choose={pick}
        none={{ label: 'New column', choose: () => pick(null) }}
      />
    </h2>
  );
}

interface FormPartProps {
  readonly form: ColumnForm;
}

function FormImpact({ form, openNote }: FormPartProps & Pick<ColumnPanelProps, 'openNote'>): JSX.Element {
  const { problem, isTouched, tried, before, draft, fixes, setFixes, saving } = form;
  return (
    <div class="ndb-column-impact">
      {problem !== null && isTouched && <p class="ndb-column-remark">{problem}</p>}
      <ColumnImpact {...{ tried, before, draft, fixes, setFixes, openNote }} />
      {saving.problem !== null && (
        <p class="ndb-column-refused" role="alert">
          {saving.problem.message}
        </p>
      )}
      <ServerAway />
    </div>
  );
}

interface FormFootProps extends FormPartProps {
  readonly canWrite: boolean;
  readonly close: () => void;
}

function FormFoot({ form, canWrite, close }: FormFootProps): JSX.Element {
  const { before, limits, isTouched, saving, setMode } = form;
  return (
    <footer class="ndb-column-foot">
      {before !== null && canWrite && limits.canDrop && (
        <button type="button" class="ndb-button ndb-column-drop" onClick={() => setMode('drop')}>
          Drop…
        </button>
      )}
      <button type="button" class="ndb-button" onClick={close}>
        {isTouched ? 'Cancel' : 'Close'}
      </button>
      {canWrite && (
        <button type="submit" class="ndb-button mod-cta" disabled={!saving.isReady}>
          {before === null ? 'Add the column' : 'Change the column'}
          {saving.fixed > 0 && ` and ${saving.fixed === 1 ? '1 row' : `${saving.fixed} rows`}`}
        </button>
      )}
    </footer>
  );
}

const Remark = ({ text }: { readonly text: string | null }): JSX.Element | null =>
  text === null ? null : (
    <p class="ndb-column-remark" role="note">
      <Icon name="lock" />
      {text}
    </p>
  );

interface LeaveFootProps {
  readonly stay: () => void;
  readonly leave: () => void;
}

const LeaveFoot = ({ stay, leave }: LeaveFootProps): JSX.Element => (
  <footer class="ndb-column-foot">
    <span class="ndb-column-ask" role="alert">
      What you changed here is not written yet.
    </span>
    <button type="button" class="ndb-button" ref={(button) => button?.focus()} onClick={stay}>
      Go on
    </button>
    <button type="button" class="ndb-button" onClick={leave}>
      Throw it away
    </button>
  </footer>
);

function takenProblem({ name }: ColumnDraft, before: ColumnDraft | null, { columns }: ColumnContext): string | null {
  const plain = suggestName(name);
  if (plain === before?.name || !columns.some((each) => each.name === plain)) return null;
  return `There is a column with the property ${plain} already.`;
}

interface Limits extends ColumnLimits {
  readonly canDrop: boolean;
}

/** docs/operations.md#alter_column */
function limitsOf(column: DescribedColumn | null): Limits {
  const base = column?.inherited_from ?? null;
  if (base !== null) {
    const reason = `Its rules come from ${humanName(base.split('.').at(-1) ?? base)}, of which other tables have it too. Only its looks can be changed here.`;
    return { isStyleOnly: true, reason, canDrop: false };
  }
  const isComputed = column?.generated !== undefined || column?.identity !== undefined;
  const reason = isComputed ? 'NoteDB writes its values itself, from other columns or the note.' : null;
  return { isStyleOnly: false, reason, canDrop: column?.system !== true };
}
