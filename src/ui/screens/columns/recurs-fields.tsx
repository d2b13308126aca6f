/** How the rows of a date column come again: which column holds the rule, when a row is done, and what the next row takes over. docs/recurrence.md#declare-it */

import type { JSX } from 'preact';
import type { Json, JsonObject } from '../../../engine/index';
import { readYaml, yamlOf } from '../../components/filter/filter-yaml';
import { Check, Field, Select, optionsOf } from '../../components/form/field';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import type { ColumnDraft } from './column-draft';
import { RuleFields } from './rule-fields';

export interface RecursFieldsProps {
  readonly draft: ColumnDraft;
  /** The other columns of the table. */
  readonly others: readonly DescribedColumn[];
  readonly isOff: boolean;
  readonly set: (more: Partial<ColumnDraft>) => void;
}

const FROM = optionsOf({ date: 'The date of the row', done: 'The day on which it is done' });

const isOwn = ({ system, generated }: DescribedColumn): boolean => system !== true && generated === undefined;
const canHoldRule = (column: DescribedColumn): boolean =>
  isOwn(column) && column.type === 'string' && column.required !== true && column.unique !== true;
const saysDone = (column: DescribedColumn): boolean =>
  isOwn(column) && (column.type === 'boolean' || (column.type === 'enum' && column.values !== undefined));
const isDate = ({ type }: DescribedColumn): boolean => type === 'date' || type === 'datetime';

export function RecursFields(props: RecursFieldsProps): JSX.Element {
  const { draft, others, isOff, set } = props;
  const reading = readYaml(draft.recurs);
  const recurs = 'problem' in reading ? null : reading.where;
  const rules = others.filter(canHoldRule);
  const dones = others.filter(saysDone);
  const write = (next: JsonObject | null): void => set({ recurs: yamlOf(next).trim(), newRule: null });
  const isPossible = rules.length > 0 && dones.length > 0;
  return (
    <>
      <Check
        label="Comes again when done"
        isOn={recurs !== null}
        isOff={isOff || (recurs === null && !isPossible)}
        set={(isOn) => write(isOn ? firstRecurs(rules, dones) : null)}
      />
      {recurs === null && !isPossible && (
        <p class="ndb-form-remark">
          Rows come again where a text column holds their rule and a choice or a yes or no says that they are done. Add
          these columns first.
        </p>
      )}
      {recurs !== null && <SeriesFields {...props} {...{ recurs, rules, dones, write }} />}
    </>
  );
}

/** A column for the rule that is called so, and the last choice as done. */
function firstRecurs(rules: readonly DescribedColumn[], dones: readonly DescribedColumn[]): JsonObject {
  const rule = rules.find(({ name }) => /repeat|recur|rule/.test(name)) ?? rules[0];
  const [done] = dones;
  return { rule: rule?.name ?? '', ...doneBy(done) };
}

const doneBy = (column: DescribedColumn | undefined): JsonObject => ({
  done: column?.name ?? '',
  ...(column?.type === 'enum' ? { values: column.values?.slice(-1) ?? [] } : {}),
});

interface SeriesFieldsProps extends RecursFieldsProps {
  readonly recurs: JsonObject;
  readonly rules: readonly DescribedColumn[];
  readonly dones: readonly DescribedColumn[];
  readonly write: (recurs: JsonObject) => void;
}

function SeriesFields(props: SeriesFieldsProps): JSX.Element {
  const { draft, others, isOff, set, recurs, rules, dones, write } = props;
  const [rule, done] = [textOf(recurs['rule']), textOf(recurs['done'])];
  const doneColumn = others.find(({ name }) => name === done);
  const kept = others.filter((each) => isOwn(each) && each.name !== rule && each.name !== done);
  const saved = textOf(others.find(({ name }) => name === rule)?.default);
  return (
    <>
      <Field label="Rule is in">
        <Select
          value={rule}
          options={choicesOf(rules, rule)}
          set={(name) => write({ ...recurs, rule: name })}
          {...{ isOff }}
        />
      </Field>
      <Field label="Done is in">
        <Select
          value={done}
          options={choicesOf(dones, done)}
          set={(name) => {
            const { values: _, ...rest } = recurs;
            write({ ...rest, ...doneBy(others.find((each) => each.name === name)) });
          }}
          {...{ isOff }}
        />
      </Field>
      {doneColumn?.type === 'enum' && (
        <Several
          label="Counts as done"
          {...{ isOff }}
          all={doneColumn.values ?? []}
          chosen={listOf(recurs['values'])}
          set={(values) => write({ ...recurs, values })}
        />
      )}
      <NextRowFields {...props} {...{ kept }} />
      <RuleFields
        text={draft.newRule ?? saved}
        {...{ isOff }}
        set={(newRule) => set({ newRule: newRule === saved ? null : newRule })}
      />
    </>
  );
}

interface NextRowFieldsProps extends SeriesFieldsProps {
  /** Columns that the next row takes over, or not. */
  readonly kept: readonly DescribedColumn[];
}

/** What the next row has of its own. */
function NextRowFields({ draft, isOff, recurs, kept, write }: NextRowFieldsProps): JSX.Element {
  const shift = listOf(recurs['shift']);
  return (
    <>
      <Field label="Counts from">
        <Select
          value={recurs['from'] === 'done' ? 'done' : 'date'}
          options={FROM}
          set={(from) => write(withOr(recurs, 'from', from === 'done' ? from : null))}
          {...{ isOff }}
        />
      </Field>
      <Several
        label="Moves along"
        {...{ isOff }}
        all={kept.filter(isDate).map(({ name }) => name)}
        chosen={shift}
        set={(names) => write(withOr(recurs, 'shift', names.length === 0 ? null : names))}
      />
      <Several
        label="Begins anew"
        {...{ isOff }}
        all={kept.map(({ name }) => name).filter((name) => name !== draft.name && !shift.includes(name))}
        chosen={listOf(recurs['reset'])}
        set={(names) => write(withOr(recurs, 'reset', names.length === 0 ? null : names))}
      />
    </>
  );
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

function withOr(recurs: JsonObject, key: string, value: Json): JsonObject {
  const { [key]: _, ...rest } = recurs;
  return value === null ? rest : { ...rest, [key]: value };
}

/** What the definition names is there also where it does not fit. */
const choicesOf = (columns: readonly DescribedColumn[], chosen: string): readonly (readonly [string, string])[] => [
  ...(columns.some(({ name }) => name === chosen) ? [] : [[chosen, chosen] as const]),
  ...columns.map(({ name, label }) => [name, label ?? humanName(name)] as const),
];

interface SeveralProps {
  readonly label: string;
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly isOff: boolean;
  readonly set: (chosen: readonly string[]) => void;
}

function Several({ label, all, chosen, isOff, set }: SeveralProps): JSX.Element | null {
  const names = [...all, ...chosen.filter((each) => !all.includes(each))];
  if (names.length === 0) return null;
  return (
    <div class="ndb-form-several" role="group" aria-label={label}>
      <span>{label}</span>
      <div class="ndb-form-checks">
        {names.map((name) => (
          <Check
            key={name}
            label={name}
            isOn={chosen.includes(name)}
            {...{ isOff }}
            set={(isOn) => set(isOn ? [...chosen, name] : chosen.filter((each) => each !== name))}
          />
        ))}
      </div>
    </div>
  );
}
