/** Random formulas give the results of plain functions, and those of SQLite where it has the operators. docs/formulas.md */

import { Database } from 'node-sqlite3-wasm';
import { expect, it } from 'vitest';
import { compileFormula } from '../../../src/engine/formula/compile-formula';
import type { FormulaScope } from '../../../src/engine/formula/formula-scope';
import type { Json } from '../../../src/engine/json';
import { times, within } from '../../deep';
import { COLUMNS_OF_FORMULAS, FormulaMaker, type FormulaRow, randomRow } from '../../oracle/random-formula';
import { Chance } from '../../oracle/sqlite/world';

const FORMULAS_A_WORLD = 100;
const WORLDS = times(15, 1000);
const ROWS = 8;
const DEPTH = 4;

const scope: FormulaScope = {
  columns: new Map(COLUMNS_OF_FORMULAS.map((spec) => [spec.name, spec])),
  zone: 'Europe/Zurich',
  now: 0,
};

const SQL_COLUMNS = ['n1', 'n2', 't1', 't2', 'b1', 'd1', 'd2'];

/** SQLite has no booleans, and -0 is 0. */
const inSql = (value: Json | undefined): Json => {
  if (typeof value === 'boolean') return Number(value);
  return value === 0 ? 0 : (value ?? null);
};

function openRows(rows: readonly FormulaRow[]): Database {
  const database = new Database();
  database.exec('CREATE TABLE rows (id INTEGER, n1 REAL, n2 REAL, t1 TEXT, t2 TEXT, b1 INTEGER, d1 TEXT, d2 TEXT)');
  rows.forEach((row, id) => {
    database.run('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
      id,
      ...SQL_COLUMNS.map((name) => inSql(row[name]) as string | number | null),
    ]);
  });
  return database;
}

it(
  'agrees with plain functions and with SQLite',
  () => {
    const chance = new Chance(Number(process.env['SEED']));
    const make = new FormulaMaker(chance);
    let inBoth = 0;
    let values = 0;
    for (let world = 0; world < WORLDS; world++) {
      const rows = Array.from({ length: ROWS }, () => randomRow(chance));
      const database = openRows(rows);
      for (let at = 0; at < FORMULAS_A_WORLD; at++) {
        const { text, sql, of } = make.any(chance.below(DEPTH) + 1);
        const formula = compileFormula(text, scope);
        const found = rows.map((row) =>
          inSql(
            formula.of(
              formula.inputs.map((name) => row[name]),
              { path: '' },
            ),
          ),
        );
        expect(found, text).toEqual(rows.map((row) => inSql(of(row))));
        values += found.filter((value) => value !== null).length;
        if (sql === null) continue;
        const answer = database.all(`SELECT ${sql} AS v FROM rows ORDER BY id`) as { readonly v: Json }[];
        expect(found, `${text}\n${sql}`).toEqual(answer.map(({ v }) => inSql(v)));
        inBoth++;
      }
      database.close();
    }
    expect(inBoth).toBeGreaterThan((WORLDS * FORMULAS_A_WORLD) / 3);
    expect(values).toBeGreaterThan((WORLDS * FORMULAS_A_WORLD * ROWS) / 2);
  },
  within(60_000),
);
