/** Calls of the writes of notes, and what a hand does to notes meanwhile. */

import type { JsonObject } from '../../src/engine/index';
import { type Make, type Making, isLinkedTo, someValue } from './calls';
import { looseNote, withBody } from './note-text';
import { type Model, type Row, type Table, folderOf, isLoose } from './state';

const HEADINGS = ['Log', 'Plan'] as const;

const someBody = ({ draw, names }: Making): string =>
  [`# ${draw.of(HEADINGS) ?? 'Log'}`, `- ${names.fresh('said')}`, ...(draw.oneIn(3) ? ['# Log'] : []), ''].join('\n');

const looseOf = (model: Model): string[] => [...model.others.keys()].filter(isLoose);

/** A note that somebody may write: loose ones and rows. */
function somePath({ model, draw }: Making): string | undefined {
  const rows = [...model.rows()].map(([, { path }]) => path);
  return draw.of(draw.oneIn(2) ? looseOf(model) : rows) ?? looseOf(model)[0];
}

const newPath = ({ draw, names }: Making): string => `Inbox/${draw.oneIn(3) ? 'deep/' : ''}${names.fresh('Note')}.md`;

function wholeNote(making: Making, path: string): string {
  const { model, draw, names, text } = making;
  if (model.rowAt(path) === null) {
    const table = draw.oneIn(15) ? draw.of([...model.tables.keys()]) : undefined;
    const note = looseNote(names.fresh('n'), someBody(making));
    return table === undefined ? note : note.replace('---\n', `---\ntable: main.default.${table}\n`);
  }
  const note = withBody(text(path) ?? '', someBody(making));
  return draw.oneIn(10) ? note.replace(/^table: .*\n/m, '') : note;
}

const writeNote: Make = (making) => {
  const { draw, names } = making;
  const present = somePath(making);
  if (present === undefined || draw.oneIn(3)) {
    const path = newPath(making);
    return { path, content: wholeNote(making, path), mode: draw.of(['replace', 'create']) ?? 'create' };
  }
  if (draw.oneIn(3)) return { path: present, content: `- ${names.fresh('more')}`, mode: 'append' };
  return { path: present, content: wholeNote(making, present), ...(draw.oneIn(10) ? { mode: 'create' } : {}) };
};

const patchNote: Make = (making) => {
  const { model, draw, names } = making;
  const path = somePath(making);
  if (path === undefined) return null;
  const found = model.rowAt(path);
  const stale = draw.oneIn(20) ? { if_revision: 'stale' } : {};
  const body = found?.[1].body ?? model.others.get(path)?.body ?? '';
  const present = HEADINGS.filter((heading) => body.includes(`# ${heading}\n`));
  if (found !== null && (present.length === 0 || draw.oneIn(3))) return patchedProperty(making, found);
  if (found === null && draw.oneIn(4))
    return { path, property: 'name', operation: 'replace', value: names.fresh('n'), ...stale };
  const operation = draw.of(['append', 'append', 'prepend', 'replace', 'delete']) ?? 'append';
  return {
    path,
    heading: draw.of(draw.oneIn(8) ? HEADINGS : present) ?? 'Log',
    operation,
    ...(operation === 'delete' ? { whole: true } : { content: `- ${names.fresh('patched')}` }),
    ...stale,
  };
};

/** A value of a row, judged as update_row judges it. */
function patchedProperty(making: Making, [table, row]: [Table, Row]): JsonObject | null {
  const column = making.draw.of(table.columns.filter(({ kind }) => kind !== 'list'));
  if (column === undefined) return null;
  const value = column.name === 'name' ? making.names.fresh('n') : someValue(making, column);
  if (value === undefined || value === null) return null;
  return { path: row.path, property: column.name, operation: 'replace', value, create: true };
}

const moveNote: Make = (making) => {
  const { model, draw, names } = making;
  const path = somePath(making);
  if (path === undefined) return null;
  const found = model.rowAt(path);
  if (draw.oneIn(4)) return found !== null && isLinkedTo(model, found[0]) && draw.oneIn(2) ? null : { path };
  if (draw.oneIn(10)) return { path, to: somePath(making) ?? path };
  if (found === null || draw.oneIn(3)) return { path, to: newPath(making) };
  const [table] = found;
  const folder = draw.oneIn(8) ? `${model.folder(table)}/${table.archive}` : folderOf(path);
  return { path, to: `${folder}/${names.fresh('Moved')}.md` };
};

export const NOTE_CALLS: Readonly<Record<string, Make>> = {
  write_note: writeNote,
  patch_note: patchNote,
  move_note: moveNote,
};

/** A note as somebody leaves it who edits the file; null: it is gone. */
export interface HandEdit {
  readonly path: string;
  readonly text: string | null;
}

/** Null: there is nothing to edit. */
export function handEditOf(making: Making): HandEdit | null {
  const { model, draw, names, text } = making;
  if (model.folders.has('Inbox') && draw.oneIn(4)) {
    return { path: `Inbox/${names.fresh('Hand')}.md`, text: looseNote(names.fresh('n'), someBody(making)) };
  }
  const path = somePath(making);
  if (path === undefined) return null;
  if (isLoose(path) && model.rowAt(path) === null && draw.oneIn(4)) return { path, text: null };
  return { path, text: `${text(path) ?? ''}- ${names.fresh('by hand')}\n` };
}
