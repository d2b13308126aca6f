/**
 * Indexes never lag behind: after every write each query is asked four times, so that its indexes are made and used, and has to
 * be answered as an engine answers that was opened on the same notes a moment ago and makes none. docs/queries.md (How it is answered)
 */

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { Chance } from '../../oracle/sqlite/world';
import { type TestVault, column, onHost, openVault } from '../open-vault';

const ROWS = 700;
const STEPS = times(14, 600);

const PLACES: JsonObject = {
  name: 'places',
  description: 'Where things are',
  filename: '{name}',
  columns: [
    column('name', 'string', { required: true }),
    column('part_of', 'link', { hierarchy: true }),
    column('kind', 'enum', { values: ['b', 'a', 'c'] }),
    column('size', 'integer'),
  ],
};

const VISITS: JsonObject = {
  name: 'visits',
  description: 'Who was where',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('place', 'link', { ref: 'places' }),
    column('via', 'list', { items: { type: 'link', ref: 'places' } }),
    column('seen', 'date'),
    column('at', 'datetime'),
    column('rating', 'number'),
    column('words', 'list'),
  ],
};

const KINDS = ['a', 'b', 'c'];
const DAYS = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')}`);
const WORDS = ['ant', 'bee', 'e\u0301', '\u00e9'];

const at = (table: string, name: string): string => `notedb/main/default/${table}/${name}.md`;

/** What may be written at random. */
class Writer {
  private made = 0;

  constructor(private readonly chance: Chance) {}

  place(): JsonObject {
    const { chance } = this;
    return {
      ...(chance.once(8) ? {} : { part_of: `[[p${chance.below(40)}]]` }),
      ...(chance.once(4) ? {} : { kind: chance.of(KINDS) }),
      ...(chance.once(3) ? {} : { size: chance.below(12) }),
    };
  }

  visit(): JsonObject {
    const { chance } = this;
    const place = (): string => `[[p${chance.below(60)}]]`;
    return {
      ...(chance.once(5) ? {} : { place: place() }),
      ...(chance.once(3) ? {} : { via: chance.some(3, place) }),
      ...(chance.once(4) ? {} : { seen: chance.of(DAYS) }),
      ...(chance.once(4) ? {} : { at: `${chance.of(DAYS)}T1${chance.below(3)}:00:00${chance.of(['Z', '+01:00'])}` }),
      ...(chance.once(4) ? {} : { rating: chance.below(9) / 2 }),
      ...(chance.once(3) ? {} : { words: chance.some(3, () => chance.of(WORDS)) }),
    };
  }

  /** A call that writes; some are refused, which changes nothing. */
  call(): readonly [name: string, args: JsonObject] {
    const { chance } = this;
    const [place, visit] = [at('places', `p${chance.below(ROWS)}`), at('visits', `v${chance.below(ROWS)}`)];
    switch (chance.below(10)) {
      case 0:
        return ['insert_row', { table: 'places', values: { name: `n${++this.made}`, ...this.place() } }];
      case 1:
        return ['insert_row', { table: 'visits', values: { title: `0 first ${++this.made}`, ...this.visit() } }];
      case 2:
        return ['update_row', { table: 'places', path: place, set_values: { part_of: `[[p${chance.below(12)}]]` } }];
      case 3:
        return ['update_row', { table: 'visits', path: visit, set_values: this.visit(), unset: ['rating'] }];
      case 4:
        return ['delete_rows', { table: 'visits', where: { path: visit } }];
      case 5:
        return ['delete_rows', { table: 'places', where: { path: place }, mode: 'delete', on_referenced: 'set_null' }];
      case 6:
        return ['update_rows', { table: 'visits', where: { rating: { gte: 3 } }, set_values: { rating: chance.below(9) / 2 } }]; // prettier-ignore
      case 7:
        return ['alter_column', { table: 'places', column: 'kind', changes: { ordered: chance.once(2) } }];
      case 8:
        return ['rename_value', { table: 'places', column: 'kind', from_value: 'c', to_value: `c${++this.made}` }];
      default:
        return ['update_row', { table: 'visits', path: visit, set_values: { seen: chance.of(DAYS) } }];
    }
  }

