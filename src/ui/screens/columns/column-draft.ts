/** A column as it is in its form, new or not, alone or in the design of a table. docs/app/columns.md */

import type { Json, JsonObject } from '../../../engine/index';
import { type ChoiceColor, choiceColor, ownColors } from '../../../kernel/choice-colors';
import { readRecurrence } from '../../../kernel/recurrence';
import { draftOf, valueOf } from '../../components/cells/edit-draft';
import type { ValueFix } from '../../changes/forms/invalid-values';
import type { CellType, GridColumn } from '../../components/grid-column';
import type { DescribedColumn } from '../../client/operations-client';
import { humanName, tableColumns } from '../../client/table-columns';
import { suggestName } from '../../../kernel/names';
import { type FormatDraft, formatDraft, formatProblem, formatValues } from './format-draft';
import { type PlainDraft, isOfValues, plainDraft, plainValues } from './plain-attributes';

export interface ChoiceDraft {
  /** Stays the same while it is edited. */
  readonly id: string;
  /** What it is called now; null: it is new. */
  readonly from: string | null;
  readonly value: string;
  readonly meaning: string;
  readonly color: ChoiceColor;
}

export interface ColumnDraft extends PlainDraft {
  /** The heading. */
  readonly label: string;
  /** The property in the notes, unless they have another key. */
  readonly name: string;
  readonly type: CellType;
  /** Of a list. */
  readonly itemType: CellType;
  readonly choices: readonly ChoiceDraft[];
  /** How numbers look, and what texts are. */
  readonly format: FormatDraft;
  /** Of links: the qualified table; null: any note. */
  readonly ref: string | null;
  /** Of texts: the qualified table whose rows' names they are; null: any text. */
  readonly vocabulary: string | null;
  /** Of a link: it leads to the parent row. */
  readonly hierarchy: boolean;
  readonly default: string;
  /** Of a date that comes again: the rule that new rows get; null: as it was. */
  readonly newRule: string | null;
}

export const emptyColumn = (): ColumnDraft => ({
  ...plainDraft({}),
  label: '',
  name: '',
  type: 'string',
  itemType: 'string',
  choices: [],
  format: formatDraft(undefined, undefined),
  ref: null,
  vocabulary: null,
  hierarchy: false,
  default: '',
  newRule: null,
});

/** A declared column, or one that is proposed. */
type GivenColumn = Omit<DescribedColumn, 'inherited_from' | 'dense'> & { readonly dense?: boolean };

export function draftOfColumn(column: GivenColumn): ColumnDraft {
  const { items } = column;
  const meanings = column.value_descriptions ?? items?.value_descriptions ?? {};
  const values = column.values ?? items?.values ?? [];
  const colors = column.value_colors ?? items?.value_colors ?? {};
  const draft: ColumnDraft = {
    ...plainDraft(column, items),
    label: column.label ?? humanName(column.name),
    name: column.name,
    type: column.type,
    itemType: items?.type ?? 'string',
    choices: values.map((value) => ({
      id: value,
      from: value,
      value,
      meaning: meanings[value] ?? '',
      color: choiceColor(values, colors, value) ?? 'blue',
    })),
    format: formatDraft(column.number_format ?? items?.number_format, column.text_format ?? items?.text_format),
    ref: column.ref ?? items?.ref ?? null,
    vocabulary: column.vocabulary ?? items?.vocabulary ?? null,
    hierarchy: column.hierarchy === true,
    default: '',
    newRule: null,
  };
  return { ...draft, default: draftOf(gridColumnOf(draft), column.default) };
}

/** Choices that no row has yet. */
export const newChoices = (values: readonly string[]): readonly ChoiceDraft[] =>
  values.map((value) => ({
    id: value,
    from: null,
    value,
    meaning: '',
    color: choiceColor(values, {}, value) ?? 'blue',
  }));

/** The property follows the heading as long as it is made of it. */
export const withHeading = (draft: ColumnDraft, label: string): ColumnDraft => {
  const follows = draft.name === '' || suggestName(draft.label) === draft.name;
  return { ...draft, label, name: follows ? suggestName(label) : draft.name };
};

