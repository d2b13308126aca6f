/** The rules of names, each as the reason why a name is refused. Source: docs/metastore.md#names, D12, D16. */

import { MAX_NAME_LENGTH, isReservedWord, suggestName } from '../../kernel/names';
import { obsidianListOf } from '../note/obsidian-lists';

export type DefinitionKind = 'catalog' | 'schema' | 'table' | 'column' | 'base' | 'view' | 'constraint' | 'rule';

const NAME = /^[a-z0-9_]+$/;

/** A folder of that name can't be made on Windows, where the vault may be synced to. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Letters and digits of any script, joined by single spaces, `-` or `_`: what Obsidian's users call their properties. */
const FIELD_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*([ _-]+[\p{L}\p{M}\p{N}]+)*$/u;

/** Why `name` is not a name for that kind of thing; null when it is one. */
export function nameProblem(kind: DefinitionKind, name: string): string | null {
  if (name === '') return `a ${kind} needs a name`;
  if (!NAME.test(name)) {
    return `"${name}" is not a ${kind} name: lowercase letters, digits and _ only${suggestionText(name)}`;
  }
  if (name.length > MAX_NAME_LENGTH) {
    return `"${name}" is too long for a ${kind} name: ${name.length} characters, at most ${MAX_NAME_LENGTH}`;
  }
  if (kind === 'column') return reservedProblem('column', name);
  if (kind === 'view') return viewNameProblem(name);
  return kind === 'base' || kind === 'constraint' || kind === 'rule' ? null : folderNameProblem(kind, name);
}

/** Why `name` is not a name for an untyped field; null when it is one. Fields keep the names that notes already use. */
export function fieldNameProblem(name: string): string | null {
  const reserved = reservedProblem('field', name);
  if (reserved !== null) return reserved;
  if (name.length > MAX_NAME_LENGTH) return `the field name "${name}" is longer than ${MAX_NAME_LENGTH} characters`;
  if (!FIELD_NAME.test(name))
    return `"${name}" is not a field name: letters and digits, with -, _ or spaces between them`;
  return null;
}

/** Why `key` can't be the front matter key of a column; null when it can. */
export function noteKeyProblem(key: string): string | null {
  if (key.trim() === '') return 'key must not be empty';
  if (key === 'id' || key === 'table') return `key "${key}" is written by the engine`;
  if (/[\p{Cc}\u2028\u2029]/u.test(key)) return 'key must be one line of visible text';
  const list = obsidianListOf(key);
  return list === null ? null : `key "${key}" means Obsidian's list ${list}; every row has it without a column`;
}

function reservedProblem(kind: 'column' | 'field', name: string): string | null {
  if (name.startsWith('_')) return `"${name}" is not a ${kind} name: names with a leading _ are reserved`;
  if (name.startsWith('file_')) return `"${name}" is not a ${kind} name: file_* are the file columns`;
  if (isReservedWord(name)) return `"${name}" is not a ${kind} name: the word is reserved`;
  return null;
}

function folderNameProblem(kind: 'catalog' | 'schema' | 'table', name: string): string | null {
  if (kind === 'catalog' && name === 'system') return '"system" is not a catalog name: the catalog is reserved';
  if (kind === 'table' && name.startsWith('vw_')) return `"${name}" is not a table name: vw_ is the prefix of views`;
  if (WINDOWS_DEVICE.test(name)) return `"${name}" is not a ${kind} name: Windows can't make a folder of that name`;
  return null;
}

function viewNameProblem(name: string): string | null {
  if (!name.startsWith('vw_')) return `"${name}" is not a view name: it must begin with vw_`;
  return name.length > 3 ? null : `"${name}" is not a view name: something must follow vw_, like vw_open`;
}

function suggestionText(name: string): string {
  const suggested = suggestName(name);
  return suggested === '' ? '' : `; write ${suggested}`;
}

export const INFORMATION_SCHEMA = 'system.information_schema';

/** The tables that show the definitions. Source: docs/operations.md#select_rows, D9 */
export const INFORMATION_NAMES: readonly string[] = [
  'catalogs',
  'schemata',
  'tables',
  'columns',
  'views',
  'check_constraints',
].map((name) => `${INFORMATION_SCHEMA}.${name}`);