  /** Selects that use every kind of index. */
  selects(): readonly JsonObject[] {
    const { chance } = this;
    const place = `[[p${chance.below(20)}]]`;
    const day = chance.of(DAYS);
    return [
      { table: 'places', limit: 7 },
      { table: 'places', where: { part_of: { within: place } }, limit: 1000 },
      { table: 'places', where: { not: { part_of: { within: place } } }, limit: 0 },
      { table: 'places', where: { part_of: place } },
      { table: 'places', where: { kind: 'a', size: { gte: 4 } }, order_by: ['-kind', 'size'], limit: 9 },
      { table: 'places', order_by: 'kind', limit: 20, offset: chance.below(300) },
      { table: 'places', group_by: 'part_of', limit: 1000 },
      { table: 'visits', limit: 5, offset: chance.below(400) },
      { table: 'visits', order_by: 'path', limit: 5, offset: chance.below(400) },
      { table: 'visits', where: { place: { within: place } }, order_by: '-seen' },
      { table: 'visits', where: { via: { within: place } }, limit: 0 },
      { table: 'visits', where: { via: { contains: place } } },
      { table: 'visits', where: { seen: { in: [day, chance.of(DAYS)] } }, order_by: 'at' },
      { table: 'visits', where: { seen: { gte: day }, rating: { lt: 3 } }, order_by: 'seen', limit: 30 },
      { table: 'visits', where: { seen: { exists: false } }, limit: 0 },
      { table: 'visits', where: { rating: { in: [0, 1.5] } }, order_by: 'rating' },
      { table: 'visits', where: { rating: 1.5 }, limit: 9 },
      { table: 'visits', where: { rating: { ne: 1.5 } }, order_by: '-rating', limit: 25 },
      { table: 'visits', order_by: ['at', 'place'], limit: 12, offset: chance.below(500) },
      { table: 'visits', where: { rating: { gte: 1 } }, order_by: ['-rating', 'seen'], limit: 9, offset: chance.below(400) },
      { table: 'visits', where: { seen: { ne: day } }, order_by: '-seen', limit: 30, offset: chance.below(600) },
      { table: 'visits', where: { seen: { exists: false } }, order_by: '-at', limit: 9, offset: chance.below(200) },
      { table: 'visits', where: { rating: { lt: 3 }, at: { ne: null } }, order_by: '-at', limit: 9, offset: chance.below(300) },
      { table: 'visits', where: { seen: { ne: day }, rating: { in: [0, 1, 2.5] } }, order_by: 'seen', limit: 9, offset: chance.below(99) },
      { table: 'visits', where: { and: [{ seen: { gte: day } }, { seen: { lt: '2026-02-25' } }] }, order_by: ['-seen', '-rating'], limit: 20, offset: chance.below(200) },
      { table: 'visits', where: { title: { icontains: '3' } }, order_by: 'title', limit: 9, offset: chance.below(300) },
      { table: 'visits', where: { place: { exists: true } }, order_by: '-rating', limit: 0 },
      { table: 'places', where: { kind: { in: ['a', 'b'] } }, order_by: '-size', limit: 9, offset: chance.below(500) },
      { table: 'places', where: { kind: { ne: 'a' }, size: { lt: 9 } }, order_by: ['size', '-kind'], limit: 9, offset: chance.below(300) },
      { table: 'places', where: { size: { in: [1, 5, 7] } }, order_by: '-kind', limit: 1000 },
      { table: 'visits', where: { words: { contains: 'é' } }, limit: 0 },
      { table: 'visits', where: { title: { in: ['v7', '0 first 1'] } } },
      { table: 'visits', group_by: ['place'], aggregates: { n: 'count', sum: 'sum:rating', last: 'max:seen' }, limit: 1000 },
      { table: 'visits', join: { table: 'places', on: { place: 'path' }, where: { kind: 'a' } }, order_by: 'seen' },
      { table: 'visits', join: { table: 'places', on: { place: 'path' } }, group_by: 'places.kind' },
      { table: 'visits', join: { table: 'places', on: { title: 'name' }, type: 'left' }, limit: 3 },
    ]; // prettier-ignore
  }
}

const noteOf = (table: string, n: number, values: JsonObject): string => {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const id = `00000000-0000-4000-9000-${table === 'places' ? '1' : '2'}${String(n).padStart(11, '0')}`;
  return `---\ntable: main.default.${table}\nid: ${id}\n${lines.join('\n')}\n---\n`;
};

