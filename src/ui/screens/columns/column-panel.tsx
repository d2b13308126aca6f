/** Adds, changes, renames and drops a column of a table, and shows beforehand what that would do to the notes. docs/app/columns.md */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import type { CellType } from '../../components/grid-column';
import { Button } from '../../components/form/button';
import { Foot } from '../../components/form/panel-head';
import { Refusal } from '../../components/form/refusal';
import { SidePanel } from '../../components/form/side-panel';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import { useLiveQuery } from '../../client/live-query';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { LoadingPane } from '../../rows/loading-pane';
import { type ColumnContext, askColumn, valuesIn } from './ask-column';
import { draftOfColumn, draftProblem, emptyColumn, newChoices } from './column-draft';
import { ColumnFields } from './column-fields';
import { NO_FIXES } from '../../changes/forms/invalid-values';
import { ColumnImpact } from './column-impact';
import type { ColumnPanelProps } from './column-panel-props';
import { DropColumn } from './drop-column';
import { LeaveFoot, useLeaving } from './leave-foot';
import { useColumnDryRun } from './use-column-dry-run';
import { useSaving } from './use-saving';

export function ColumnPanel(props: ColumnPanelProps): JSX.Element {
  const { client, table, column, close } = props;
  const { answer, refresh } = useLiveQuery<ColumnContext>(client, JSON.stringify(['column', table, column]), {
    ask: (operations) => askColumn(operations, table, column),
    isTouched: ({ definitions, tables }) => definitions || tables.includes(table),
  });
  if (answer.kind !== 'answer') {
    return (
      <SidePanel closeLabel="Close the column" title={column === null ? 'New column' : humanName(column)} leave={close}>
        <LoadingPane {...{ answer, refresh }} title="Reading the column…" />
      </SidePanel>
    );
  }
  const context = answer.value;
  if (column !== null && context.column === null) {
    return (
      <SidePanel closeLabel="Close the column" title={humanName(column)} leave={close}>
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
  const { before, isDropping, setDropping, leaving } = form;
  if (isDropping && before !== null) {
    return (
      <SidePanel closeLabel="Close the column" title={`Drop ${before.label}`} leave={() => setDropping(false)}>
        <DropColumn
          {...props}
          {...{ before }}
          table={context.table}
          tableName={context.tableName}
          back={() => setDropping(false)}
        />
      </SidePanel>
    );
  }
  const title = before === null ? `New column in ${humanName(context.tableName)}` : before.label;
  const pick = choose === undefined ? undefined : (column: string | null) => leaving.leave(() => choose(column));
  return (
    <SidePanel
      closeLabel="Close the column"
      title={title}
      leave={() => leaving.leave(props.close)}
      head={<PanelTitle {...{ context, title, pick }} />}
    >
      <form
        class="ndb-column-form ndb-stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.saving.isReady) form.saving.save();
        }}
      >
        <div class="ndb-column-body">
          {before === null && props.kinds}
          {props.relation?.((go) => leaving.leave(go))}
          <fieldset disabled={!canWrite || form.saving.isBusy}>
            <ColumnFields
              {...{ before }}
              draft={form.draft}
              become={form.become}
              isStyleOnly={form.limits.isStyleOnly}
              tables={context.tables}
              counts={context.counts}
              others={context.others}
              change={form.setDraft}
            />
          </fieldset>
          <Remark text={canWrite ? form.limits.reason : 'Nothing can be changed here: this place is for reading.'} />
        </div>
        <FormImpact {...{ form }} openNote={props.openNote} />
        {leaving.isAsked ? <LeaveFoot {...leaving} /> : <FormFoot {...{ form, canWrite }} close={props.close} />}
      </form>
    </SidePanel>
  );
}

type ColumnForm = ReturnType<typeof useColumnForm>;

function useColumnForm(props: ColumnFormProps) {
  const { client, context, canWrite } = props;
  const { table, column } = context;
  const before = column === null ? null : draftOfColumn(column);
  const [draft, setDraft] = useState(before ?? emptyColumn());
  const [fixes, setFixes] = useState(NO_FIXES);
  const [isDropping, setDropping] = useState(false);
  const others = context.columns.map(({ name }) => name).filter((name) => name !== before?.name);
  const problem = draftProblem(draft, others);
  const tried = useColumnDryRun(client, table, before, problem === null && canWrite ? draft : null);
  const saving = useSaving(props, before, draft, fixes, tried);
  const isTouched = JSON.stringify(draft) !== JSON.stringify(before ?? emptyColumn());
  const leaving = useLeaving(isTouched);
  const become = (type: CellType): void => {
    setDraft({ ...draft, type });
    if (type !== 'enum' || draft.choices.length > 0 || before === null) return;
    void valuesIn(client, table, before.name).then((values) => {
      const choices = newChoices(values);
      setDraft((now) => (now.type === 'enum' && now.choices.length === 0 ? { ...now, choices } : now));
    });
  };
  const limits = limitsOf(column);
  const rest = { fixes, setFixes, limits, problem, tried, saving, isTouched, isDropping, setDropping, leaving };
  return { before, draft, setDraft, become, ...rest };
}

interface PanelTitleProps {
  readonly context: ColumnContext;
  readonly title: string;
  readonly pick: ((column: string | null) => void) | undefined;
}

/** The other columns of the table are one step away. */
function PanelTitle({ context, title, pick }: PanelTitleProps): JSX.Element {
  if (pick === undefined) return <>{title}</>;
  const { column, columns } = context;
  return (
    <ColumnChoice
      label="Column"
      name={column?.name ?? null}
      columns={columns}
      choose={pick}
      none={{ label: 'New column', choose: () => pick(null) }}
    />
  );
}

interface FormPartProps {
  readonly form: ColumnForm;
}

function FormImpact({ form, openNote }: FormPartProps & Pick<ColumnPanelProps, 'openNote'>): JSX.Element {
  const { problem, isTouched, tried, before, draft, fixes, setFixes, saving } = form;
  return (
    <div class="ndb-column-impact">
      {problem !== null && isTouched && <p class="ndb-form-remark">{problem}</p>}
      <ColumnImpact {...{ tried, before, draft, fixes, setFixes, openNote }} />
      <Refusal problem={saving.problem} />
    </div>
  );
}

interface FormFootProps extends FormPartProps {
  readonly canWrite: boolean;
  readonly close: () => void;
}

function FormFoot({ form, canWrite, close }: FormFootProps): JSX.Element {
  const { before, limits, isTouched, saving, setDropping } = form;
  return (
    <Foot>
      {before !== null && canWrite && limits.canDrop && (
        <Button class="ndb-at-start" onClick={() => setDropping(true)}>
          Drop…
        </Button>
      )}
      <Button onClick={close}>{isTouched ? 'Cancel' : 'Close'}</Button>
      {canWrite && (
        <Button submits look="main" isOff={!saving.isReady}>
          {before === null ? 'Add the column' : 'Change the column'}
          {saving.fixed > 0 && ` and ${saving.fixed === 1 ? '1 row' : `${saving.fixed} rows`}`}
        </Button>
      )}
    </Foot>
  );
}

const Remark = ({ text }: { readonly text: string | null }): JSX.Element | null =>
  text === null ? null : (
    <p class="ndb-form-remark" role="note">
      <Icon name="lock" />
      {text}
    </p>
  );

/** What can't be changed of a column, and why. */
interface Limits {
  /** Only its style. */
  readonly isStyleOnly: boolean;
  readonly reason: string | null;
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
