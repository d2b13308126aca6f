/** Versions as the frames of a log file. docs/formats.md#table-log. */

import type { SchedulerPort } from '../../ports/host';
import { decodeUtf8, encodeUtf8 } from '../../values/utf8';
import { FRAME, type FrameKind, encodeFrame, scanFrames } from '../journal/frame';
import { BrokenPayload } from './packed-bytes';
import { packChanges, unpackChanges, packLeft, packValues, unpackLeft, unpackValues } from './packed-changes';
import type { RowChange, TableVersion, VersionHead } from './table-version';
import type { RowsLeft, ValuesBefore } from './values-before';

/** Changes, or rows of a checkpoint, in one frame. */
export const MOST_IN_A_FRAME = 1000;

type PartedHead = VersionHead & { readonly parts: number };

export async function framesOf(
  versions: readonly TableVersion[],
  scheduler: SchedulerPort,
): Promise<readonly Uint8Array[]> {
  const frames: Uint8Array[] = [];
  for (const { changes, values, left = [], ...head } of versions) {
    const parts = inParts(changes);
    frames.push(jsonFrame(FRAME.version, { ...head, parts: parts.length }));
    for (const part of parts) {
      frames.push(encodeFrame(FRAME.changes, packChanges(part)));
      await scheduler.pause();
    }
    if (values !== undefined) frames.push(encodeFrame(FRAME.values, packValues(values)));
    for (const part of left) {
      frames.push(encodeFrame(FRAME.left, packLeft(part)));
      await scheduler.pause();
    }
  }
  return frames;
}

/** The versions from `from` to `to`, up to the first frame that is broken; what the others changed is not looked at. */
export async function versionsIn(
  bytes: Uint8Array,
  from: number,
  to: number,
  scheduler: SchedulerPort,
): Promise<readonly TableVersion[]> {
  const versions: TableVersion[] = [];
  let version: VersionInFrames | null = null;
  const end = (): void => {
    if (version?.isWhole === true) versions.push(version.read());
    version = null;
  };
  for (const { kind, payload } of scanFrames(bytes).frames) {
    if (kind === FRAME.version) {
      end();
      const head = parseJson<PartedHead>(payload);
      if (head.version >= from && head.version <= to) version = new VersionInFrames(head);
    } else if (version !== null) {
      if (!version.take(kind, payload)) break;
      await scheduler.pause();
    }
  }
  end();
  return versions;
}

class VersionInFrames {
  private readonly changes: RowChange[] = [];
  private readonly left: RowsLeft[] = [];
  private values: ValuesBefore | undefined;
  private missing: number;

  constructor(private readonly head: PartedHead) {
    this.missing = head.parts;
  }

  /** False when its changes are not all there. */
  get isWhole(): boolean {
    return this.missing === 0;
  }

  /** False when the frame is broken. */
  take(kind: number, payload: Uint8Array): boolean {
    try {
      this.addFrame(kind, payload);
      return true;
    } catch (error) {
      if (error instanceof BrokenPayload) return false;
      throw error;
    }
  }

  private addFrame(kind: number, payload: Uint8Array): void {
    const { changes, left } = this;
    if (kind === FRAME.changes) this.add(unpackChanges(payload));
    else if (kind === FRAME.values) this.values = unpackValues(payload, changes.length);
    else if (kind === FRAME.left) left.push(unpackLeft(payload, changes.length));
  }

  private add(part: readonly RowChange[]): void {
    for (const change of part) this.changes.push(change);
    this.missing--;
  }

  read(): TableVersion {
    const { parts: _parts, ...head } = this.head;
    const { changes, values, left } = this;
    return { ...head, changes, ...(values === undefined ? {} : { values }), ...(left.length === 0 ? {} : { left }) };
  }
}

/** The same without what they changed. */
export const headsIn = (bytes: Uint8Array, from: number, to: number): readonly VersionHead[] =>
  scanFrames(bytes, FRAME.version)
    .frames.filter(({ kind }) => kind === FRAME.version)
    .map(({ payload }) => parseJson<PartedHead>(payload))
    .filter(({ version }) => version >= from && version <= to);

export function inParts<T>(items: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += MOST_IN_A_FRAME)
    parts.push(items.slice(from, from + MOST_IN_A_FRAME));
  return parts;
}

export const jsonFrame = (kind: FrameKind, value: unknown): Uint8Array =>
  encodeFrame(kind, encodeUtf8(JSON.stringify(value)));

export const parseJson = <T>(payload: Uint8Array): T => JSON.parse(decodeUtf8(payload)) as T;
