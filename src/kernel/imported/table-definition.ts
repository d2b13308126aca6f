/** What another plugin says of notes that stay where they are: which notes, and views of them in the form of a base. docs/import.md#definitions */

import type { BaseObject, BaseValue } from '../bases/base-names';
import type { Remark } from './imported-set';

export interface TableDefinition {
  readonly label: string;
  readonly scope: DefinedScope;
  /** Filters of all views, and the views. */
  readonly base: BaseObject;
  readonly untranslated: readonly Remark[];
}

export interface DefinedScope {
  /** With its subfolders; absent: the vault. */
  readonly folder?: string;
  /** As infer_table takes it. */
  readonly where?: BaseObject;
}

export const asText = (value: BaseValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export const folderScope = (path: string, isDeep: boolean): DefinedScope => {
  const folder = path.replace(/^\/+|\/+$/g, '');
  return isDeep || folder === '' ? { folder } : { where: { file_folder: { eq: folder } } };
};

export const tagScope = (tag: string): DefinedScope => ({
  where: { file_tags: { contains: tag.trim().replace(/^#/, '') } },
});

/** The notes of a query of Dataview that takes one folder or one tag; null: of another one. */
export function queryScope(query: string): DefinedScope | null {
  const [, source = query] = /\bFROM\b([\s\S]*?)(?:\b(?:WHERE|SORT|GROUP|FLATTEN|LIMIT)\b|$)/i.exec(query) ?? [];
  const [, folder, tag] = /^\s*(?:"([^"]+)"|(#[^\s"]+))\s*$/.exec(source) ?? [];
  if (folder !== undefined) return folderScope(folder, true);
  return tag === undefined ? null : tagScope(tag);
}

/** Whether a query says more than where its notes are. */
export const isNarrowed = (query: string): boolean => /\b(?:WHERE|GROUP|FLATTEN|LIMIT)\b/i.test(query);

/** A statement of a base: `due < date("2026-11-28")`. */
export function statementOf(field: string, operator: StatementOperator, value: string): string {
  const property = propertyOf(field);
  const text = JSON.stringify(value);
  switch (operator) {
    case 'empty':
      return `${property}.isEmpty()`;
    case 'filled':
      return `!${property}.isEmpty()`;
    case 'contains':
      return `${property}.contains(${text})`;
    case 'lacks':
      return `!${property}.contains(${text})`;
    case 'starts':
      return `${property}.startsWith(${text})`;
    case 'ends':
      return `${property}.endsWith(${text})`;
    default:
      return `${property} ${operator} ${literalOf(value)}`;
  }
}

export type StatementOperator =
  ('==' | '!=' | '<' | '<=' | '>' | '>=') | ('empty' | 'filled' | 'contains' | 'lacks' | 'starts' | 'ends');

/** Texts that are numbers, days or truths are meant so. */
function literalOf(value: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(value) || value === 'true' || value === 'false') return value;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `date("${value}")` : JSON.stringify(value);
}

/** `file.name` and the others stay; `a b` is quoted. */
export const propertyOf = (field: string): string =>
  /^(?:file\.[a-z]+|[\p{L}_][\p{L}\p{N}_]*)$/u.test(field) ? field : `note[${JSON.stringify(field)}]`;