async function filledVault(writer: Writer): Promise<TestVault> {
  const files: Record<string, string> = {};
  for (let n = 0; n < ROWS; n++) {
    const parent: JsonObject = n === 0 ? {} : { part_of: `[[p${Math.floor(n / 3)}]]` };
    files[at('places', `p${n}`)] = noteOf('places', n, { name: `p${n}`, ...writer.place(), ...parent });
    files[at('visits', `v${n}`)] = noteOf('visits', n, { title: `v${n}`, ...writer.visit() });
  }
  const vault = await openVault({ files });
  await vault.run('create_table', PLACES);
  await vault.run('create_table', VISITS);
  return vault;
}

/** A vault with the same notes in which no query was asked before. */
async function anew(vault: TestVault): Promise<TestVault> {
  const files = [...vault.host.image().files].map(([path, { text }]) => [path, text] as const);
  return onHost(createMemoryHost({ files: Object.fromEntries(files) }));
}

interface Asked {
  readonly args: JsonObject;
  readonly answer: Json;
}

async function ask(vault: TestVault, args: JsonObject): Promise<Asked> {
  const { total, rows } = await vault.run('select_rows', args);
  return { args, answer: { total: total as Json, rows: rows as Json } };
}

describe('indexes', () => {
  const seed = Number(process.env['SEED']);

  it('answer as a look at every row, whatever is written in between', { timeout: within(600_000) }, async () => {
    const chance = new Chance(seed);
    const writer = new Writer(chance);
    let vault = await filledVault(writer);
    const undoable: string[] = [];
    let refused = 0;
    for (let step = 0; step < STEPS; step++) {
      if (chance.once(12)) vault = await vault.restart();
      const last = undoable.pop();
      const write =
        last !== undefined && chance.once(3) ? (['undo_migration', { migration_id: last }] as const) : writer.call();
      if (write[0] !== 'undo_migration' && last !== undefined) undoable.push(last);
      const done = await vault.run(...write).catch(() => null);
      if (done === null) refused++;
      else if (typeof done['migrationId'] === 'string' && write[0] !== 'undo_migration')
        undoable.push(done['migrationId']);
      const selects = writer.selects();
      const fresh = await anew(vault);
      for (const args of selects) {
        const wanted = await ask(fresh, args);
        for (let time = 0; time < 4; time++) expect(await ask(vault, args), `${step}: ${write[0]}`).toEqual(wanted);
      }
      await fresh.engine.close();
    }
    expect(refused).toBeLessThan(STEPS / 2);
    await vault.engine.close();
  });

  it('are used: explain names them, and how few rows were looked at', async () => {
    const vault = await filledVault(new Writer(new Chance(1)));
    const explained = async (args: JsonObject): Promise<Json> => {
      for (let time = 0; time < 3; time++) await vault.run('select_rows', args);
      const { total, explain } = await vault.run('select_rows', { ...args, explain: true });
      const { index, looked_at: looked } = explain as JsonObject;
      return { index: index as Json, isEach: looked === total, isAll: looked === ROWS };
    };
    const each = { isEach: true, isAll: false };
    const page = { isEach: false, isAll: false };
    const visits = (args: JsonObject): Promise<Json> => explained({ table: 'visits', ...args });
    const places = (args: JsonObject): Promise<Json> => explained({ table: 'places', ...args });
    expect(await visits({ where: { seen: '2026-02-03' } })).toEqual({ index: 'seen', ...each });
    expect(await visits({ where: { rating: { in: [1, 2] } } })).toEqual({ index: 'rating', ...each });
    expect(await visits({ where: { place: '[[p1]]' } })).toEqual({ index: 'place', ...each });
    expect(await visits({ where: { via: { contains: '[[p1]]' } } })).toEqual({ index: 'via', ...each });
    expect(await places({ where: { part_of: { within: '[[p7]]' } } })).toEqual({ index: 'part_of', ...each });
    expect(await places({ limit: 5 })).toEqual({ index: 'order by path', ...page });
    expect(await visits({ order_by: 'seen', limit: 5 })).toEqual({ index: 'order by seen', ...page });
    expect(await visits({ where: { seen: { exists: true } }, order_by: '-rating', limit: 5 })).toEqual({
      index: 'seen, order by rating',
      ...each,
    });
    expect(await visits({ where: { rating: { gte: 2 } }, order_by: '-rating', limit: 5 })).toEqual({
      index: 'rating, order by rating',
      ...page,
    });
    const where = { kind: { in: ['a', 'b'] }, size: { lt: 8 } };
    expect(await places({ where, order_by: 'size', limit: 5 })).toEqual({
      index: 'kind, size, order by size',
      ...page,
    });
    await vault.engine.close();
  });
});
