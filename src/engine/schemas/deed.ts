/** What a write did, as data, and the one line that says it in English. Source: docs/http.md#deed; D4. */

import * as z from 'zod';
import { count, mapOf, textList, textOrNull } from '../values/json-schema';

/** Parts of a sentence. Numbers that a deed does not have are 0, names empty. */
interface Parts {
  /** Qualified. */
  readonly table: string;
  /** The last part of the qualified name. */
  readonly short: string;
  readonly number: (key: string) => number;
  readonly name: (key: string) => string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Every kind of deed: its verb, its object, its sentence. */
const SENTENCES = {
  insert: {
    row: ({ name, short }) => `inserted ${name('path') || 'a row'} into ${short}`,
    note: ({ name }) => `created ${name('path')}`,
  },
  update: {
    row: ({ name, short }) => `updated ${name('path')} in ${short}`,
    rows: ({ number, short }) => `updated ${number('rows')} of ${number('matched')} matching rows in ${short}`,
    note: ({ name }) => `changed ${name('path')}`,
  },
  delete: {
    rows: ({ number, short }) => `deleted ${counted(number('rows'), 'row')} of ${short}`,
    note: ({ name }) => `deleted ${name('path')}`,
  },
  archive: { rows: ({ number, short }) => `archived ${counted(number('rows'), 'row')} of ${short}` },
  merge: {
    rows: ({ number, short }) =>
      `merged ${counted(number('rows'), 'row')} into ${short}: ${number('inserted')} inserted, ${number('updated')} updated`,
  },
  move: {
    rows: ({ number, name, short }) =>
      `moved ${counted(number('rows'), 'row')} from ${lastPart(name('from'))} to ${short}`,
    note: ({ name }) => `moved ${name('from')} to ${name('to')}`,
  },
  adopt: { notes: ({ number, short }) => `adopted ${counted(number('notes'), 'note')} into ${short}` },
  recompute: { rows: ({ number, short }) => `recomputed ${number('rows')} of ${number('all')} rows in ${short}` },
  add: {
    links: ({ number, short }) =>
      `added ${number('links')} missing ${number('links') === 1 ? 'link' : 'links'} to relations of ${short}`,
    column: ({ name, short }) => `added column ${name('column')} to ${short}`,
    constraint: ({ name, short }) => `added constraint ${name('constraint')} to ${short}`,
  },
  restore: { table: ({ name, table }) => `restored ${table} to version ${name('version')} of ${name('time')}` },
  create: {
    table: ({ table }) => `created table ${table}`,
    view: ({ name }) => `created view ${name('view')}`,
    rule: ({ name }) => `created rule ${name('rule')}`,
  },
  alter: {
    table: ({ table }) => `altered table ${table}`,
    column: ({ number, name, short }) =>
      number('columns') === 0
        ? `${name('column')} of ${short} is so already`
        : `altered column ${name('column')} of ${short}`,
  },
  rename: {
    table: ({ name, table }) => `renamed table ${name('from')} to ${table}`,
    column: ({ name, short }) => `renamed column ${name('from')} of ${short} to ${name('to')}`,
    value: ({ name, short }) => `renamed ${name('from')} of ${short}.${name('column')} to ${name('to')}`,
  },
  drop: {
    table: ({ number, table }) =>
      `dropped table ${table}${number('rows') === 0 ? '' : ` and archived ${counted(number('rows'), 'row')}`}`,
    column: ({ name, short }) => `dropped column ${name('column')} of ${short}`,
    constraint: ({ name, short }) => `dropped constraint ${name('constraint')} of ${short}`,
    view: ({ name }) => `dropped view ${name('view')}`,
    rule: ({ name }) => `dropped rule ${name('rule')}`,
  },
  clone: {
    table: ({ number, name, table }) =>
      `cloned ${name('from')} to ${table}${number('rows') === 0 ? '' : ` with ${counted(number('rows'), 'row')}`}`,
  },
  set: {
    bases: ({ name, table }) => `${table} inherits ${name('bases') === '' ? 'nothing' : `from ${name('bases')}`}`,
    description: ({ name }) => `described ${name('of')} ${name('name')}`,
  },
  remove: { description: ({ name }) => `removed the description of ${name('of')} ${name('name')}` },
  define: { base: (parts) => `defined ${baseIn(parts)}` },
  replace: {
    base: (parts) => `replaced ${baseIn(parts)}`,
    view: ({ name }) => `replaced view ${name('view')}`,
    rule: ({ name }) => `changed rule ${name('rule')}`,
  },
  configure: { database: () => 'configured the database' },
  undo: {
    migration: ({ number, name }) =>
      `undid ${name('operation')}${number('of') === 0 ? '' : ` in ${number('notes')} of ${number('of')} notes`}: ${name('summary')}`,
  },
  vacuum: {
    versions: ({ number, name, table }) => {
      if (number('versions') === 0)
        return `nothing of ${table} to take away: version ${name('from')} is the oldest one`;
      const which =
        number('versions') === 1 ? `version ${name('from')}` : `the versions ${name('from')} to ${name('to')}`;
      return `takes ${which} of ${table} away`;
    },
  },
  follow: {
    renames: ({ number, name }) =>
      `definitions follow ${number('notes') === 1 ? `${name('from')} to ${name('to')}` : `${number('notes')} notes`} that an external edit renamed`,
  },
  run: {
    rule: ({ name }) => `ran rule ${name('rule')} on ${name('path')}`,
    // A batch that its caller named bears that name; else insert_row, 2 × update_rows
    steps: ({ counts: { steps = 0, ...operations }, name }) =>
      name('summary') ||
      `${counted(steps, 'step')}: ${Object.entries(operations)
        .map(([operation, times]) => (times === 1 ? operation : `${times} × ${operation}`))
        .join(', ')}`,
  },
} as const satisfies Record<string, Record<string, (parts: Parts) => string>>;

type Sentences = typeof SENTENCES;

/** `insert row`, `rename column` … */
export type DeedKind = { [V in DeedVerb]: `${V} ${keyof Sentences[V] & string}` }[DeedVerb];

type DeedVerb = keyof Sentences;
type DeedObject = { [V in DeedVerb]: keyof Sentences[V] & string }[DeedVerb];

const VERBS = Object.keys(SENTENCES) as DeedVerb[];
const OBJECTS = [...new Set(Object.values(SENTENCES).flatMap((objects) => Object.keys(objects)))] as DeedObject[];

export const deedResult = z
  .strictObject({
    verb: z.enum(VERBS),
    object: z.enum(OBJECTS),
    table: textOrNull,
    counts: mapOf(count),
    names: mapOf(z.union([z.string(), textList])),
  })
  .meta({ id: 'Deed', description: 'The effect of the write as data, so that no client has to parse summary' });

export type Deed = z.infer<typeof deedResult>;

export function deedOf(
  kind: DeedKind,
  table: string | null,
  { counts = {}, names = {} }: Partial<Pick<Deed, 'counts' | 'names'>> = {},
): Deed {
  const [verb, object] = kind.split(' ') as [DeedVerb, DeedObject];
  return { verb, object, table, counts, names };
}

/** The line of the journal: what happened to what. */
export function summaryOfDeed({ verb, object, table, counts, names }: Deed): string {
  const sentences: Readonly<Record<DeedVerb, Partial<Record<DeedObject, (parts: Parts) => string>>>> = SENTENCES;
  const sentence = sentences[verb][object];
  if (sentence === undefined) throw new Error(`no sentence says ${verb} ${object}`);
  const name = (key: string): string => [names[key] ?? []].flat().join(', ');
  return sentence({
    table: table ?? '',
    short: lastPart(table ?? ''),
    number: (key) => counts[key] ?? 0,
    name,
    counts,
  });
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const lastPart = (qualified: string): string => qualified.split('.').at(-1) ?? qualified;

const baseIn = ({ number, name }: Parts): string =>
  `base ${name('base')}${number('tables') === 0 ? '' : `, in ${counted(number('tables'), 'table')}`}`;
