/** Reads journal segments into records: migrations, aborts, applied marks and where each text lies. */

import type { SchedulerPort } from '../../ports/host';
import type { PrivateStorePort } from '../../ports/private-store-port';
import { decodeUtf8 } from '../../values/utf8';
import { packHashes } from './contents';
import { FRAME, framesIn } from './frame';
import type { ContentHash } from './content-hash';
import type { Abort, Migration } from './migration';
import type { TableVersion } from '../versions/table-version';

export const JOURNAL_FOLDER = 'journal';

/** Where the pack that holds a text lies. */
export interface PackLocation {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

export interface LocatedPack {
  readonly hashes: readonly ContentHash[];
  readonly location: PackLocation;
}

export interface SegmentRecords {
  readonly segment: number;
  readonly migrations: readonly Migration[];
  readonly aborts: readonly Abort[];
  /** Sequence numbers whose notes were all written. */
  readonly applied: readonly number[];
  /** Versions that belong to no migration. */
  readonly versions: readonly TableVersion[];
  readonly packs: readonly LocatedPack[];
  /** False: the segment ends with something that was never acknowledged. */
  readonly clean: boolean;
}

export const segmentFile = (segment: number): string => `${JOURNAL_FOLDER}/${String(segment).padStart(8, '0')}.log`;

/** Numbers of the segments that exist, ascending. */
export async function listSegments(store: PrivateStorePort): Promise<readonly number[]> {
  const names = await store.list(JOURNAL_FOLDER);
  return names.filter((name) => /^\d{8}\.log$/.test(name)).map((name) => Number(name.slice(0, 8)));
}

const parseJson = <T>(payload: Uint8Array): T => JSON.parse(decodeUtf8(payload)) as T;

/**
 * Gives others their turn between any two records. `verify` false skips the checksums; only the weakened protocols of the crash
 * tests ask for that.
 */
export async function readSegment(
  segment: number,
  bytes: Uint8Array,
  scheduler: Pick<SchedulerPort, 'pause'>,
  verify = true,
): Promise<SegmentRecords> {
  const migrations: Migration[] = [];
  const aborts: Abort[] = [];
  const applied: number[] = [];
  const versions: TableVersion[] = [];
  const packs: LocatedPack[] = [];
  const scan = framesIn(bytes, verify);
  let next = scan.next();
  for (; next.done !== true; next = scan.next()) {
    const { kind, payload, offset } = next.value;
    if (kind === FRAME.migration) migrations.push(parseJson<Migration>(payload));
    else if (kind === FRAME.abort) aborts.push(parseJson<Abort>(payload));
    else if (kind === FRAME.applied) applied.push(...parseJson<number[]>(payload));
    else if (kind === FRAME.versions) versions.push(...parseJson<TableVersion[]>(payload));
    else if (kind === FRAME.contents)
      packs.push({ hashes: packHashes(payload), location: { segment, offset, length: payload.length } });
    await scheduler.pause();
  }
  return { segment, migrations, aborts, applied, versions, packs, clean: next.value.clean };
}
