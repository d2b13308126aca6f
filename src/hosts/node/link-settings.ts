/** The vault's own settings of links, from `.obsidian/app.json`, read again when the file changes. D6 */

import fs from 'node:fs';
import path from 'node:path';
import type { LinkSettings } from '../../engine/ports/host';

const OBSIDIAN_DEFAULTS: LinkSettings = { newLinkFormat: 'shortest', useMarkdownLinks: false };

/** Every link of a write asks: one look is enough for the writes of a moment. */
const LOOK_KEPT_MS = 5;

/** A reader that remembers what it read; a file that is absent or does not parse means Obsidian's defaults. */
export function linkSettingsReader(vaultRoot: string): () => LinkSettings {
  const file = path.join(vaultRoot, '.obsidian', 'app.json');
  let stamp = '';
  let settings = OBSIDIAN_DEFAULTS;
  let lookedAt = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lookedAt < LOOK_KEPT_MS) return settings;
    lookedAt = now;
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    const present = stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    if (present !== stamp) {
      settings = present === '' ? OBSIDIAN_DEFAULTS : readSettings(file);
      stamp = present;
    }
    return settings;
  };
}

function readSettings(file: string): LinkSettings {
  let parsed: unknown;
  try {
    parsed = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return OBSIDIAN_DEFAULTS;
  }
  if (typeof parsed !== 'object' || parsed === null) return OBSIDIAN_DEFAULTS;
  const { newLinkFormat, useMarkdownLinks } = parsed as Readonly<Record<string, unknown>>;
  const isKnown = newLinkFormat === 'shortest' || newLinkFormat === 'relative' || newLinkFormat === 'absolute';
  return {
    newLinkFormat: isKnown ? newLinkFormat : OBSIDIAN_DEFAULTS.newLinkFormat,
    useMarkdownLinks: useMarkdownLinks === true,
  };
}
