/** What a change of a column would do to the notes, before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { Icon } from '../../components/icon';
import { type InvalidValue, type ValueFixes, countRows } from '../../changes/forms/invalid-values';
import { InvalidValuesList } from '../../changes/forms/invalid-values-list';
import { countedNotes, countedRows } from '../../changes/write-words';
import { noteName } from '../../client/note-text';
import { type ColumnDraft, gridColumnOf } from './column-draft';
import type { ColumnDryRun } from './use-column-dry-run';

export interface ColumnImpactProps {
  readonly tried: ColumnDryRun;
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly fixes: ValueFixes;
  readonly setFixes: (fixes: ValueFixes) => void;
  readonly openNote: ((path: string, event: MouseEvent) => void) | undefined;
}

export function ColumnImpact(props: ColumnImpactProps): JSX.Element | null {
  const { tried } = props;
  switch (tried.kind) {
    case 'unchanged':
      return null;
    case 'running':
      return <p class="ndb-column-remark">Looking at the rows…</p>;
    case 'refused':
      return (
        <div class="ndb-column-refused" role="alert">
          <p>{tried.problem.message}</p>
          {tried.problem.hint !== null && <p class="ndb-column-remark">{tried.problem.hint}</p>}
        </div>
      );
    case 'accepted':
      return <Accepted plan={tried.plan} {...props} />;
    case 'invalid':
      return <Invalid values={tried.values} {...props} />;
  }
}

type Plan = Extract<ColumnDryRun, { kind: 'accepted' }>['plan'];

function Accepted({ plan, before, draft }: ColumnImpactProps & { readonly plan: Plan }): JSX.Element {
  return (
    <div role="status">
      <ul class="ndb-column-effects">
        {effectsOf(plan, before, draft).map((line) => (
          <li key={line}>
            <Icon name="check" />
            {line}
          </li>
        ))}
        {plan.warnings.map((warning) => (
          <li key={warning}>
            <Icon name="alert" />
            {warning}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One line for each step that changes notes. */
function effectsOf(
  plan: Pick<Plan, 'steps' | 'changed'>,
  before: ColumnDraft | null,
  draft: ColumnDraft,
): readonly string[] {
  if (before === null)
    return [plan.changed === 0 ? 'No note changes.' : `Writes it into ${countedNotes(plan.changed)}.`];
  const renamed = draft.choices.filter(({ from, value }) => from !== null && from !== value.trim());
  const lines = plan.steps.flatMap(({ operation, changed }) => {
    if (operation === 'rename_column') return [`Renames the property in ${countedNotes(changed)}.`];
    if (operation === 'rename_value') {
      const choice = renamed.shift();
      return [`${choice?.from ?? ''} becomes ${choice?.value.trim() ?? ''} in ${countedNotes(changed)}.`];
    }
    return changed === 0 ? [] : [`Writes ${countedNotes(changed)}.`];
  });
  return lines.length === 0 ? ['No note changes.'] : lines;
}

/** Rows that are named at a value. */
const MOST_NAMED = 5;

function Invalid(props: ColumnImpactProps & { readonly values: readonly InvalidValue[] }): JSX.Element {
  const { values, fixes, setFixes, draft, openNote } = props;
  const count = countRows(values);
  const column = { ...gridColumnOf(draft), isRequired: draft.isRequired };
  return (
    <InvalidValuesList
      label="Rows that would not fit"
      title={`${countedRows(count)} would not fit`}
      {...{ values, fixes, setFixes }}
      columnOf={() => column}
      where={({ paths }) => countedRows(paths.length)}
      rows={({ paths }) => <RowNames {...{ paths, openNote }} />}
    />
  );
}

interface RowNamesProps extends Pick<ColumnImpactProps, 'openNote'> {
  readonly paths: readonly string[];
}

const RowNames = ({ paths, openNote }: RowNamesProps): JSX.Element => (
  <p class="ndb-column-rows">
    {paths.slice(0, MOST_NAMED).map((path) =>
      openNote === undefined ? (
        <span key={path}>{noteName(path)}</span>
      ) : (
        <button type="button" class="ndb-column-link" key={path} onClick={(event) => openNote(path, event)}>
          {noteName(path)}
        </button>
      ),
    )}
    {paths.length > MOST_NAMED && <span>and {paths.length - MOST_NAMED} more</span>}
  </p>
);
