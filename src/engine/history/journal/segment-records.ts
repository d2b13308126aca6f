/** The records of journal segments, written and read: migrations, aborts, applied marks and where each text lies. docs/formats.md: Journal segment. */

import type { SchedulerPort } from '../../ports/host';
import type { PrivateStorePort } from '../../ports/private-store-port';
import { decodeUtf8, encodeUtf8 } from '../../values/utf8';
import type { ExternalRecord } from '../change-record';
import { packHashes, type TextPack } from './contents';
import { FRAME, framesIn, type FrameContent, HEADER, encodeFrames } from './frame';
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
  readonly external: readonly ExternalRecord[];
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

/** Gives others their turn between records. `verify` false skips the checksums, for the weakened protocols of crash tests alone. */
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
  const external: ExternalRecord[] = [];
  const packs: LocatedPack[] = [];
  const scan = framesIn(bytes, verify);
  let next = scan.next();
  for (; next.done !== true; next = scan.next()) {
    const { kind, payload, offset } = next.value;
    if (kind === FRAME.migration) migrations.push(parseJson<Migration>(payload));
    else if (kind === FRAME.abort) aborts.push(parseJson<Abort>(payload));
    else if (kind === FRAME.applied) applied.push(...parseJson<number[]>(payload));
    else if (kind === FRAME.versions) versions.push(...parseJson<TableVersion[]>(payload));
    else if (kind === FRAME.external) external.push(parseJson<ExternalRecord>(payload));
    else if (kind === FRAME.contents)
      packs.push({ hashes: packHashes(payload), location: { segment, offset, length: payload.length } });
    await scheduler.pause();
  }
  return { segment, migrations, aborts, applied, versions, external, packs, clean: next.value.clean };
}

/** One append to a segment. */
export interface JournalEntry {
  readonly packs?: readonly TextPack[];
  readonly migrations?: readonly Migration[];
  readonly aborts?: readonly Abort[];
  readonly applied?: readonly number[];
  readonly versions?: readonly TableVersion[];
  readonly external?: readonly ExternalRecord[];
}

/** `start`: the length of the segment so far, in bytes. */
export function encodeEntry(
  { packs = [], migrations = [], aborts = [], applied = [], versions = [], external = [] }: JournalEntry,
  segment: number,
  start: number,
): { readonly bytes: Uint8Array; readonly records: SegmentRecords } {
  const frames: FrameContent[] = [];
  const located: LocatedPack[] = [];
  let at = start;
  for (const { hashes, payload } of packs) {
    located.push({ hashes, location: { segment, offset: at + HEADER, length: payload.length } });
    frames.push({ kind: FRAME.contents, payload });
    at += HEADER + payload.length;
  }
  const add = (kind: FrameContent['kind'], value: unknown): number =>
    frames.push({ kind, payload: encodeUtf8(JSON.stringify(value)) });
  for (const migration of migrations) add(FRAME.migration, migration);
  for (const abort of aborts) add(FRAME.abort, abort);
  if (applied.length > 0) add(FRAME.applied, applied);
  if (versions.length > 0) add(FRAME.versions, versions);
  for (const record of external) add(FRAME.external, record);
  const records = {
    segment,
    migrations: [...migrations],
    aborts: [...aborts],
    applied: [...applied],
    versions: [...versions],
    external: [...external],
    packs: located,
    clean: true,
  };
  return { bytes: encodeFrames(frames), records };
}
