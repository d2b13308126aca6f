import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { DEFAULT_CONFIGURATION } from '../../../src/engine/catalog/declare/configuration';
import type { DatabaseConfiguration, TableDefinition } from '../../../src/engine/catalog/definition';
import { parseMetastore, writeMetastore } from '../../../src/engine/catalog/metastore/metastore-file';
import type { ColumnSpec } from '../../../src/engine/values/column';
import { anyTable, anyTables, hostileText, runs, tablesOf } from './definitions';

const withColumns = (table: TableDefinition, columns: readonly ColumnSpec[]): TableDefinition => ({
  ...table,
  columns,
  declared: columns,
});

type Tables = ReadonlyMap<string, TableDefinition>;

const read = (text: string) => {
  const reading = parseMetastore(text);
  if (!('catalog' in reading)) throw new Error(JSON.stringify({ reading, text }));
  return reading.catalog;
};

const configuration: fc.Arbitrary<DatabaseConfiguration> = fc.record({
  ...Object.fromEntries(Object.entries(DEFAULT_CONFIGURATION).map(([key, value]) => [key, fc.constant(value)])),
  defaultCatalog: fc.constantFrom('main', 'crm'),
  defaultPartition: hostileText,
  dateFilename: hostileText.filter((text) => text.trim() !== ''),
  timeZone: fc.constantFrom(null, 'Europe/Zurich'),
  history: fc.boolean(),
}) as fc.Arbitrary<DatabaseConfiguration>;

/** From one set of tables to another: null for what goes. */
const changesBetween = (before: Tables, after: Tables): Map<string, TableDefinition | null> =>
  new Map([...before.keys(), ...after.keys()].map((key) => [key, after.get(key) ?? null]));

/** As a person leaves a file: comments and blank lines anywhere between the lines outside of block scalars. */
const withComments = (text: string, seed: number): string => {
  let scalarIndent: number | null = null;
  const lines = text.split('\n').flatMap((line, index) => {
    const indent = line.length - line.trimStart().length;
    if (scalarIndent !== null && line.trim() !== '' && indent <= scalarIndent) scalarIndent = null;
    if (scalarIndent !== null || line.trim() === '') return [line];
    if (/: \|[-+0-9]*$/.test(line) || /^\s*- \|[-+0-9]*$/.test(line)) {
      scalarIndent = line.trimStart().startsWith('- ') && !/^\s*- \|/.test(line) ? indent + 2 : indent;
      return [line];
    }
    const isMarked = (index * 7919 + seed) % 3 === 0;
    return isMarked ? [`${' '.repeat(indent)}# above ${index}`, `${line} # behind ${index}`] : [line];
  });
  return lines.join('\n');
};

describe('the metastore file', () => {
  it('reads back what was written into a new one', () => {
    fc.assert(
      fc.property(anyTables, configuration, (tables, settings) => {
        const catalog = read(writeMetastore(null, { tables, configuration: settings }));
        expect(tablesOf(catalog)).toEqual(tablesOf({ ...catalog, tables }));
        expect(catalog.configuration).toEqual(settings);
      }),
      { numRuns: runs(80) },
    );
  });

  it('reads back any change to any file, CRLF and comments or not', () => {
    fc.assert(
      fc.property(anyTables, anyTables, fc.boolean(), fc.nat(), (before, after, isCrlf, seed) => {
        const written = withComments(writeMetastore(null, { tables: before }), seed);
        const text = isCrlf ? written.replaceAll('\n', '\r\n') : written;
        const result = writeMetastore(text, { tables: changesBetween(before, after) });
        const catalog = read(result);
        expect(tablesOf(catalog)).toEqual(tablesOf({ ...catalog, tables: after }));
        if (isCrlf) expect(result.replaceAll('\r\n', '')).not.toContain('\n');
        else expect(result).not.toContain('\r');
      }),
      { numRuns: runs(80) },
    );
  });

  it('keeps every line of the entries that it does not change', () => {
    fc.assert(
      fc.property(anyTables, anyTable, fc.nat(), (others, changed, seed) => {
        const before = new Map([...others].filter(([key]) => key !== changed.qualified));
        const text = withComments(writeMetastore(null, { tables: before }), seed);
        const result = writeMetastore(text, { tables: new Map([[changed.qualified, changed]]) });
        const rest = result.split('\n');
        for (const line of text.split('\n')) {
          const at = rest.indexOf(line);
          expect(at).toBeGreaterThanOrEqual(0);
          rest.splice(0, at + 1);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('has its bytes back when a new entry is taken away again', () => {
    fc.assert(
      fc.property(anyTables, anyTable, fc.nat(), (others, added, seed) => {
        const before = new Map([...others].filter(([key]) => key !== added.qualified));
        fc.pre(before.size > 0);
        const text = withComments(writeMetastore(null, { tables: before }), seed);
        const grown = writeMetastore(text, { tables: new Map([[added.qualified, added]]) });
        expect(writeMetastore(grown, { tables: new Map([[added.qualified, null]]) })).toBe(text);
      }),
      { numRuns: runs(60) },
    );
  });

  it('is not touched by a change that changes nothing', () => {
    fc.assert(
      fc.property(anyTables, fc.nat(), (tables, seed) => {
        const text = withComments(writeMetastore(null, { tables }), seed);
        expect(writeMetastore(text, { tables, configuration: DEFAULT_CONFIGURATION })).toBe(text);
      }),
      { numRuns: runs(50) },
    );
  });

  it('can be changed in whatever style it is written', () => {
    const style = fc.record({
      indent: fc.constantFrom(2, 3, 4, 8),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 25, 80),
      singleQuote: fc.constantFrom(null, true, false),
      defaultStringType: fc.constantFrom(...(['PLAIN', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const)),
      collectionStyle: fc.constantFrom(...(['any', 'any', 'block', 'flow'] as const)),
      defaultKeyType: fc.constantFrom(...(['PLAIN', 'QUOTE_DOUBLE'] as const)),
    });
    fc.assert(
      fc.property(anyTables, anyTables, style, (before, after, options) => {
        const text = parseDocument(writeMetastore(null, { tables: before })).toString(options);
        fc.pre('catalog' in parseMetastore(text));
        const { tables } = read(text);
        const result = writeMetastore(text, { tables: changesBetween(tables, after) });
        const catalog = read(result);
        expect(tablesOf(catalog)).toEqual(tablesOf({ ...catalog, tables: after }));
      }),
      { numRuns: runs(80) },
    );
  });

  it('is only added to by what is added to a column', () => {
    fc.assert(
      fc.property(anyTable, hostileText, fc.nat(), fc.nat(), (any, label, seed, nth) => {
        fc.pre(any.columns.length > 0 && label.trim() !== '');
        const table = withColumns(
          any,
          any.declared.map(({ label: _label, ...column }) => column),
        );
        const text = withComments(writeMetastore(null, { tables: new Map([[table.qualified, table]]) }), seed);
        const chosen = nth % table.declared.length;
        const columns = table.declared.map((column, index) => (index === chosen ? { ...column, label } : column));
        const result = writeMetastore(text, { tables: new Map([[table.qualified, withColumns(table, columns)]]) });
        let start = 0;
        while (start < text.length && text[start] === result[start]) start += 1;
        expect(result.endsWith(text.slice(start))).toBe(true);
        expect(read(result).tables.get(table.qualified)?.declared).toEqual(columns);
      }),
      { numRuns: runs(60) },
    );
  });
});