/** For reading and writing values of it. */
export function gridColumnOf(draft: ColumnDraft): GridColumn {
  const spec: DescribedColumn = {
    name: draft.name,
    type: draft.type,
    description: draft.description,
    inherited_from: null,
    dense: draft.dense,
    ...(draft.label === '' ? {} : { label: draft.label }),
    ...(draft.type === 'list' ? { items: { type: draft.itemType } } : {}),
  };
  const [column] = tableColumns([spec]);
  if (column === undefined) throw new Error('a column without a name of the engine');
  return { ...column, values: draft.choices.map(({ value }) => value), ref: draft.ref };
}

export const itemTypeOf = ({ type, itemType }: Pick<ColumnDraft, 'type' | 'itemType'>): CellType =>
  type === 'list' ? itemType : type;

/** A heading of its own; null: the one that the name makes. */
export const labelOf = ({ label, name }: ColumnDraft): string | null => {
  const text = label.trim();
  return text === '' || text === humanName(suggestName(name)) ? null : text;
};

/** Every attribute that alter_column knows and a person can set, null where there is none. */
export function attributesOf(draft: ColumnDraft, label = labelOf(draft)): JsonObject {
  const type = itemTypeOf(draft);
  const choices = type === 'enum' ? draft.choices : null;
  const meanings = choices?.filter(({ meaning }) => meaning.trim() !== '') ?? [];
  const colors = ownColors(choices?.map(({ value, color }) => [value.trim(), color] as const) ?? []);
  const plain = plainValues(draft, type);
  return {
    ...plain,
    key: plain['key'] === suggestName(draft.name) ? null : (plain['key'] ?? null),
    type: draft.type,
    description: plain['description'] ?? label ?? humanName(suggestName(draft.name)),
    values: choices?.map(({ value }) => value.trim()) ?? null,
    value_descriptions:
      meanings.length === 0
        ? null
        : Object.fromEntries(meanings.map((each) => [each.value.trim(), each.meaning.trim()])),
    value_colors: Object.keys(colors).length === 0 ? null : colors,
    ...formatValues(draft.format, type),
    default: draft.default.trim() === '' ? null : typedValue(draft, draft.default),
    label,
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

const OF_ITEMS = ['ref', 'vocabulary', 'values', 'value_descriptions', 'value_colors', 'number_format', 'text_format'];

const isOfItems = (name: string): boolean => OF_ITEMS.includes(name) || isOfValues(name);

/** As add_column and create_table take it. */
export function columnSpec(draft: ColumnDraft): JsonObject {
  const given = Object.entries({ ...attributesOf(draft), ...fixedAttributes(draft) }).filter(
    ([, value]) => value !== null,
  );
  const name = suggestName(draft.name);
  if (draft.type !== 'list') return { name, ...Object.fromEntries(given) };
  const items = Object.fromEntries(given.filter(([attribute]) => isOfItems(attribute)));
  return {
    name,
    ...Object.fromEntries(given.filter(([attribute]) => !isOfItems(attribute))),
    items: { type: draft.itemType, ...items },
  };
}

/** What alter_column can't change; null where there is none. */
function fixedAttributes(draft: ColumnDraft): JsonObject {
  const type = itemTypeOf(draft);
  const isParent = draft.type === 'link' && draft.hierarchy;
  return {
    ...plainValues(draft, type, 'fixed'),
    // The parent is a row of the same table, which needs not be said.
    ref: type === 'link' && !isParent ? draft.ref : null,
    vocabulary: type === 'string' ? draft.vocabulary : null,
    hierarchy: isParent || null,
  };
}

/** Why the form can't be tried, in words; null: it can. `others`: the properties of the other columns. */
export function draftProblem(draft: ColumnDraft, others: readonly string[] = []): string | null {
  const { label, choices } = draft;
  const name = suggestName(draft.name);
  if (name === '')
    return label.trim() === '' ? 'Give the column a name.' : 'Its property needs a name of letters or digits.';
  if (draft.newRule !== null && draft.newRule !== '' && 'message' in readRecurrence(draft.newRule))
    return 'The rule of new rows can’t be followed.';
  if (others.includes(name)) return `There is a column with the property ${name} already.`;
  if (itemTypeOf(draft) !== 'enum') return formatProblem(draft.format, itemTypeOf(draft));
  const values = choices.map(({ value }) => value.trim());
  if (values.length === 0) return `${label.trim() || humanName(name)} has no choices yet.`;
  if (values.some((value) => value === '')) return 'A choice has no name.';
  const twice = values.find((value, index) => values.indexOf(value) < index);
  return twice === undefined ? null : `Two choices are called ${twice}.`;
}
