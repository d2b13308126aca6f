/** One append to a segment: its bytes, and the same content as records. docs/formats.md: Journal segment. */

import { encodeUtf8 } from '../../values/utf8';
import type { ExternalRecord } from '../change-record';
import type { TextPack } from './contents';
import { FRAME, type FrameContent, HEADER, encodeFrames } from './frame';
import type { Abort, Migration } from './migration';
import type { LocatedPack, SegmentRecords } from './segment-reader';
import type { TableVersion } from '../versions/table-version';

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
