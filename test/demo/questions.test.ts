/** Every call of docs/questions.md over the demo vault, at one moment: the answers are as shown, and the guide has a call for each heading. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/engine/index';
import { guideText } from '../../src/server/guide/guide-text';
import { type TestVault, openVault } from '../engine/open-vault';
import { readDemoVault } from './read-demo-vault';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../docs/questions.md'), 'utf8');

/** The date of the page, at ten in the time zone of the vault. */
const NOW = Date.UTC(2026, 10, 24, 9);

interface Question {
  readonly asked: string;
  readonly operation: string;
  readonly args: JsonObject;
  readonly answer: JsonObject;
}

const FORM =
  /^### (.+)\n\nIn the interface: .+\n\n`(\w+)`\n\n```json\n([^`]*?)\n```\n\nAnswer:\n\n```json\n([^`]*?)\n```$/gm;

const QUESTIONS: readonly Question[] = [...PAGE.matchAll(FORM)].map(
  ([, asked = '', operation = '', args = '', answer = '']) => ({
    asked,
    operation,
    args: JSON.parse(args) as JsonObject,
    answer: JSON.parse(answer) as JsonObject,
  }),
);

let vault: TestVault;
beforeAll(async () => {
  vault = await openVault({ files: readDemoVault(), now: NOW });
});
afterAll(() => vault.engine.close());

it('has at least forty questions, each in the same form', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
  expect(PAGE.match(/^### /gm)).toHaveLength(QUESTIONS.length);
  expect(new Set(QUESTIONS.map(({ asked }) => asked)).size).toBe(QUESTIONS.length);
});

it.each(QUESTIONS.map((question) => [question.asked, question] as const))('%s', async (_, question) => {
  const { operation, args, answer } = question;
  const found = await vault.run(operation, args);
  if (operation !== 'select_rows') expect(fieldsOf(found, answer)).toEqual(answer);
  else {
    const { rows, total, ...others } = answer;
    expect(total).toBe(found['total']);
    if (args['limit'] !== 0) expect(rows).toEqual((found['rows'] as readonly JsonObject[]).map(withoutPath));
    expect(fieldsOf(found, others)).toEqual(others);
  }
});

const withoutPath = (row: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'path'));

/** The fields of the answer that the page shows; a list has to be whole. */
function fieldsOf(found: Json | undefined, shown: Json | undefined): Json {
  if (Array.isArray(shown) && Array.isArray(found) && shown.length === found.length) {
    return (found as readonly Json[]).map((item, index) => fieldsOf(item, (shown as readonly Json[])[index]));
  }
  if (!isObject(shown) || !isObject(found)) return found ?? null;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, fieldsOf(found[key], value)]));
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each line of the guide's list: a kind of question, and arguments of select_rows. */
const SKELETONS = [...guideText([]).matchAll(/^- (.+?): `(\{.*\})`$/gm)].map(
  ([, kind = '', args = '']) => [kind, JSON.parse(args) as JsonObject] as const,
);

it('gives agents a call for each kind of question', () => {
  expect(SKELETONS.length).toBeGreaterThanOrEqual(9);
});

it.each(SKELETONS)('the call of the guide runs: %s', async (_kind, args) => {
  expect((await vault.run('select_rows', args))['total']).toBeGreaterThan(0);
});
