/** The fields of a column: name, type, choices, rules and what people read of it. docs/app/columns.md */

import type { ComponentChildren, JSX } from 'preact';
import type { CellType } from '../../components/grid-column';
import { Check, TargetFields, TypeField } from '../design/type-fields';
import { suggestName } from '../../../kernel/names';
import { humanName } from '../../client/table-columns';
import { ChoiceList } from './choice-list';
import { type ColumnDraft, itemTypeOf } from './column-draft';

/** What can't be changed of a column, and why. */
export interface ColumnLimits {
  /** Only its looks. */
  readonly isStyleOnly: boolean;
  readonly reason: string | null;
}

export interface ColumnFieldsProps {
  /** Null: the column is new. */
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly limits: ColumnLimits;
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  /** Rows by value, for choices. */
  readonly counts: ReadonlyMap<string, number>;
  readonly change: (draft: ColumnDraft) => void;
  /** Values that the column has now: a choice among them. */
  readonly become: (type: CellType) => void;
}

export function ColumnFields(props: ColumnFieldsProps): JSX.Element {
  const { before, draft, limits, tables, counts, change, become } = props;
  const set = (more: Partial<ColumnDraft>): void => change({ ...draft, ...more });
  const isFixed = limits.isStyleOnly;
  return (
    <div class="ndb-column-fields">
      <NameFields {...props} />
      <Field label="Type">
        <TypeField label="Type" type={draft.type} {...{ isFixed, become }} />
      </Field>
      <TargetFields column={draft} {...{ tables }} isFixed={before !== null} change={set} />
      {before !== null && (draft.type === 'link' || draft.type === 'list') && (
        <p class="ndb-column-remark">
          What a list holds, and where links lead, is decided when a column is made. For another target, add a column.
        </p>
      )}
      {itemTypeOf(draft) === 'enum' && (
        <>
          <ChoiceList
            choices={draft.choices}
            {...{ counts }}
            change={(choices) => set({ choices, default: followedDefault(draft, choices) })}
          />
          <Check
            label="The choices have a rank, from first to last"
            isOn={draft.isOrdered}
            {...{ isFixed }}
            set={(isOrdered) => set({ isOrdered })}
          />
        </>
      )}
      <Field label="Meaning">
        <textarea
          rows={2}
          value={draft.description}
          placeholder="What the column says of a row"
          onInput={({ currentTarget }) => set({ description: currentTarget.value })}
        />
      </Field>
      <div class="ndb-column-checks">
        <Check label="Required" isOn={draft.isRequired} {...{ isFixed }} set={(isRequired) => set({ isRequired })} />
        <Check label="Unique" isOn={draft.isUnique} {...{ isFixed }} set={(isUnique) => set({ isUnique })} />
        <Check label="In every note, also without a value" isOn={draft.isDense} set={(isDense) => set({ isDense })} />
      </div>
      <RuleFields {...{ draft, set, isFixed }} />
    </div>
  );
}

/** A default is called as its choice is, and goes with it. */
function followedDefault(draft: ColumnDraft, choices: ColumnDraft['choices']): string {
  const known = draft.choices.find(({ value }) => value === draft.default);
  if (draft.type !== 'enum' || known === undefined) return draft.default;
  return choices.find(({ key }) => key === known.key)?.value ?? '';
}

/** The heading people read, and the property in the notes, which follows the heading of a new column. */
function NameFields({ before, draft, limits, change }: ColumnFieldsProps): JSX.Element {
  const { label, name } = draft;
  const follows = before === null && (name === '' || suggestName(label) === name);
  const suggested = suggestName(label);
  const isOffered =
    before !== null && !limits.isStyleOnly && label.trim() !== '' && suggested !== name && name === before.name;
  return (
    <>
      <Field label="Name">
        <input
          value={label}
          placeholder="Name of the column"
          onInput={({ currentTarget }) => {
            const next = currentTarget.value;
            change({ ...draft, label: next, name: follows ? suggestName(next) : name });
          }}
        />
      </Field>
      <Field label="Property">
        <input
          value={name}
          spellcheck={false}
          disabled={limits.isStyleOnly}
          onInput={({ currentTarget }) => {
            const next = currentTarget.value;
            // A heading that only spelt out the property goes along.
            const isPlain = label === humanName(name);
            change({ ...draft, name: next, label: isPlain && before !== null ? humanName(suggestName(next)) : label });
          }}
          onBlur={() => change({ ...draft, name: suggestName(name) })}
        />
      </Field>
      {isOffered && suggested !== '' && (
        <p class="ndb-column-remark">
          The heading changes, the notes keep <code>{name}</code>.{' '}
          <button type="button" class="ndb-column-link" onClick={() => change({ ...draft, name: suggested })}>
            Rename the property to {suggested}
          </button>
        </p>
      )}
    </>
  );
}

interface RuleFieldsProps {
  readonly draft: ColumnDraft;
  readonly set: (more: Partial<ColumnDraft>) => void;
  readonly isFixed: boolean;
}

function RuleFields({ draft, set, isFixed }: RuleFieldsProps): JSX.Element {
  const type = itemTypeOf(draft);
  const isNumber = type === 'integer' || type === 'number';
  const text = (key: 'min' | 'max' | 'step' | 'aliases' | 'note', label: string, hint = ''): JSX.Element => (
    <Field {...{ label }}>
      <input
        value={draft[key]}
        placeholder={hint}
        inputMode={key === 'aliases' || key === 'note' ? 'text' : 'decimal'}
        disabled={isFixed && key !== 'aliases' && key !== 'note'}
        onInput={({ currentTarget }) => set({ [key]: currentTarget.value })}
      />
    </Field>
  );
  return (
    <>
      <DefaultField {...{ draft, set, isFixed }} />
      {isNumber && (
        <div class="ndb-column-limits">
          {text('min', 'Smallest')}
          {text('max', 'Largest')}
          {text('step', 'Step')}
        </div>
      )}
      {text('aliases', 'Other words', 'deadline, until')}
      {text('note', 'Remark')}
    </>
  );
}

function DefaultField({ draft, set, isFixed }: RuleFieldsProps): JSX.Element {
  const type = itemTypeOf(draft);
  const options =
    draft.type === 'boolean'
      ? ['true', 'false']
      : type === 'enum' && draft.type === 'enum'
        ? draft.choices.map(({ value }) => value)
        : null;
  const isDay = type === 'date' || type === 'datetime';
  return (
    <Field label="New rows begin with">
      {options === null ? (
        <input
          value={draft.default}
          placeholder={isDay ? (type === 'date' ? '{today}' : '{now}') : 'nothing'}
          disabled={isFixed}
          onInput={({ currentTarget }) => set({ default: currentTarget.value })}
        />
      ) : (
        <select
          value={draft.default}
          disabled={isFixed}
          onChange={({ currentTarget }) => set({ default: currentTarget.value })}
        >
          <option value="">nothing</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {BOOLEANS[option] ?? option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const BOOLEANS: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

const Field = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }): JSX.Element => (
  <label class="ndb-column-field">
    <span>{label}</span>
    {children}
  </label>
);
