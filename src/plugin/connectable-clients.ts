/** What the settings offer to paste into agents and other programs. docs/mcp.md#connect */

import { type App, FileSystemAdapter } from 'obsidian';
import { CLIENT_NAMES, CLIENTS, type ConnectionSource, connectionText } from '../server/connection-text';
import type { AccessTokens } from '../server/tokens/access-tokens';
import { makeClientToken } from '../server/tokens/client-token';
import type { ConnectableClient } from '../ui/shells/obsidian/settings/token-settings';

/** The plugin is not a program: npm starts the headless one, which hands everything to the plugin. */
const PROGRAM = ['npx', '-y', 'notedb'];

/** The place to paste does not depend on it. */
const NOTHING: ConnectionSource = { address: '', token: () => '', vault: '', program: [] };

/** `source` is asked when something is copied: the port may change. Each client has a token of its own. */
export function connectableClients(
  tokens: AccessTokens,
  source: () => Pick<ConnectionSource, 'address' | 'vault'>,
): readonly ConnectableClient[] {
  return CLIENTS.map((client) => {
    const name = CLIENT_NAMES[client];
    const token = (): string => makeClientToken(tokens, { name, vault: null, permissions: null }).token;
    return {
      name,
      where: connectionText(client, NOTHING).where.replace(/:$/, '.'),
      paste: () => connectionText(client, { ...source(), token, program: PROGRAM }).paste,
    };
  });
}

/** The vault's folder; its name where the app does not give it. */
export const vaultFolderOf = ({ vault }: App): string =>
  vault.adapter instanceof FileSystemAdapter ? vault.adapter.getBasePath() : vault.getName();
