/** The attributes of a column that one field of its form sets: each is listed here, and nowhere else in the interface. docs/app/columns.md */

import type { Json, JsonObject } from '../../../engine/index';
import { numberText, readNumber } from '../../../kernel/number-text';
import { isJsonObject } from '../../components/filter/filter-tree';
import { readYaml, yamlOf } from '../../components/filter/filter-yaml';
import type { CellType } from '../../components/grid-column';
import type { DescribedColumn } from '../../client/operations-client';

export interface PlainAttribute {
  /** `words`: with commas between. `yaml`: an object, such as a filter. */
  readonly kind: 'text' | 'lines' | 'words' | 'number' | 'check' | 'yaml';
  readonly label: string;
  readonly hint?: string;
  /** Of the values, or of the items of a list, when they have one of these types. */
  readonly types?: readonly CellType[];
  /** The items of a list do not have it. */
  readonly isOfColumn?: true;
  /** Set when the column is made, and never again. */
  readonly isFixed?: true;
  /** A table may change it of a column that it inherits. */
  readonly isStyle?: true;
}

const NUMBERS = ['integer', 'number'] as const;

/** In the order of the form. */
const ATTRIBUTES = {
  key: { kind: 'text', label: 'Key in the notes', hint: 'as the property' },
  inline: { kind: 'check', label: 'Also in the text, as key:: value' },
  ordered: { kind: 'check', label: 'The choices have a rank, from first to last', types: ['enum'] },
  description: { kind: 'lines', label: 'Meaning', hint: 'What the column says of a row', isStyle: true },
  required: { kind: 'check', label: 'Required' },
  unique: { kind: 'check', label: 'Unique' },
  dense: { kind: 'check', label: 'In every note, also without a value', isStyle: true },
  min: { kind: 'number', label: 'Smallest', types: NUMBERS },
  max: { kind: 'number', label: 'Largest', types: NUMBERS },
  step: { kind: 'number', label: 'Step', types: NUMBERS },
  inverse: { kind: 'text', label: 'Links back by', hint: 'a link column there', types: ['link'], isFixed: true },
  ref_where: { kind: 'yaml', label: 'Only rows where', hint: 'status: open', types: ['link'] },
  ref_by: {
    kind: 'yaml',
    label: 'Levels',
    hint: 'column: level\nlevels: [country, town]',
    types: ['link'],
  },
  recurs: {
    kind: 'yaml',
    label: 'Comes again when done',
    hint: 'rule: repeats\ndone: status\nvalues: [done]',
    types: ['date', 'datetime'],
    isOfColumn: true,
  },
  generated: { kind: 'text', label: 'Computed from', hint: '{first} {last}', isFixed: true },
  aliases: { kind: 'words', label: 'Other words', hint: 'deadline, until', isStyle: true },
  note: { kind: 'text', label: 'Remark', isStyle: true },
} as const satisfies Partial<Record<keyof DescribedColumn, PlainAttribute>>;

export type PlainName = keyof typeof ATTRIBUTES;

/** As the fields hold them; an empty text means that there is no rule. */
export type PlainDraft = {
  readonly [Name in PlainName]: (typeof ATTRIBUTES)[Name]['kind'] extends 'check' ? boolean : string;
};

export const PLAIN_ATTRIBUTES: Readonly<Record<PlainName, PlainAttribute>> = ATTRIBUTES;

const NAMES = Object.keys(ATTRIBUTES) as readonly PlainName[];

/** Those of a kind that values of a type have. */
export const plainNames = (type: CellType, ...kinds: readonly PlainAttribute['kind'][]): readonly PlainName[] =>
  NAMES.filter((name) => {
    const { types, kind } = PLAIN_ATTRIBUTES[name];
    return types?.includes(type) !== false && (kinds.length === 0 || kinds.includes(kind));
  });

/** It says something of the values: of a list, of its items. */
export function isOfValues(name: string): boolean {
  const attribute = (PLAIN_ATTRIBUTES as Readonly<Record<string, PlainAttribute | undefined>>)[name];
  return attribute?.types !== undefined && attribute.isOfColumn !== true;
}

type GivenAttributes = Readonly<Partial<Record<PlainName, Json | undefined>>>;

export const plainDraft = (column: GivenAttributes, items: GivenAttributes = {}): PlainDraft =>
  Object.fromEntries(
    NAMES.map((name) => [name, fieldOf(PLAIN_ATTRIBUTES[name], column[name] ?? items[name] ?? null)]),
  ) as PlainDraft;

function fieldOf({ kind }: PlainAttribute, value: Json): string | boolean {
  if (kind === 'check') return value === true;
  if (kind === 'yaml') return isJsonObject(value) ? yamlOf(value).trim() : '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value : '';
}

/** Of those that a column can change, or of the fixed ones; null where there is none. */
export const plainValues = (
  draft: PlainDraft,
  type: CellType,
  which: 'changing' | 'fixed' = 'changing',
): JsonObject => {
  const own = plainNames(type);
  const names = NAMES.filter((name) => (PLAIN_ATTRIBUTES[name].isFixed === true) === (which === 'fixed'));
  return Object.fromEntries(names.map((name) => [name, own.includes(name) ? valueOf(name, draft[name]) : null]));
};

function valueOf(name: PlainName, field: string | boolean): Json {
  if (typeof field === 'boolean') return field || null;
  const text = field.trim();
  if (text === '') return null;
  switch (PLAIN_ATTRIBUTES[name].kind) {
    // A text that can't be read goes to the engine, which says why it is refused.
    case 'number':
      return readNumber(text) ?? text;
    case 'words':
      return wordsOf(text);
    case 'yaml': {
      const reading = readYaml(text);
      return 'problem' in reading ? text : reading.where;
    }
    default:
      return text;
  }
}

function wordsOf(text: string): readonly string[] | null {
  const words = text.split(',').flatMap((word) => word.trim() || []);
  return words.length === 0 ? null : words;
}
