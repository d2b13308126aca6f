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

/**
 * What clients know the server by. Two vaults have two names, also where their folders are called alike: a client keeps one server a name.
 * docs/mcp.md#connect
 */
export function serverName(vault: string): string {
  const folder =
    vault
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const plain = folder
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const word = plain.slice(0, LONGEST_WORD).replace(/^-+|-+$/g, '');
  return ['notedb', word, shortHash(vault)].filter((part) => part !== '').join('-');
}

/** Clients put it before the names of tools, which have 64 letters at most. */
const LONGEST_WORD = 20;

/** FNV-1a in five letters. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(5, '0').slice(-5);
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
        paste: json({ mcpServers: { [serverName(source.vault)]: startedServer(source) } }),
      };
    case 'cursor':
      return {
        where: 'Add this to ~/.cursor/mcp.json (or .cursor/mcp.json of a project):',
        paste: json({
          mcpServers: { [serverName(source.vault)]: { url: endpoint(source), headers: authorization(source) } },
        }),
      };
    case 'vscode':
      return {
        where: 'Add this to .vscode/mcp.json of a folder (or run "MCP: Open User Configuration"):',
        paste: json({
          servers: {
            [serverName(source.vault)]: { type: 'http', url: endpoint(source), headers: authorization(source) },
          },
        }),
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
  `claude mcp add --transport http ${serverName(source.vault)} ${endpoint(source)} --header "Authorization: Bearer ${source.token()}"`;

/** In double quotes, which every shell understands. A token holds none. */
const curl = ({ address, token }: ConnectionSource): string =>
  `curl -H "Authorization: Bearer ${token()}" -H "Content-Type: application/json" -d "{}" ${address}/notedb/operations/list_tables/`;

const json = (value: object): string => JSON.stringify(value, null, 2);
