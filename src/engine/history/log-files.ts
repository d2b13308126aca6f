/** The files of tables' logs: versions in runs, and checkpoints of states. docs/formats.md: Table log. */

import type { NotePath } from '../ports/vault-port';
import type { Host } from '../ports/host';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { FRAME, type FrameKind, concatBytes, encodeFrame, scanFrames } from './frame';
import type { ContentHash } from './content-hash';
import type { PackedChange, RowChange, TableVersion, VersionHead } from './table-version';
import { packChange, unpackChange } from './version-record';

/** A log file that passes this many bytes is full. */
const FILE_LIMIT = 256 * 1024;

/** Changes or rows in one frame. */
const MOST_IN_A_FRAME = 1000;

/** The notes that are rows, with the hash of each text. */
export type TableState = Map<NotePath, ContentHash>;

interface StateHead {
  readonly log: string;
  readonly version: number;
  readonly rows: number;
  readonly parts: number;
}

type Parted = VersionHead & { readonly parts: number };

export class LogFiles {
  constructor(private readonly host: Pick<Host, 'privateStore' | 'scheduler'>) {}

  /** Adds versions of one log, in their order, behind those that are there. Durable when it resolves. */
  async add(log: string, versions: readonly TableVersion[]): Promise<void> {
    const [first] = versions;
    if (first === undefined) return;
    const { start, kept } = await this.placeFor(log, first.version);
    await this.write(log, start, [...kept, ...versions]);
  }

  /** The file that a version is added to, by its first version, and the versions that stand in it before. */
  private async placeFor(
    log: string,
    version: number,
  ): Promise<{ readonly start: number; readonly kept: readonly TableVersion[] }> {
    const last = (await this.firsts(log, 'log')).filter((number) => number <= version).at(-1);
    const present = last === undefined ? null : await this.host.privateStore.read(fileOf(log, last, 'log'));
    const goesOn = present !== null && last !== undefined && present.length < FILE_LIMIT;
    const kept = goesOn ? (await this.parse(present)).filter((each) => each.version < version) : [];
    return goesOn && kept.length > 0 ? { start: last, kept } : { start: version, kept: [] };
  }

  /**
   * The files that go when the versions below `version` are taken away: those that hold some of them. `next` is the first
   * version that no file holds yet, null when there is none: its file counts as if it was written.
   */
  async below(log: string, version: number, next: number | null): Promise<readonly string[]> {
    const added = next === null ? [] : [(await this.placeFor(log, next)).start];
    const logs = new Set([...(await this.firsts(log, 'log')), ...added]);
    const checkpoints = await this.firsts(log, 'checkpoint');
    return [
      ...[...logs].filter((first) => first < version).map((first) => fileOf(log, first, 'log')),
      ...checkpoints.filter((number) => number < version).map((number) => fileOf(log, number, 'checkpoint')),
    ].sort();
  }

  /** Lets a file begin with `version`, so that nothing of it is missing when those before it go. */
  async beginAt(log: string, version: number): Promise<void> {
    const firsts = await this.firsts(log, 'log');
    const mixed = firsts.filter((first) => first <= version).at(-1);
    if (mixed === undefined || mixed === version) return;
    const bytes = await this.host.privateStore.read(fileOf(log, mixed, 'log'));
    const kept = bytes === null ? [] : (await this.parse(bytes)).filter((each) => each.version >= version);
    if (kept.length > 0) await this.write(log, version, kept);
  }

  /** Removes the files that hold versions below `version`. What can't be removed now goes the next time. */
  async removeBelow(log: string, version: number): Promise<void> {
    for (const file of await this.below(log, version, null)) {
      await this.host.privateStore.remove(file);
      await this.host.scheduler.pause();
    }
  }

  private async write(log: string, start: number, versions: readonly TableVersion[]): Promise<void> {
    const frames: Uint8Array[] = [];
    for (const { changes, ...head } of versions) {
      const parts = inParts(changes);
      frames.push(jsonFrame(FRAME.version, { ...head, parts: parts.length }));
      for (const part of parts) {
        frames.push(jsonFrame(FRAME.changes, part.map(packChange)));
        await this.host.scheduler.pause();
      }
    }
    await this.host.privateStore.write(fileOf(log, start, 'log'), concatBytes(frames));
  }

