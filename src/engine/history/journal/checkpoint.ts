/** The checkpoint of a journal: where later openings begin to read, and what does not follow from its records. docs/formats.md */

import type { NotePath } from '../../ports/vault-port';
import type { PrivateStorePort } from '../../ports/private-store-port';
import { decodeUtf8, encodeUtf8 } from '../../values/utf8';
import type { TableLog } from '../versions/table-version';
import { JOURNAL_FOLDER } from './segment-records';

const CHECKPOINT_FILE = `${JOURNAL_FOLDER}/checkpoint.json`;

/** Everything before `segment` is in the notes, durably. */
export interface JournalCheckpoint {
  readonly format: 1;
  readonly segment: number;
  /** The last sequence number and time stamp given out before it. */
  readonly seq: number;
  readonly time: number;
  /** The last number given to a change; absent: 0. */
  readonly change?: number;
  /** Numbers of changes up to it count as given: some published ones may be lost. Absent: none but `change` and those recorded. */
  readonly reserved?: number;
  /** The last number of a change that is not kept any more; absent: 0. */
  readonly dropped?: number;
  /** The tables' logs as they were then. */
  readonly logs?: readonly TableLog[];
  /** Names the journal to the followers of its changes; absent: it has had none. D29 */
  readonly feed?: string;
  /** What `idHolders` said then. */
  readonly held?: readonly (readonly [id: string, path: NotePath])[];
}

/** Of a new journal where there is none. */
export async function readCheckpoint(store: PrivateStorePort): Promise<JournalCheckpoint> {
  const file = await store.read(CHECKPOINT_FILE);
  if (file === null) return { format: 1, segment: 1, seq: 0, time: 0 };
  return JSON.parse(decodeUtf8(file)) as JournalCheckpoint;
}

/** Durable when it resolves. */
export const writeCheckpoint = (store: PrivateStorePort, checkpoint: JournalCheckpoint): Promise<void> =>
  store.write(CHECKPOINT_FILE, encodeUtf8(JSON.stringify(checkpoint)));
