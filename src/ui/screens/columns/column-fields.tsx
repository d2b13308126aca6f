/** The fields of a column: name, type, choices, rules, and the words about it. docs/app/columns.md */

import type { JSX } from 'preact';
import type { CellType } from '../../components/grid-column';
import { Button } from '../../components/form/button';
import { Check, Field, Select, TextInput } from '../../components/form/field';
import { suggestName } from '../../../kernel/names';
import { humanName } from '../../client/table-columns';
import { ChoiceList } from './choice-list';
import { type ColumnDraft, itemTypeOf, withHeading } from './column-draft';
import { FormatFields } from './format-fields';
import { RecursFields } from './recurs-fields';
import { readYaml } from '../../components/filter/filter-yaml';
import type { DescribedColumn } from '../../client/operations-client';
import { PLAIN_ATTRIBUTES, type PlainName, plainNames } from './plain-attributes';
import { TargetFields, TypeSelect } from './type-fields';

export interface ColumnRulesProps {
  /** Null: the column is new. */
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  /** Only its style can be changed. */
  readonly isStyleOnly: boolean;
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  /** The other columns of the table, of which a date that comes again names some; absent: they are not known yet. */
  readonly others?: readonly DescribedColumn[];
  /** How many rows have each value, for choices; null: they are not counted. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly change: (draft: ColumnDraft) => void;
}

export interface ColumnFieldsProps extends ColumnRulesProps {
  /** Values that the column has now: a choice among them. */
  readonly become: (type: CellType) => void;
}

export function ColumnFields(props: ColumnFieldsProps): JSX.Element {
  const { before, draft, isStyleOnly, change, become } = props;
  return (
    <div class="ndb-form ndb-stack">
      <Field label="Name">
        <TextInput
          value={draft.label}
          placeholder="Name of the column"
          set={(label) => change(before === null ? withHeading(draft, label) : { ...draft, label })}
        />
      </Field>
      <PropertyField {...props} />
      <Field label="Type">
        <TypeSelect label="Type" type={draft.type} isOff={isStyleOnly} {...{ become }} />
      </Field>
      <ColumnRules {...props} />
    </div>
  );
}

/** Everything but its name and type. */
export function ColumnRules(props: ColumnRulesProps): JSX.Element {
  const { before, draft, isStyleOnly, tables, counts, others, change } = props;
  const set = (more: Partial<ColumnDraft>): void => change({ ...draft, ...more });
  const type = itemTypeOf(draft);
  const plain = (name: PlainName): JSX.Element | null => {
    const isFixed = before !== null && PLAIN_ATTRIBUTES[name].isFixed === true;
    if (isFixed && draft[name] === '') return null;
    if (draft.type === 'list' && PLAIN_ATTRIBUTES[name].isOfColumn === true) return null;
    return <PlainField key={name} {...{ draft, name, set }} isStyleOnly={isStyleOnly || isFixed} />;
  };
  const limits = plainNames(type, 'number');
  return (
    <>
      <TargetFields {...{ draft, tables, set }} isOff={before !== null} />
      {before !== null && (draft.type === 'link' || draft.type === 'list') && (
        <p class="ndb-form-remark">
          What a list holds, and where links lead and link back, is decided when a column is made. For another target,
          add a column.
        </p>
      )}
      <FormatFields {...{ draft, set }} isOff={isStyleOnly} />
      {type === 'enum' && (
        <ChoiceList
          choices={draft.choices}
          {...{ counts }}
          change={(choices) => set({ choices, default: followedDefault(draft, choices) })}
        />
      )}
      {plainNames(type, 'lines').map(plain)}
      <div class="ndb-form-checks">{plainNames(type, 'check').map(plain)}</div>
      <DefaultField {...{ draft, set }} isOff={isStyleOnly} />
      {limits.length > 0 && <div class="ndb-form-columns">{limits.map(plain)}</div>}
      {plainNames(type, 'yaml').map((name) =>
        name === 'recurs' && draft.type !== 'list' && others !== undefined && !('problem' in readYaml(draft.recurs)) ? (
          <RecursFields key={name} {...{ draft, others, set }} isOff={isStyleOnly} />
        ) : (
          plain(name)
        ),
      )}
      {plainNames(type, 'text', 'words').map(plain)}
    </>
  );
}

