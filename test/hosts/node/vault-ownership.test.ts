/** One owner at a time, among real processes that start together and are killed. D1 */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnerInfo, VaultOwnership } from '../../../src/hosts/node/process/vault-ownership';
import { acquireOwnership, askOwner, ownerOf } from '../../../src/hosts/node/process/vault-ownership';
import { listSockets, socketFolder, socketPrefix } from '../../../src/hosts/node/process/owner-sockets';

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-own-'));
const program = path.join(scratch, 'contender.mjs');
let vault: string;
let options: { socketFolder: string };
const children: ChildProcess[] = [];

beforeAll(() => {
  const entry = path.join(import.meta.dirname, 'contender-program.ts');
  buildSync({ entryPoints: [entry], outfile: program, bundle: true, platform: 'node', format: 'esm' });
});
beforeEach(() => {
  vault = fs.mkdtempSync(path.join(scratch, 'vault-'));
  options = { socketFolder: fs.mkdtempSync(path.join(scratch, 's-')) };
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => fs.rmSync(scratch, { recursive: true }));

interface Started {
  readonly child: ChildProcess;
  readonly said: { readonly owned?: boolean; readonly owner?: OwnerInfo };
}

function start(): Promise<Started> {
  const child = spawn(process.execPath, [program, vault, options.socketFolder], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) =>
      resolve({ child, said: JSON.parse(data.toString()) as Started['said'] }),
    );
    child.once('exit', () => reject(new Error('the process ended before it said anything')));
  });
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

async function own(): Promise<VaultOwnership> {
  const outcome = await acquireOwnership(vault, options);
  if ('owned' in outcome) return outcome.owned;
  throw new Error(`owned by ${outcome.owner.pid}`);
}

describe('taking a vault', () => {
  test('a second process is told who has it, and gets it after a release', async () => {
    const owned = await own();
    owned.setAddress('http://127.0.0.1:27390');
    const owner = { pid: process.pid, address: 'http://127.0.0.1:27390' };
    expect(await acquireOwnership(vault, options)).toEqual({ owner });
    expect(await ownerOf(vault, options)).toEqual(owner);
    await owned.release();
    expect(await ownerOf(vault, options)).toBeNull();
    await (await own()).release();
    expect(fs.readdirSync(options.socketFolder)).toEqual([]);
  });

  test('every path to the vault leads to its owner', async () => {
    const owned = await own();
    const link = `${vault}-link`;
    fs.symlinkSync(vault, link);
    expect(await ownerOf(link, options)).toMatchObject({ pid: process.pid });
    expect(await ownerOf(scratch, options)).toBeNull();
    await owned.release();
  });

  test('of many that start in one process at once exactly one gets it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => acquireOwnership(vault, options)));
      const owners = outcomes.flatMap((outcome) => ('owned' in outcome ? [outcome.owned] : []));
      expect(owners.length).toBe(1);
      for (const owner of owners) await owner.release();
    }
  });

  test('of processes that start at once exactly one gets it, with the leavings of killed ones around', async () => {
    for (let round = 0; round < 3; round += 1) {
      const started = await Promise.all([start(), start(), start(), start()]);
      const owners = started.filter((each) => each.said.owned === true);
      expect(owners.length).toBe(1);
      for (const other of started) {
        if (other.said.owned !== true) expect(other.said.owner?.pid).toBe(owners[0]?.child.pid);
      }
      await Promise.all(owners.map((owner) => kill(owner.child, 'SIGKILL')));
      expect(listSockets(options.socketFolder, socketPrefix(vault)).length).toBeGreaterThan(0);
    }
  });

  test('a killed owner is taken over at once, and its socket removed', async () => {
    const first = await start();
    expect(first.said).toEqual({ owned: true });
    expect(await acquireOwnership(vault, options)).toMatchObject({ owner: { pid: first.child.pid } });
    await kill(first.child, 'SIGKILL');
    // At once: it is asked one time, and nothing is waited for.
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const owned = await own();
    expect(waits).not.toHaveBeenCalled();
    waits.mockRestore();
    expect(listSockets(options.socketFolder, socketPrefix(vault)).length).toBe(1);
    await owned.release();
  });

  test('a stopped owner keeps its vault though it doesn’t answer', async () => {
    const first = await start();
    first.child.kill('SIGSTOP');
    expect(await acquireOwnership(vault, options)).toEqual({ owner: { pid: null, address: null } });
    first.child.kill('SIGCONT');
    expect(await ownerOf(vault, options)).toMatchObject({ pid: first.child.pid });
  });

  test('an owner that leaves in order makes room', async () => {
    const first = await start();
    const ended = new Promise((resolve) => first.child.once('exit', resolve));
    first.child.stdin?.write('release\n');
    expect(await ended).toBe(0);
    await (await own()).release();
  });

  test('vaults don’t get in each other’s way', async () => {
    const owned = await own();
    const other = await acquireOwnership(fs.mkdtempSync(path.join(scratch, 'vault-')), options);
    expect('owned' in other).toBe(true);
    if ('owned' in other) await other.owned.release();
    await owned.release();
  });
});

