/** The states of each file since the last checkpoint. Recovery compares the disk with them. D7 */

import type { ContentHash } from '../../history/journal/content-hash';
import type { Abort, FileChange, Migration } from '../../history/journal/migration';
import type { NotePath } from '../../ports/vault-port';

/** The hash of a text, or null for "no such file". */
export type FileState = ContentHash | null;

export interface FileHistory {
  /** In order; the first is before everything, the last is how the file has to be. */
  readonly states: readonly FileState[];
  /** The file goes into the trash when its last state is "no such file". */
  readonly toTrash: boolean;
}

interface FileHistoryDraft {
  states: FileState[];
  toTrash: boolean;
}

/** An aborted migration counts as done and taken back; of several in a row the last goes first: each was planned on the one before. */
export function foldStates(
  migrations: readonly Migration[],
  aborts: ReadonlyMap<number, Abort>,
): ReadonlyMap<NotePath, FileHistory> {
  const files = new Map<NotePath, FileHistoryDraft>();
  const push = (path: NotePath, states: readonly FileState[], toTrash = false): void => {
    let file = files.get(path);
    if (file === undefined) files.set(path, (file = { states: [], toTrash }));
    for (const state of states) if (file.states.at(-1) !== state || file.states.length === 0) file.states.push(state);
    file.toTrash = toTrash;
  };
  let calledOff: FileChange[] = [];
  const takeBack = (): void => {
    for (const change of calledOff.reverse()) pushChange(inverseChange(change), push);
    calledOff = [];
  };
  for (const { seq, changes } of migrations) {
    if (aborts.has(seq)) calledOff.push(...changes);
    else takeBack();
    for (const change of changes) pushChange(change, push);
  }
  takeBack();
  return files;
}

const inverseChange = ({ from, to, before, after, ...rest }: FileChange): FileChange => ({
  ...rest,
  from: to,
  to: from,
  before: after,
  after: before,
  forGood: true,
});

function pushChange(
  { from, to, before, after, forGood, asIs }: FileChange,
  push: (path: NotePath, states: readonly FileState[], toTrash?: boolean) => void,
): void {
  if (asIs !== undefined) return;
  if (from === to && from !== null) push(from, [before, after]);
  else if (from === null) push(to as NotePath, [null, after]);
  else if (to === null) push(from, [before, null], forGood !== true);
  else {
    // A move that changes the text too passes through the new text at the old place, or, when the disk
    // reordered unsynced writes, through the old text at the new place.
    push(from, before === after ? [before, null] : [before, after, null]);
    push(to, before === after ? [null, after] : [null, before, after]);
  }
}
