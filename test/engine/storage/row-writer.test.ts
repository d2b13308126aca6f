import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontMatter } from '../../../src/engine/note/front-matter';
import { RAW_EMPTY, type Raw } from '../../../src/engine/note/raw';
import type { TableDefinition } from '../../../src/engine/catalog/definition';
import { RowCodec } from '../../../src/engine/storage/row-codec';
import { type AskedRow, RowWriter, type WrittenRow } from '../../../src/engine/storage/row-writer';
import type { ColumnSpec } from '../../../src/engine/values/column';
import { encodeJson, encodeValue } from '../../../src/engine/values/encode';
import type { Json } from '../../../src/engine/values/json';
import { anyText } from '../note/front-matter-texts';
import { ITEM_TYPES, columnOf, listOf, runs, valueOf } from '../values/arbitraries';
import { spec, tableOf } from './tables';

const ID = '1f0e3dad-9990-4345-8a0b-3d0b8f3c0c0a';

interface Given {
  readonly value: Json | undefined;
  readonly raw: Raw | null;
}

const inColumn = (column: ColumnSpec, value: Json | undefined): Given => ({
  value,
  raw: value === undefined ? (column.dense === true ? RAW_EMPTY : null) : encodeValue(column, value),
});
const inField = (value: Json): Given => ({ value: value ?? undefined, raw: encodeJson(value) });

/** One column of each type, one list of each, under names that want quotes and names that don't. */
const COLUMNS: readonly ColumnSpec[] = [
  ...ITEM_TYPES.map((type) => ({ ...columnOf(type), name: `a ${type}` })),
  ...ITEM_TYPES.map((type) => ({ ...listOf(type), name: `list-of-${type}` })),
  spec('dense', 'string', { dense: true }),
];
const TABLE = tableOf('things', COLUMNS, { fields: { colour: null, 'on: off': 'x' } });

const valueFor = ({ type, items }: ColumnSpec): fc.Arbitrary<Json> =>
  type === 'list'
    ? fc.array(valueOf[items?.type ?? 'string'], { minLength: 1, maxLength: 3 })
    : valueOf[type === 'enum' ? 'enum' : type];

const maybe = (column: ColumnSpec): fc.Arbitrary<readonly [string, Given]> =>
  fc
    .option(valueFor(column), { nil: undefined, freq: 2 })
    .map((value) => [column.name, inColumn(column, value)] as const);

const given: fc.Arbitrary<ReadonlyMap<string, Given>> = fc
  .tuple(
    // With few values a row is usual now and then.
    fc
      .oneof(fc.shuffledSubarray([...COLUMNS]), fc.shuffledSubarray([...COLUMNS], { maxLength: 3 }))
      .chain((columns) => fc.tuple(...columns.map(maybe))),
    fc.option(fc.oneof(anyText, valueOf.number, fc.constant(null))),
    fc.option(fc.array(anyText, { minLength: 1, maxLength: 3 })),
    fc.boolean(),
  )
  .map(([columns, colour, tags, hasOdd]) => {
    // A dense column is always given, with a value or without.
    const values = new Map<string, Given>([['dense', inColumn(spec('dense', 'string', { dense: true }), undefined)]]);
    for (const [name, value] of columns) values.set(name, value);
    values.set('colour', inField(colour));
    if (tags !== null) values.set('tags', { value: tags, raw: encodeJson(tags) });
    if (hasOdd) values.set('on: off', inField('x'));
    return values;
  })
  .filter((values) => [...values.values()].every(({ value }) => isWellFormed(value)));

const isWellFormed = (value: Json | undefined): boolean => !/\\ud[89a-f]/i.test(JSON.stringify(value ?? null));

/** Column by column what stands in `values`. */
const asked = (values: ReadonlyMap<string, Given>, { names }: { readonly names: ReadonlySet<string> }): AskedRow => ({
  column: ({ name }) => values.get(name)?.value,
  others: () => new Map([...values].filter(([name]) => !names.has(name))),
  isChecked: false,
  zone: 'UTC',
});

