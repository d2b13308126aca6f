/** What each write of a note does to the model. Source: docs/http.md#writing-notes */

import type { Json, JsonObject } from '../../src/engine/index';
import type { HandEdit } from './note-calls';
import { bodyOf, partsOf } from './note-text';
import { type Apply, remove } from './row-operations';
import { checkRow, edit } from './rows';
import { type Model, type Row, type Table, folderOf, isSameFolder, nameOf, refuse } from './state';

interface Found {
  readonly body: string;
  readonly row: [Table, Row] | null;
  readonly set: (body: string) => void;
}

function noteAt(model: Model, path: string): Found | null {
  const row = model.rowAt(path);
  if (row !== null) return { body: row[1].body, row, set: (body) => (row[1].body = body) };
  const other = model.others.get(path);
  if (other === undefined) return null;
  return { body: other.body, row: null, set: (body) => model.others.set(path, { ...other, body }) };
}

const writeNote: Apply = (model, { path, content, mode }) => {
  const note = noteAt(model, path as string);
  const text = content as string;
  if (note !== null && mode === 'create') refuse('it is there');
  if (note !== null && mode === 'append') return note.set(`${note.body}${text}\n`);
  const names = /^table: /m.test(text);
  if (names !== (note?.row != null)) refuse(names ? 'it would be a row' : 'it would be none');
  if (note?.row != null) return note.set(bodyOf(text));
  if (note === null && model.isTaken(path as string)) refuse('the path is taken');
  model.spelt(folderOf(path as string));
  model.others.set(path as string, { ...partsOf(text), links: model.others.get(path as string)?.links ?? [] });
};

const patchNote: Apply = (model, args) => {
  const path = args['path'] as string;
  const note = noteAt(model, path) ?? refuse('no such note');
  if (args['if_revision'] !== undefined) refuse('another revision');
  if (args['property'] === undefined) return note.set(patched(note.body, args));
  const [property, value] = [args['property'] as string, args['value'] as Json];
  if (note.row === null) {
    const other = model.others.get(path) ?? refuse('no such note');
    model.others.set(path, { ...other, [property]: value });
    return;
  }
  const [table, row] = note.row;
  edit(model, table, row, { [property]: value });
  checkRow(table, row);
};

/** A section ends where the next one begins: the model knows headings of one level. */
function patched(body: string, { heading, operation, content }: JsonObject): string {
  const lines = body.split('\n').slice(0, -1);
  const places = lines.flatMap((line, i) => (line === `# ${heading as string}` ? [i] : []));
  const [start = 0] = places;
  if (places.length !== 1) refuse(`${places.length} headings ${heading as string}`);
  const next = lines.findIndex((line, i) => i > start && line.startsWith('# '));
  const end = next === -1 ? lines.length : next;
  const within = lines.slice(start + 1, end);
  const sections: Record<string, readonly string[]> = {
    append: [lines[start] ?? '', ...within, content as string],
    prepend: [lines[start] ?? '', content as string, ...within],
    replace: [lines[start] ?? '', content as string],
    delete: [],
  };
  const now = [...lines.slice(0, start), ...(sections[operation as string] ?? []), ...lines.slice(end)];
  return now.map((line) => `${line}\n`).join('');
}

const moveNote: Apply = (model, args) => {
  const path = args['path'] as string;
  const { row } = noteAt(model, path) ?? refuse('no such note');
  const to = args['to'] as string | undefined;
  if (to === undefined) {
    if (row !== null) return trash(model, row);
    model.others.delete(path);
    return;
  }
  if (row !== null) {
    const [table] = row;
    const folder = model.folder(table);
    if (isSameFolder(folderOf(to), `${folder}/${table.archive}`)) refuse('it would be no row');
  }
  if (to !== path && model.isTaken(to)) refuse('the path is taken');
  const place = `${model.spelt(folderOf(to))}/${nameOf(to)}.md`;
  if (row !== null) {
    row[1].path = place;
    return;
  }
  const other = model.others.get(path);
  if (other === undefined) return;
  model.others.delete(path);
  model.others.set(place, other);
};

function trash(model: Model, [table, row]: [Table, Row]): void {
  const isLinked = model.referrers(new Set([row])).some(([, other]) => other !== row);
  if (isLinked || [...model.others.values()].some(({ links }) => links.includes(row))) refuse('restrict');
  remove(table, [row]);
}

export const NOTE_OPERATIONS: Readonly<Record<string, Apply>> = {
  write_note: writeNote,
  patch_note: patchNote,
  move_note: moveNote,
};

/** A hand asks nobody. */
export function applyHandEdit(model: Model, { path, text }: HandEdit): Model {
  const next = model.copy();
  const note = noteAt(next, path);
  if (text === null) next.others.delete(path);
  else if (note !== null) note.set(bodyOf(text));
  else next.others.set(path, { ...partsOf(text), links: [] });
  return next;
}
