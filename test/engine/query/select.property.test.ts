/** The columnar select gives what reading the filter on row after row gives, after any updates and deletions. */

import { NO_FILE_FACTS } from './no-file-facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWhere } from '../../../src/engine/query/where/compile-where';
import type { OrderKey } from '../../../src/engine/query/row-order';
import { select } from '../../../src/engine/query/select-source';
import { tableSource } from '../../../src/engine/query/source/query-source';
import type { FileFacts } from '../../../src/engine/query/where/subject';
import { SubjectResolver } from '../../../src/engine/query/where/subject-resolver';
import { ColumnTable } from '../../../src/engine/storage/columns/column-table';
import { OverlaidTable } from '../../../src/engine/storage/transaction/overlaid-table';
import type { Row } from '../../../src/engine/storage/row';
import type { LinkView, TableView } from '../../../src/engine/storage/view';
import { datetimeAt } from '../../../src/engine/values/time/dates';
import { parseLinkValue } from '../../../src/engine/note/links/link-syntax';
import type { Json, JsonObject } from '../../../src/engine/json';
import { times, within } from '../../deep';
import { naiveSelect } from '../../oracle/naive-select';
import { type Compared, type OracleRow, naiveWhere } from '../../oracle/naive-where';
import { COLUMNS, DEFINITION, anyOrder, anyValues, anyWhere, rowOf } from './random-tables';

const NOW = Date.UTC(2026, 2, 5, 12);
const ZONE = 'UTC';
const FILES: Readonly<Record<string, string>> = { ada: 'Ada.md', bo: 'Bo.md' };

const links: LinkView = {
  resolve: (linkpath) => FILES[linkpath.toLowerCase()] ?? null,
  candidates: (linkpath) =>
    FILES[linkpath.toLowerCase()] === undefined ? [] : [FILES[linkpath.toLowerCase()] as string],
  meansOne: (linkpath) => FILES[linkpath.toLowerCase()] !== undefined,
};

const facts: FileFacts = {
  ...NO_FILE_FACTS,
  backlinkCount: () => 0,
  tags: null,
  linkTo: (path) => `[[${path}]]`,
  formatTime: (milliseconds) => datetimeAt(milliseconds, ZONE),
};

const subjects = new SubjectResolver(DEFINITION, facts);
const scheduler = { pause: () => Promise.resolve(), after: () => () => undefined };

const oracle = {
  now: NOW,
  zone: ZONE,
  read: (key: string, { path, values }: OracleRow): Compared =>
    key === 'path'
      ? { spec: { name: key, type: 'string' }, found: [{ value: path, at: path }] }
      : { spec: COLUMNS.find(({ name }) => name === key) ?? null, found: [{ value: values[key], at: path }] },
  target: (text: string) => FILES[(parseLinkValue(text)?.linkpath ?? text).toLowerCase()] ?? null,
};

interface Asked {
  readonly where: JsonObject;
  readonly order: readonly string[];
  readonly limit: number | null;
  readonly offset: number;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  where: anyWhere,
  order: anyOrder,
  limit: fc.option(fc.nat(5)),
  offset: fc.nat(4),
});

const orderKeys = (order: readonly string[]): readonly OrderKey[] =>
  order.map((key) => ({ subject: subjects.get(key.replace(/^-/, '')), descending: key.startsWith('-') }));

async function check(table: TableView, rows: readonly Row[], { where, order, limit, offset }: Asked): Promise<void> {
  const predicate = compileWhere(where, subjects, { now: NOW, zone: ZONE, links });
  const query = { where: predicate, order: orderKeys(order), limit, offset, zone: ZONE };
  // At the second time indexes are made, at the third they are there.
  const answers: Awaited<ReturnType<typeof select>>[] = [];
  for (let time = 0; time < 3; time++) answers.push(await select(tableSource(table), query, scheduler));
  const wanted = rows.filter((row) => naiveWhere(where, row, oracle)).map(({ path }) => path);
  const everything = await select(tableSource(table), { ...query, order: [], limit: null, offset: 0 }, scheduler);
  expect(everything.rows.map(({ path }) => path)).toEqual(wanted.sort());
  const naive = naiveSelect(rows, query);
  for (const { total, rows: found } of answers)
    expect({ total, rows: found }).toEqual({ total: naive.total, rows: naive.rows });
}

