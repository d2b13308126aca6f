/** The states that each file went through since the last checkpoint: what recovery compares the disk with. D7 */

import type { ContentHash } from '../history/content-hash';
import type { Abort, FileChange, Migration } from '../history/migration';
import type { NotePath } from '../ports/vault-port';

/** The hash of a text, or null for "no such file". */
export type FileState = ContentHash | null;

export interface FileHistory {
  /** In order; the first is before everything, the last is how the file has to be. */
  readonly states: readonly FileState[];
  /** The last migration that touched it. */
  readonly lastSeq: number;
  /** The file goes into the trash when its last state is "no such file". */
  readonly toTrash: boolean;
}

interface Building {
  states: FileState[];
  lastSeq: number;
  toTrash: boolean;
}

/** Folds the migrations in order; an aborted one counts as done and taken back. */
export function foldStates(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
): ReadonlyMap<NotePath, FileHistory> {
  const files = new Map<NotePath, Building>();
  const push = (path: NotePath, seq: number, states: readonly FileState[], toTrash = false): void => {
    let file = files.get(path);
    if (file === undefined) files.set(path, (file = { states: [], lastSeq: seq, toTrash }));
    for (const state of states) if (file.states.at(-1) !== state || file.states.length === 0) file.states.push(state);
    file.lastSeq = seq;
    file.toTrash = toTrash;
  };
  for (const { seq, changes } of migrations) {
    for (const change of changes) pushChange(change, seq, push);
    if (aborts.has(seq)) for (const change of [...changes].reverse()) pushChange(inverse(change), seq, push);
  }
  return files;
}

const inverse = ({ from, to, before, after, ...rest }: FileChange): FileChange => ({
  ...rest,
  from: to,
  to: from,
  before: after,
  after: before,
  forGood: true,
});

function pushChange(
  { from, to, before, after, forGood, asIs }: FileChange,
  seq: number,
  push: (path: NotePath, seq: number, states: readonly FileState[], toTrash?: boolean) => void,
): void {
  if (asIs !== undefined) return;
  if (from === to && from !== null) push(from, seq, [before, after]);
  else if (from === null) push(to as NotePath, seq, [null, after]);
  else if (to === null) push(from, seq, [before, null], forGood !== true);
  else {
    // A move that changes the text too passes through the new text at the old place, or, when the disk
    // reordered what was not synced, through the old text at the new place.
    push(from, seq, before === after ? [before, null] : [before, after, null]);
    push(to, seq, before === after ? [null, after] : [null, before, after]);
  }
}
