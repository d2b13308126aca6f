/** Edits of one column by one writer in a row, as one entry of the history. docs/page.md#history-of-writes */

import { type HistoryEntry, type WrittenValues, writerOf } from '../../changes/describe-migration';
import { type RichText, countedRows, notesOf, tableName, withWriter } from '../../changes/describe-write';
import { noteName } from '../../client/note-text';

export interface EditRun {
  /** Of its newest edit. */
  readonly executed_at: string;
  readonly words: RichText;
  /** The newest first. */
  readonly edits: readonly HistoryEntry[];
}

/** Fewer are as quickly read one by one. */
const FEWEST = 4;

/** `entries`: the newest first. */
export function foldEdits<Other extends object>(
  entries: readonly (HistoryEntry | Other)[],
  told: WrittenValues,
): readonly (HistoryEntry | Other | EditRun)[] {
  const folded: (HistoryEntry | Other | EditRun)[] = [];
  let run: HistoryEntry[] = [];
  let runKey: string | null = null;
  const endRun = (): void => {
    folded.push(...(run.length < FEWEST ? run : [editRun(run, told)]));
    run = [];
  };
  for (const entry of entries) {
    const key = runKeyOf(entry, told);
    if (key !== runKey) endRun();
    runKey = key;
    if (key === null) folded.push(entry);
    else run.push(entry as HistoryEntry);
  }
  endRun();
  return folded;
}

/** Null: it stays by itself. */
function runKeyOf(entry: HistoryEntry | object, told: WrittenValues): string | null {
  if (!('migration_id' in entry)) return null;
  const { migration_id: id, actor, schema, notes_changed: count, undoes, undone, undonePaths } = entry;
  const value = told[id];
  if (value === undefined || count !== 1 || undoes !== null || undone || undonePaths.length > 0) return null;
  return JSON.stringify([actor.app, actor.harness, actor.model, schema, value.label]);
}

function editRun(edits: readonly HistoryEntry[], told: WrittenValues): EditRun {
  const [newest] = edits as readonly [HistoryEntry];
  const rows = [...new Set(edits.flatMap(notesOf))];
  const [only = '', ...others] = rows;
  const place = newest.schema === null ? '' : ` in ${tableName(newest.schema)}`;
  const what: RichText = others.length === 0 ? [{ strong: noteName(only) }] : [`${countedRows(rows.length)}${place}`];
  const words: RichText = [`Changed ${told[newest.migration_id]?.label ?? ''} of `, ...what];
  const { kind, short } = writerOf(newest.actor);
  return { executed_at: newest.executed_at, words: kind === 'program' ? withWriter(short, words) : words, edits };
}
