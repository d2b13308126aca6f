/** An agent that has nothing but curl: creates a table, fills it, is refused, corrects itself by the hint, undoes. docs/http.md, docs/older-interface.md */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { Scratch, type Serving } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
let serving: Serving;
beforeAll(async () => {
  serving = await scratch.serve([scratch.vault(), '--port', '0', '--quiet']);
});
afterAll(() => scratch.remove());

interface CurlAnswer {
  readonly status: number;
  readonly json: JsonObject;
}

async function curl(path: string, body: JsonObject): Promise<CurlAnswer> {
  const headers = ['-H', `Authorization: Bearer ${TOKEN}`, '-H', 'Content-Type: application/json'];
  const given = ['-s', '-w', '\n%{http_code}', '-d', JSON.stringify(body), ...headers];
  const { stdout } = await promisify(execFile)('curl', [...given, `${serving.address}${path}`]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), json: JSON.parse(stdout.slice(0, end)) as JsonObject };
}

const operation = (name: string, args: JsonObject): Promise<CurlAnswer> => curl(`/notedb/operations/${name}/`, args);

/** How each interface says it. */
interface Door {
  readonly create: (table: string) => Promise<CurlAnswer>;
  readonly insert: (table: string, values: JsonObject) => Promise<CurlAnswer>;
  readonly update: (table: string, where: JsonObject, values: JsonObject) => Promise<CurlAnswer>;
  /** `archive`: what the hint says, null at the first try. */
  readonly drop: (table: string, archive: string | null) => Promise<CurlAnswer>;
  /** What a hint says about it. */
  readonly archiveHint: RegExp;
}

const COLUMNS = [
  { name: 'name', type: 'string', required: true, description: 'Title.' },
  { name: 'state', type: 'enum', values: ['new', 'read'], description: 'How far.' },
];

const DOORS: Readonly<Record<string, Door>> = {
  operations: {
    create: (name) => operation('create_table', { name, description: 'Books.', columns: COLUMNS, filename: '{name}' }),
    insert: (table, values) => operation('insert_row', { table, values }),
    update: (table, where, values) => operation('update_rows', { table, where, set_values: values }),
    drop: (table, mode) => operation('drop_table', { table, mode }),
    archiveHint: /use mode (\w+)/,
  },
  'older routes': {
    create: (name) =>
      curl('/notedb/ddl/', { op: 'create_table', name, columns: COLUMNS, options: { filename: '{name}' } }),
    insert: (table, values) => curl('/notedb/rows/insert/', { table, values }),
    update: (table, where, values) => curl('/notedb/rows/update/', { table, where, set: values }),
    drop: (table, cascade) => curl('/notedb/ddl/', { op: 'drop_table', table, cascade }),
    archiveHint: /use cascade (\w+)/,
  },
};

const hintOf = ({ json }: CurlAnswer): string => (json['error'] as { hint: string }).hint;

describe.each(Object.entries(DOORS))('with curl and the %s', (what, door) => {
  it('a whole story works', async () => {
    const table = `books_${what.replaceAll(' ', '_')}`;
    expect(await door.create(table)).toMatchObject({ status: 200 });
    const missed = await door.insert(`${table}s`, { name: 'Dune', state: 'new' });
    expect(missed.status).toBe(404);
    // The hint alone says which table is meant.
    const [named = ''] = new RegExp(`\\b${table}\\b`).exec(hintOf(missed)) ?? [];
    expect(await door.insert(named, { name: 'Dune', state: 'new' })).toMatchObject({ status: 200 });

    const wrong = await door.update(table, { name: 'Dune' }, { state: 'reed' });
    expect([wrong.status, hintOf(wrong)]).toEqual([422, 'use one of the listed values']);
    const { violations } = wrong.json['error'] as unknown as { violations: { message: string }[] };
    const [, listed = ''] = /\((.*)\)$/.exec(violations[0]?.message ?? '') ?? [];
    const state = listed.split(', ').at(-1) ?? '';
    expect(await door.update(table, { name: 'Dune' }, { state })).toMatchObject({ status: 200, json: { changed: 1 } });

    const held = await door.drop(table, null);
    const [, archive = ''] = door.archiveHint.exec(hintOf(held)) ?? [];
    const dropped = await door.drop(table, archive);
    expect([held.status, dropped.status]).toEqual([422, 200]);
    await operation('undo_migration', { migration_id: dropped.json['migrationId'] as string });
    const back = await operation('select_rows', { table, columns: ['name', 'state'] });
    expect(back.json).toMatchObject({ total: 1, rows: [{ name: 'Dune', state: 'read' }] });
  });
});
