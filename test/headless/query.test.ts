/** `notedb query`: rows in every format, conditions, and that it writes nothing. docs/command-line.md#query */

import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderState } from './folder-state';
import { runHere } from './run-here';
import { Scratch } from './run-program';

const METASTORE = `format: 1

tables:
  main.default.tasks:
    description: Things to do.
    columns:
      - {name: name, type: string, description: What., required: true}
      - {name: status, type: enum, description: How far., values: [todo, done]}
      - {name: points, type: integer, description: How much.}
      - {name: code, type: string, description: A number in text.}
      - {name: urgent, type: boolean, description: Now.}
      - {name: due, type: date, description: Until when.}
      - {name: tags, type: list, items: string, description: Words.}
`;

const ROWS = [
  'name: Ask | tell\nstatus: todo\npoints: 12\ncode: "007"\nurgent: true\ndue: 2026-11-20\ntags: [home, "a, b"]',
  'name: Buy "milk", bread\nstatus: done\npoints: 3\ncode: "12"\nurgent: false\ndue: 2026-12-01\ntags: [shop]',
  'name: =1+1\nstatus: todo\npoints: -1',
];

const scratch = new Scratch();
let vault = '';
beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(scratch.folder, 'cache'));
  const notes = ROWS.map((text, at) => [
    `notedb/main/default/tasks/Task ${at}.md`,
    `---\ntable: main.default.tasks\nid: 00000000-0000-4000-8000-00000000000${at}\n${text}\n---\n`,
  ]);
  vault = scratch.vault({ 'notedb/metastore.yaml': METASTORE, ...(Object.fromEntries(notes) as object) });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

const query = (...args: readonly string[]) => runHere(['query', 'tasks', '--vault', vault, ...args]);
const names = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { stdout, stderr } = await query('--columns', 'name', '--order', 'name', '--format', 'ndjson', ...args);
  expect(stderr).toBe('');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { name: string }).name);
};

const [ASK, BUY, SUM] = ['Ask | tell', 'Buy "milk", bread', '=1+1'];

describe('formats', () => {
  it('is JSON in a pipe, with every column, id and path', async () => {
    const { status, stdout } = await query('--order', '-points', '--limit', '1');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ name: ASK, points: 12, tags: ['home', 'a, b'], urgent: true }]);
    expect(Object.keys((JSON.parse(stdout) as object[])[0] ?? {})).toContain('path');
    expect((await query('--where', 'name=nothing')).stdout).toBe('[]\n');
  });

  it('is a table on a terminal, numbers to the right, cut to its width', async () => {
    const args = ['query', 'tasks', '--vault', vault, '--order', '-points', '--columns', 'name,points,due'];
    const { stdout, stderr } = await runHere(args, { terminal: 80, environment: { NO_COLOR: '1' } });
    expect(stdout).toBe(
      [
        'name               points  due',
        '─────────────────  ──────  ──────────',
        'Ask | tell             12  2026-11-20',
        'Buy "milk", bread       3  2026-12-01',
        '=1+1                   -1',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('3 rows\n');
    const narrow = await runHere(args, { terminal: 33, environment: { NO_COLOR: '1' } });
    expect(narrow.stdout).toContain('Buy "milk", …       3  2026-12-01\n');
    const coloured = await runHere(args, { terminal: 80 });
    expect(coloured.stdout).toContain('\u001B[1m');
    expect((await runHere([...args, '--format', 'table'])).stdout).not.toContain('\u001B');
  });

  it('is CSV that an import reads back, Markdown, and a line of JSON a row', async () => {
    const csv = await query('--columns', 'name,tags', '--order', 'points', '--format', 'csv');
    expect(csv.stdout).toBe('name,tags\r\n=1+1,\r\n"Buy ""milk"", bread",shop\r\nAsk | tell,"home; a, b"\r\n');
    const md = await query('--columns', 'name,points', '--order', '-points', '--format', 'md', '--limit', '1');
    expect(md.stdout).toMatch(/^\| .+ \| .+ \|\n\| --- \| ---: \|\n\| Ask \\\| tell \| 12 \|\n$/);
    const lines = await query('--columns', 'points', '--order=-points', '--format', 'ndjson', '--offset', '1');
    expect(lines.stdout).toBe('{"points":3}\n{"points":-1}\n');
  });

  it('shows no control sign of a note on a terminal', async () => {
    const own = scratch.vault({
      'notedb/metastore.yaml': METASTORE,
      'notedb/main/default/tasks/a.md':
        '---\ntable: main.default.tasks\nid: 00000000-0000-4000-8000-000000000009\nname: "a\\e[2Jb\\nc"\n---\n',
    });
    const { stdout } = await runHere(['query', 'tasks', '--vault', own, '--columns', 'name'], {
      terminal: 80,
      environment: { NO_COLOR: '1' },
    });
    expect(stdout).toBe('name\n────────\na�[2Jb↵c\n');
  });
});

