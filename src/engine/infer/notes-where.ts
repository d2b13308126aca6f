/** The plain notes whose properties match a filter. Source: docs/operations.md#infer_table, docs/operations.md#adopt_rows; docs/decisions.md#d27-tables-from-notes */

import type { OperationContext } from '../contexts';
import { type Json, type JsonObject, isJsonObject } from '../json';
import { linkpathIn } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import { obsidianItems, obsidianListOf, listSources, OBSIDIAN_LISTS } from '../note/obsidian-lists';
import type { RawValue } from '../yaml/raw-value';
import { inTurns } from '../ports/in-turns';
import { readQuietly } from '../commit/read-quietly';
import type { NotePath } from '../ports/vault-port';
import { compileWhere } from '../query/where/compile-where';
import { fileFacts } from '../query/where/file-facts';
import { rowMatches } from '../query/where/predicate';
import { SubjectResolver } from '../query/where/subject-resolver';
import type { VaultView } from '../storage/view';
import type { ColumnSpec } from '../values/column-spec';
import { decodeValue } from '../values/decode';
import { addTo } from '../values/maps';
import type { NoteKeys } from './infer-columns';
import { inferType, majorityType, quotedLink } from './infer-type';
import { type Property, joinSpellings } from './property-spellings';

/** Names in `where` are front matter keys in any of their spellings, Obsidian's lists and file columns; types are those that the values show. */
export async function notesWhere(
  { host, zone, now }: Pick<OperationContext, 'host' | 'zone' | 'now'>,
  view: VaultView,
  notes: readonly NoteKeys[],
  where: JsonObject,
): Promise<readonly NoteKeys[]> {
  const properties = propertiesOf(notes);
  const columns = properties.flatMap(({ key, otherSpellings, type }) =>
    [key, ...otherSpellings].map((name): ColumnSpec => ({ ...type, name })),
  );
  const facts = fileFacts(view.links, host, zone);
  const subjects = new SubjectResolver({ name: 'the notes', columns, fields: {} }, facts, view);
  const predicate = compileWhere(where, subjects, { now, zone, links: view.links, hierarchies: view });
  await facts.read({
    view,
    scheduler: host.scheduler,
    notes: notes.map(({ path }) => path),
    text: (path) => readQuietly(host, path),
    stat: (path) => host.vault.stat(path),
  });
  const values = valuesByNote(notes, properties);
  const found: NoteKeys[] = [];
  await inTurns(notes, host.scheduler, (note) => {
    const modified = view.files.get(note.path)?.mtime ?? 0;
    const row = { path: note.path, id: '', modified, values: values.get(note.path) ?? {} };
    if (rowMatches(predicate, row)) found.push(note);
  });
  return found;
}

interface TypedProperty extends Property {
  readonly type: Omit<ColumnSpec, 'name'>;
}

function propertiesOf(notes: readonly NoteKeys[]): readonly TypedProperty[] {
  const byKey = new Map<string, { readonly path: NotePath; readonly raw: RawValue }[]>();
  for (const { path, entries } of notes) {
    for (const { key, raw } of entries) {
      if (obsidianListOf(key) === null) addTo(byKey, key, { path, raw: quotedLink(raw) ?? raw });
    }
  }
  return joinSpellings(byKey).map((property) => {
    const raws = property.values.map(({ raw }) => raw);
    const { type, items } = majorityType(raws)?.type ?? inferType(raws, { maxEnumValues: 0 });
    return { ...property, type: type === 'list' ? { type, items: { type: items ?? 'string' } } : { type } };
  });
}

function valuesByNote(
  notes: readonly NoteKeys[],
  properties: readonly TypedProperty[],
): ReadonlyMap<NotePath, Readonly<Record<string, Json>>> {
  const byNote = new Map(notes.map(({ path, entries }) => [path, obsidianLists(entries)]));
  for (const { key, otherSpellings, type, values } of properties) {
    for (const { path, raw } of values) {
      const { value } = decodeValue({ ...type, name: key }, raw);
      const row = byNote.get(path);
      if (value === undefined || row === undefined) continue;
      for (const name of [key, ...otherSpellings]) row[name] = value;
    }
  }
  return byNote;
}

function obsidianLists(entries: NoteKeys['entries']): Record<string, Json> {
  const lists: Record<string, Json> = {};
  for (const list of OBSIDIAN_LISTS) {
    const sources = listSources(entries, (key) => obsidianListOf(key) === list);
    const items = obsidianItems(list, sources);
    if (items.length > 0) lists[list] = items;
  }
  return lists;
}

/** What a filter of one link or word is about: `Books` for `{categories: {contains: "[[Books]]"}}`; null for any other. */
export function wordOfFilter(where: JsonObject): string | null {
  const [only, ...others] = Object.values(where);
  if (only === undefined || others.length > 0) return null;
  if (isJsonObject(only)) return wordOfFilter(only);
  return typeof only === 'string' ? noteNameOf(linkpathIn(only)) : null;
}
