/** What the command line takes and what it refuses. D1 */

import { PassThrough, Readable } from 'node:stream';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { version } from '../../package.json';
import { hashOfToken, inWords, keptTokens } from '../../src/headless/kept-tokens';
import { runProgram } from '../../src/headless/program';
import { COMMAND_NAMES, USAGE } from '../../src/headless/command-help';
import { shellWord } from '../../src/headless/usage';
import { Scratch } from './run-program';

const scratch = new Scratch();
const packageFolder = path.resolve(import.meta.dirname, '../..');
beforeAll(() => {
  vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
  vi.stubEnv('HOME', scratch.folder);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await scratch.remove();
});

/** Runs a command in this process. */
async function run(...args: readonly string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const status = await runProgram(args, {
    environment: {},
    version: '1.2.3',
    packageFolder,
    print: (text) => void (said.stdout += text),
    printError: (text) => void (said.stderr += text),
    readInput: () => Promise.resolve(''),
    untilEnded: () => Promise.resolve('asked'),
    input: Readable.from([]),
    output: new PassThrough(),
    command: ['notedb'],
    isTerminal: false,
    isErrorTerminal: false,
    width: null,
  });
  return { status, ...said };
}

describe('help', () => {
  it.each([['help'], ['--help'], ['-h']])('is shown for %j', async (...args) => {
    expect(await run(...args)).toEqual({ status: 0, stdout: USAGE, stderr: '' });
  });

  it.each([
    ['help', 'serve'],
    ['serve', '--help'],
    ['serve', 'x', '-h'],
  ])('of one command is its own chapter: %j %j', async (...args) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^ {2}notedb serve \[VAULT\] .*--quiet .*\nExit status: 0 done, 1 .*\n$/s);
    expect(stdout).not.toContain('notedb call');
  });

  it('there is of every command, and of every operation', async () => {
    for (const name of COMMAND_NAMES) expect((await run('help', name)).stdout).toContain(`notedb ${name}`);
    const { stdout } = await run('help', 'insert_row');
    expect(stdout).toMatch(/^notedb call insert_row NAME=VALUE … {4}\(write\)\n/);
    expect(stdout).toMatch(/^ {2}values {3}\(required\) Column -> value$/m);
    expect(stdout).toContain('Refused: ');
    expect(await run('help', 'sarve')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"serve"') as string,
    });
  });

  it('names every command and option, and nothing that there is not', () => {
    for (const word of [
      'serve',
      'query',
      'call',
      'completion',
      'mcp',
      'connect',
      'check',
      'demo',
      'token create --owner',
      'token create --name',
      'token list',
      'token revoke',
      '--port',
      '--host',
      '--token',
    ]) {
      expect(USAGE).toContain(word);
    }
    for (const word of ['--read-only', '--quiet', '--vault', '--accept-deletions', '--version', 'NOTEDB_TOKEN'])
      expect(USAGE).toContain(word);
    expect(Math.max(...USAGE.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it.each(['--version', '-v'])('%s shows the version', async (option) => {
    expect(await run(option)).toEqual({ status: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it('of the built program shows the version of the package', async () => {
    expect(await scratch.run(['--version'])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('bad usage', () => {
  it.each<[string, readonly string[], string]>([
    ['no command', [], 'which command?'],
    ['an unknown command', ['serv'], 'there is no command "serv"; did you mean "serve"?'],
    ['a name of every object', ['constructor'], 'there is no command "constructor"'],
    ['an unknown option', ['serve', '--prot', '1'], "'--prot'"],
    ['an option without its value', ['serve', '--port'], "'--port <value>'"],
    ['a value for a switch', ['serve', '--quiet=yes'], "'--quiet'"],
    ['two vaults', ['serve', 'a', 'b'], '"b" is one argument too many'],
    ['a vault that is not there', ['serve', '/no/such/folder'], 'there is no folder /no/such/folder'],
    ['a vault that is a file', ['check', import.meta.filename], 'there is no folder'],
    ['a vault below a file', ['check', path.join(import.meta.filename, 'x')], 'there is no folder'],
    ['a vault without a name', ['call', 'list_tables', '--vault', ''], 'the name of the folder is empty'],
    ['a server of no name', ['serve', ''], 'the name of the folder is empty'],
    ['a demo without a name', ['demo', ''], 'into which folder?'],
    ['a port that is none', ['serve', '--port', '65536'], '--port 65536 is not a port'],
    ['a port in words', ['serve', '--port', 'http'], '--port http is not a port'],
    ['a port below zero', ['serve', '--port=-1'], '--port -1 is not a port'],
    ['an empty port', ['serve', '--port', ''], '--port  is not a port'],
    ['an address of the network', ['serve', '--host', '0.0.0.0'], '0.0.0.0 is refused'],
    ['a name of the network', ['serve', '--host', 'example.org'], 'example.org is refused'],
    ['an empty token', ['serve', '--token', ''], 'a token is made of'],
    ['a token that no header carries', ['serve', '--token', 'a b'], 'a token is made of'],
    ['no client', ['connect'], 'which client? claude-code'],
    ['an unknown client', ['connect', 'emacs'], 'there is no client "emacs"'],
    ['two vaults of a client', ['connect', 'curl', '.', 'x'], '"x" is one argument too many'],
    ['an address that is none', ['connect', 'curl', '--address', 'x'], '--address x is none'],
    ['a token that no client can send', ['connect', 'curl', '--token', 'a b'], 'a token is made of'],
    ['an unknown profile', ['mcp', '--profile', 'tiny'], 'there is no profile "tiny": all, core, notes'],
    ['no operation', ['call'], 'which operation?'],
    ['too many arguments of call', ['call', 'a', '{}', '{}'], '"{}" is one argument too many'],
    ['a word of call that is no argument', ['call', 'a', 'tasks'], '"tasks" is neither JSON nor NAME=VALUE'],
    ['a file of call without a name', ['call', 'a', '@'], '"@" names no file'],
    ['arguments that break off', ['call', 'a', '{"a":\n 1,,}'], 'are not valid JSON: line 2, column 4'],
    ['a value that is broken JSON', ['call', 'select_rows', 'where={"a"'], 'are not valid JSON'],
    ['no table to query', ['query'], 'which table?'],
    ['two tables to query', ['query', 'a', 'b'], '"b" is one argument too many'],
    ['an unknown format', ['query', 'a', '--format', 'xml'], 'there is no format "xml": table, csv, json, ndjson, md'],
    ['a limit in words', ['query', 'a', '--limit', 'ten'], '--limit ten is not a number'],
    ['no shell', ['completion'], 'which shell? bash, zsh, fish'],
    ['an unknown shell', ['completion', 'cmd'], 'there is no shell "cmd": bash, zsh, fish'],
    ['help for two', ['help', 'a', 'b'], '"b" is one argument too many'],
    ['arguments that are not JSON', ['call', 'a', '{'], 'are not valid JSON'],
    ['no folder for the demo', ['demo'], 'into which folder?'],
    ['no action on tokens', ['token'], 'there is no command "token"'],
    ['an unknown action on tokens', ['token', 'show'], 'there is no command "token show"'],
    ['revoking nothing', ['token', 'revoke'], 'which token?'],
    ['revoking two', ['token', 'revoke', 'a', 'b'], '"b" is one argument too many'],
    ['a token for nobody', ['token', 'create'], 'Give --name, or --owner'],
    ['a token that may nothing', ['token', 'create', '--name', 'Bot'], 'Give --permissions'],
    ['an owner with a name', ['token', 'create', '--owner', '--name', 'Bot'], '--owner goes with no other option'],
    ['an option of another command', ['call', 'list_tables', '--accept-deletions'], "'--accept-deletions'"],
    ['a value for accepting', ['check', '--accept-deletions=tasks'], "'--accept-deletions'"],
  ])('%s ends with 2', async (_, args, words) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    const help = COMMAND_NAMES.includes(args[0] ?? '') ? `notedb help ${args[0]}` : 'notedb help';
    expect(stderr).toMatch(/^notedb: .*\nRun "[a-z ]+" to see what there is\.\n$/s);
    expect(stderr).toContain(`Run "${help}" to see`);
    expect(stderr).not.toContain(' at ');
  });

  it('ends the built program with 2 as well', async () => {
    expect(await scratch.run(['serv'])).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('what the operating system objects to', () => {
  const loop = path.join(scratch.folder, 'loop');
  beforeAll(() => {
    fs.symlinkSync(loop, loop);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a vault that leads to itself', ['check', loop], /^notedb: ELOOP: .*loop'\n$/],
    ['a name that is too long', ['check', 'x'.repeat(300)], /^notedb: ENAMETOOLONG: .*'\n$/],
    ['a demo below a file', ['demo', path.join(import.meta.filename, 'x')], /^notedb: ENOTDIR: .*'\n$/],
    ['a demo that leads to itself', ['demo', loop], /^notedb: E[A-Z]+: .*loop'\n$/],
  ])('%s is said in one line and ends with 1', async (_, args, words) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(words);
  });

  it('is said of the folder for state as well', async () => {
    vi.stubEnv('XDG_STATE_HOME', import.meta.filename);
    const { status, stderr } = await run('token', 'create', '--owner');
    vi.stubEnv('XDG_STATE_HOME', path.join(scratch.folder, 'state'));
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^notedb: E[A-Z]+: .*'\n$/)]);
  });
});

const ownerHash = (folder?: string): string | undefined => inWords(() => keptTokens(folder).book()).owner?.sha256;

describe('a token', () => {
  const state = path.join(scratch.folder, 'state', 'notedb');

  it('is shown alone on standard output, and kept as a hash that only the user can read', async () => {
    const first = await run('token', 'create', '--owner');
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('only time')]);
    expect(first.stdout).toMatch(/^ndb_[A-Za-z0-9_-]{43}\n$/);
    expect(ownerHash()).toBe(hashOfToken(first.stdout.trim()));
    const second = await run('token', 'create', '--owner');
    expect(second.stdout).not.toBe(first.stdout);
    expect(ownerHash()).toBe(hashOfToken(second.stdout.trim()));
    expect(fs.readdirSync(state)).toEqual(['tokens.json']);
    expect(fs.statSync(path.join(state, 'tokens.json')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(state).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['is broken', '{', 'can not be read'],
    ['holds no hash', '{"format":1,"owner":{"sha256":"x"}}', 'can not be read'],
    ['is not an object', 'null', 'can not be read'],
    ['is of a newer program', '{"format":3}', 'newer NoteDB'],
  ])('is refused when its file %s', async (_, text, words) => {
    const folder = path.join(scratch.vault({ 'tokens.json': text }));
    expect(() => ownerHash(folder)).toThrow(words);
  });

  it('does not take the place of those of a newer program', () => {
    const folder = scratch.vault({ 'tokens.json': '{"format":3,"apps":{}}' });
    expect(() => inWords(() => keptTokens(folder).createOwner())).toThrow('newer NoteDB');
    expect(fs.readFileSync(path.join(folder, 'tokens.json'), 'utf8')).toBe('{"format":3,"apps":{}}');
    const broken = scratch.vault({ 'tokens.json': '{' });
    const token = keptTokens(broken).createOwner();
    expect(ownerHash(broken)).toBe(hashOfToken(token));
  });
});

describe('the demo', () => {
  it('is written into a new folder, every file of it', async () => {
    const folder = path.join(scratch.folder, 'some', 'demo');
    const { status, stdout } = await run('demo', folder);
    expect([status, stdout]).toEqual([
      0,
      `The demo vault is in ${folder}. To serve it: notedb serve ${shellWord(folder)}\n`,
    ]);
    const files = (root: string): string[] => fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    expect(files(folder)).toEqual(files(path.join(packageFolder, 'demo-vault')));
    expect(files(folder).length).toBeGreaterThan(200);
  });

  it('says how to serve it in words that a shell leaves as they are', async () => {
    const folder = path.join(scratch.folder, 'it\'s $HOME `id` \\ "x"');
    const { stdout } = await run('demo', folder);
    const [, command = ''] = stdout.split('To serve it: ');
    const { stdout: words } = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
    expect(words).toBe(`notedb\nserve\n${folder}\n`);
  });

  it('says it for the shell of Windows too', () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    expect(shellWord('C:\\My notes')).toBe('"C:\\My notes"');
    Object.defineProperty(process, 'platform', platform);
  });

  it('is written into an empty folder, but never over files', async () => {
    const empty = scratch.vault();
    expect(await run('demo', empty)).toHaveProperty('status', 0);
    const full = scratch.vault({ 'mine.md': 'mine' });
    for (const target of [full, path.join(full, 'mine.md')]) {
      const { status, stderr } = await run('demo', target);
      expect([status, stderr]).toEqual([1, `notedb: ${target} is there already: name a folder that is new or empty\n`]);
    }
    expect(fs.readdirSync(full)).toEqual(['mine.md']);
  });
});