describe('conditions', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['status=todo'], [SUM, ASK]],
    [['status!=todo'], [BUY]],
    [['points>3'], [ASK]],
    [['points >= 3'], [ASK, BUY]],
    [['points<0'], [SUM]],
    [['points<=3'], [SUM, BUY]],
    [['code=007'], [ASK]],
    [['code=12'], [BUY]],
    [['urgent=true'], [ASK]],
    [['due<2026-12-01'], [ASK]],
    [['due='], [SUM]],
    [['due!='], [ASK, BUY]],
    [['tags=a, b'], [ASK]],
    [['name~MILK'], [BUY]],
    [['status=todo', 'points>0'], [ASK]],
    [['{"or": [{"points": 3}, {"urgent": true}]}'], [ASK, BUY]],
  ])('%j', async (conditions, found) => {
    expect(await names(...conditions.flatMap((each) => ['--where', each]))).toEqual(found);
  });

  it('come from a file or from standard input', async () => {
    const file = path.join(scratch.folder, 'filter.json');
    fs.writeFileSync(file, '{"status": "done"}');
    expect(await names('--where', `@${file}`)).toEqual([BUY]);
    const piped = await runHere(['query', 'tasks', '--vault', vault, '--where', '-', '--format', 'ndjson'], {
      input: '{"points": {"gt": 5}}',
    });
    expect(piped.stdout).toContain(ASK);
    expect((await query('--where', '{"a": ')).stderr).toContain('not valid JSON');
    expect((await query('--where', 'todo')).stderr).toContain('the condition "todo" is none');
  });

  it('may be of groups', async () => {
    const args = ['--group', 'status', '--aggregate', 'count', '--aggregate', 'most=max:points', '--order', '-count'];
    const { stdout } = await query(...args, '--format', 'csv');
    expect(stdout).toBe('status,count,most\r\ntodo,2,12\r\ndone,1,3\r\n');
    const few = await query(...args, '--having', 'count=1', '--format', 'json');
    expect(JSON.parse(few.stdout)).toEqual([{ status: 'done', count: 1, most: 3 }]);
  });
});

it('reads more rows than one call gives', async () => {
  const files = Array.from({ length: 1203 }, (_, at) => [
    `notedb/main/default/tasks/T${at}.md`,
    `---\ntable: main.default.tasks\nid: 00000000-0000-4000-8000-${String(at).padStart(12, '0')}\nname: T${at}\n---\n`,
  ]);
  const own = scratch.vault({ 'notedb/metastore.yaml': METASTORE, ...(Object.fromEntries(files) as object) });
  const read = async (...args: readonly string[]): Promise<number> =>
    (await runHere(['query', 'tasks', '--vault', own, '--format', 'ndjson', ...args])).stdout.split('\n').length - 1;
  expect(await read()).toBe(1203);
  expect(await read('--limit', '1100', '--offset', '200')).toBe(1003);
  expect(await read('--limit', '0')).toBe(0);
});

describe('refused', () => {
  it('is the whole error in a pipe', async () => {
    const { status, stdout, stderr } = await query('--where', 'stats=todo');
    expect([status, stdout]).toEqual([1, '']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'bad_request', operation: 'select_rows' } });
  });

  it('is words on a terminal: the reason, its place, the next step', async () => {
    const args = ['query', 'task', '--vault', vault];
    const { status, stderr } = await runHere(args, { terminal: 80, environment: { NO_COLOR: '1' } });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^notedb: .*task.*\n {2}in describe_table\nNext: .*tasks.*\n$/);
    expect((await runHere(args, { terminal: 80 })).stderr).toContain('\u001B[31mnotedb:\u001B[0m');
    const wrong = '{"table":"tasks","values":{"name":"x","status":"later","points":"many"}}';
    const call = await runHere(['call', 'insert_row', wrong, '--vault', vault], {
      terminal: 80,
      environment: { NO_COLOR: '1' },
    });
    expect(call.stderr).toMatch(/^notedb: .+\n {2}in insert_row\n(?: {2}- .*(?:status|points): .+\n){2}/);
  });
});

it('writes nothing: not a byte, not a time', async () => {
  const fresh = scratch.vault({ 'notedb/metastore.yaml': METASTORE, 'a.md': 'A\n' });
  const before = folderState(fresh);
  expect(await runHere(['query', 'tasks', '--vault', fresh])).toMatchObject({ status: 0, stdout: '[]\n' });
  expect(folderState(fresh)).toEqual(before);
});
