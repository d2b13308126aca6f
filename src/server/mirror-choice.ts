/** What a person chooses for a mirror: a schema, and tables by name or pattern. docs/mirror.md */

/** "Team Notes" is mirrored into team_notes. */
export const schemaFor = (vault: string): string => {
  const name = vault
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  return name === '' ? 'notes' : name.replace(/^(?=\d|pg_)/, 'vault_');
};

export const isSchemaName = (name: string): boolean => name !== '' && !name.startsWith('pg_') && name.length <= 63;

/** `tasks,main.crm.*` */
export const patternsIn = (list: string): readonly string[] => list.split(',').map((each) => each.trim());

/** `tasks`, `crm.people`, a whole name, or `main.crm.*`. */
const PATTERN = /^[\p{L}\p{N}_*]+(?:\.[\p{L}\p{N}_*]+){0,2}$/u;

/** The first that can't be the name of a table. */
export const unclearPattern = (patterns: readonly string[]): string | undefined =>
  patterns.find((each) => !PATTERN.test(each));