/** What happens to a row: new values, or null to delete it. */
type Step = readonly [row: number, values: Readonly<Record<string, Json>> | null];

const valuesOrNone: fc.Arbitrary<Step[1]> = fc.option(anyValues, { freq: 5, nil: null });

const history = (rows: number, length: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.tuple(fc.nat(rows), valuesOrNone), { minLength: 1, maxLength: length });

function apply(steps: readonly Step[], table: ColumnTable, rows: Map<string, Row>): void {
  for (const [n, values] of steps) {
    const row = rowOf(n, values ?? {});
    if (values === null) {
      table.remove(row.path);
      rows.delete(row.path);
    } else {
      table.put(row);
      rows.set(row.path, row);
    }
  }
}

describe('select', () => {
  it('answers as a reader of rows does, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(history(20, 40), asked, async (steps, question) => {
        const [table, rows] = [new ColumnTable(DEFINITION), new Map<string, Row>()];
        apply(steps, table, rows);
        await check(viewOf(table), [...rows.values()], question);
      }),
      { numRuns: times(600, 20_000) },
    );
  });

  it('answers as a reader of rows does inside a transaction', async () => {
    await fc.assert(
      fc.asyncProperty(history(12, 20), history(12, 8), asked, async (steps, staged, question) => {
        const [table, rows] = [new ColumnTable(DEFINITION), new Map<string, Row>()];
        apply(steps, table, rows);
        const overlaid = new OverlaidTable(DEFINITION, viewOf(table));
        for (const [n, values] of staged) {
          const row = rowOf(n, values ?? {});
          overlaid.set(row.path, values === null ? null : row);
          if (values === null) rows.delete(row.path);
          else rows.set(row.path, row);
        }
        expect(overlaid.size).toBe(rows.size);
        await check(overlaid, [...rows.values()], question);
      }),
      { numRuns: times(300, 10_000) },
    );
  });

  it('leaves snapshots alone: they answer as they were', async () => {
    await fc.assert(
      fc.asyncProperty(history(10, 20), history(10, 20), asked, async (steps, later, question) => {
        const [table, rows] = [new ColumnTable(DEFINITION), new Map<string, Row>()];
        apply(steps, table, rows);
        const frozen = viewOf(table);
        const before = [...rows.values()];
        await check(frozen, before, question);
        apply(later, table, rows);
        await check(frozen, before, question);
        await check(viewOf(table), [...rows.values()], question);
      }),
      { numRuns: times(200, 5_000) },
    );
  });

  it(
    'answers over several chunks',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyValues, { minLength: 50, maxLength: 80 }),
          fc.integer({ min: 6_200, max: 7_000 }),
          history(6_000, 200),
          fc.array(asked, { minLength: 4, maxLength: 8 }),
          async (pool, count, steps, questions) => {
            const [table, rows] = [new ColumnTable(DEFINITION), new Map<string, Row>()];
            const filling = Array.from({ length: count }, (_, n): Step => [n, pool[(n * 7919) % pool.length] ?? {}]);
            apply([...filling, ...steps], table, rows);
            for (const question of questions) await check(viewOf(table), [...rows.values()], question);
          },
        ),
        { numRuns: times(4, 100) },
      );
    },
    within(120_000),
  );
});

/** The table as it is now. */
function viewOf(table: ColumnTable): TableView {
  const snapshot = table.snapshot();
  return {
    definition: DEFINITION,
    size: snapshot.size,
    row: (path) => table.row(path),
    rowById: () => null,
    rivals: () => [],
    scan: () => ({ snapshot, hidden: new Set(), added: [] }),
  };
}
