// @vitest-environment happy-dom
/** The released plugin on a desktop: real files, a real request to its own server, one writer a vault. */

import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { acquireOwnership, askOwner } from '../../src/hosts/node/process/vault-ownership';
import { rootFile } from './built-plugin';
import {
  bearer,
  cellOf,
  demoVault,
  find,
  freePort,
  post,
  press,
  showTable,
  startApp,
  tokenOf,
  turnOn,
  usePluginFixture,
} from './plugin-fixture';

usePluginFixture();

const PROJECT = 'Book club';
const projectFile = (folder: string): string => path.join(folder, `notedb/main/default/projects/${PROJECT}.md`);
const status = (): string => document.querySelector('.status-bar-item')?.textContent ?? '';
const update = (value: string): unknown => ({
  table: 'projects',
  path: `notedb/main/default/projects/${PROJECT}.md`,
  set_values: { status: value },
});

const get = (port: number, address: string): Promise<[number | undefined, string]> =>
  new Promise((resolve, reject) => {
    const request = http.get({ port, host: '127.0.0.1', path: address, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve([response.statusCode, text]));
    });
    request.on('error', reject);
  });

describe('the server', () => {
  it('answers whoever has the token, and what it writes is in the note and in the open table', async () => {
    const port = await freePort();
    const folder = await demoVault({ serve: true, port });
    const app = await startApp({ folder });
    await turnOn(app);
    await eventually(() => expect(status()).toBe(`NoteDB: port ${port}`));
    await showTable(app, 'Projects');

    const tables = await post(port, 'list_tables', {}, bearer(app));
    expect(tables.status).toBe(200);
    expect((tables.body['tables'] as { name: string }[]).map(({ name }) => name)).toContain('projects');

    const before = readFileSync(projectFile(folder), 'utf8');
    const written = await post(port, 'update_row', update('idea'), bearer(app));
    expect(written.status).toBe(200);
    expect(readFileSync(projectFile(folder), 'utf8')).toBe(before.replace(/^status: .*$/m, 'status: idea'));
    await eventually(() => expect(cellOf(PROJECT, 'Status').textContent).toBe('idea'));
    expect(document.querySelector('.status-bar-item')?.getAttribute('aria-label')).toContain('Last write: updated');
  });

  it('has the page in main.js, without a token', async () => {
    const port = await freePort();
    const app = await startApp({ folder: await demoVault({ serve: true, port }) });
    await turnOn(app);
    await eventually(() => expect(status()).toContain(String(port)));
    for (const [address, file] of [
      ['', 'index.html'],
      ['app.js', 'app.js'],
      ['icon.svg', 'icon.svg'],
    ])
      expect(await get(port, `/app/${address}`), file).toEqual([200, await rootFile(`dist/app/${file}`)]);
    // The program's page has a font besides, which main.js has no room for.
    const [, styles] = await get(port, '/app/app.css');
    const own = await rootFile('dist/app/app.css');
    expect(own.slice(-styles.length)).toBe(styles);
    expect(own.slice(0, -styles.length)).toMatch(/^@font-face.*inter-latin-ext\.woff2/s);
    expect(styles).not.toContain('@font-face');
    expect((await get(port, '/app/inter-latin.woff2'))[0]).toBe(404);
  });

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer ndb_wrong' }],
  ])('turns away %s', async (_what, headers) => {
    const port = await freePort();
    const app = await startApp({ folder: await demoVault({ serve: true, port }) });
    await turnOn(app);
    await eventually(() => expect(status()).toContain(String(port)));
    expect((await post(port, 'list_tables', {}, headers)).status).toBe(401);
  });

  it('makes the token once and keeps it from one run of the app to the next', async () => {
    const port = await freePort();
    const folder = await demoVault({ serve: true, port });
    const app = await startApp({ folder });
    expect(tokenOf(app)).toBe('');
    await turnOn(app);
    await eventually(() => expect(status()).toContain(String(port)));
    expect((await post(port, 'list_tables', {}, { authorization: 'Bearer x' })).status).toBe(401);
    const token = tokenOf(app);
    expect(token).toMatch(/^ndb_[A-Za-z0-9_-]{43}$/);
    await app.disable('notedb');
    await turnOn(app);
    await eventually(() => expect(post(port, 'list_tables', {}, bearer(app))).resolves.toMatchObject({ status: 200 }));
    expect(tokenOf(app)).toBe(token);
  });

  it('says when the port is taken, and tables work all the same', async () => {
    const holder = net.createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = holder.address() as net.AddressInfo;
      const app = await startApp({ folder: await demoVault({ serve: true, port }) });
      await turnOn(app);
      await eventually(() => expect(status()).toBe('NoteDB: server not started'));
      expect(find('.notice', '').textContent).toBe(`NoteDB serves nothing: the port ${port} is taken or not ours.`);
      expect((await showTable(app, 'Projects')).querySelectorAll('.ndb-row')).toHaveLength(19);
    } finally {
      holder.close();
    }
  });

  it('is off until somebody turns it on', async () => {
    const app = await startApp({ folder: await demoVault() });
    await turnOn(app);
    await showTable(app, 'Projects');
    expect(status()).toBe('NoteDB');
    expect(tokenOf(app)).toBe('');
  });
});

describe('the one writer of a vault', () => {
  it('answers calls that another program of the user hands over', async () => {
    const folder = await demoVault();
    const app = await startApp({ folder });
    await turnOn(app);
    await showTable(app, 'Projects');
    const answer = await askOwner(folder, { op: 'list_tables', args: {} });
    expect(answer).toMatchObject({ result: { tables: expect.any(Array) as unknown } });
  });

  it('is somebody else: tables are shown, nothing is edited, and that is said', async () => {
    const folder = await demoVault({ serve: true, port: await freePort() });
    const taken = await acquireOwnership(folder);
    if (!('owned' in taken)) throw new Error('somebody has the scratch vault');
    taken.owned.setAddress('http://127.0.0.1:1');
    const app = await startApp({ folder });
    await turnOn(app);
    await showTable(app, 'Projects');
    const reason = `Read-only: another program (process ${process.pid}) has this vault open and serves it at http://127.0.0.1:1.`;
    expect(find('.notice', '').textContent).toBe(`NoteDB: ${reason}`);
    expect(find('.ndb-protection', '').textContent).toContain(reason);
    expect(status()).toBe('NoteDB, read-only');
    press(cellOf(PROJECT, 'Status'), 'Enter');
    expect(document.querySelector('.ndb-field')).toBeNull();
    expect(document.querySelector('.ndb-grid')?.getAttribute('aria-readonly')).toBe('true');

    await taken.owned.release();
    find<HTMLElement>('.ndb-protection button', '').click();
    await eventually(() => expect(document.querySelector('.ndb-grid')?.getAttribute('aria-readonly')).toBe('false'));
    expect(document.querySelector('.ndb-protection')).toBeNull();
  });
});
