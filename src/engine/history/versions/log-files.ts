/** The files of tables' logs: versions in runs, and checkpoints of states. docs/formats.md#table-log. */

import type { NotePath } from '../../ports/vault-port';
import type { Host } from '../../ports/host';
import { FRAME, concatBytes, scanFrames } from '../journal/frame';
import type { ContentHash } from '../journal/content-hash';
import type { TableVersion, VersionHead } from './table-version';
import { framesOf, headsIn, inParts, jsonFrame, parseJson, versionsIn } from './version-frames';

/** A log file that passes this many bytes is full. */
const FILE_LIMIT = 256 * 1024;

/** The notes that are rows, with the hash of each text. */
export type TableState = Map<NotePath, ContentHash>;

interface StateHead {
  readonly log: string;
  readonly version: number;
  readonly rows: number;
  readonly parts: number;
}

interface LogFile {
  /** The first version in it. */
  readonly start: number;
  readonly held: TableVersion[];
  /** In bytes, about. */
  size: number;
}

/** Bytes that a version takes, each of its changes with the values before it, and each row that left, about. */
const VERSION_SIZE = 512;
const CHANGE_SIZE = 180;
const LEFT_SIZE = 130;

export class LogFiles {
  constructor(private readonly host: Pick<Host, 'privateStore' | 'scheduler'>) {}

  /** Adds versions of one log, in their order, behind those that are there. Durable when it resolves. */
  async add(log: string, versions: readonly TableVersion[]): Promise<void> {
    for (const { start, held } of await this.filesFor(log, versions)) await this.write(log, start, held);
  }

  /** The files that these versions are added to, with all that they will hold. */
  private async filesFor(log: string, versions: readonly TableVersion[]): Promise<readonly LogFile[]> {
    const [first] = versions;
    if (first === undefined) return [];
    let file = await this.placeFor(log, first.version);
    const files = [file];
    for (const version of versions) {
      if (file.size >= FILE_LIMIT) files.push((file = { start: version.version, held: [], size: 0 }));
      file.held.push(version);
      file.size += VERSION_SIZE + version.changes.length * CHANGE_SIZE + countLeft(version) * LEFT_SIZE;
    }
    return files;
  }

  /** The file that a version is added to, and its former content. */
  private async placeFor(log: string, version: number): Promise<LogFile> {
    const last = (await this.firsts(log, 'log')).filter((number) => number <= version).at(-1);
    const present = last === undefined ? null : await this.host.privateStore.read(fileOf(log, last, 'log'));
    const goesOn = present !== null && last !== undefined && present.length < FILE_LIMIT;
    const held = goesOn ? [...(await versionsIn(present, 0, version - 1, this.host.scheduler))] : [];
    return goesOn && held.length > 0
      ? { start: last, held, size: present.length }
      : { start: version, held: [], size: 0 };
  }

  /** The files with versions below `version`, which go. `coming`: versions that no file holds yet count as if they were written. */
  async below(log: string, version: number, coming: readonly TableVersion[]): Promise<readonly string[]> {
    const added = (await this.filesFor(log, coming)).map(({ start }) => start);
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
    const kept = bytes === null ? [] : await versionsIn(bytes, version, Infinity, this.host.scheduler);
    if (kept.length > 0) await this.write(log, version, kept);
  }

  /** Removes the files that hold versions below `version`. What can't be removed now goes the next time. */
  async removeBelow(log: string, version: number): Promise<void> {
    for (const file of await this.below(log, version, [])) {
      await this.host.privateStore.remove(file);
      await this.host.scheduler.pause();
    }
  }

  private async write(log: string, start: number, versions: readonly TableVersion[]): Promise<void> {
    const frames = await framesOf(versions, this.host.scheduler);
    await this.host.privateStore.write(fileOf(log, start, 'log'), concatBytes(frames));
  }

  /** The versions from `from` to `to`, both included, as far as files hold them, in their order. */
  versions(log: string, from: number, to: number): Promise<readonly TableVersion[]> {
    return this.between(log, from, to, (bytes) => versionsIn(bytes, from, to, this.host.scheduler));
  }

  /** The same without what they changed. */
  heads(log: string, from: number, to: number): Promise<readonly VersionHead[]> {
    return this.between(log, from, to, (bytes) => Promise.resolve(headsIn(bytes, from, to)));
  }

  private async between<V extends VersionHead>(
    log: string,
    from: number,
    to: number,
    read: (bytes: Uint8Array) => Promise<readonly V[]>,
  ): Promise<readonly V[]> {
    const found = new Map<number, V>();
    for (const first of await this.filesBetween(log, from, to)) {
      const bytes = await this.host.privateStore.read(fileOf(log, first, 'log'));
      for (const version of bytes === null ? [] : await read(bytes)) found.set(version.version, version);
      await this.host.scheduler.pause();
    }
    return [...found.values()].sort((a, b) => a.version - b.version);
  }

  /** The first versions of the files that may hold some of these. */
  private async filesBetween(log: string, from: number, to: number): Promise<readonly number[]> {
    const firsts = await this.firsts(log, 'log');
    return firsts.filter((first, i) => first <= to && (firsts[i + 1] ?? Infinity) > from);
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

const countLeft = ({ left = [] }: TableVersion): number => left.reduce((sum, { ids }) => sum + ids.length, 0);
