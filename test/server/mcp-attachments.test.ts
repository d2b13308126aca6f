/** The official clients of both generations attach resources, use prompts, are asked and told, over a real socket. docs/mcp.md */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/engine/index';
import { eventually } from '../eventually';
import {
  APP_TOKEN,
  type AgentClient,
  type Connecting,
  connectAgent,
  GENERATIONS,
  type ServedVault,
  servedVault,
} from './mcp-clients';

const PROMPT = `---
description: Plans a day
---
Plan my {{day}} with the rows of {{table}}. Begin with what is late.
`;

let vault: ServedVault;
const open: AgentClient[] = [];
beforeEach(async () => {
  vault = await servedVault();
  const { fixture } = vault;
  const columns = [
    { name: 'name', type: 'string', description: 'What', required: true },
    { name: 'due', type: 'date', description: 'Until when' },
  ];
  await fixture.call('create_table', { name: 'tasks', description: 'Things to do', columns });
  await fixture.call('create_table', { name: 'diary', description: 'Secret thoughts', columns });
  await fixture.call('create_view', { name: 'vw_late', description: 'Late', query: { table: 'tasks' } });
  await fixture.call('insert_row', { table: 'tasks', values: { name: 'Pay rent', due: '2026-01-02' } });
  await fixture.call('insert_row', { table: 'diary', values: { name: 'Dear diary' } });
  await fixture.host.vault.create('notedb/prompts/Plan a day.md', PROMPT);
  await fixture.engine.rescan();
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
  await vault.close();
});

describe.each(GENERATIONS)('a client of %s', (generation) => {
  const connect = async (more: Connecting = {}): Promise<AgentClient> => {
    const client = await connectAgent(generation, vault, more);
    open.push(client);
    return client;
  };
  const textOf = async (client: AgentClient, uri: string): Promise<string> => {
    const { contents } = await client.request('resources/read', { uri });
    return (contents as unknown as [{ text: string }])[0].text;
  };
  const urisOf = async (client: AgentClient): Promise<string[]> =>
    ((await client.request('resources/list'))['resources'] as unknown as { uri: string }[]).map(({ uri }) => uri);

  it('lists and reads tables, views, definitions, notes and the skill', async () => {
    const client = await connect();
    expect(await urisOf(client)).toEqual([
      'notedb://definitions',
      'notedb://table/main.default.diary',
      'notedb://table/main.default.tasks',
      'notedb://view/main.default.vw_late',
      'skill://notedb/SKILL.md',
    ]);
    expect(JSON.parse(await textOf(client, 'notedb://table/tasks'))).toMatchObject({ rows: [{ name: 'Pay rent' }] });
    expect(JSON.parse(await textOf(client, 'notedb://view/vw_late'))).toMatchObject({ rows: [{ name: 'Pay rent' }] });
    expect(await textOf(client, 'notedb://definition/main.default.tasks')).toContain('Until when');
    expect(await textOf(client, 'notedb://definitions')).toContain('main.default.diary');
    expect(await textOf(client, 'notedb://note/notedb/main/default/tasks/Pay%20rent.md')).toContain('due: 2026-01-02');
    expect(await textOf(client, 'skill://notedb/SKILL.md')).toContain('list_tables');
    const { resourceTemplates } = await client.request('resources/templates/list');
    expect(JSON.stringify(resourceTemplates)).toContain('notedb://note/{+path}');
    await expect(textOf(client, 'notedb://table/nothing')).rejects.toThrow(/not found/i);
  });

  it('completes names of tables and notes', async () => {
    const client = await connect();
    const complete = async (name: string, value: string): Promise<unknown> => {
      const ref = { type: 'ref/resource', uri: `notedb://${name === 'path' ? 'note/{+path}' : 'table/{table}'}` };
      const { completion } = await client.request('completion/complete', { ref, argument: { name, value } });
      return (completion as { values: string[] }).values;
    };
    expect(await complete('table', 'ta')).toEqual(['main.default.tasks']);
    expect(await complete('path', 'notedb/main/default/tasks/P')).toEqual(['notedb/main/default/tasks/Pay rent.md']);
    expect(await complete('path', 'rent')).toEqual(['notedb/main/default/tasks/Pay rent.md']);
  });

  it('has our prompts, and the notes of the owner as prompts', async () => {
    const client = await connect();
    const { prompts } = await client.request('prompts/list');
    expect(prompts).toMatchObject([
      { name: 'make_table' },
      { name: 'weekly_review' },
      { name: 'find_problems' },
      {
        name: 'Plan a day',
        description: 'Plans a day',
        arguments: [{ name: 'day', required: true }, { name: 'table' }],
      },
    ]);
    const given = { name: 'Plan a day', arguments: { day: 'Monday', table: 'tasks' } };
    const { messages } = await client.request('prompts/get', given);
    const text = 'Plan my Monday with the rows of tasks. Begin with what is late.';
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text } }]);
    await expect(client.request('prompts/get', { name: 'Plan a day' })).rejects.toThrow(/day, table/);
  });

  it('with a token for one table knows nothing of the others', async () => {
    vault.app = { permissions: ['read', 'notes'], tables: ['main.default.tasks'], ask: false };
    const client = await connect({ token: APP_TOKEN });
    const { tools } = await client.request('tools/list');
    const names = (tools as unknown as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('select_rows');
    expect(names.filter((name) => /insert_row|create_table|batch|undo_migration|create_webhook/.test(name))).toEqual(
      [],
    );
    expect(await urisOf(client)).not.toContain('notedb://table/main.default.diary');
    expect(await textOf(client, 'notedb://definitions')).not.toContain('diary');
    for (const hidden of [
      'table/diary',
      'definition/main.default.diary',
      'note/notedb/main/default/diary/Dear%20diary.md',
    ])
      await expect(textOf(client, `notedb://${hidden}`)).rejects.toThrow(/not found/i);
    const ref = { type: 'ref/resource', uri: 'notedb://table/{table}' };
    const found = await client.request('completion/complete', { ref, argument: { name: 'table', value: 'd' } });
    expect(found['completion']).toMatchObject({ values: [] });
  });

  it('hears how long a call runs, and can give it up', async () => {
    const client = await connect();
    const heard: number[] = [];
    const { structuredContent: now } = await client.call('list_changes', { limit: 0 });
    const { head: since } = now as { head: number };
    const write = { table: 'tasks', values: { name: 'New' } };
    setTimeout(() => void vault.fixture.call('insert_row', write), 2300);
    await client.call('list_changes', { since, wait_ms: 40_000 }, (progress) => heard.push(progress));
    expect(heard.slice(0, 2)).toEqual([1, 2]);
    const giveUp = new AbortController();
    const call = client.callUntil('list_changes', { since: since + 1, wait_ms: 40_000 }, giveUp.signal);
    setTimeout(() => giveUp.abort(), 100);
    await expect(call).rejects.toThrow();
    const { structuredContent } = await client.call('list_changes', { limit: 0 });
    expect(structuredContent).toHaveProperty('head');
  });

  it.each([
    ['accept', 1],
    ['decline', 0],
  ] as const)('asks its user before a write: %s', async (answering, written) => {
    vault.app = { permissions: ['read', 'notes', 'write'], tables: null, ask: true };
    const client = await connect({ token: APP_TOKEN, answering });
    const result = await client.call('insert_row', { table: 'tasks', values: { name: 'Buy milk' } });
    expect(client.asked).toEqual([expect.stringContaining('Planner asks before it writes: insert_row')]);
    expect(client.asked[0]).toContain('Buy milk');
    const where = { name: 'Buy milk' };
    expect((await vault.fixture.call('select_rows', { table: 'tasks', where })).json).toMatchObject({ total: written });
    if (written === 0)
      expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } });
    else expect(result['structuredContent']).toMatchObject({ changed: 1, row: { name: 'Buy milk' } });
  });

  it('that shows no questions is refused a write that asks first', async () => {
    vault.app = { permissions: ['read', 'write'], tables: null, ask: true };
    const client = await connect({ token: APP_TOKEN });
    const refused = await client.call('insert_row', { table: 'tasks', values: { name: 'Buy milk' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'forbidden' } } });
  });

  it('is told of changes that it may see, and of its rights', async () => {
    vault.app = { permissions: ['read', 'notes'], tables: ['main.default.tasks', 'main.default.books'], ask: false };
    const client = await connect({ token: APP_TOKEN });
    const tasks = 'notedb://table/main.default.tasks';
    await client.listen([tasks]);
    await vault.fixture.call('insert_row', { table: 'diary', values: { name: 'Hidden' } });
    await vault.fixture.call('insert_row', { table: 'tasks', values: { name: 'Seen' } });
    await eventually(() => expect(client.news).toEqual([`notifications/resources/updated ${tasks}`]));
    const columns = [{ name: 'name', type: 'string', description: 'Title' }];
    await vault.fixture.call('create_table', { name: 'books', description: 'Books', columns });
    await eventually(() => expect(client.news).toContain('notifications/resources/list_changed'));
    expect(await urisOf(client)).toContain('notedb://table/main.default.books');
    await vault.fixture.host.vault.create('notedb/prompts/New.md', 'Do it.');
    await vault.fixture.engine.rescan();
    await eventually(() => expect(client.news).toContain('notifications/prompts/list_changed'));
    vault.app = { ...vault.app, permissions: ['read', 'notes', 'write'] };
    await eventually(() => expect(client.news).toContain('notifications/tools/list_changed'));
  });
});

