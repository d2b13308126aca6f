/** From numbers to calls that make sense in the present state: most are accepted, some are refused on purpose. */

import type { Json, JsonObject } from '../../src/engine/index';
import { type Column, FOLDER, type Model, Row, type Table } from './state';

export type Call = readonly [operation: string, args: JsonObject];

/** Numbers drawn once; each choice takes the next one. */
export class Draw {
  private next = 0;

  constructor(private readonly numbers: readonly number[]) {}

  number(below: number): number {
    const drawn = this.numbers[this.next++ % this.numbers.length] ?? 0;
    return Math.floor(drawn / (this.next + 1)) % below;
  }

  /** True once in `n`. */
  oneIn(n: number): boolean {
    return this.number(n) === 0;
  }

  of<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.number(list.length)];
  }
}

/** Names that no other thing of the sequence has. */
export class Names {
  private count = 0;

  fresh(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }
}

export interface Making {
  readonly model: Model;
  /** What a note has now: a write of a whole note begins with it. */
  readonly text: (path: string) => string | undefined;
  readonly draw: Draw;
  readonly names: Names;
}

/** Null: the state has nothing for it. */
export type Make = (making: Making) => JsonObject | null;

const TABLES = ['alpha', 'beta', 'gamma'] as const;

export const tableOf = ({ model, draw }: Making): Table | undefined => draw.of([...model.tables.values()]);

/** A column with all that its type may have. */
export function someColumn({ model, draw }: Making, name: string, owner: string | null): JsonObject {
  const spec = { name, description: `what ${name} says` };
  const refs = [...model.tables.keys(), ...(owner === null ? [] : ['self'])];
  const kinds: (() => JsonObject)[] = [
    () => ({ type: 'integer', min: 0, max: 9, ...(draw.oneIn(3) ? { default: 3 } : {}) }),
    () => ({ type: 'enum', values: ['x', 'y', 'z'], ...(draw.oneIn(3) ? { default: 'x' } : {}) }),
    () => ({ type: 'list' }),
    () => ({ type: 'string', ...(draw.oneIn(4) ? { unique: true } : {}) }),
    () => ({ type: 'link', ref: draw.of(refs) ?? 'self' }),
    () => ({ type: 'string', generated: '{name}!' }),
  ];
  const usable = owner === null ? kinds.slice(0, 4) : kinds;
  const made = (draw.of(usable) ?? kinds[0]!)();
  const isFree = made['generated'] === undefined && made['unique'] === undefined;
  return {
    ...spec,
    ...made,
    ...(isFree && draw.oneIn(5) ? { dense: true } : {}),
    ...(isFree && made['default'] !== undefined && draw.oneIn(3) ? { required: true } : {}),
  };
}

export const linkTo = (row: Row): string => `[[${row.path.replace(/\.md$/, '')}]]`;

/** A value for a column; now and then one that is refused. */
export function someValue({ model, draw, names }: Making, column: Column): Json | undefined {
  if (column.generated !== null) return draw.oneIn(30) ? 'given' : undefined;
  if (!column.required && draw.oneIn(6)) return null;
  switch (column.kind) {
    case 'integer':
      return draw.oneIn(20) ? 12 : draw.number(10);
    case 'enum':
      return draw.oneIn(20) ? 'other' : (draw.of(column.values) ?? null);
    case 'list':
      return [names.fresh('item')];
    case 'link': {
      const row = draw.of(model.tables.get(column.ref ?? '')?.rows ?? []);
      return row === undefined ? undefined : linkTo(row);
    }
    default:
      return draw.oneIn(6) ? 'same' : names.fresh('text');
  }
}

/** Values for some of the columns; `named`: a name of its own too. */
export function someValues(making: Making, table: Table, named: boolean): JsonObject {
  const values: Record<string, Json> = {};
  for (const column of table.columns) {
    if (column.name === 'name') {
      if (named) values['name'] = making.names.fresh('n');
      continue;
    }
    const value = making.draw.oneIn(2) || (named && column.required) ? someValue(making, column) : undefined;
    if (value !== undefined) values[column.name] = value;
  }
  return values;
}

export function someWhere({ draw }: Making, table: Table): JsonObject | null {
  const row = draw.of(table.rows);
  if (row === undefined || draw.oneIn(8)) return null;
  const column = draw.of(table.columns.filter(({ kind }) => kind !== 'list'));
  if (column === undefined || draw.oneIn(2)) return { name: row.values.get('name') as string };
  const value = row.values.get(column.name);
  return { [column.name]: value instanceof Row ? linkTo(value) : ((value as Json | undefined) ?? null) };
}

/**
 * A table's name: three of them, so that they are taken now and then; but none under which an earlier table left its
 * archive, whose notes would be rows of a table with another archive.
 */
export function someTableName({ model, draw, names }: Making): string {
  const name = draw.oneIn(3) ? names.fresh('t') : (draw.of(TABLES) ?? 'alpha');
  const isLeft =
    !model.tables.has(name) && [...model.others.keys()].some((path) => path.startsWith(`${FOLDER}/${name}/`));
  return isLeft ? names.fresh('t') : name;
}

/** Moving or dropping a table's rows leaves links to it behind that no later write may touch. */
export const isLinkedTo = (model: Model, table: Table): boolean => model.refersTo(table.name, { self: true });
