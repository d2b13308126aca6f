/** The notes that a table is made of: those of a folder, those that share a property, or both. docs/page.md#make-a-table */

import type { JsonObject, Operations } from '../../../engine/index';
import type { BrowserScreen } from '../../rows/table-choice';

/** As infer_table takes them. */
export interface NotesScope {
  readonly folder?: string;
  readonly where?: JsonObject;
}

export type NoteGroup = NonNullable<Operations['infer_table']['result']['groups']>[number];

export const screenOfGroup = ({ where }: Pick<NoteGroup, 'where'>): BrowserScreen => `where:${JSON.stringify(where)}`;

/** An address may hold anything: a text that is not a filter means the notes of a folder of that name. */
export function scopeOfFilter(text: string): NotesScope {
  try {
    const where = JSON.parse(text) as unknown;
    return typeof where === 'object' && where !== null ? { where: where as JsonObject } : { folder: text };
  } catch {
    return { folder: text };
  }
}

/** `Books`, of a link or a choice. */
export const groupName = ({ value }: Pick<NoteGroup, 'value'>): string =>
  value.replace(/^\[\[(?:[^\]]*\/)?([^\]]*)\]\]$/, '$1');

/** `the notes in References with categories Books`. */
export function scopeText({ folder, where }: NotesScope): string {
  const [property, condition] = Object.entries(where ?? {})[0] ?? [];
  const value: unknown = typeof condition === 'object' && condition !== null ? Object.values(condition)[0] : condition;
  const matching =
    property === undefined
      ? ''
      : ` with ${property} ${groupName({ value: typeof value === 'string' ? value : JSON.stringify(value) })}`;
  return `the notes${folder === undefined ? '' : ` in ${folder}`}${matching}`;
}
