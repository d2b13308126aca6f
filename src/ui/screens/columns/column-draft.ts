/** A column as it stands in its form, and the steps of the one batch that makes the table so. docs/app/columns.md */

import type { Json, JsonObject } from '../../../engine/index';
import { draftOf, numberText, valueOf } from '../../components/cells/edit-draft';
import type { ValueFix } from '../../changes/forms/invalid-values';
import type { CellType, GridColumn } from '../../components/grid-column';
import { readNumber } from '../../../kernel/number-text';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName, tableColumns } from '../../client/table-columns';
import { suggestName } from '../../../kernel/names';

export interface ChoiceDraft {
  /** Stays the same while it is edited. */
  readonly key: string;
  /** What it is called now; null: it is new. */
  readonly from: string | null;
  readonly value: string;
  readonly meaning: string;
}

/** Texts as they stand in the fields; an empty one is no rule. */
export interface ColumnDraft {
  /** The heading. */
  readonly label: string;
  /** The property in the notes. */
  readonly name: string;
  readonly type: CellType;
  /** Of a list. */
  readonly itemType: CellType;
  readonly choices: readonly ChoiceDraft[];
  readonly isOrdered: boolean;
  /** Of links: the qualified table; null: any note. */
  readonly ref: string | null;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isDense: boolean;
  readonly default: string;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  /** Other words for it, with commas between. */
  readonly aliases: string;
  readonly note: string;
}

export const emptyColumn = (): ColumnDraft => ({
  label: '',
  name: '',
  type: 'string',
  itemType: 'string',
  choices: [],
  isOrdered: false,
  ref: null,
  description: '',
  isRequired: false,
  isUnique: false,
  isDense: false,
  default: '',
  min: '',
  max: '',
  step: '',
  aliases: '',
  note: '',
});

export function draftOfColumn(column: DescribedColumn): ColumnDraft {
  const { items } = column;
  const limit = (value: number | string | undefined): string =>
    typeof value === 'number' ? numberText(value) : (value ?? '');
  const meanings = column.value_descriptions ?? items?.value_descriptions ?? {};
  const values = column.values ?? items?.values ?? [];
  const plain: ColumnDraft = {
    label: column.label ?? humanName(column.name),
    name: column.name,
    type: column.type,
    itemType: items?.type ?? 'string',
    choices: values.map((value) => ({ key: value, from: value, value, meaning: meanings[value] ?? '' })),
    isOrdered: (column.ordered ?? items?.ordered) === true,
    ref: column.ref ?? items?.ref ?? null,
    description: column.description ?? '',
    isRequired: column.required === true,
    isUnique: column.unique === true,
    isDense: column.dense,
    default: '',
    min: limit(column.min ?? items?.min),
    max: limit(column.max ?? items?.max),
    step: limit(column.step ?? items?.step),
    aliases: (column.aliases ?? []).join(', '),
    note: column.note ?? '',
  };
  return { ...plain, default: draftOf(gridColumnOf(plain), column.default) };
}

/** For reading and writing values of it. */
export function gridColumnOf(draft: ColumnDraft): GridColumn {
  const spec: DescribedColumn = {
    name: draft.name,
    type: draft.type,
    description: draft.description,
    inherited_from: null,
    dense: draft.isDense,
    ...(draft.label === '' ? {} : { label: draft.label }),
    ...(draft.type === 'list' ? { items: { type: draft.itemType } } : {}),
  };
  const [column] = tableColumns([spec]);
  if (column === undefined) throw new Error('a column without a name of the engine');
  return { ...column, values: draft.choices.map(({ value }) => value), ref: draft.ref };
}

export const itemTypeOf = ({ type, itemType }: ColumnDraft): CellType => (type === 'list' ? itemType : type);

/** A heading of its own; null: the one that the name makes. */
const labelOf = ({ label, name }: ColumnDraft): string | null => {
  const text = label.trim();
  return text === '' || text === humanName(name) ? null : text;
};

