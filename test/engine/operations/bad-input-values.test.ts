/** Hostile values come back as they were given, from the engine and from any other reader of YAML, and none ends the program. D2, D12, D16 */

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../src/engine/index';
import type { Subject } from '../../conformance/run-case';
import { column, tableOf } from '../../conformance/tables';
import { HOSTILE_TEXTS } from '../note/front-matter-texts';
import { SUBJECTS } from '../../conformance/subjects';

/** Texts that mean something to YAML, to Markdown, to templates, to JavaScript, to a terminal, or to nobody. */
const TEXTS: readonly string[] = [
  ...new Set([
    ...HOSTILE_TEXTS,
    '[[',
    ']]',
    '[[a',
    '[[a]]|b]]',
    '!!js/function "x"',
    '{{',
    '{{x}}',
    '{name}',
    '{today}',
    '{this.name}',
    '${x}',
    '---\n',
    'a\n---\nb: 1',
    '---\na: 1\n---\n',
    '\n\n',
    '\r\n',
    '\r',
    'ends with a break\n',
    '\t',
    '🐙',
    '🇨🇭',
    String(2 ** 63),
    '9223372036854775808',
    '-0',
    '1e400',
    '__proto__',
    'constructor',
    'toString',
    'prototype',
    '\u202eabc',
    '\u200f\u2067',
    'e\u0301 é',
    '\u0000',
    'a\u0000',
    '\ufffe',
    '\uffff',
    '\u0085x\u2029',
    '😀'.repeat(300),
    '# heading',
    '```',
    '~~~',
    '%%',
    '<!--',
    '</script>',
    '"; rm -rf /',
    '\\',
    '\\"',
    "'''",
    '\'"\\',
    'a: b: c',
    '- - -',
    '| |',
    '> x',
    '!',
    '&',
    '*',
    '%',
    '@',
    '`',
  ]),
].filter((text) => text !== '');

/** An enum has no blank value. */
const KINDS = TEXTS.filter((text) => text.trim() !== '');

const hasHalfPair = (text: string): boolean => /\p{Surrogate}/u.test(text);

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(JSON.stringify(answer.error));
  return answer.result;
}

/** The front matter as others read it, and the rest. */
function readByOthers(text: string): { frontMatter: JsonObject; body: string } {
  const [, block = '', body = ''] = /^---\n(.*?\n)---\n(.*)$/s.exec(text) ?? [];
  return { frontMatter: parse(block) as JsonObject, body };
}

const ALL = tableOf('all', [
  column('n', 'integer'),
  column('text', 'string'),
  column('texts', 'list', { items: 'string' }),
  column('data', 'json'),
  column('kind', 'enum', { values: KINDS }),
  column('kinds', 'list', { items: { type: 'enum', values: KINDS } }),
]);

const NUMBERS = tableOf('numbers', [column('real', 'number'), column('whole', 'integer'), column('data', 'json')]);

/** A value for every column that can hold the text. */
const valuesOf = (text: string): JsonObject => ({
  text,
  texts: [text, `${text}.`, text],
  data: { deep: [text, { [`k${text}`]: text }] },
  ...(KINDS.includes(text) ? { kind: text, kinds: [text] } : {}),
});

/** A call for each text and what it answered, with how the failure of one of them is to be called. */
async function eachText<T>(
  call: (text: string) => Promise<T>,
): Promise<(readonly [text: string, answer: T, label: string])[]> {
  const done: (readonly [string, T, string])[] = [];
  for (const text of TEXTS) done.push([text, await call(text), JSON.stringify(text.slice(0, 60))]);
  return done;
}