it('an agent does a weekly review by the prompt, its resources and one write', async () => {
  vault.app = { permissions: ['read', 'notes', 'write', 'history'], tables: null, ask: true };
  const agent = await connectAgent('2026-07-28', vault, { token: APP_TOKEN, answering: 'accept' });
  open.push(agent);
  // The owner picks the prompt; it comes with the definitions of the database.
  const { messages } = await agent.request('prompts/get', { name: 'weekly_review', arguments: { table: 'tasks' } });
  const [steps, definitions] = messages as unknown as [JsonObject, JsonObject];
  expect(JSON.stringify(steps)).toContain('weekly review of tasks');
  expect(JSON.stringify(definitions)).toContain('main.default.tasks');
  // It looks at the rows, and finds the rent overdue.
  const { contents } = await agent.request('resources/read', { uri: 'notedb://table/main.default.tasks' });
  const { rows } = JSON.parse((contents as unknown as [{ text: string }])[0].text) as { rows: [{ path: string }] };
  expect(rows).toMatchObject([{ name: 'Pay rent', due: '2026-01-02' }]);
  // The owner says: next week. The agent plans, asks, and writes.
  const move = { table: 'tasks', path: rows[0].path, set_values: { due: '2026-02-01' } };
  const planned = await agent.call('update_row', { ...move, dry_run: true });
  expect(planned['structuredContent']).toMatchObject({ changed: 1 });
  expect(agent.asked).toEqual([]);
  const written = await agent.call('update_row', move);
  expect(agent.asked).toHaveLength(1);
  expect(written['structuredContent']).toMatchObject({ changed: 1, row: { due: '2026-02-01' } });
});
