/** Every refusal: status, code, what is named, the hint; and the vault is as it was. Source: docs/http.md#errors; D5 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIOLATION_CODES } from '../../src/engine/errors';
import type { Json, JsonObject } from '../../src/engine/index';
import { STATUSES } from './http-subject';
import { CHECK_LINES, CROWD, type CheckLine, HAND_EDITS } from './refusals/check-lines';
import { HISTORY_LINES, HISTORY_WORLD } from './refusals/history-lines';
import type { RefusalLine } from './refusals/line';
import { QUERY_LINES } from './refusals/query-lines';
import { ROW_LINES } from './refusals/row-lines';
import { CHECK_CODES, SPECIFIED, WRITE_CODES } from './refusals/rules';
import { SCHEMA_LINES } from './refusals/schema-lines';
import { WORLD, WORLD_FILES, disturb } from './refusals/world';
import type { Subject, WireError } from './run-case';
import { SUBJECTS } from './subjects';

const ALL_LINES: readonly RefusalLine[] = [...ROW_LINES, ...SCHEMA_LINES, ...QUERY_LINES, ...HISTORY_LINES];

type OpenSubject = Awaited<ReturnType<(typeof SUBJECTS)[number][1]>>;

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '-');

/** `code column path` of each; the folder of all tables and the ids of new rows left out. */
function namedIn({ violations, conflicts }: WireError): readonly string[] {
  return [...violations, ...conflicts].map(({ code, column, path }) =>
    `${text(code)} ${text(column)} ${text(path)}`
      .replace('notedb/main/default/', '')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}\.md/, '<id>.md'),
  );
}

describe.each(SUBJECTS)('%s refuses', (_name, open) => {
  let subject: OpenSubject;
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    subject = await open({ files: WORLD_FILES });
    for (const [operation, args = {}] of [...WORLD, ...HISTORY_WORLD]) await run(subject, operation, args);
    ids = await disturb(subject);
  }, 60_000);
  afterAll(() => subject.close());

  it.each(ALL_LINES.map((each) => [each.rule, each] as const))(
    '%s',
    async (_rule, { call: [operation, given = {}], refused, named, hint, says = '' }) => {
      const args = Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, ids[value as string] ?? value]),
      );
      const before = await subject.files();
      const answer = await subject.call(operation, args);
      if ('result' in answer) throw new Error(`done: ${JSON.stringify(answer.result)}`);
      const { error } = answer;
      expect(`${STATUSES[error.code] ?? ''} ${error.code}`, error.message).toBe(refused);
      expect(namedIn(error), error.message).toEqual(named);
      expect(error.message).toContain(says);
      expect(error.message).not.toBe('');
      expect(error.hint ?? '', error.message).not.toBe('');
      expect(error.hint).toContain(hint);
      expect(await subject.files()).toEqual(before);
    },
  );
});

describe.each(SUBJECTS)('%s lists by check_table', (_name, open) => {
  let subject: OpenSubject;
  const listed = new Map<string, readonly JsonObject[]>();
  beforeAll(async () => {
    subject = await open({ files: { ...WORLD_FILES, ...CROWD } });
    for (const [operation, args = {}] of WORLD) await run(subject, operation, args);
    await subject.edit(HAND_EDITS);
    for (const table of new Set(CHECK_LINES.map(({ table: each }) => each))) {
      const { violations } = await run(subject, 'check_table', { table });
      listed.set(table, violations as JsonObject[]);
    }
  }, 60_000);
  afterAll(() => subject.close());

  it.each(CHECK_LINES.map((each) => [`${each.rule} (${each.path})`, each] as const))(
    '%s',
    async (_rule, { table, path, text: wanted, named, severity }: CheckLine) => {
      const own = (listed.get(table) ?? []).filter((each) => each['path'] === path);
      expect(own.map(({ code, column }) => `${text(code)} ${text(column)}`)).toEqual(named);
      for (const each of own) {
        expect(each['severity']).toBe(severity);
        expect(each['message']).not.toBe('');
      }
      expect((await subject.files()).get(path) ?? null).toBe(wanted);
    },
  );
});

describe('the table of refusals', () => {
  const rules = ALL_LINES.map(({ rule }) => rule);

  it('has a line for every refusal that operations declare', () => {
    expect(SPECIFIED.filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('names each rule once', () => {
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  it('has a line for every code that a write refuses with, and for every one that check_table lists', () => {
    const written = new Set(ALL_LINES.flatMap(({ named }) => named.map((each) => each.split(' ')[0])));
    const checked = new Set(CHECK_LINES.flatMap(({ named }) => named.map((each) => each.split(' ')[0])));
    expect(WRITE_CODES.filter((code) => !written.has(code))).toEqual([]);
    expect(CHECK_CODES.filter((code) => !checked.has(code))).toEqual([]);
    expect([...new Set([...WRITE_CODES, ...CHECK_CODES])].sort()).toEqual(Object.keys(VIOLATION_CODES).sort());
  });
});
