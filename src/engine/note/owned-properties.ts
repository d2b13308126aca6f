/** Front matter keys that belong to Obsidian Publish and to community plugins. docs/owned-properties.md */

/** They stay on a row as they are, declared or not, and are never proposed as columns. */
const OWNED_KEYS: ReadonlySet<string> = new Set([
  'publish',
  'permalink',
  'kanban-plugin',
  'excalidraw-plugin',
  'database-plugin',
  'longform',
  'sr-due',
  'sr-interval',
  'sr-ease',
  'linter-yaml-title-alias',
]);

const OWNED_PREFIXES: readonly string[] = ['excalidraw-', 'dg-', 'BC-'];

/** Key -> the plugin that owns notes with it. */
const MARKERS: ReadonlyMap<string, string> = new Map([
  ['kanban-plugin', 'Kanban'],
  ['excalidraw-plugin', 'Excalidraw'],
  ['database-plugin', 'DB Folder'],
  ['longform', 'Longform'],
]);

export const isOwnedKey = (key: string): boolean =>
  OWNED_KEYS.has(key) || OWNED_PREFIXES.some((prefix) => key.startsWith(prefix));

/** The plugin that owns a note with such a key; null for any other key. */
export const markedBy = (key: string): string | null => MARKERS.get(key) ?? null;