/** A default is called as its choice is, and goes with it. */
function followedDefault(draft: ColumnDraft, choices: ColumnDraft['choices']): string {
  const known = draft.choices.find(({ value }) => value === draft.default);
  if (draft.type !== 'enum' || known === undefined) return draft.default;
  return choices.find(({ id }) => id === known.id)?.value ?? '';
}

/** The name of the column, which the notes have unless they have another key. */
export function PropertyField({ before, draft, isStyleOnly, change }: ColumnRulesProps): JSX.Element {
  const { label, name, key } = draft;
  const suggested = suggestName(label);
  const isOffered = before !== null && !isStyleOnly && key === '' && suggested !== '' && name === before.name;
  return (
    <>
      <Field label="Property">
        <TextInput
          value={name}
          spellcheck={false}
          isOff={isStyleOnly}
          set={(next) => {
            // A heading that only spelt out the property goes along.
            const isPlain = before !== null && label === humanName(name);
            change({ ...draft, name: next, label: isPlain ? humanName(suggestName(next)) : label });
          }}
          onBlur={() => change({ ...draft, name: suggestName(name) })}
        />
      </Field>
      {isOffered && suggested !== name && (
        <p class="ndb-form-remark">
          The heading changes, the notes keep <code>{name}</code>.{' '}
          <Button look="link" onClick={() => change({ ...draft, name: suggested })}>
            Rename the property to {suggested}
          </Button>
        </p>
      )}
    </>
  );
}

interface PlainFieldProps {
  readonly draft: ColumnDraft;
  readonly name: PlainName;
  readonly isStyleOnly: boolean;
  readonly set: (more: Partial<ColumnDraft>) => void;
}

function PlainField({ draft, name, isStyleOnly, set }: PlainFieldProps): JSX.Element {
  const { kind, label, hint = '', isStyle } = PLAIN_ATTRIBUTES[name];
  const isOff = isStyleOnly && isStyle !== true;
  const value = draft[name];
  const change = (next: string | boolean): void => set({ [name]: next });
  if (typeof value === 'boolean') return <Check {...{ label, isOff }} isOn={value} set={change} />;
  return (
    <Field {...{ label }}>
      {kind === 'lines' || kind === 'yaml' ? (
        <textarea
          rows={2}
          {...{ value }}
          placeholder={hint}
          disabled={isOff}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <TextInput
          {...{ value, isOff }}
          placeholder={hint}
          spellcheck={name !== 'key'}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          set={change}
        />
      )}
    </Field>
  );
}

const BOOLEANS = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

interface DefaultFieldProps {
  readonly draft: ColumnDraft;
  readonly isOff: boolean;
  readonly set: (more: Partial<ColumnDraft>) => void;
}

function DefaultField({ draft, set, isOff }: DefaultFieldProps): JSX.Element {
  const { type, choices } = draft;
  const options =
    type === 'boolean' ? BOOLEANS : type === 'enum' ? choices.map(({ value }) => [value, value] as const) : null;
  const moment = itemTypeOf(draft) === 'date' ? '{today}' : itemTypeOf(draft) === 'datetime' ? '{now}' : 'nothing';
  const field = { value: draft.default, isOff, set: (value: string) => set({ default: value }) };
  return (
    <Field label="New rows begin with">
      {options === null ? (
        <TextInput {...field} placeholder={moment} />
      ) : (
        <Select {...field} options={[['', 'nothing'], ...options.filter(([value]) => value !== '')]} />
      )}
    </Field>
  );
}
