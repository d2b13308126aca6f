// @vitest-environment happy-dom
/** The settings mirror the vault into a real PostgreSQL, say how far it is and what is wrong, and keep the address out of the vault. docs/mirror.md#from-obsidian */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotedbApi } from '../../src/plugin/javascript-api';
import { eventually } from '../eventually';
import type { NodeTestApp } from '../host/create-test-app';
import { PostgresServer, whyNoPostgres } from '../mirror/postgres-server';
import { demoVault, find, freePort, startApp, turnOn, usePluginFixture } from './plugin-fixture';

usePluginFixture();

let server: PostgresServer;
beforeAll(async () => {
  if (whyNoPostgres === null) server = await PostgresServer.start();
});
afterAll(() => server?.remove());

const row = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.setting-item')].find(
    (el) => el.querySelector('.setting-item-name')?.textContent === name,
  );
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
};

const field = (name: string): HTMLInputElement => {
  const input = row(name).querySelector('input');
  if (input === null) throw new Error(`no field in ${name}`);
  return input;
};

function type(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event('input'));
}

const isOn = (name: string): boolean => row(name).querySelector('.checkbox-container.is-enabled') !== null;
const toggle = (name: string): void => row(name).querySelector<HTMLElement>('.checkbox-container')?.click();
const state = (): string => row('State of the mirror').querySelector('.setting-item-description')?.textContent ?? '';
const tryNow = (): HTMLButtonElement | null => row('State of the mirror').querySelector('button');

const apiOf = (app: NodeTestApp): NotedbApi =>
  (app.core.plugins.getPlugin('notedb') as unknown as { readonly api: NotedbApi }).api;

async function openSettings(): Promise<NodeTestApp> {
  const app = await startApp({ folder: await demoVault() });
  await turnOn(app);
  await apiOf(app).ready();
  app.core.setting.open();
  app.core.setting.openTabById('notedb');
  return app;
}

/** The texts of all files under a folder. */
function textsIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

it('says what is wrong with what was typed, and stays off', async () => {
  await openSettings();
  expect([state(), isOn('Mirror this vault'), field('Database').type]).toEqual(['It is off.', false, 'password']);
  expect(field('Schema').placeholder).toBe('demo');
  const refused = async (text: string): Promise<void> => {
    toggle('Mirror this vault');
    await eventually(() => expect(find('.notice', text)).toBeTruthy());
    expect([isOn('Mirror this vault'), state()]).toEqual([false, 'It is off.']);
  };
  await refused('Give the address of the database: postgres://user@host/database.');
  type('Database', 'postgres://postgres@127.0.0.1/postgres');
  type('Schema', 'pg_mine');
  await refused('"pg_mine" is not the name of a schema.');
  type('Schema', '');
  type('Tables', 'tasks; people');
  await refused('"tasks; people" is not the name of tables.');
});

it('waits for a database that is away, and can be told to try now', async () => {
  const app = await openSettings();
  const port = await freePort();
  type('Database', `postgres://postgres:geheim@127.0.0.1:${port}/postgres`);
  toggle('Mirror this vault');
  await eventually(() =>
    expect(state()).toMatch(/^It tries again soon\. Problem with the target: it can not be reached/),
  );
  expect([isOn('Mirror this vault'), field('Database').disabled, field('Tables').disabled]).toEqual([true, true, true]);
  tryNow()?.click();
  await eventually(() => expect(state()).toMatch(/^It tries again soon/));
  toggle('Mirror this vault');
  await eventually(() => expect([state(), tryNow(), field('Database').disabled]).toEqual(['It is off.', null, false]));
  expect(textsIn(app.folder)).not.toContain('geheim');
});

describe.skipIf(whyNoPostgres !== null)('with a database', () => {
  it('copies the tables, follows changes, stops when it is off, and goes on where it was', async () => {
    const app = await openSettings();
    const api = apiOf(app);
    const client = await server.connect();
    const titles = async (): Promise<unknown> =>
      (await client.query("select name from team_notes.people where name like 'Zoe%' order by 1")).rows;
    const tables = async (): Promise<unknown> => (await client.query('select qualified from team_notes._tables')).rows;
    type('Database', server.url());
    type('Schema', 'team_notes');
    type('Tables', 'people');
    toggle('Mirror this vault');
    await eventually(() => expect(state()).toMatch(/^Up to change \d+\.$/));
    expect(await tables()).toEqual([{ qualified: 'main.default.people' }]);
    await api.run('insert_row', { table: 'people', values: { name: 'Zoe', relation: 'friend' } });
    await eventually(async () => expect(await titles()).toEqual([{ name: 'Zoe' }]));
    toggle('Mirror this vault');
    await eventually(() => expect(state()).toBe('It is off.'));
    await api.run('insert_row', { table: 'people', values: { name: 'Zoe Two', relation: 'friend' } });
    toggle('Mirror this vault');
    await eventually(async () => expect(await titles()).toEqual([{ name: 'Zoe' }, { name: 'Zoe Two' }]));
    await app.core.plugins.disable('notedb');
    await client.end();
  });
});