describe('handing over a call', () => {
  test('gives null when nobody owns the vault', async () => {
    expect(await askOwner(vault, { op: 'select_rows', args: {} }, options)).toBeNull();
  });

  test('passes operation and arguments, and brings the answer back', async () => {
    const { child } = await start();
    const args = { table: 'tasks', where: { name: 'Ümlaut 🎵\nsecond line' }, deep: [1, [2, null]] };
    expect(await askOwner(vault, { op: 'select_rows', args }, options)).toEqual({
      result: { op: 'select_rows', args, pid: child.pid },
    });
  });

  test('carries megabytes both ways', async () => {
    await start();
    const text = 'ä'.repeat(3_000_000);
    const answer = await askOwner(vault, { op: 'echo', args: { text } }, options);
    expect(answer).toMatchObject({ result: { args: { text } } });
  });

  test('several at once get each their own answer', async () => {
    await start();
    const answers = await Promise.all(['wait', 'b', 'c'].map((op) => askOwner(vault, { op, args: { op } }, options)));
    expect(answers).toMatchObject(['wait', 'b', 'c'].map((op) => ({ result: { op, args: { op } } })));
  });

  test('an owner that isn’t ready says so', async () => {
    const owned = await own();
    expect(await askOwner(vault, { op: 'x', args: {} }, options)).toMatchObject({ error: { code: 'unavailable' } });
    await owned.release();
  });

  test('a handler that throws tells nothing of it', async () => {
    await start();
    expect(await askOwner(vault, { op: 'fail', args: {} }, options)).toMatchObject({ error: { code: 'internal' } });
  });

  test('an owner that dies meanwhile is an error, not silence', async () => {
    await start();
    await expect(askOwner(vault, { op: 'die', args: {} }, options)).rejects.toThrow('went away');
  });

  test('tells the owner when the process that calls does not wait any more', async () => {
    const owned = await own();
    let isCalled: () => void = () => undefined;
    const called = new Promise<void>((resolve) => (isCalled = resolve));
    const told = new Promise<void>((resolve) => {
      owned.serveOwner((_call, gone) => {
        isCalled();
        void gone.then(resolve);
        return new Promise(() => undefined);
      });
    });
    const answer = askOwner(vault, { op: 'slow', args: {} }, { ...options, gone: called });
    await expect(answer).rejects.toThrow('went away');
    await told;
    await owned.release();
  });

  test('a release waits for the answer under way, not for those who say nothing', async () => {
    const owned = await own();
    let finish = (): void => undefined;
    owned.serveOwner(() => new Promise((resolve) => (finish = () => resolve({ result: 'done' }))));
    const [socket = ''] = listSockets(options.socketFolder, socketPrefix(vault));
    const silent = net.connect(socket).on('error', () => undefined);
    const answer = askOwner(vault, { op: 'slow', args: {} }, options);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const released = owned.release();
    finish();
    expect(await answer).toEqual({ result: 'done' });
    await released;
    silent.destroy();
  });

  test('a line that is no JSON ends the connection and harms nobody', async () => {
    const owned = await own();
    const [socket = ''] = listSockets(options.socketFolder, socketPrefix(vault));
    await new Promise((resolve) =>
      net
        .connect(socket)
        .on('close', resolve)
        .on('error', () => undefined)
        .write('{nonsense\n'),
    );
    expect(await ownerOf(vault, options)).toMatchObject({ pid: process.pid });
    await owned.release();
  });
});

test('the folder of sockets is the user’s alone, and its paths are short enough', () => {
  const folder = socketFolder();
  const stats = fs.lstatSync(folder);
  expect(stats.isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect([stats.uid, stats.mode & 0o077]).toEqual([process.getuid?.(), 0]);
  expect(Buffer.byteLength(path.join(folder, `${socketPrefix(vault)}-01234567.sock`))).toBeLessThan(104);
});
