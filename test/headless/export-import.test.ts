/** `notedb export` and `notedb import`: a file a table, and rows of a file in one write. docs/command-line.md#export, docs/import.md#from-the-command-line */

import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parquetReadObjects, parquetSchema, parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderState } from './folder-state';
import { runHere } from './run-here';
import { Scratch } from './run-program';

const METASTORE = `format: 1

configuration:
  timezone: Europe/Berlin

tables:
  main.default.people:
    description: People.
    columns:
      - {name: name, type: string, description: Who., required: true}
  main.default.tasks:
    description: Things to do.
    columns:
      - {name: name, type: string, description: What., required: true}
      - {name: status, type: enum, description: How far., values: [todo, done]}
      - {name: points, type: integer, description: How much.}
      - {name: share, type: number, description: Of all.}
      - {name: urgent, type: boolean, description: Now.}
      - {name: due, type: date, description: Until when.}
      - {name: at, type: datetime, description: When.}
      - {name: lead, type: link, ref: main.default.people, description: By whom.}
      - {name: others, type: list, items: {type: link, ref: main.default.people}, description: With whom.}
      - {name: tags, type: list, items: string, description: Words.}
      - {name: more, type: json, description: Anything.}
`;
const id = (at: number): string => `00000000-0000-4000-8000-00000000000${at}`;
const FILES = {
  'notedb/metastore.yaml': METASTORE,
  'notedb/main/default/people/Ann.md': `---\ntable: main.default.people\nid: ${id(1)}\nname: Ann\n---\n`,
  'notedb/main/default/people/Bo.md': `---\ntable: main.default.people\nid: ${id(2)}\nname: Bo\n---\n`,
  'notedb/main/default/tasks/One.md': `---
table: main.default.tasks
id: ${id(3)}
name: "One, with ümlaut"
status: todo
points: 12
share: 0.5
urgent: true
due: 2026-11-20
at: 2026-11-21T09:30:00
lead: "[[Ann]]"
others: ["[[Ann]]", "[[Bo]]"]
tags: [home, "a, b"]
more: {a: [1, 2]}
---
`,
  'notedb/main/default/tasks/Two.md': `---\ntable: main.default.tasks\nid: ${id(4)}\nname: Two\npoints: many\nat: 2026-07-01T00:00:00Z\n---\n`,
};