/** Every attribute that alter_column knows and a person can set, null where there is none. */
function attributesOf(draft: ColumnDraft, label = labelOf(draft)): JsonObject {
  const type = itemTypeOf(draft);
  const choices = type === 'enum' ? draft.choices : null;
  const meanings = choices?.filter(({ meaning }) => meaning.trim() !== '') ?? [];
  const isNumber = type === 'integer' || type === 'number';
  const limit = (text: string): Json => (isNumber && text.trim() !== '' ? (readNumber(text) ?? text) : null);
  const aliases = draft.aliases
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '');
  return {
    type: draft.type,
    description: draft.description.trim() || (label ?? humanName(draft.name)),
    values: choices?.map(({ value }) => value.trim()) ?? null,
    value_descriptions:
      meanings.length === 0
        ? null
        : Object.fromEntries(meanings.map((each) => [each.value.trim(), each.meaning.trim()])),
    ordered: (choices !== null && draft.isOrdered) || null,
    required: draft.isRequired || null,
    default: draft.default.trim() === '' ? null : typedValue(draft, draft.default),
    min: limit(draft.min),
    max: limit(draft.max),
    step: limit(draft.step),
    unique: draft.isUnique || null,
    dense: draft.isDense || null,
    label,
    aliases: aliases.length === 0 ? null : aliases,
    note: draft.note.trim() || null,
  };
}

/** A text that is not JSON goes to the engine as it is, which says why it is refused. */
function typedValue(draft: ColumnDraft, text: string): Json {
  try {
    return valueOf(gridColumnOf(draft), text);
  } catch {
    return text;
  }
}

export const fixValue = (draft: ColumnDraft, fix: ValueFix | undefined): Json =>
  fix?.kind === 'value' ? typedValue(draft, fix.text) : null;

const OF_ITEMS = ['values', 'value_descriptions', 'ordered', 'min', 'max', 'step'] as const;

/** As add_column takes it. */
function specOf(draft: ColumnDraft): JsonObject {
  const given = Object.entries(attributesOf(draft)).filter(([, value]) => value !== null);
  const ref = itemTypeOf(draft) === 'link' && draft.ref !== null ? { ref: draft.ref } : {};
  if (draft.type !== 'list') return { name: suggestName(draft.name), ...Object.fromEntries(given), ...ref };
  const isOfItems = (name: string): boolean => (OF_ITEMS as readonly string[]).includes(name);
  const items = Object.fromEntries(given.filter(([name]) => isOfItems(name)));
  return {
    name: suggestName(draft.name),
    ...Object.fromEntries(given.filter(([name]) => !isOfItems(name))),
    items: { type: draft.itemType, ...items, ...ref },
  };
}

/** A value for rows whose own value does not fit. */
export interface RowFix {
  readonly paths: readonly string[];
  readonly value: Json;
}

export interface ColumnChange {
  /** Qualified. */
  readonly table: string;
  /** Null: the column is new. */
  readonly before: ColumnDraft | null;
  readonly draft: ColumnDraft;
  readonly fixes: readonly RowFix[];
}

/**
 * Empty when nothing changes. Each step but those of fixes stands by itself, since a dry run tries it alone: attributes by the
 * names of now, then values by their new names, then the column.
 */
export function columnSteps({ table, before, draft, fixes }: ColumnChange): readonly JsonObject[] {
  if (before === null) return additionSteps(table, draft, fixes);
  const attributes = attributesOf(byNamesOfNow(draft, before), labelOf(draft));
  const known = attributesOf(before);
  const changed = Object.entries(attributes).filter(([name, value]) => !isSame(value, known[name] ?? null));
  const base = { table, column: before.name };
  const name = suggestName(draft.name);
  const fixing = fixSteps(table, before.name, fixesOfNow(fixes, renamedChoices(draft, before)));
  const loosened = fixing.length === 0 ? null : loosenedFor(before, attributes);
  const final = loosened === null ? Object.fromEntries(changed) : finalAfter(loosened, attributes);
  return [
    ...(loosened === null ? [] : [{ op: 'alter_column', ...base, changes: loosened }]),
    ...fixing,
    ...(Object.keys(final).length === 0 ? [] : [{ op: 'alter_column', ...base, changes: final }]),
    ...renamedChoices(draft, before).map(({ from, value }) => ({
      op: 'rename_value',
      ...base,
      from_value: from,
      to_value: value.trim(),
    })),
    ...(name === before.name ? [] : [{ op: 'rename_column', table, from_column: before.name, to_column: name }]),
  ];
}

