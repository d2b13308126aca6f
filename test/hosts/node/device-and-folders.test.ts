/** Where a machine keeps what is its own, and what it calls itself. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceId, cacheFolder, hashOfVault, stateFolder } from '../../../src/hosts/node/process/system-folders';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-state-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true });
});

describe('the device id', () => {
  test('is made once and kept', () => {
    vi.stubEnv('NOTEDB_DEVICE', '');
    const id = deviceId(path.join(folder, 'state'));
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(deviceId(path.join(folder, 'state'))).toBe(id);
    expect(fs.readdirSync(path.join(folder, 'state'))).toEqual(['device-id']);
    expect(deviceId(path.join(folder, 'other'))).not.toBe(id);
  });

  test('is what NOTEDB_DEVICE says, and nothing is stored then', () => {
    vi.stubEnv('NOTEDB_DEVICE', 'my-desk_1');
    expect(deviceId(path.join(folder, 'state'))).toBe('my-desk_1');
    expect(fs.existsSync(path.join(folder, 'state'))).toBe(false);
  });

  test.each([['a/b'], ['..'], ['.hidden'], ['with space'], ['x'.repeat(65)], ['-flag']])('is never %j', (id) => {
    expect(() => deviceId(folder, id)).toThrow('NOTEDB_DEVICE must be');
  });

  test('that was damaged is said, not replaced', () => {
    fs.writeFileSync(path.join(folder, 'device-id'), '../../x\n');
    expect(() => deviceId(folder, '')).toThrow('the stored device id');
  });
});

describe.runIf(process.platform === 'linux')('the folders of the system', () => {
  test('follow the XDG variables', () => {
    vi.stubEnv('XDG_STATE_HOME', '/state');
    vi.stubEnv('XDG_CACHE_HOME', '/cache');
    expect(stateFolder()).toBe('/state/notedb');
    expect(cacheFolder(folder)).toBe(`/cache/notedb/${hashOfVault(folder)}`);
  });

  test.each([[''], ['relative/path']])('fall back on the home folder when the variable is %j', (value) => {
    vi.stubEnv('XDG_STATE_HOME', value);
    vi.stubEnv('XDG_CACHE_HOME', value);
    vi.stubEnv('HOME', '/home/someone');
    expect(stateFolder()).toBe('/home/someone/.local/state/notedb');
    expect(cacheFolder(folder)).toBe(`/home/someone/.cache/notedb/${hashOfVault(folder)}`);
  });
});

test('every path to a vault gives the same hash', () => {
  const vault = path.join(folder, 'vault');
  fs.mkdirSync(vault);
  fs.symlinkSync(vault, path.join(folder, 'link'));
  expect(hashOfVault(path.join(folder, 'link'))).toBe(hashOfVault(`${vault}/`));
  expect(hashOfVault(vault)).not.toBe(hashOfVault(folder));
  expect(() => hashOfVault(path.join(folder, 'none'))).toThrow();
});