const scratch = new Scratch();
beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(scratch.folder, 'cache'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

let count = 0;
const newFolder = (): string => path.join(scratch.folder, `out-${(count += 1)}`);
const contentOf = (folder: string, name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');
const bufferOf = (file: string): ArrayBuffer => new Uint8Array(fs.readFileSync(file)).buffer;

async function exported(vault: string, ...args: readonly string[]): Promise<string> {
  const folder = newFolder();
  const { status } = await runHere(['export', folder, '--vault', vault, ...args]);
  expect(status).toBe(0);
  return folder;
}

describe('exporting', () => {
  it('writes a Parquet file a table with the types of its columns, and changes no note', async () => {
    const vault = scratch.vault(FILES);
    const notes = (): ReadonlyMap<string, string> => folderState(path.join(vault, 'notedb'));
    const before = notes();
    const folder = newFolder();
    const { status, stdout, stderr } = await runHere(['export', folder, '--parquet', '--vault', vault]);
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^people\.parquet: 2 rows of main\.default\.people\ntasks\.parquet: 2 rows of .*\nnotedb\.json: the definitions, at change \d+\n$/,
      ),
    ]);
    expect(stderr).toContain('main.default.tasks: values that do not fit their column are left out: points (1)');
    expect(notes()).toEqual(before);
    expect(fs.readdirSync(folder).sort()).toEqual(['notedb.json', 'people.parquet', 'tasks.parquet']);
    const file = bufferOf(path.join(folder, 'tasks.parquet'));
    expect(await parquetReadObjects({ file })).toEqual([
      {
        ...{ id: id(3), path: 'notedb/main/default/tasks/One.md', name: 'One, with ümlaut', status: 'todo' },
        ...{ points: 12n, share: 0.5, urgent: true, due: new Date('2026-11-20T00:00:00Z') },
        ...{ at: new Date('2026-11-21T08:30:00Z'), lead: '[[Ann]]', others: ['[[Ann]]', '[[Bo]]'] },
        ...{ tags: ['home', 'a, b'], more: { a: [1, 2] }, lead_id: id(1) },
      },
      expect.objectContaining({ name: 'Two', points: null, at: new Date('2026-07-01T00:00:00Z') }) as object,
    ]);
    const types = parquetSchema(parquetMetadata(file)).children.map(({ element }) => [
      element.name,
      element.converted_type ?? element.type,
    ]);
    expect(Object.fromEntries(types)).toMatchObject({
      ...{ id: 'UTF8', points: 'INT64', share: 'DOUBLE', urgent: 'BOOLEAN', due: 'DATE', at: 'TIMESTAMP_MILLIS' },
      ...{ lead: 'UTF8', others: 'LIST', tags: 'JSON', more: 'JSON' },
    });
  });

  it('writes the definitions and the place in the change feed beside the files', async () => {
    const vault = scratch.vault(FILES);
    await runHere(['call', 'insert_row', 'table=people', 'values.name=Cy', '--vault', vault]);
    const folder = await exported(vault, '--json', '--table', 'people');
    expect(fs.readdirSync(folder).sort()).toEqual(['notedb.json', 'people.json']);
    const about = JSON.parse(contentOf(folder, 'notedb.json')) as { _feed: string; _seq: number; tables: object[] };
    expect(about).toMatchObject({ timezone: 'Europe/Berlin', tables: [{ file: 'people.json', rows: 3 }] });
    expect(about.tables[0]).toHaveProperty('definition.columns.1.name', 'name');
    const changes = ['call', 'list_changes', `since=${about._seq}`, `expect_feed=${about._feed}`, '--vault', vault];
    expect(JSON.parse((await runHere(changes)).stdout)).toMatchObject({ changes: [], gap: false });
    expect(about._seq).toBeGreaterThan(0);
  });

  it('writes an empty table with its columns', async () => {
    const folder = await exported(scratch.vault({ 'notedb/metastore.yaml': METASTORE }), '--parquet');
    const file = bufferOf(path.join(folder, 'tasks.parquet'));
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(parquetSchema(parquetMetadata(file)).children.map(({ element }) => element.name)).toContain('lead');
  });

  it.each([
    ['no folder', [], 'into which folder?'],
    ['no format', ['x'], 'in which format?'],
    ['two formats', ['x', '--csv', '--json'], 'in which format?'],
  ])('with %s ends with 2', async (_, args, words) => {
    const { status, stderr } = await runHere(['export', ...args]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('is read by DuckDB where it is installed', async () => {
    const name = '@duckdb/node-api';
    let found = '';
    try {
      found = createRequire(import.meta.url).resolve(name);
    } catch {
      console.log(`${name} is not installed: 70 MB of native code for one test`);
    }
    if (found === '') return;
    const folder = await exported(scratch.vault(FILES), '--parquet');
    const { DuckDBInstance } = (await import(found)) as {
      DuckDBInstance: { create: () => Promise<{ connect: () => Promise<DuckConnection> }> };
    };
    const connection = await (await DuckDBInstance.create()).connect();
    const reader = await connection.runAndReadAll(
      `select name, points, due::text, at::text, len(others) from '${path.join(folder, 'tasks.parquet')}' order by name`,
    );
    expect(reader.getRowsJson()[0]).toEqual(['One, with ümlaut', '12', '2026-11-20', expect.any(String), '2']);
  });
});

interface DuckConnection {
  readonly runAndReadAll: (sql: string) => Promise<{ getRowsJson: () => readonly (readonly unknown[])[] }>;
}

describe('importing', () => {
  const file = (name: string, text: string): string => {
    const written = path.join(scratch.folder, name);
    fs.writeFileSync(written, text);
    return written;
  };
  const importInto = (vault: string, ...args: readonly string[]) => runHere(['import', ...args, '--vault', vault]);
  const rowsOf = async (vault: string, table = 'tasks'): Promise<readonly object[]> =>
    JSON.parse((await runHere(['query', table, '--vault', vault, '--order', 'name'])).stdout) as object[];

  it.each(['parquet', 'csv', 'json'] as const)('takes back what an export as %s wrote', async (format) => {
    const { ['notedb/main/default/tasks/Two.md']: _invalid, ...valid } = FILES;
    const vault = scratch.vault(valid);
    const folder = await exported(vault, `--${format}`);
    const own = scratch.vault({ 'notedb/metastore.yaml': METASTORE });
    for (const table of ['people', 'tasks']) {
      const { status, stdout } = await importInto(own, path.join(folder, `${table}.${format}`), '--table', table);
      expect([status, stdout]).toEqual([
        0,
        expect.stringMatching(/^\w+: [12] added\nUndo: notedb call undo_migration/),
      ]);
    }
    const values = async (of: string) =>
      (await rowsOf(of)).map((row) => ({
        ...row,
        id: '',
        path: '',
        at: String((row as { at: string }).at).slice(0, 10),
      }));
    expect(await values(own)).toEqual(await values(vault));
  });

  it('is one write with one undo', async () => {
    const vault = scratch.vault(FILES);
    const before = await rowsOf(vault, 'people');
    const lines = file('people.ndjson', '{"name": "Cy"}\n\n{"name": "Di"}\n');
    const { stdout } = await importInto(vault, lines, '--table', 'people');
    const [, undo = ''] = /migration_id=(\S+)/.exec(stdout) ?? [];
    expect((await rowsOf(vault, 'people')).length).toBe(4);
    await runHere(['call', 'undo_migration', `migration_id=${undo}`, '--vault', vault]);
    expect(await rowsOf(vault, 'people')).toEqual(before);
  });

  it('changes the rows that have the key, and writes nothing in a dry run', async () => {
    const vault = scratch.vault(FILES);
    const csv = file('tasks.csv', 'Name;Points;Due\nTwo;5;01.02.2026\nThree;6;13.02.2026\n');
    const args = [csv, '--table', 'tasks', '--key', 'name'];
    const before = await rowsOf(vault);
    expect(await importInto(vault, ...args, '--dry-run')).toMatchObject({
      stdout: 'tasks: 1 added, 1 changed, 0 unchanged, if it were written\n',
    });
    expect(await rowsOf(vault)).toEqual(before);
    await importInto(vault, ...args);
    expect(await rowsOf(vault)).toMatchObject([
      { points: 12 },
      { name: 'Three', points: 6, due: '2026-02-13' },
      { name: 'Two', points: 5, due: '2026-02-01' },
    ]);
  });

  it('refuses the whole file, and names the line of each wrong value', async () => {
    const vault = scratch.vault(FILES);
    const csv = file('wrong.csv', 'name,status,points\nA,todo,1\n"B\nb",later,2\nC,todo,many\n');
    for (const key of [[], ['--key', 'name']]) {
      const { status, stdout, stderr } = await importInto(vault, csv, '--table', 'tasks', ...key);
      expect([status, stdout]).toEqual([1, '']);
      const { error } = JSON.parse(stderr) as { error: { violations: { message: string }[] } };
      const messages = error.violations.map(({ message }) => message);
      expect(messages).toEqual([expect.stringMatching(/^line 3: .*later/), expect.stringMatching(/^line 5: .*many/)]);
    }
    expect((await rowsOf(vault)).length).toBe(2);
  });

  it.each<[string, string, string, readonly string[], number, string]>([
    ['a broken line', 'a.ndjson', '{"name": "A"}\n{"name": }\n', [], 1, 'line 2, column 10: no valid JSON'],
    ['broken JSON', 'a.json', '[\n  {"name": "A"},\n  ?]', [], 1, 'line 3, column 3: no valid JSON'],
    ['a row that is a text', 'b.json', '["A"]', [], 1, 'row 1: a row is an object'],
    ['no list', 'c.json', '{"a": 1}', [], 1, 'holds no list of objects'],
    ['an open quote', 'b.csv', 'name\n"A\n', [], 1, 'line 2: a quote opens and never closes'],
    ['no known field', 'c.csv', 'x,y\n1,2\n', [], 1, 'has no values for tasks'],
    ['no Parquet', 'd.parquet', 'name\nA\n', [], 1, 'can not be read as Parquet'],
    ['an unknown ending', 'e.xls', 'name\nA\n', [], 2, 'does not show its format'],
    ['days of two readings', 'f.csv', 'name,due\nA,01/02/2026\n', [], 2, '--days dmy or --days mdy'],
  ])('refuses %s with its place', async (_, name, text, args, status, words) => {
    const vault = scratch.vault(FILES);
    const said = await importInto(vault, file(name, text), '--table', 'tasks', ...args);
    expect([said.status, said.stdout]).toEqual([status, '']);
    expect(said.stderr).toContain(words);
  });
});