function additionSteps(table: string, draft: ColumnDraft, fixes: readonly RowFix[]): readonly JsonObject[] {
  const column = specOf(draft);
  const name = suggestName(draft.name);
  const fixing = fixSteps(table, name, fixes);
  if (fixing.length === 0) return [{ op: 'add_column', table, column }];
  const isFixed = ['link', 'list'].includes(draft.type);
  const loose = isFixed
    ? without(column, ['required', 'unique'])
    : { name, type: 'json', description: column['description'] ?? '' };
  return [
    { op: 'add_column', table, column: loose },
    ...fixing,
    { op: 'alter_column', table, column: name, changes: finalAfter(loose, attributesOf(draft)) },
  ];
}

const fixSteps = (table: string, column: string, fixes: readonly RowFix[]): readonly JsonObject[] =>
  fixes.map(({ paths, value }) => ({
    op: 'update_rows',
    table,
    where: { path: { in: [...paths] } },
    set_values: { [column]: value },
    expect_rows: paths.length,
  }));

/** Choices are renamed after the rows are put right. */
function fixesOfNow(fixes: readonly RowFix[], renamed: ReturnType<typeof renamedChoices>): readonly RowFix[] {
  const oldName = (value: Json): Json => renamed.find((each) => each.value.trim() === value)?.from ?? value;
  return fixes.map(({ paths, value }) => ({
    paths,
    value: Array.isArray(value) ? (value as readonly Json[]).map(oldName) : oldName(value),
  }));
}

/** What lets both the values of now and the fixed ones stand for a moment; null: they do anyway. */
function loosenedFor(before: ColumnDraft, attributes: JsonObject): JsonObject | null {
  if (attributes['type'] !== before.type) return { type: 'json', unique: null, required: null, default: null };
  const values = attributes['values'];
  if (!Array.isArray(values)) return null;
  const old = before.choices.map(({ value }) => value);
  const added = (values as string[]).filter((value) => !old.includes(value));
  return added.length === 0 ? null : { values: [...old, ...added] };
}

/** Everything that a loosened column does not have yet. Becoming another type took attributes away. */
function finalAfter(loosened: JsonObject, attributes: JsonObject): JsonObject {
  const isOther = loosened['type'] !== undefined && loosened['type'] !== attributes['type'];
  const entries = Object.entries(attributes).filter(([, value]) => value !== null);
  return isOther || loosened['name'] !== undefined ? Object.fromEntries(entries) : attributes;
}

const without = (spec: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => !names.includes(name)));

/** Choices that are called otherwise, with their name of now. */
const renamedChoices = (
  draft: ColumnDraft,
  before: ColumnDraft,
): readonly { readonly from: string; readonly value: string }[] =>
  itemTypeOf(draft) !== 'enum' || itemTypeOf(before) !== 'enum'
    ? []
    : draft.choices.flatMap(({ from, value }) => (from === null || from === value.trim() ? [] : [{ from, value }]));

/** The default follows a choice that is renamed. */
function byNamesOfNow(draft: ColumnDraft, before: ColumnDraft): ColumnDraft {
  const renamed = renamedChoices(draft, before);
  const oldName = (value: string): string => renamed.find((each) => each.value.trim() === value)?.from ?? value;
  return {
    ...draft,
    name: before.name,
    choices: draft.choices.map((choice) => ({ ...choice, value: oldName(choice.value.trim()) })),
    default: oldName(draft.default),
  };
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What keeps the form from being tried, in words; null: nothing. */
export function draftProblem({ name, label, type, itemType, choices }: ColumnDraft): string | null {
  if (suggestName(name) === '')
    return label.trim() === '' ? 'Give the column a name.' : 'Its property needs a name of letters or digits.';
  if (type !== 'enum' && !(type === 'list' && itemType === 'enum')) return null;
  const values = choices.map(({ value }) => value.trim());
  if (values.some((value) => value === '')) return 'A choice has no name.';
  const twice = values.find((value, index) => values.indexOf(value) < index);
  if (twice !== undefined) return `Two choices are called ${twice}.`;
  return values.length === 0 && type === 'enum' ? 'A choice column needs at least one choice.' : null;
}
