/** Random values for the properties of this room. */

import fc from 'fast-check';
import type { ColumnSpec, ItemSpec, ItemType } from '../../../src/engine/values/column-spec';
import { dateOfDay } from '../../../src/kernel/calendar';
import { formatDatetime } from '../../../src/engine/values/time/datetime-text';
import type { Json } from '../../../src/engine/json';
import { times } from '../../deep';

/** How often a property runs: modestly, or deep a hundred times that. */
export const runs = (usual: number): { numRuns: number } => ({ numRuns: times(usual, usual * 100) });

export const ZONES = ['Europe/Zurich', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'] as const;

export const zone = fc.constantFrom(...ZONES);

/** Years 1900 to 2099, where zones have offsets in whole minutes and rules that people live by. */
export const instant = fc.integer({ min: -2_208_988_800, max: 4_102_444_799 }).map((seconds) => seconds * 1000);

export const date = fc.integer({ min: -719_162, max: 2_932_896 }).map((day) => dateOfDay(day) ?? '1970-01-01');

const offset = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 900_000);

export const datetime = fc.tuple(instant, offset).map(([at, east]) => formatDatetime(at, east));

/** Text that a front matter value can be, with everything that YAML could take for something else. */
export const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom(
    '007',
    'true',
    'null',
    '~',
    '1e3',
    '0x1F',
    '.inf',
    'yes',
    '2026-11-21',
    '- a',
    '# b',
    '[[x]]',
    '{now}',
  ),
  fc.constantFrom('Ängström', 'angstrom', 'file2', 'file10', 'ÉCOLE', 'école', 'ß', 'ss', '\u{1F600}', '\uFFFD', 'a/b'),
);

const noteName = fc.stringMatching(/^[A-Za-zäé0-9][A-Za-zäé0-9 ]{0,8}[A-Za-zäé0-9]$/);

export const link = fc.oneof(
  noteName,
  noteName.map((name) => `[[${name}]]`),
  fc.tuple(noteName, noteName).map(([folder, name]) => `[[${folder}/${name}|${name}]]`),
);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer(),
  fc.constantFrom(0, 1e21, 1e-7, 0.1, -2.5),
);

export const ENUM_VALUES = ['todo', 'doing', 'done', '1', 'true', 'null'] as const;

const filledJson = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  .filter((value) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0));

/** A value of each type that is not empty. */
export const valueOf: Readonly<Record<ItemType, fc.Arbitrary<Json>>> = {
  string: text,
  integer: fc.maxSafeInteger().map((value) => value + 0),
  number: number.map((value) => (value === 0 ? 0 : value)),
  boolean: fc.boolean(),
  date,
  datetime,
  enum: fc.constantFrom(...ENUM_VALUES),
  link,
  json: filledJson,
};

export const ITEM_TYPES = Object.keys(valueOf) as readonly ItemType[];

export const itemOf = (type: ItemType): ItemSpec => (type === 'enum' ? { type, values: ENUM_VALUES } : { type });

export const columnOf = (type: ItemType): ColumnSpec => ({ name: 'c', ...itemOf(type) });

export const listOf = (type: ItemType): ColumnSpec => ({ name: 'c', type: 'list', items: itemOf(type) });

/** A column with one of its values, or a list column with some. */
export const specAndValue: fc.Arbitrary<{ spec: ColumnSpec; value: Json }> = fc
  .constantFrom(...ITEM_TYPES)
  .chain((type) =>
    fc.oneof(
      valueOf[type].map((value) => ({ spec: columnOf(type), value })),
      fc.array(valueOf[type], { minLength: 1, maxLength: 4 }).map((value) => ({ spec: listOf(type), value })),
    ),
  );
