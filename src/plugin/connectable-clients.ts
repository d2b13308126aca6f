/** What the settings offer to paste into agents and other programs. docs/mcp.md#connect */

import { type App, FileSystemAdapter } from 'obsidian';
import { CLIENT_NAMES, CLIENTS, type ConnectionSource, connectionText } from '../server/connection-text';
import type { ConnectableClient } from '../ui/obsidian/settings-tab';

/** The plugin is no program: npm starts the headless one, which hands everything to the plugin. */
const PROGRAM = ['npx', '-y', 'notedb'];

/** The place to paste does not depend on it. */
const NOTHING: ConnectionSource = { address: '', token: '', vault: '', program: [] };

/** `source` is asked when something is copied: the port and the token may change. */
export function connectableClients(source: () => Omit<ConnectionSource, 'program'>): readonly ConnectableClient[] {
  return CLIENTS.map((client) => ({
    name: CLIENT_NAMES[client],
    where: connectionText(client, NOTHING).where.replace(/:$/, '.'),
    paste: () => connectionText(client, { ...source(), program: PROGRAM }).paste,
  }));
}

/** The vault's folder; its name where the app does not tell. */
export const vaultFolderOf = ({ vault }: App): string =>
  vault.adapter instanceof FileSystemAdapter ? vault.adapter.getBasePath() : vault.getName();