const pathOf = ({ row }: JsonObject): string => (row as JsonObject)['path'] as string;

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('keeps hostile texts in columns of every type of text', async () => {
    const subject = await open({});
    await run(subject, ...(ALL as [string, JsonObject]));
    const inserted = await eachText((text) => run(subject, 'insert_row', { table: 'all', values: valuesOf(text) }));
    const files = await subject.files();
    for (const [text, answer, label] of inserted) {
      expect(answer['row'], label).toMatchObject(valuesOf(text));
      const note = files.get(pathOf(answer)) ?? '';
      expect(readByOthers(note).frontMatter, `${label}\n${note}`).toMatchObject(valuesOf(text));
    }
    for (const [text, answer, label] of inserted) {
      // In a filter `{today}` is a day, and `{this.name}` unknown.
      const filter = text.startsWith('{t') ? {} : { text, texts: { contains: `${text}.` } };
      const where = { ...filter, path: pathOf(answer) };
      const found = await run(subject, 'select_rows', { table: 'all', where });
      expect(found, label).toMatchObject({ total: 1, rows: [valuesOf(text)] });
    }
    expect(await run(subject, 'check_table', { table: 'all' })).toMatchObject({ ok: true, rows: TEXTS.length });
    await subject.restart();
    expect(await run(subject, 'check_table', { table: 'all' })).toMatchObject({ ok: true, rows: TEXTS.length });
    await subject.close();
  });

  it('changes one hostile text into the next, and undoes it', async () => {
    const subject = await open({});
    await run(subject, ...(ALL as [string, JsonObject]));
    const { row } = await run(subject, 'insert_row', { table: 'all', values: valuesOf('first') });
    const { path } = row as { path: string };
    const before = await subject.files();
    const ids: string[] = [];
    const updates = await eachText(async (text) => {
      const updated = await run(subject, 'update_row', { table: 'all', path, set_values: valuesOf(text) });
      ids.push(updated['migrationId'] as string);
      return [updated, (await subject.files()).get(path) ?? ''] as const;
    });
    for (const [text, [updated, note], label] of updates) {
      expect(updated['row'], label).toMatchObject(valuesOf(text));
      expect(readByOthers(note).frontMatter, label).toMatchObject(valuesOf(text));
    }
    for (const id of ids.reverse()) await run(subject, 'undo_migration', { migration_id: id });
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('keeps numbers to the last bit, and refuses those that it can’t', async () => {
    const subject = await open({});
    await run(subject, ...(NUMBERS as [string, JsonObject]));
    const numbers = [0, -0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 0.1 + 0.2, -1.5];
    for (const number of numbers) {
      const values = { real: number, data: { number, list: [number] } };
      const { row } = await run(subject, 'insert_row', { table: 'numbers', values });
      expect(row, String(number)).toMatchObject(JSON.parse(JSON.stringify(values)) as JsonObject);
      const note = (await subject.files()).get((row as { path: string }).path) ?? '';
      expect(readByOthers(note).frontMatter, note).toMatchObject(JSON.parse(JSON.stringify(values)) as JsonObject);
      if (Number.isSafeInteger(number)) continue;
      const answer = await subject.call('insert_row', { table: 'numbers', values: { whole: number } });
      const code = Number.isInteger(number) ? 'range' : 'type';
      expect(answer, String(number)).toMatchObject({ error: { violations: [{ column: 'whole', code }] } });
    }
    await subject.close();
  });

  it('keeps what lies in 30 levels of lists and objects, and refuses what lies deeper', async () => {
    const subject = await open({});
    const columns = [column('data', 'json'), column('all', 'list', { items: 'json' })];
    const [, definition] = tableOf('deep', columns);
    await run(subject, 'create_table', { ...(definition as JsonObject), fields: { free: null } });
    const nested = (levels: number, around: (json: Json) => Json): Json =>
      levels === 0 ? 1 : around(nested(levels - 1, around));
    for (const around of [(json: Json) => [json], (json: Json) => ({ a: json })]) {
      const [deepest, deeper] = [nested(30, around), nested(31, around)];
      const values = { data: deepest, all: [deepest], free: deepest };
      const { row } = await run(subject, 'insert_row', { table: 'deep', values });
      expect(row).toMatchObject(values);
      const before = await subject.files();
      const violations = ['data', 'all', 'free'].map((name): unknown => ({
        column: name,
        code: 'type',
        message: expect.stringContaining('more than 30 levels') as string,
      }));
      const wrong = { table: 'deep', values: { data: deeper, all: [deepest, deeper], free: deeper } };
      expect(await subject.call('insert_row', wrong)).toMatchObject({ error: { code: 'refused', violations } });
      const refused = { error: { message: expect.stringContaining('more than 30 levels') as string } };
      const added = { table: 'deep', column: column('more', 'json', { default: deeper }) };
      expect(await subject.call('add_column', added)).toMatchObject(refused);
      expect(await subject.call('alter_table', { table: 'deep', fields: { free: deeper } })).toMatchObject(refused);
      expect(await subject.files()).toEqual(before);
    }
    expect(await run(subject, 'check_table', { table: 'deep' })).toMatchObject({ ok: true, rows: 2 });
    await subject.close();
  });

  it('says which value no front matter can hold, and why', async () => {
    const subject = await open({});
    await run(subject, ...(ALL as [string, JsonObject]));
    const { row } = await run(subject, 'insert_row', { table: 'all', values: { n: 1 } });
    const long = await run(subject, 'insert_row', { table: 'all', values: { text: 'a'.repeat(200_000) } });
    const before = await subject.files();
    const cases: readonly (readonly [values: JsonObject, column: string | null, why: string])[] = [
      [{ n: 2, text: 'a'.repeat(300_000) }, 'text', "text: can't be written: the front matter is longer than 256 KiB"],
      [
        { n: 2, data: Array.from({ length: 60_000 }, () => [1]) },
        'data',
        "data: can't be written: the front matter is longer than 256 KiB",
      ],
      [
        { text: 'a'.repeat(200_000), texts: ['b'.repeat(200_000)] },
        null,
        "the front matter can't be written: the front matter is longer",
      ],
    ];
    for (const [values, name, why] of cases) {
      const message = expect.stringContaining(why) as string;
      const hint = expect.stringContaining('body') as string;
      const error = { code: 'refused', hint, violations: [{ column: name, code: 'unparsable', message }] };
      expect(await subject.call('insert_row', { table: 'all', values })).toMatchObject({ error });
      const { path } = row as { path: string };
      expect(await subject.call('update_row', { table: 'all', path, set_values: values })).toMatchObject({ error });
    }
    const more = { table: 'all', path: pathOf(long), set_values: { texts: ['b'.repeat(100_000)] } };
    const message = "the front matter can't be written: the front matter is longer than 256 KiB";
    expect(await subject.call('update_row', more)).toMatchObject({
      error: { violations: [{ column: null, message }] },
    });
    expect(await subject.files()).toEqual(before);
    await subject.close();
  });

  it('keeps hostile bodies, and what stands above them', async () => {
    const subject = await open({});
    await run(subject, ...(ALL as [string, JsonObject]));
    const inserted = await eachText((text) =>
      subject.call('insert_row', { table: 'all', values: { n: 1 }, body: text }),
    );
    const files = await subject.files();
    for (const [text, answer, label] of inserted) {
      if (hasHalfPair(text)) {
        const message = expect.stringContaining('surrogate') as string;
        expect(answer, label).toMatchObject({ error: { code: 'bad_request', message } });
      } else if ('error' in answer) throw new Error(`${label}: ${answer.error.message}`);
      else {
        const note = files.get(pathOf(answer.result)) ?? '';
        expect(readByOthers(note), label).toMatchObject({ frontMatter: { n: 1 }, body: text });
      }
    }
    expect(await run(subject, 'check_table', { table: 'all' })).toMatchObject({ ok: true });
    await subject.close();
  });
});
