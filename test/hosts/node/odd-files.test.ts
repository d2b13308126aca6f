/** Pipes, sockets and notes above 50 MB: never opened, refused by what would read them, listed by check_table. D25 */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Engine, JsonObject } from '../../../src/engine/index';
import { NotedbError, openEngine } from '../../../src/engine/index';
import { LARGEST_NOTE } from '../../../src/engine/ports/vault-port';
import { eventually } from '../../eventually';
import { PEOPLE } from '../../engine/open-vault';
import type { ScratchVault } from './scratch-vault';
import { scratchVault } from './scratch-vault';

const FOLDER = 'notedb/main/default/people';

describe.runIf(process.platform !== 'win32')('an odd file', () => {
  let scratch: ScratchVault;
  let engine: Engine;
  let stops: (() => void)[] = [];
  beforeEach(async () => {
    stops = [];
    scratch = await scratchVault();
    engine = await openEngine(scratch.host);
    await engine.run('create_table', PEOPLE);
    await engine.run('insert_row', { table: 'people', values: { name: 'Ada' } });
  });
  afterEach(async () => {
    for (const stop of stops) stop();
    await engine.close();
    await scratch.close();
  });

  const place = (file: string): string => path.join(scratch.folder, file);

  /** [what, makes it, why it is not read] */
  const KINDS: readonly (readonly [string, (file: string) => void | Promise<void>, string])[] = [
    ['a pipe', (file) => void execFileSync('mkfifo', [place(file)]), 'not a regular file'],
    ['a socket', listenAt, 'not a regular file'],
    ['a large note', (file) => sparse(file, LARGEST_NOTE + 1), 'larger than 50 MB'],
    ['a huge note', (file) => sparse(file, 3 * 2 ** 30), 'larger than 50 MB'],
  ];

  function listenAt(file: string): Promise<void> {
    const server = net.createServer();
    stops.push(() => server.close());
    return new Promise((resolve) => server.listen(place(file), resolve));
  }

  function sparse(file: string, size: number): void {
    fs.writeFileSync(place(file), '---\ntable: main.default.people\n---\n');
    fs.truncateSync(place(file), size);
  }

  async function refused(name: string, args: JsonObject): Promise<NotedbError> {
    const error: unknown = await engine.run(name, args).catch((each: unknown) => each);
    if (error instanceof NotedbError) return error;
    throw new Error(`${name} was not refused`);
  }

  const oddities = async (): Promise<readonly unknown[]> =>
    (await engine.run('check_table', { table: 'people' }))['violations'] as readonly unknown[];

  describe.each(KINDS)('%s', (_what, make, reason) => {
    const path = `${FOLDER}/x.md`;
    const listed = [{ path, code: 'path', message: expect.stringContaining(reason) as unknown }];

    test('is refused by what would read it', async () => {
      await make(path);
      for (const [name, args] of [
        ['read_note', { path }],
        ['adopt_rows', { table: 'people', paths: [path] }],
      ] as const) {
        const error = await refused(name, args);
        expect(error).toMatchObject({ code: 'refused', violations: [{ path, code: 'path' }] });
        expect(error.violations[0]?.message).toContain(reason);
      }
      await expect(engine.run('select_rows', { table: 'people' })).resolves.toMatchObject({ total: 1 });
    });

    test('that comes while the vault is open is listed by check_table, and gone when it goes', async () => {
      await make(path);
      await eventually(async () => expect(await oddities()).toMatchObject(listed));
      fs.rmSync(place(path));
      await eventually(async () => expect(await oddities()).toEqual([]));
    });

    test('holds nobody up who opens the vault, and is listed then', async () => {
      await engine.close();
      await make(path);
      engine = await openEngine(await scratch.reopen());
      expect(await oddities()).toMatchObject(listed);
      await expect(engine.run('infer_table', { folder: FOLDER })).resolves.toMatchObject({});
    });
  });

  test('in the place of a row is not written over, and leaves no row', async () => {
    const row = `${FOLDER}/Ada.md`;
    fs.rmSync(place(row));
    execFileSync('mkfifo', [place(row)]);
    const error = await refused('update_row', { table: 'people', path: row, set_values: { email: 'a@x' } });
    expect(['conflict', 'refused']).toContain(error.code);
    expect(fs.lstatSync(place(row)).isFIFO()).toBe(true);
    await eventually(async () => expect(await oddities()).toMatchObject([{ path: row, code: 'path' }]));
  });
});
