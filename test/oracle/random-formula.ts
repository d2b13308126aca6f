/** Random formulas of a type, each with a plain function and an SQL expression of the same meaning. docs/formulas.md */

import type { Json } from '../../src/engine/json';
import type { ColumnSpec } from '../../src/engine/values/column-spec';
import type { Chance } from './sqlite/world';

export type FormulaRow = Readonly<Record<string, Json>>;

/** `sql` null: SQLite lacks an operator of it. */
export interface RandomFormula<T> {
  readonly text: string;
  readonly sql: string | null;
  readonly of: (row: FormulaRow) => T | null;
}

export const COLUMNS_OF_FORMULAS: readonly ColumnSpec[] = [
  { name: 'n1', type: 'number' },
  { name: 'n2', type: 'number' },
  { name: 't1', type: 'string' },
  { name: 't2', type: 'string' },
  { name: 'b1', type: 'boolean' },
  { name: 'd1', type: 'date' },
  { name: 'd2', type: 'date' },
  { name: 'list', type: 'list', items: { type: 'number' } },
];

const NUMBERS = [-3, -1.5, 0, 0.25, 2, 7.5, 1000];
const WORDS = ['ant', 'bee', 'cat', 'dog', 'elk'];
const DAYS = ['2024-02-29', '2026-01-31', '2026-03-01', '2026-12-31'];

