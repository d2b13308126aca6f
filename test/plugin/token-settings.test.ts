// @vitest-environment happy-dom
/** The settings list the tokens of apps, make new ones, show each once, revoke them, and say when clients were heard of. D13, docs/rights.md#tokens */

import http from 'node:http';
import ICAL from 'ical.js';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { demoVault, find, freePort, post, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();
afterEach(() => vi.restoreAllMocks());
vi.setConfig({ testTimeout: 20_000 });

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.vertical-tab-content .setting-item')];
const nameOf = (row: Element): string => row.querySelector('.setting-item-name')?.textContent ?? '';

function within(items: readonly HTMLElement[], name: string): HTMLElement {
  const found = items.find((each) => nameOf(each) === name);
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
}

const row = (name: string): HTMLElement => within(rows(), name);
const told = (name: string): string => row(name).querySelector('.setting-item-description')?.textContent ?? '';
const field = (name: string): HTMLElement =>
  within([...document.querySelectorAll<HTMLElement>('.ndb-token-form .setting-item')], name);
const button = (parent: ParentNode, text: string): HTMLElement => {
  const found = [...parent.querySelectorAll('button')].find((each) => each.textContent === text);
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};

function type(name: string, value: string): void {
  const input = field(name).querySelector('input');
  if (input === null) throw new Error(`no field ${name}`);
  input.value = value;
  input.dispatchEvent(new Event('input'));
}

const toggle = (name: string): void => field(name).querySelector<HTMLElement>('.checkbox-container')?.click();
const make = (): void => button(document.querySelector('.ndb-token-form') as HTMLElement, 'Make the token').click();

async function openSettings(): Promise<{ app: NodeTestApp; port: number; copied: string[] }> {
  const port = await freePort();
  const app = await startApp({ folder: await demoVault({ serve: true, port }) });
  await turnOn(app);
  await eventually(() => expect(find('.status-bar-item', '').textContent).toBe(`NoteDB: port ${port}`));
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  return { app, port, copied };
}

it('makes a token with the rights that are chosen, shows it once, and revokes it', async () => {
  const { app, port, copied } = await openSettings();
  button(row('New app'), 'New app').click();
  type('Name', 'Kitchen dashboard');
  toggle('Write rows');
  toggle('Read notes');
  type('Tables', 'main.default.tasks, main.crm.*');
  toggle('Ask first');
  type('Last day', '2099-01-31');
  make();
  const token = document.querySelector('.ndb-token')?.textContent ?? '';
  expect(token).toMatch(/^ndb_[\w-]{43}$/);
  button(document.querySelector('.ndb-token-form') as HTMLElement, 'Copy').click();
  await eventually(() => expect(copied).toEqual([token]));
  button(document.querySelector('.ndb-token-form') as HTMLElement, 'Done').click();
  expect(document.body.textContent).not.toContain(token);
  expect(told('Kitchen dashboard')).toBe(
    'May read rows, read notes · main.default.tasks, main.crm.* · asks first · until 31 Jan 2099 · not heard of yet',
  );
  expect(
    JSON.stringify([...app.core.secretStorage.listSecrets()].map((id) => app.core.secretStorage.getSecret(id))),
  ).not.toContain(token);

  const headers = { authorization: `Bearer ${token}` };
  expect((await post(port, 'select_rows', { table: 'tasks' }, headers)).status).toBe(200);
  expect((await post(port, 'select_rows', { table: 'people' }, headers)).status).toBe(403);
  expect((await post(port, 'insert_row', { table: 'tasks', values: {} }, headers)).status).toBe(403);
  await eventually(() => expect(told('Kitchen dashboard')).toContain('heard of just now'));

  button(row('Kitchen dashboard'), 'Revoke').click();
  button(document.querySelector('.mod-confirmation') as HTMLElement, 'Keep it').click();
  await eventually(() => expect(document.querySelector('.mod-confirmation')).toBeNull());
  expect((await post(port, 'select_rows', { table: 'tasks' }, headers)).status).toBe(200);
  button(row('Kitchen dashboard'), 'Revoke').click();
  button(document.querySelector('.mod-confirmation') as HTMLElement, 'Revoke').click();
  await eventually(() => expect(rows().map(nameOf)).not.toContain('Kitchen dashboard'));
  expect((await post(port, 'select_rows', { table: 'tasks' }, headers)).status).toBe(401);
});

it('says what is missing, and makes no token before', async () => {
  const { app } = await openSettings();
  const cases: readonly (readonly [fill: () => void, problem: string])[] = [
    [() => undefined, 'The name of the app is empty.'],
    [() => type('Name', 'x'.repeat(81)), 'The name is longer than 80 characters.'],
    [() => (type('Name', 'x'), toggle('Read rows'), toggle('Write rows')), 'Name at least one permission'],
    [() => (toggle('Read rows'), type('Tables', 'main..x')), 'main.crm.*'],
    [() => (type('Tables', ''), type('Last day', '2020-01-01')), '2020-01-01 is past.'],
  ];
  button(row('New app'), 'New app').click();
  for (const [fill, problem] of cases) {
    fill();
    make();
    expect(document.querySelector('.ndb-token-form .setting-item-error')?.textContent).toContain(problem);
    expect(document.querySelector('.ndb-token')).toBeNull();
  }
  expect(app.core.secretStorage.getSecret('notedb-app-tokens') ?? '').toBe('');
});

it('says when a client that was connected is heard of', async () => {
  const { port, copied } = await openSettings();
  expect(told('Connect Claude Code')).not.toContain('heard');
  button(row('Connect Claude Code'), 'Copy with a new token').click();
  await eventually(() => expect(told('Connect Claude Code')).toContain('It was not heard of yet.'));
  expect(told('Claude Code')).toContain('not heard of yet');
  const token = /ndb_[\w-]+/.exec(copied[0] ?? '')?.[0] ?? '';
  expect((await post(port, 'list_tables', {}, { authorization: `Bearer ${token}` })).status).toBe(200);
  await eventually(() => expect(told('Connect Claude Code')).toContain('It was heard of just now.'));
  // It starts a program, which needs no token.
  expect(told('Connect Claude Desktop')).not.toContain('heard');
});

it('says so when the kept tokens can not be read', async () => {
  const { app } = await openSettings();
  app.core.secretStorage.setSecret('notedb-app-tokens', 'garbage');
  app.core.setting.openTabById('notedb');
  expect(told('The tokens can not be read')).toContain('Delete the secret notedb-app-tokens');
});

it('makes the address of a calendar feed, which a calendar reads', async () => {
  const { port, copied } = await openSettings();
  button(row('New app'), 'New app').click();
  type('Name', 'Calendar');
  toggle('Read rows');
  toggle('Write rows');
  toggle('Calendar feed');
  type('Tables', 'main.default.tasks');
  make();
  button(document.querySelector('.ndb-token-form') as HTMLElement, 'Copy').click();
  await eventually(() => expect(copied).toHaveLength(1));
  const [address = ''] = copied;
  expect(address).toMatch(
    new RegExp(`^http://127\\.0\\.0\\.1:${port}/feeds/main\\.default\\.tasks\\.ics\\?token=ndb_[\\w-]{43}$`),
  );
  const { status, text } = await read(address);
  expect(status).toBe(200);
  const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  expect(events.length).toBeGreaterThan(0);
  button(document.querySelector('.ndb-token-form') as HTMLElement, 'Done').click();
  button(row('Calendar'), 'Revoke').click();
  button(document.querySelector('.mod-confirmation') as HTMLElement, 'Revoke').click();
  await eventually(() => expect(rows().map(nameOf)).not.toContain('Calendar'));
  expect((await read(address)).status).toBe(401);
});

/** As programs of calendars do: with the address alone. */
function read(address: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    http
      .get(address, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      })
      .on('error', reject);
  });
}
