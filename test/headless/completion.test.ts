/** `notedb completion`: the words at each place, and bash itself. docs/command-line.md#completion */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderState } from './folder-state';
import { runHere } from './run-here';
import { PROGRAM, Scratch, taskVault } from './run-program';

const scratch = new Scratch();
let vault = '';
beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', path.join(scratch.folder, 'cache'));
  vault = scratch.vault(taskVault(1));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

/** A busy machine opens a vault slowly. */
const PATIENCE = { NOTEDB_COMPLETION_MS: '60000' };

const words = async (...typed: readonly string[]): Promise<readonly string[]> => {
  const { stdout, stderr } = await runHere(['completion', 'words', '--', ...typed], { environment: PATIENCE });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
};

describe('words', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['se'], ['serve', 'semantic']],
    [['serve', '--read'], ['--read-only']],
    [['serve', '--help', '--p'], ['--port']],
    [['call', 'insert_'], ['insert_row']],
    [['call', 'insert_row', 'va'], ['values=']],
    [['call', 'insert_row', 'table=x', 'ta'], []],
    [
      ['connect', 'cu'],
      ['cursor', 'curl'],
    ],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['token', 're'], ['revoke']],
    [['help', 'sel'], ['select_rows']],
    [
      ['query', 'tasks', '--format', ''],
      ['table', 'csv', 'json', 'ndjson', 'md'],
    ],
    [['query', 'x', '--vault', 'no'], []],
    [['nothing', 'x'], []],
  ])('%j: %j', async (typed, found) => {
    expect(await words(...typed)).toEqual(found);
  });

  it('are tables and columns of the vault, and asking for them writes nothing', async () => {
    const before = folderState(vault);
    expect(await words('query', '--vault', vault, 't')).toEqual(['tasks']);
    expect(await words('call', 'select_rows', '--vault', vault, 'table=')).toEqual(['table=tasks']);
    const columns = ['query', 'tasks', '--vault', vault];
    expect(await words(...columns, '--columns', 'name,s')).toEqual(['name,status']);
    expect(await words(...columns, '--order', '-n')).toEqual(['-name']);
    expect(await words(...columns, '--where', '')).toEqual(['name=', 'status=']);
    expect(await words('query', '--vault', '/no/such/vault', '')).toEqual([]);
    expect(folderState(vault)).toEqual(before);
  });
});

it('completes in bash, behind quotes and an equals sign too', () => {
  const bin = path.join(scratch.folder, 'bin');
  fs.mkdirSync(bin);
  const program = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  fs.writeFileSync(path.join(bin, 'notedb'), program, { mode: 0o755 });
  const complete = (line: string): readonly string[] => {
    const script = `eval "$(notedb completion bash)"
      COMP_LINE=$1; COMP_POINT=\${#COMP_LINE}; _notedb; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, ...PATIENCE, PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: scratch.folder };
    const said = execFileSync('bash', ['-c', script, 'bash', line], { encoding: 'utf8', env });
    return said.split('\n').filter((word) => word !== '');
  };
  expect(complete('notedb che')).toEqual(['check']);
  expect(complete(`notedb call select_rows --vault '${vault}' table=ta`)).toEqual(['tasks']);
});

it.each(['bash', 'zsh', 'fish'])('%s gets its script alone on standard output', async (shell) => {
  const { status, stdout, stderr } = await runHere(['completion', shell]);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('notedb completion');
});
