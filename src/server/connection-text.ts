/** What to paste so that a program works with a vault: one text for the program, `npm start` and the settings. docs/mcp.md#connect */

export const CLIENTS = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'curl'] as const;
export type ConnectedClient = (typeof CLIENTS)[number];

export const isConnectedClient = (name: string): name is ConnectedClient =>
  (CLIENTS as readonly string[]).includes(name);

export const CLIENT_NAMES: Readonly<Record<ConnectedClient, string>> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  curl: 'curl',
};

export interface ConnectionSource {
  /** `http://HOST:PORT` of the server. */
  readonly address: string;
  /** Of the app that is connected. It may be made by asking. */
  readonly token: () => string;
  /** The vault's folder on this machine. */
  readonly vault: string;
  /** How to start the program from anywhere, before `mcp VAULT`. */
  readonly program: readonly string[];
}

export interface ConnectionText {
  /** Where to paste it, a sentence. */
  readonly where: string;
  /** What to paste, without a line break at its end. */
  readonly paste: string;
}

/** Claude Desktop starts the program, which hands the token to the owner of the vault; the others use the server. */
export function connectionText(client: ConnectedClient, source: ConnectionSource): ConnectionText {
  switch (client) {
    case 'claude-code':
      return { where: 'Run this in a terminal:', paste: claudeCode(source) };
    case 'claude-desktop':
      return {
        where:
          'Settings > Developer > Edit Config: add this to claude_desktop_config.json, then restart Claude Desktop:',
        paste: json({ mcpServers: { notedb: startedServer(source) } }),
      };
    case 'cursor':
      return {
        where: 'Add this to ~/.cursor/mcp.json (or .cursor/mcp.json of a project):',
        paste: json({ mcpServers: { notedb: { url: endpoint(source), headers: authorization(source) } } }),
      };
    case 'vscode':
      return {
        where: 'Add this to .vscode/mcp.json of a folder (or run "MCP: Open User Configuration"):',
        paste: json({ servers: { notedb: { type: 'http', url: endpoint(source), headers: authorization(source) } } }),
      };
    case 'curl':
      return { where: 'Run this in a terminal; it lists the tables:', paste: curl(source) };
  }
}

const endpoint = ({ address }: ConnectionSource): string => `${address}/mcp`;

const authorization = ({ token }: ConnectionSource): { readonly Authorization: string } => ({
  Authorization: `Bearer ${token()}`,
});

function startedServer({ program: [command = 'notedb', ...args], vault, token }: ConnectionSource): object {
  return { command, args: [...args, 'mcp', vault], env: { NOTEDB_TOKEN: token() } };
}

const claudeCode = (source: ConnectionSource): string =>
  `claude mcp add --transport http notedb ${endpoint(source)} --header "Authorization: Bearer ${source.token()}"`;

/** In double quotes, which every shell understands. A token holds none. */
const curl = ({ address, token }: ConnectionSource): string =>
  `curl -H "Authorization: Bearer ${token()}" -H "Content-Type: application/json" -d "{}" ${address}/notedb/operations/list_tables/`;

const json = (value: object): string => JSON.stringify(value, null, 2);
