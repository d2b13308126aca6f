/** Results of tools: empty fields go, long ones are cut where an agent can go on. D12, D19, docs/mcp.md#results */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/engine/index';
import { fitError, fitResult, MOST_RESULT_BYTES } from '../../src/server/mcp/fit-result';
import { callTool } from './mcp-messages';
import { type ServerFixture, serverFixture } from './server-fixture';

const bytes = (value: Json): number => new TextEncoder().encode(JSON.stringify(value)).length;
const OFFSET = { args: {}, takes: new Set(['offset']) };
const items = (count: number, size: number): JsonObject[] =>
  Array.from({ length: count }, (_, i) => ({ seq: i + 100, text: 'ä'.repeat(size) }));

describe('a result above 60 KB', () => {
  it('is left alone up to there', () => {
    const room = MOST_RESULT_BYTES - bytes({ rows: [{ text: '' }] });
    const exact = { rows: [{ text: 'x'.repeat(room) }] };
    expect([bytes(exact), fitResult(exact, OFFSET)]).toEqual([MOST_RESULT_BYTES, exact]);
    expect(fitResult({ rows: [{ text: 'x'.repeat(room + 1) }] }, OFFSET)).toHaveProperty('truncated', true);
  });

  it('is cut at whole items of its longest list, with the arguments that go on', () => {
    const rows = items(300, 200);
    const cut = fitResult({ table: 't', total: 900, rows, notes: [1, 2] }, { ...OFFSET, args: { offset: 600 } });
    const kept = cut['rows'] as readonly Json[];
    expect(kept).toEqual(rows.slice(0, kept.length));
    expect(cut).toMatchObject({ total: 900, truncated: true, next: { offset: 600 + kept.length }, notes: [1, 2] });
    expect(bytes(cut)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
    expect(bytes({ ...cut, rows: rows.slice(0, kept.length + 2) })).toBeGreaterThan(MOST_RESULT_BYTES);
  });

  it('goes on from the last number of a feed, and tells the length where there is no other total', () => {
    const cut = fitResult({ changes: items(300, 200) }, { args: {}, takes: new Set(['since', 'limit']) });
    const kept = cut['changes'] as readonly JsonObject[];
    expect(cut).toMatchObject({ total: 300, next: { since: kept.at(-1)?.['seq'] } });
    expect(fitResult({ folders: items(300, 200) }, { args: {}, takes: new Set() })).not.toHaveProperty('next');
  });

  it('is cut where the text of a note can be read on, and the parts are the text', async () => {
    const text = `# ${'😀ä"\n'.repeat(30_000)}end`;
    const fixture = await serverFixture({}, { files: { 'Long.md': text } });
    let [read, args, parts] = ['', {} as JsonObject, 0];
    for (;;) {
      const answer = (await callTool(fixture, 'read_note', { path: 'Long', ...args })).structuredContent;
      expect(bytes(answer)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
      expect(answer['size']).toBe(new TextEncoder().encode(text).length);
      const content = answer['content'] as string;
      expect(content).not.toMatch(/[\uD800-\uDBFF]$/);
      read += content;
      parts += 1;
      if (answer['next'] === undefined) break;
      expect(answer).toMatchObject({ truncated: true, total: text.length });
      args = answer['next'] as JsonObject;
    }
    expect([read === text, parts > 2]).toEqual([true, true]);
  });

  it('has the longest texts of a single item cut, marked with how much is left out', () => {
    const cut = fitResult({ rows: [{ name: 'short', body: '😀'.repeat(40_000) }, { name: 'b' }], total: 2 }, OFFSET);
    const [{ name, body }] = cut['rows'] as unknown as [{ name: string; body: string }];
    const [, text = '', count = ''] = /^(.*)… \((\d+) characters left out\)$/su.exec(body) ?? [];
    expect([name, text.length + Number(count), /[\uD800-\uDBFF]$/.test(text)]).toEqual(['short', 80_000, false]);
    expect(cut).toMatchObject({ total: 2, truncated: true, next: { offset: 1 } });
    expect(bytes(cut)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
  });

  it.each<[string, JsonObject]>([
    ['one long text', { path: 'x', content: 'x'.repeat(200_000) }],
    ['many fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key ${i}`, i]))],
    ['a list in a list', { steps: [{ planned: items(2000, 100) }] }],
    ['numbers in a deep list', { a: { b: { c: Array.from({ length: 40_000 }, (_, i) => i) } } }],
    ['long keys', { a: { ['k'.repeat(100_000)]: 1 } }],
    ['quotes and line breaks', { content: '"\n'.repeat(60_000) }],
  ])('fits whatever it is made of: %s', (_, result) => {
    const cut = fitResult(result, OFFSET);
    expect(cut).toHaveProperty('truncated', true);
    expect(bytes(cut)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
  });

  it('of an error has the total beside the list', () => {
    const cut = fitError({ code: 'refused', message: 'no', violations: items(100, 1000) });
    const error = cut['error'] as JsonObject;
    expect(error).toMatchObject({ code: 'refused', violations_total: 100 });
    expect(bytes(cut)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
    expect(fitError({ code: 'x', violations: items(100, 1000), violations_total: 7000 })).toMatchObject({
      error: { violations_total: 7000 },
    });
    expect(bytes(fitError({ code: 'x', message: 'x'.repeat(100_000) }))).toBeLessThanOrEqual(MOST_RESULT_BYTES);
  });
});

describe('over /mcp', () => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await serverFixture();
    const columns = [
      { name: 'name', type: 'string', description: 'What', required: true },
      { name: 'text', type: 'string', description: 'Much' },
    ];
    await fixture.call('create_table', { name: 'long', description: 'Long rows', columns });
    const rows = Array.from({ length: 120 }, (_, i) => ({
      name: `Row ${String(i).padStart(3, '0')}`,
      text: 'x'.repeat(900),
    }));
    await fixture.call('merge_rows', { table: 'long', on: ['name'], rows });
  });

  it('following next gives every row once', async () => {
    const seen: string[] = [];
    let next: JsonObject | undefined = {};
    let calls = 0;
    while (next !== undefined) {
      const { structuredContent, content } = await callTool(fixture, 'select_rows', {
        table: 'long',
        order_by: 'name',
        ...next,
      });
      expect(bytes(JSON.parse(content[0]?.text ?? '') as Json)).toBeLessThanOrEqual(MOST_RESULT_BYTES);
      seen.push(...(structuredContent['rows'] as unknown as { name: string }[]).map(({ name }) => name));
      next = structuredContent['next'] as JsonObject | undefined;
      if (seen.length < 120) next ??= { offset: seen.length };
      calls += 1;
    }
    expect([seen.length, new Set(seen).size, calls]).toEqual([120, 120, 3]);
  });

  it('leaves out what is empty, and nothing inside of a value of a note', async () => {
    const { structuredContent } = await callTool(fixture, 'describe_table', { table: 'long' });
    expect(JSON.stringify(structuredContent)).not.toMatch(/:(null|\[\]|\{\})/);
    const listed = await callTool(fixture, 'list_tables', {});
    expect(listed.structuredContent).not.toHaveProperty('views');
    const inferred = await callTool(fixture, 'infer_table', { rows: [{ a: '1' }, { a: '' }] });
    // False is the default of these fields.
    expect(inferred.structuredContent).toMatchObject({ columns: [{ name: 'a', type: 'integer' }] });
    expect(JSON.stringify(inferred.structuredContent)).not.toMatch(/"(required|unique)"/);
    const none = await callTool(fixture, 'select_rows', { table: 'long', where: { name: 'none' }, columns: ['text'] });
    expect(none.structuredContent).toEqual({ table: 'main.default.long', total: 0 });
  });
});
