/** The vault's own settings of links, as the app holds them at this moment. D6 */

import type { Vault } from 'obsidian';
import type { LinkSettings } from '../../engine/ports/host';

/** Not among the public types. */
interface VaultWithConfig {
  getConfig?(key: string): unknown;
}

const DEFAULTS: LinkSettings = { newLinkFormat: 'shortest', useMarkdownLinks: false };

/** From the app itself; where it does not tell, from its settings file as it was at the last use. */
export async function linkSettingsReader(vault: Vault): Promise<() => LinkSettings> {
  const live = vault as VaultWithConfig;
  if (typeof live.getConfig === 'function') {
    return () => settingsFrom((key) => live.getConfig?.(key));
  }
  let latest = await readSettingsFile(vault);
  return () => {
    void readSettingsFile(vault).then((settings) => (latest = settings));
    return latest;
  };
}

async function readSettingsFile(vault: Vault): Promise<LinkSettings> {
  try {
    const parsed: unknown = JSON.parse(await vault.adapter.read(`${vault.configDir}/app.json`));
    if (typeof parsed !== 'object' || parsed === null) return DEFAULTS;
    return settingsFrom((key) => (parsed as Readonly<Record<string, unknown>>)[key]);
  } catch {
    return DEFAULTS; // the app writes the file with the first setting that is changed
  }
}

function settingsFrom(valueOf: (key: string) => unknown): LinkSettings {
  const format = valueOf('newLinkFormat');
  const isKnown = format === 'shortest' || format === 'relative' || format === 'absolute';
  return {
    newLinkFormat: isKnown ? format : DEFAULTS.newLinkFormat,
    useMarkdownLinks: valueOf('useMarkdownLinks') === true,
  };
}