describe('RowWriter', () => {
  const codec = new RowCodec(TABLE);
  const writer = new RowWriter(codec);

  /** Both ways where the values are usual: they write the same. */
  function write(by: RowWriter, { columns }: TableDefinition, values: ReadonlyMap<string, Given>): WrittenRow {
    const names = new Set(columns.map(({ name }) => name));
    const read = by.write(ID, values);
    const usual = by.writeUsual(ID, asked(values, { names }));
    if (usual !== null) expect(usual).toEqual(read);
    if (usual !== null) expect(Object.keys(usual.read.values)).toEqual(Object.keys(read.read.values));
    usualRows += usual === null ? 0 : 1;
    return usual ?? read;
  }
  let usualRows = 0;

  it('writes table, id, the columns in their order, then the rest', () => {
    const table = tableOf(
      'tasks',
      [spec('title', 'string'), spec('due', 'date'), spec('note', 'string', { dense: true })],
      {
        fields: { mood: null },
      },
    );
    const [title, due, note] = table.columns as [ColumnSpec, ColumnSpec, ColumnSpec];
    const values = new Map([
      ['tags', { value: ['a'], raw: encodeJson(['a']) }],
      ['mood', inField(null)],
      ['note', inColumn(note, undefined)],
      ['due', inColumn(due, '2026-11-21')],
      ['title', inColumn(title, 'Buy milk')],
    ]);
    const { text, read } = write(new RowWriter(new RowCodec(table)), table, values);
    expect(text).toBe(
      `---\ntable: main.default.tasks\nid: ${ID}\ntitle: Buy milk\ndue: 2026-11-21\nnote:\ntags:\n  - a\nmood:\n---\n`,
    );
    expect(read).toEqual({
      id: ID,
      values: { title: 'Buy milk', due: '2026-11-21', tags: ['a'] },
      problems: [],
      strayKeys: [],
    });
  });

  it('says what a reader reads of it, whatever is given', () => {
    fc.assert(
      fc.property(given, (values) => {
        const { text, table, read } = write(writer, TABLE, values);
        const { status, entries, bodyStart } = parseFrontMatter(text);
        expect(status).toBe('ok');
        expect(bodyStart).toBe(text.length);
        const { row, problems, strayKeys } = codec.decode('', 0, entries);
        expect(read).toEqual({ id: row.id, values: row.values, problems, strayKeys });
        expect(Object.keys(read.values)).toEqual(Object.keys(row.values));
        expect(table).toBe(TABLE.qualified);
      }),
      runs(500),
    );
    expect(usualRows).toBeGreaterThan(10);
  });

  it('reads again what is not usual, and writes the same', () => {
    const column = columnOf('string');
    const words = tableOf('words', [column]);
    const wordy = new RowWriter(new RowCodec(words));
    for (const [value, line] of [
      ['yes', 'c: "yes"'],
      ['two\nlines', 'c: "two\\nlines"'],
      ['{{x}}', 'c: "{{x}}"'],
      ['x'.repeat(70_000), `c: ${'x'.repeat(70_000)}`],
    ] as const) {
      const values = new Map([['c', inColumn(column, value)]]);
      expect(wordy.writeUsual(ID, asked(values, { names: new Set(['c']) }))).toBeNull();
      const { text, read } = wordy.write(ID, values);
      expect(text).toBe(`---\ntable: main.default.words\nid: ${ID}\n${line}\n---\n`);
      expect(read.values).toEqual({ c: value });
    }
  });

  it('writes a value that was written before as if it were the first, however many there are', () => {
    const columns = [spec('word', 'string'), spec('count', 'integer', { max: 900 }), spec('at', 'datetime')];
    const table = tableOf('repeated', columns);
    const lasting = new RowWriter(new RowCodec(table));
    const names = new Set(columns.map(({ name }) => name));
    // Each word comes three times, with some of its own that need quotes, that stand for other types, or that break a rule.
    const words = ['no', '12', '[[Ada]]', '', ...Array.from({ length: 700 }, (_, i) => `word ${i}`)];
    for (let i = 0; i < 3 * words.length; i++) {
      const given: Record<string, Json> = {
        word: words[i % words.length] as string,
        count: (i * 7) % 1000,
        at: `2026-11-2${i % 6}T10:00:00`,
      };
      const row: AskedRow = {
        column: ({ name }) => given[name],
        others: () => new Map(),
        isChecked: false,
        // What a time without an offset means changes with the zone.
        zone: i % 2 === 0 ? 'UTC' : 'Asia/Tokyo',
      };
      const written = lasting.writeUsual(ID, row);
      expect(written).toEqual(new RowWriter(new RowCodec(table)).writeUsual(ID, row));
      const isFine = (given['count'] as number) <= 900 && !['no', '12', ''].includes(given['word'] as string);
      expect(written === null).toBe(!isFine);
      if (written === null) continue;
      expect(Object.keys(written.read.values)).toEqual([...names]);
      expect(written.read.values['at']).toBe(`2026-11-2${i % 6}T10:00:00${i % 2 === 0 ? '+00:00' : '+09:00'}`);
    }
  });

  it('refuses what can stand in no front matter', () => {
    const column = columnOf('string');
    const values = new Map([['c', inColumn(column, 'x'.repeat(300_000))]]);
    expect(() => new RowWriter(new RowCodec(tableOf('words', [column]))).write(ID, values)).toThrow(
      /^c: can.t be written: the front matter is longer than 256 KiB/,
    );
  });
});
