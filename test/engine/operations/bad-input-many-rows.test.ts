/** Hostile texts and names in writes of many rows: merge_rows, update_rows and move_rows keep them as they were given, and all of it can be taken back. D2, D6, D16 */

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../src/engine/index';
import type { Subject } from '../../conformance/run-case';
import { column, tableOf } from '../../conformance/tables';
import { HOSTILE_TEXTS } from '../note/front-matter-texts';
import { SUBJECTS } from '../../conformance/subjects';

/** Names and values of all kinds of hostility; no two of them are one key. */
const TEXTS: readonly string[] = [
  ...new Map(
    [
      ...HOSTILE_TEXTS,
      '../x',
      '..',
      'CON',
      'con.txt',
      'a/b',
      'a\\b',
      'x'.repeat(300),
      '🐙'.repeat(100),
      '\u202egnp.exe',
      '\u200fright',
      '\u2066a\u2069',
      'A\u030a',
      '[[',
      ']]',
      '[[a]]|b]]',
      '---\n',
      'a\n---\nb: 1',
      '\r\n',
      '!!js/function "x"',
      '{{x}}',
      '{name}',
      '{today}',
      '9223372036854775808',
      '-0',
      '1e400',
      '__proto__',
      'constructor',
      'toString',
      '</script>',
      '%2e%2e%2fx',
      '_archive',
      'metastore.yaml',
    ]
      .filter((text) => text !== '' && !/\p{Surrogate}/u.test(text))
      .map((text) => [text.normalize('NFC'), text] as const),
  ).values(),
];

const NOTES = tableOf('notes', [
  column('name', 'string', { required: true }),
  column('text', 'string'),
  column('texts', 'list', { items: 'string' }),
  column('data', 'json'),
  column('n', 'integer'),
]);

const OTHERS = tableOf('others', [
  column('title', 'string', { required: true }),
  column('said', 'string'),
  column('data', 'json'),
  column('mark', 'string'),
]);

const SEEN = tableOf('seen', [column('what', 'link', { ref: 'others' }), column('n', 'integer')]);

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer)
    throw new Error(
      `${operation} ${JSON.stringify(args).slice(0, 300)}: ${JSON.stringify(answer.error).slice(0, 2_000)}`,
    );
  return answer.result;
}

async function start(open: (typeof SUBJECTS)[number][1]): Promise<Subject & { close(): Promise<void> }> {
  const subject = await open({});
  for (const [operation, args = {}] of [NOTES, OTHERS, SEEN]) await run(subject, operation, args);
  return subject;
}

const undo = (subject: Subject, { migrationId }: JsonObject): Promise<JsonObject> =>
  run(subject, 'undo_migration', { migration_id: migrationId as string });

const rowsOf = async (subject: Subject, table: string, where: JsonObject = {}): Promise<readonly JsonObject[]> =>
  (await run(subject, 'select_rows', { table, where, limit: 1000 }))['rows'] as JsonObject[];

/** The front matter as others read it. */
function readByOthers(text: string | undefined): JsonObject {
  const [, block = ''] = /^---\n(.*?\n)---\n/s.exec(text ?? '') ?? [];
  return parse(block) as JsonObject;
}

const rowFor = (text: string): JsonObject => ({
  name: text,
  text,
  texts: [text, `${text}.`],
  data: { [`k${text}`]: [text] },
});