export function randomRow(chance: Chance): FormulaRow {
  const orNull = <T extends Json>(value: T): T | null => (chance.once(4) ? null : value);
  return {
    n1: orNull(chance.of(NUMBERS)),
    n2: orNull(chance.of(NUMBERS)),
    t1: orNull(chance.of(WORDS)),
    t2: orNull(chance.of(WORDS)),
    b1: orNull(chance.once(2)),
    d1: orNull(chance.of(DAYS)),
    d2: orNull(chance.of(DAYS)),
    list: orNull(chance.some(4, () => chance.of(NUMBERS))),
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const both =
  <A, B, T>(a: RandomFormula<A>, b: RandomFormula<B>, calculate: (a: A, b: B) => T | null) =>
  (row: FormulaRow): T | null => {
    const [x, y] = [a.of(row), b.of(row)];
    return x === null || y === null ? null : calculate(x, y);
  };

const one =
  <A, T>(a: RandomFormula<A>, calculate: (a: A) => T | null) =>
  (row: FormulaRow): T | null => {
    const x = a.of(row);
    return x === null ? null : calculate(x);
  };

/** SQL of parts; null where one part has none. */
function sql(parts: TemplateStringsArray, ...values: readonly (string | null)[]): string | null {
  return values.includes(null) ? null : String.raw({ raw: parts.raw }, ...values);
}

type AnyFormula = RandomFormula<number> | RandomFormula<string> | RandomFormula<boolean>;

const isTrue = (value: number | string | boolean | null): boolean =>
  value !== null && value !== false && value !== 0 && value !== '';

/** Makes formulas of at most `depth` levels. */
export class FormulaMaker {
  constructor(private readonly chance: Chance) {}

  any(depth: number): AnyFormula {
    return this.chance.of([
      () => this.number(depth),
      () => this.text(depth),
      () => this.truth(depth),
      () => this.day(depth),
    ])();
  }

  number(depth: number): RandomFormula<number> {
    if (depth === 0) return this.chance.of([() => this.column<number>(['n1', 'n2']), () => this.literal()])();
    return this.chance.of([
      () => this.sum(depth - 1),
      () => this.sum(depth - 1),
      () => this.ofList(depth - 1),
      () => this.ofDays(depth - 1),
      () => this.extreme(depth - 1),
      () => this.choice(depth - 1, (level) => this.number(level)),
      () => {
        const a = this.text(depth - 1);
        return {
          text: `${a.text}.length`,
          sql: sql`CAST(length(${a.sql}) AS REAL)`,
          of: one(a, (text) => text.length),
        };
      },
      () => {
        const a = this.number(depth - 1);
        return { text: `(-${a.text}).abs()`, sql: sql`abs(-${a.sql})`, of: one(a, Math.abs) };
      },
    ])();
  }

  text(depth: number): RandomFormula<string> {
    if (depth === 0) return this.chance.of([() => this.column<string>(['t1', 't2']), () => this.word()])();
    const a = this.text(depth - 1);
    const b = this.text(depth - 1);
    return this.chance.of<() => RandomFormula<string>>([
      () => ({
        text: `(${a.text} + ${b.text})`,
        sql: sql`CASE WHEN ${a.sql} IS NULL AND ${b.sql} IS NULL THEN NULL ELSE coalesce(${a.sql}, '') || coalesce(${b.sql}, '') END`,
        of: (row) => (a.of(row) === null && b.of(row) === null ? null : `${a.of(row) ?? ''}${b.of(row) ?? ''}`),
      }),
      () => ({ text: `${a.text}.upper()`, sql: sql`upper(${a.sql})`, of: one(a, (text) => text.toUpperCase()) }),
      () => ({ text: `${a.text}.slice(1)`, sql: sql`substr(${a.sql}, 2)`, of: one(a, (text) => text.slice(1)) }),
      () => ({
        text: `${a.text}.replace("a", "u")`,
        sql: sql`replace(${a.sql}, 'a', 'u')`,
        of: one(a, (text) => text.replaceAll('a', 'u')),
      }),
      () => this.choice(depth - 1, (level) => this.text(level)),
    ])();
  }

  truth(depth: number): RandomFormula<boolean> {
    if (depth === 0) return this.column<boolean>(['b1']);
    return this.chance.of([
      () => this.order(this.number(depth - 1), this.number(depth - 1)),
      () => this.order(this.day(depth - 1), this.day(depth - 1)),
      () => this.equality(this.number(depth - 1), this.number(depth - 1)),
      () => this.logic(depth - 1),
      () => this.logic(depth - 1),
      () => this.found(this.text(depth - 1), this.word()),
    ])();
  }

  day(depth: number): RandomFormula<string> {
    const a = this.column<string>(['d1', 'd2']);
    if (depth === 0) return a;
    const days = this.chance.below(800) - 400;
    const later = (text: string): string => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);
    return {
      text: `(${a.text} + "${days}d")`,
      sql: sql`date(${a.sql}, '${String(days)} days')`,
      of: one(a, later),
    };
  }

  private column<T extends Json>(names: readonly string[]): RandomFormula<T> {
    const name = this.chance.of(names);
    return {
      text: this.chance.once(4) ? `note.${name}` : name,
      sql: name,
      of: (row) => (row[name] ?? null) as T | null,
    };
  }

  private literal(): RandomFormula<number> {
    const value = Math.abs(this.chance.of(NUMBERS));
    return { text: String(value), sql: value.toFixed(2), of: () => value };
  }

  private word(): RandomFormula<string> {
    const value = this.chance.of(WORDS).slice(this.chance.below(2));
    return { text: `"${value}"`, sql: `'${value}'`, of: () => value };
  }

  private sum(depth: number): RandomFormula<number> {
    const [a, b] = [this.number(depth), this.number(depth)];
    const operators = {
      '+': (x: number, y: number) => x + y,
      '-': (x: number, y: number) => x - y,
      '*': (x: number, y: number) => x * y,
      '/': (x: number, y: number) => x / y,
      '%': (x: number, y: number) => x % y,
    } as const;
    const operator = this.chance.of(Object.keys(operators) as (keyof typeof operators)[]);
    return {
      text: `(${a.text} ${operator} ${b.text})`,
      sql: operator === '%' ? null : sql`(${a.sql} ${operator} ${b.sql})`,
      of: both(a, b, (x, y) => finite(operators[operator](x, y))),
    };
  }

  private extreme(depth: number): RandomFormula<number> {
    const [a, b] = [this.number(depth), this.number(depth)];
    return {
      text: `max(${a.text}, ${b.text})`,
      sql: sql`max(${a.sql}, ${b.sql})`,
      of: both(a, b, (x, y) => Math.max(x, y)),
    };
  }

  private ofDays(depth: number): RandomFormula<number> {
    const [a, b] = [this.day(depth), this.day(depth)];
    const days = both(a, b, (x, y) => (Date.parse(x) - Date.parse(y)) / 86_400_000);
    const year = {
      text: `${a.text}.year`,
      sql: sql`CAST(strftime('%Y', ${a.sql}) AS REAL)`,
      of: one(a, (x) => Number(x.slice(0, 4))),
    };
    return this.chance.of([
      { text: `(${a.text} - ${b.text}).days`, sql: sql`(julianday(${a.sql}) - julianday(${b.sql}))`, of: days },
      year,
    ]);
  }

  /** Without SQL. */
  private ofList(depth: number): RandomFormula<number> {
    const k = this.number(depth);
    const items = (row: FormulaRow): readonly number[] => (row['list'] ?? []) as number[];
    const add = (x: number, y: number): number => x + y;
    return this.chance.of<RandomFormula<number>>([
      { text: 'list.sum()', sql: null, of: (row) => items(row).reduce(add, 0) },
      { text: 'list.length', sql: null, of: (row) => items(row).length },
      { text: 'list.sort()[0]', sql: null, of: (row) => [...items(row)].sort((a, b) => a - b)[0] ?? null },
      {
        text: 'list.map(value * index).sum()',
        sql: null,
        of: (row) =>
          items(row)
            .map((item, at) => item * at)
            .reduce(add, 0),
      },
      {
        text: 'list.reduce(acc * 2 + value, 1)',
        sql: null,
        of: (row) => items(row).reduce((acc, item) => acc * 2 + item, 1),
      },
      {
        text: `list.filter(value > ${k.text}).length`,
        sql: null,
        of: (row) => items(row).filter((item) => item > (k.of(row) ?? Infinity)).length,
      },
    ]);
  }

  private order(a: AnyFormula, b: AnyFormula): RandomFormula<boolean> {
    const operators = {
      '<': (x: Json, y: Json) => Number(x) < Number(y),
      '>=': (x: Json, y: Json) => Number(x) >= Number(y),
    } as const;
    const operator = this.chance.of(Object.keys(operators) as (keyof typeof operators)[]);
    const rank = (value: Json): number => (typeof value === 'string' ? Date.parse(value) : Number(value));
    return {
      text: `(${a.text} ${operator} ${b.text})`,
      sql: sql`(${a.sql} ${operator} ${b.sql})`,
      of: both<Json, Json, boolean>(a, b, (x, y) => operators[operator](rank(x), rank(y))),
    };
  }

  private equality(a: RandomFormula<number>, b: RandomFormula<number>): RandomFormula<boolean> {
    const isEqual = this.chance.once(2);
    return {
      text: `(${a.text} ${isEqual ? '==' : '!='} ${b.text})`,
      sql: sql`(${a.sql} ${isEqual ? 'IS' : 'IS NOT'} ${b.sql})`,
      of: (row) => (a.of(row) === b.of(row)) === isEqual,
    };
  }

  private found(a: RandomFormula<string>, b: RandomFormula<string>): RandomFormula<boolean> {
    return {
      text: `${a.text}.contains(${b.text})`,
      sql: sql`(instr(${a.sql}, ${b.sql}) > 0)`,
      of: both(a, b, (x, y) => x.includes(y)),
    };
  }

  private logic(depth: number): RandomFormula<boolean> {
    const [a, b] = [this.any(depth), this.any(depth)];
    const [x, y] = [truthOf(a), truthOf(b)];
    return this.chance.of<RandomFormula<boolean>>([
      { text: `(${a.text} && ${b.text})`, sql: sql`(${x.sql} AND ${y.sql})`, of: (row) => x.of(row) && y.of(row) },
      { text: `(${a.text} || ${b.text})`, sql: sql`(${x.sql} OR ${y.sql})`, of: (row) => x.of(row) || y.of(row) },
      { text: `(!${a.text})`, sql: sql`(NOT ${x.sql})`, of: (row) => !x.of(row) },
    ]);
  }

  private choice<T>(depth: number, make: (depth: number) => RandomFormula<T>): RandomFormula<T> {
    const condition = this.any(depth);
    const [a, b] = [make(depth), make(depth)];
    const test = truthOf(condition);
    return {
      text: `if(${condition.text}, ${a.text}, ${b.text})`,
      sql: sql`CASE WHEN ${test.sql} THEN ${a.sql} ELSE ${b.sql} END`,
      of: (row) => (test.of(row) ? a : b).of(row),
    };
  }
}

interface TruthTest {
  readonly sql: string | null;
  readonly of: (row: FormulaRow) => boolean;
}

/** Numbers other than 0, texts with a character, true. SQLite's `<> ''` would compare a number with a text. */
const truthOf = (formula: AnyFormula): TruthTest => ({
  sql: sql`coalesce(CASE typeof(${formula.sql}) WHEN 'text' THEN ${formula.sql} <> '' ELSE ${formula.sql} <> 0 END, 0)`,
  of: (row) => isTrue(formula.of(row)),
});
