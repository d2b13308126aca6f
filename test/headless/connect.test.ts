/** `notedb connect`: what it prints works when it is pasted. D1, docs/mcp.md#connect */

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it } from 'vitest';
import { Scratch, taskVault } from './run-program';

const TOKEN = 'a-token-of-ours';
const scratch = new Scratch({ NOTEDB_TOKEN: TOKEN });
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: scratch.folder,
  XDG_STATE_HOME: path.join(scratch.folder, 'state'),
  XDG_CACHE_HOME: path.join(scratch.folder, 'cache'),
};
afterAll(() => scratch.remove());

describe('notedb connect', () => {
  const connect = (...args: readonly string[]) => scratch.run(['connect', ...args]);

  it('prints what works when it is pasted: Claude Desktop', async () => {
    const vault = scratch.vault(taskVault(2));
    const { stdout, stderr } = await connect('claude-desktop', vault);
    expect(stderr).toContain('claude_desktop_config.json');
    const { mcpServers } = JSON.parse(stdout) as { mcpServers: { notedb: { command: string; args: string[] } } };
    const client = new Client({ name: 'desktop', version: '1' });
    await client.connect(new StdioClientTransport({ ...mcpServers.notedb, env: environment }));
    const answer = await client.callTool({ name: 'select_rows', arguments: { table: 'tasks' } });
    expect(answer.structuredContent).toMatchObject({ total: 2 });
    await client.close();
  });

  it('names the running server and the token: Claude Code, Cursor, VS Code, curl', async () => {
    const vault = scratch.vault(taskVault(2));
    const running = await scratch.serve([vault, '--port', '0', '--quiet']);
    const url = `${running.address}/mcp`;
    const code = await connect('claude-code', vault);
    expect(code.stdout).toBe(
      `claude mcp add --transport http notedb ${url} --header "Authorization: Bearer ${TOKEN}"\n`,
    );
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect(JSON.parse((await connect('cursor', vault)).stdout)).toEqual({ mcpServers: { notedb: { url, headers } } });
    expect(JSON.parse((await connect('vscode', vault)).stdout)).toEqual({
      servers: { notedb: { type: 'http', url, headers } },
    });
    const { stdout } = await connect('curl', vault);
    const { stdout: said } = await promisify(execFile)('sh', ['-c', stdout]);
    expect(JSON.parse(said)).toMatchObject({ tables: [{ name: 'tasks' }] });
    running.child.kill('SIGTERM');
  });

  it('says what is missing: token, server, client', async () => {
    const vault = scratch.vault();
    const { stdout, stderr } = await connect('cursor', vault, '--token', '');
    expect(stdout).toContain('Bearer TOKEN');
    expect(stdout).toContain('http://127.0.0.1:27390/mcp');
    expect(stderr).toContain('notedb token create --owner');
    expect(stderr).toContain('notedb serve');
    for (const args of [[], ['emacs'], ['curl', vault, 'x'], ['curl', '--address', 'x'], ['curl', '--token', 'a b']]) {
      expect((await connect(...args)).status).toBe(2);
    }
  });
});
