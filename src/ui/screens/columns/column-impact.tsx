/** What a change of a column would do to the notes, before it is done. docs/app/columns.md */

import type { JSX } from 'preact';
import { plainText } from '../../components/cells/cell-value';
import { Icon } from '../../components/icon';
import { countedNotes } from '../../changes/write-words';
import { noteName } from '../../client/note-text';
import { type ColumnDraft, itemTypeOf } from './column-draft';
import { type MisfitGroup, countMisfits, misfitReason } from './column-misfits';
import type { ColumnTrial } from './use-column-trial';

/** By group; null: the rows are emptied. */
export type TypedFixes = ReadonlyMap<string, string | null>;

export interface ColumnImpactProps {
  readonly trial: ColumnTrial;
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly fixes: TypedFixes;
  readonly setFixes: (fixes: TypedFixes) => void;
  readonly openNote: ((path: string, event: MouseEvent) => void) | undefined;
}

export function ColumnImpact(props: ColumnImpactProps): JSX.Element | null {
  const { trial } = props;
  switch (trial.kind) {
    case 'unchanged':
      return null;
    case 'trying':
      return <p class="ndb-column-remark">Looking at the rows…</p>;
    case 'refused':
      return (
        <div class="ndb-column-refused" role="alert">
          <p>{trial.problem.message}</p>
          {trial.problem.hint !== null && <p class="ndb-column-remark">{trial.problem.hint}</p>}
        </div>
      );
    case 'accepted':
      return <Accepted plan={trial.plan} {...props} />;
    case 'misfits':
      return <Misfits groups={trial.groups} {...props} />;
  }
}

type Plan = Extract<ColumnTrial, { kind: 'accepted' }>['plan'];

function Accepted({ plan, before, draft }: ColumnImpactProps & { readonly plan: Plan }): JSX.Element {
  return (
    <ul class="ndb-column-effects" role="status">
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

/** Rows that are named in a group. */
const MOST_NAMED = 5;
const MOST_GROUPS = 100;

function Misfits(props: ColumnImpactProps & { readonly groups: readonly MisfitGroup[] }): JSX.Element {
  const { groups, fixes, setFixes } = props;
  const count = countMisfits(groups);
  const near = groups.filter(({ key, near: text }) => text !== '' && !fixes.has(key));
  const useNear = (): void => setFixes(new Map([...fixes, ...near.map((each) => [each.key, each.near] as const)]));
  return (
    <section class="ndb-column-misfits" aria-label="Rows that would not fit">
      <div class="ndb-column-count" role="alert">
        <Icon name="alert" />
        <strong>{count === 1 ? '1 row would not fit' : `${count} rows would not fit`}</strong>
        {near.length > 1 && (
          <button type="button" class="ndb-button" onClick={useNear}>
            Use {near.length} near values
          </button>
        )}
      </div>
      <ul>
        {groups.slice(0, MOST_GROUPS).map((group) => (
          <Misfit key={group.key} {...props} {...{ group }} />
        ))}
      </ul>
      {groups.length > MOST_GROUPS && (
        <p class="ndb-column-remark">and {groups.length - MOST_GROUPS} more values. Put these right first.</p>
      )}
    </section>
  );
}

interface MisfitProps extends ColumnImpactProps {
  readonly group: MisfitGroup;
}

function Misfit(props: MisfitProps): JSX.Element {
  const { group, openNote } = props;
  const { value, paths } = group;
  return (
    <li class="ndb-column-misfit">
      <p>
        <span class="ndb-column-value">{value === null ? 'empty' : plainText(value)}</span>
        <span class="ndb-column-remark">
          {misfitReason(group)} · {paths.length === 1 ? '1 row' : `${paths.length} rows`}
        </span>
      </p>
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
      <FixField {...props} />
    </li>
  );
}

/** What stands in these rows instead, when the column is written. */
function FixField({ group, draft, fixes, setFixes }: MisfitProps): JSX.Element {
  const { key, near, value } = group;
  const fix = fixes.get(key);
  const set = (text: string | null | undefined): void => {
    const next = new Map(fixes);
    if (text === undefined) next.delete(key);
    else next.set(key, text);
    setFixes(next);
  };
  const label = value === null ? 'Fill with' : `Instead of ${plainText(value)}`;
  if (fix === null) {
    return (
      <p class="ndb-column-fix">
        is emptied
        <button type="button" class="ndb-button" onClick={() => set(undefined)}>
          Don’t
        </button>
      </p>
    );
  }
  const typed = fix ?? '';
  return (
    <p class="ndb-column-fix">
      <ValueField
        {...{ label, draft, typed }}
        isEmpty={value === null}
        set={(text) => set(text === '' ? undefined : text)}
      />
      {near !== '' && typed !== near && (
        <button type="button" class="ndb-button" onClick={() => set(near)}>
          Use {near}
        </button>
      )}
      {value !== null && !draft.isRequired && (
        <button type="button" class="ndb-button" onClick={() => set(null)}>
          Empty
        </button>
      )}
    </p>
  );
}

interface ValueFieldProps {
  readonly label: string;
  readonly draft: ColumnDraft;
  readonly typed: string;
  /** Of the rows: they have no value yet. */
  readonly isEmpty: boolean;
  readonly set: (text: string) => void;
}

export function ValueField({ label, draft, typed, isEmpty, set }: ValueFieldProps): JSX.Element {
  const { type, choices } = draft;
  const options =
    type === 'enum' ? choices.map(({ value }) => value.trim()) : type === 'boolean' ? ['true', 'false'] : null;
  const placeholder = isEmpty ? 'Value for them' : 'Value instead';
  if (options === null) {
    return (
      <input
        aria-label={label}
        {...{ placeholder }}
        inputMode={['integer', 'number'].includes(itemTypeOf(draft)) ? 'decimal' : 'text'}
        value={typed}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    );
  }
  return (
    <select aria-label={label} value={typed} onChange={({ currentTarget }) => set(currentTarget.value)}>
      <option value="">{placeholder}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