  /** The versions from `from` to `to`, both included, as far as files hold them, in their order. */
  async versions(log: string, from: number, to: number): Promise<readonly TableVersion[]> {
    const found = new Map<number, TableVersion>();
    for (const first of await this.filesBetween(log, from, to)) {
      const bytes = await this.host.privateStore.read(fileOf(log, first, 'log'));
      const versions = bytes === null ? [] : await this.parse(bytes);
      for (const version of versions)
        if (version.version >= from && version.version <= to) found.set(version.version, version);
      await this.host.scheduler.pause();
    }
    return [...found.values()].sort((a, b) => a.version - b.version);
  }

  /** The first versions of the files that may hold some of these. */
  private async filesBetween(log: string, from: number, to: number): Promise<readonly number[]> {
    const firsts = await this.firsts(log, 'log');
    return firsts.filter((first, i) => first <= to && (firsts[i + 1] ?? Infinity) > from);
  }

  private async parse(bytes: Uint8Array): Promise<readonly TableVersion[]> {
    const versions: TableVersion[] = [];
    let missing = 0;
    let changes: RowChange[] = [];
    for (const { kind, payload } of scanFrames(bytes).frames) {
      if (kind === FRAME.version) {
        const { parts, ...head } = parseJson<Parted>(payload);
        changes = [];
        missing = parts;
        versions.push({ ...head, changes });
      } else if (kind === FRAME.changes && missing-- > 0) {
        for (const change of parseJson<readonly PackedChange[]>(payload)) changes.push(unpackChange(change));
        await this.host.scheduler.pause();
      }
    }
    return versions;
  }

  async writeCheckpoint(log: string, version: number, state: ReadonlyMap<NotePath, ContentHash>): Promise<void> {
    const parts = inParts([...state]);
    const head: StateHead = { log, version, rows: state.size, parts: parts.length };
    const frames = [jsonFrame(FRAME.state, head)];
    for (const part of parts) {
      frames.push(jsonFrame(FRAME.rows, part));
      await this.host.scheduler.pause();
    }
    await this.host.privateStore.write(fileOf(log, version, 'checkpoint'), concatBytes(frames));
  }

  /** The newest checkpoint at or below a version. */
  async checkpoint(
    log: string,
    version: number,
  ): Promise<{ readonly version: number; readonly state: TableState } | null> {
    for (const number of [...(await this.firsts(log, 'checkpoint'))].reverse()) {
      if (number > version) continue;
      const bytes = await this.host.privateStore.read(fileOf(log, number, 'checkpoint'));
      const state = bytes === null ? null : await this.parseState(bytes);
      if (state !== null) return { version: number, state };
    }
    return null;
  }

  private async parseState(bytes: Uint8Array): Promise<TableState | null> {
    const [head, ...parts] = scanFrames(bytes).frames;
    if (head?.kind !== FRAME.state || parseJson<StateHead>(head.payload).parts !== parts.length) return null;
    const state: TableState = new Map();
    for (const { payload } of parts) {
      for (const [path, hash] of parseJson<readonly (readonly [NotePath, ContentHash])[]>(payload))
        state.set(path, hash);
      await this.host.scheduler.pause();
    }
    return state;
  }

  /** The first version of each log file, ascending. */
  starts(log: string): Promise<readonly number[]> {
    return this.firsts(log, 'log');
  }

  /** The versions of which there is a checkpoint, ascending. */
  checkpoints(log: string): Promise<readonly number[]> {
    return this.firsts(log, 'checkpoint');
  }

  private async firsts(log: string, kind: FileKind): Promise<readonly number[]> {
    const names = await this.host.privateStore.list(folderOf(log));
    return names.filter((name) => name.endsWith(`.${kind}`)).map((name) => Number.parseInt(name, 10));
  }
}

type FileKind = 'log' | 'checkpoint';

const folderOf = (log: string): string => `tables/${log}`;

const fileOf = (log: string, version: number, kind: FileKind): string =>
  `${folderOf(log)}/${String(version).padStart(8, '0')}.${kind}`;

function inParts<T>(items: readonly T[]): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += MOST_IN_A_FRAME)
    parts.push(items.slice(from, from + MOST_IN_A_FRAME));
  return parts;
}

const jsonFrame = (kind: FrameKind, value: unknown): Uint8Array => encodeFrame(kind, encodeUtf8(JSON.stringify(value)));

const parseJson = <T>(payload: Uint8Array): T => JSON.parse(decodeUtf8(payload)) as T;
