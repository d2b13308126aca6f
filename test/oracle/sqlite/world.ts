/** A random schema of two tables with a link between them, the same rows as notes and in SQLite. */

import { Database } from 'node-sqlite3-wasm';
import { type Engine, type JsonObject, openEngine } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { column, handRow } from '../../conformance/tables';

/** Numbers out of a seed, the same everywhere (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 below `count`. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * count);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** True once in `count` times. */
  once(count: number): boolean {
    return this.below(count) === 0;
  }

  /** Up to `most` values, each made anew. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}

export type Value = string | number | boolean;

export type Type = 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'enum' | 'link';

export const LEVELS = ['low', 'mid', 'top'];

/** Few values of each type, so that they meet. Words of one length in small letters: both sides order them alike. */
export const POOLS: Readonly<Record<Exclude<Type, 'link'>, readonly Value[]>> = {
  string: ['ant', 'bee', 'cat', 'dog', 'elk'],
  integer: [-2, -1, 0, 1, 2, 3],
  number: [-1.5, -0.25, 0, 0.5, 2.75, 1000],
  boolean: [true, false],
  date: ['2026-02-28', '2026-03-01', '2026-03-02', '2026-12-31'],
  datetime: ['2026-02-28T23:30:00Z', '2026-03-01T00:00:00Z', '2026-03-01T10:15:00Z', '2026-12-31T12:00:00Z'],
  enum: LEVELS,
};

/** Dates more often: functions of dates need them. */
const TYPES = [...Object.keys(POOLS), 'date'] as Exclude<Type, 'link'>[];

export interface Column {
  readonly name: string;
  readonly type: Type;
}

export interface World {
  readonly engine: Engine;
  readonly database: Database;
  /** Columns of the table `a`; the last one is the link to `b`. */
  readonly left: readonly Column[];
  readonly right: readonly Column[];
}

const ROWS = { a: 40, b: 12 };

const lettersOf = (n: number): string => ('abcdefgh'[Math.floor(n / 8)] ?? '') + ('abcdefgh'[n % 8] ?? '');

const nameOf = (n: number): string => `note ${lettersOf(n)}`;

export async function openWorld(chance: Chance): Promise<World> {
  const left = [...columnsOf('c', 3 + chance.below(3), chance), { name: 'l', type: 'link' } as const];
  const right = columnsOf('d', 2 + chance.below(3), chance);
  const database = openDatabase();
  const files: Record<string, string> = {};
  const targets = Array.from({ length: ROWS.b }, (_, n) => nameOf(n));
  fill('b', right, chance.below(ROWS.b + 1), { chance, database, files, targets });
  fill('a', left, chance.below(ROWS.a + 1), { chance, database, files, targets });
  const engine = await openEngine(createMemoryHost({ files }));
  await engine.run('create_table', tableOf('b', right));
  await engine.run('create_table', tableOf('a', left));
  return { engine, database, left, right };
}

/** With what SQLite lacks: the median of a list, and whether a list has a value. */
function openDatabase(): Database {
  const database = new Database();
  const itemsOf = (list: unknown): readonly SqlValue[] =>
    list === null ? [] : (JSON.parse(list as string) as readonly SqlValue[]);
  database.function('median_of', (list) => {
    const numbers = [...itemsOf(list)].map(Number).sort((a, b) => a - b);
    const middle = numbers.slice(Math.floor((numbers.length - 1) / 2), Math.floor(numbers.length / 2) + 1);
    return middle.length === 0 ? null : middle.reduce((sum, each) => sum + each, 0) / middle.length;
  });
  database.function('has_item', (list, value) => Number(value !== null && itemsOf(list).includes(value as SqlValue)));
  return database;
}

type SqlValue = string | number;

const columnsOf = (prefix: string, count: number, chance: Chance): Column[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${prefix}${i}`, type: chance.of(TYPES) }));

const tableOf = (name: string, columns: readonly Column[]): JsonObject => ({
  name,
  description: name,
  columns: columns.map(({ name: each, type }) =>
    column(each, type, type === 'enum' ? { values: LEVELS, ordered: true } : type === 'link' ? { ref: 'b' } : {}),
  ),
});

interface Filling {
  readonly chance: Chance;
  readonly database: Database;
  readonly files: Record<string, string>;
  /** Names of notes that a link may mean; some of them are not there. */
  readonly targets: readonly string[];
}

/** A link is kept as its text, with the path of the row that it leads to beside it. */
function fill(
  table: string,
  columns: readonly Column[],
  rows: number,
  { chance, database, files, targets }: Filling,
): void {
  const names = columns.map(({ name, type }) => (type === 'link' ? `${name}, ${name}_path` : name));
  database.exec(`CREATE TABLE ${table} (path TEXT, ${names.join(', ')})`);
  for (let n = 0; n < rows; n++) {
    const path = table === 'b' ? `b/${nameOf(n)}.md` : `a/${lettersOf(n)}.md`;
    const lines: string[] = [];
    const cells: (string | number | null)[] = [path];
    for (const { name, type } of columns) {
      const value = chance.once(4) ? null : type === 'link' ? chance.of(targets) : chance.of(POOLS[type]);
      if (value !== null) lines.push(`${name}: ${type === 'link' ? `"[[${String(value)}]]"` : String(value)}`);
      if (type === 'link')
        cells.push(value === null ? null : `[[${String(value)}]]`, value === null ? null : `b/${String(value)}.md`);
      else cells.push(typeof value === 'boolean' ? Number(value) : value);
    }
    files[path] = handRow(table, (table === 'a' ? 1 : 1001) + n, lines);
    database.run(`INSERT INTO ${table} VALUES (${cells.map(() => '?').join()})`, cells);
  }
}