const byText = (rows: readonly JsonObject[], key: string): ReadonlyMap<unknown, JsonObject> =>
  new Map(rows.map((row) => [row[key], row]));

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('merges rows by hostile keys: makes each once, finds each again, and takes it all back', async () => {
    const subject = await start(open);
    const before = await subject.files();
    const rows = TEXTS.map(rowFor);
    const made = await run(subject, 'merge_rows', { table: 'notes', on: ['name'], rows });
    expect(made).toMatchObject({ inserted: TEXTS.length, updated: 0 });
    const files = await subject.files();
    const found = byText(await rowsOf(subject, 'notes'), 'name');
    for (const text of TEXTS) {
      expect(found.get(text), JSON.stringify(text)).toMatchObject(rowFor(text));
      expect(readByOthers(files.get(found.get(text)?.['path'] as string)), JSON.stringify(text)).toMatchObject(
        rowFor(text),
      );
    }
    for (const on of [['name'], ['text'], ['texts'], ['data'], ['name', 'texts', 'data']]) {
      const again = await run(subject, 'merge_rows', { table: 'notes', on, rows });
      expect(again, on.join()).toMatchObject({ changed: 0, inserted: 0, unchanged: TEXTS.length });
    }
    const numbered = rows.map((row, n) => ({ name: row['name'] as string, n }));
    const updated = await run(subject, 'merge_rows', { table: 'notes', on: ['name'], rows: numbered });
    expect(updated).toMatchObject({ inserted: 0, updated: TEXTS.length, planned_moves: [] });
    expect(await run(subject, 'check_table', { table: 'notes' })).toMatchObject({ ok: true, rows: TEXTS.length });
    await subject.restart();
    expect(
      await run(subject, 'merge_rows', {
        table: 'notes',
        on: ['text'],
        rows: numbered.map(({ name, n }) => ({ text: name, n })),
      }),
    ).toMatchObject({
      changed: 0,
    });
    await undo(subject, updated);
    expect(await subject.files()).toEqual(files);
    await undo(subject, made);
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('refuses a hostile key that is given twice, whatever its form', async () => {
    const subject = await start(open);
    const before = await subject.files();
    for (const text of TEXTS) {
      const answer = await subject.call('merge_rows', {
        table: 'notes',
        on: ['text'],
        rows: [
          { name: 'a', text },
          { name: 'b', text: text.normalize('NFD') },
        ],
      });
      expect(answer, JSON.stringify(text)).toMatchObject({
        error: { code: 'conflict', conflicts: [{ code: 'repeated_key' }] },
      });
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('sets hostile texts in all rows that match a hostile text, finds them, and takes it all back', async () => {
    const subject = await start(open);
    for (const name of ['one', 'two'])
      await run(subject, 'insert_row', { table: 'notes', values: { name, text: 'first', n: 1 } });
    const before = await subject.files();
    const done: JsonObject[] = [];
    let last = 'first';
    for (const text of TEXTS) {
      const { name: _name, ...values } = rowFor(text);
      // In a filter this is a day.
      const where = last === '{today}' ? { n: 1 } : { text: last };
      const set = await run(subject, 'update_rows', { table: 'notes', where, set_values: values, expect_rows: 2 });
      expect(set, JSON.stringify(text)).toMatchObject({ matched: 2, changed: 2 });
      done.push(set);
      const rows = await rowsOf(subject, 'notes');
      expect(rows, JSON.stringify(text)).toMatchObject([values, values]);
      const files = await subject.files();
      for (const { path } of rows)
        expect(readByOthers(files.get(path as string)), JSON.stringify(text)).toMatchObject(values);
      last = text;
    }
    for (const each of done.reverse()) await undo(subject, each);
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('gives every row one hostile name, by numbers, and takes it back', async () => {
    const subject = await start(open);
    for (const name of ['one', 'two', 'three']) await run(subject, 'insert_row', { table: 'notes', values: { name } });
    const before = await subject.files();
    for (const name of TEXTS) {
      const label = JSON.stringify(name);
      const answer = await subject.call('update_rows', { table: 'notes', set_values: { name } });
      if ('error' in answer) throw new Error(`${label}: ${answer.error.message}`);
      const rows = await rowsOf(subject, 'notes', {});
      expect(
        rows.map((row) => row['name']),
        label,
      ).toEqual([name, name, name]);
      expect(new Set(rows.map(({ path }) => (path as string).normalize('NFC').toLowerCase())).size, label).toBe(3);
      for (const { path } of rows)
        expect(path, label).toMatch(/^notedb\/main\/default\/notes\/[^/\\:*?"<>|#^[\]\p{Cc}\p{Bidi_Control}]+\.md$/u);
      await undo(subject, answer.result);
      expect(await subject.files(), label).toEqual(before);
    }
    await subject.close();
  });

  it('moves rows of hostile names and texts to another table and its folder, links follow, and takes it all back', async () => {
    const subject = await start(open);
    await run(subject, 'merge_rows', { table: 'notes', on: ['name'], rows: TEXTS.map(rowFor) });
    const before = await subject.files();
    for (const relocate of [false, true]) {
      const moved = await run(subject, 'move_rows', {
        table: 'notes',
        to_table: 'others',
        rename: { name: 'title', text: 'said' },
        drop: ['texts'],
        set_values: { mark: '---\n[[: {{!!js\u202e' },
        relocate,
      });
      expect(moved).toMatchObject({ changed: TEXTS.length });
      const files = await subject.files();
      const found = byText(await rowsOf(subject, 'others'), 'title');
      for (const text of TEXTS) {
        const wanted = { title: text, said: text, data: { [`k${text}`]: [text] }, mark: '---\n[[: {{!!js\u202e' };
        expect(found.get(text), JSON.stringify(text)).toMatchObject(wanted);
        expect(readByOthers(files.get(found.get(text)?.['path'] as string)), JSON.stringify(text)).toMatchObject(
          wanted,
        );
      }
      expect(await run(subject, 'check_table', { table: 'others' })).toMatchObject({ ok: true, rows: TEXTS.length });
      expect(await rowsOf(subject, 'notes')).toEqual([]);
      // Any of them can be linked to, and is found by its link.
      const links = [...found.values()].map(({ path }, n) => ({ what: path as string, n }));
      const seen = await run(subject, 'merge_rows', { table: 'seen', on: ['n'], rows: links });
      expect(await run(subject, 'check_table', { table: 'seen' })).toMatchObject({ ok: true });
      const again = await run(subject, 'merge_rows', { table: 'seen', on: ['what'], rows: links });
      expect(again).toMatchObject({ unchanged: links.length });
      await undo(subject, seen);
      await undo(subject, moved);
      expect(await subject.files()).toEqual(before);
    }
    await subject.close();
  });

  it('moves only the rows that a hostile filter means', async () => {
    const subject = await start(open);
    await run(subject, 'merge_rows', { table: 'notes', on: ['name'], rows: TEXTS.map(rowFor) });
    const before = await subject.files();
    for (const text of TEXTS) {
      if (text === '{today}') continue;
      const moved = await run(subject, 'move_rows', {
        table: 'notes',
        to_table: 'others',
        where: { text, name: { in: [text] } },
        rename: { name: 'title', text: 'said' },
        drop: ['texts'],
        relocate: true,
      });
      expect(moved, JSON.stringify(text)).toMatchObject({ changed: 1 });
      expect(await rowsOf(subject, 'others'), JSON.stringify(text)).toMatchObject([{ title: text, said: text }]);
      await undo(subject, moved);
    }
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('takes no hostile key for a column', async () => {
    const subject = await start(open);
    await run(subject, 'insert_row', { table: 'notes', values: { name: 'a', n: 1 } });
    const before = await subject.files();
    for (const key of TEXTS) {
      const values = JSON.parse(`{${JSON.stringify(key)}: 1}`) as JsonObject;
      for (const [operation, args] of [
        ['update_rows', { table: 'notes', set_values: values }],
        ['update_rows', { table: 'notes', unset: [key] }],
        ['update_rows', { table: 'notes', where: values, set_values: { n: 2 } }],
        ['merge_rows', { table: 'notes', on: ['name'], rows: [{ name: 'a', ...values }] }],
        ['merge_rows', { table: 'notes', on: [key], rows: [{ name: 'a', ...values }] }],
        ['move_rows', { table: 'notes', to_table: 'others', set_values: values }],
        ['move_rows', { table: 'notes', to_table: 'others', rename: { name: key } }],
        ['move_rows', { table: 'notes', to_table: key }],
        ['move_rows', { table: key, to_table: 'others' }],
      ] as [string, JsonObject][]) {
        const label = `${operation} ${JSON.stringify(args)}`;
        const answer = await subject.call(operation, args);
        expect('error' in answer ? answer.error.code : 'done', label).toMatch(
          /^(bad_request|refused|conflict|not_found)$/,
        );
        if ('error' in answer) expect(answer.error.hint ?? '', label).not.toBe('');
      }
      expect(await subject.files(), JSON.stringify(key)).toEqual(before);
    }
    await subject.close();
  });
});
