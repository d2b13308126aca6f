/** The store as one file, so that the next opening reads only what changed meanwhile. docs/formats.md: Warm-start file. */

import { LinkIndex } from '../../links/link-index';
import type { SchedulerPort } from '../../ports/host';
import { inTurns } from '../../ports/in-turns';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { Json } from '../../json';
import { chunkOf, offsetOf } from '../columns/chunked-array';
import { type PackedColumn, packColumn } from '../columns/stored-column';
import type { PackedTable, TableSnapshot } from '../columns/column-table';
import { type PackedSections, packSections, unpackSections } from './packed-sections';
import type { Store } from './store';

type PausePort = Pick<SchedulerPort, 'pause'>;

/** Counts up when what the file holds, or how notes are read, changes. */
const FORMAT = 9;

/** The content of a warm-start file. */
export interface SavedMoment {
  /** When the files were looked at, in milliseconds. */
  readonly savedAt: number;
  /** The last number that was given to a change. */
  readonly change: number;
  /** The id of the vault: another one may lie at the same path by now. */
  readonly vault: string;
}

interface WarmStartHead extends SavedMoment {
  readonly format: number;
  /** What the rows were read by. */
  readonly definitions: string;
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly claims: readonly (readonly [NotePath, string])[];
  /** Rows of `tables` whose absence was not believed then. */
  readonly suspects: readonly NotePath[];
  /** Rows of `tables` whose notes could not be read then: they are read again. */
  readonly unread: readonly NotePath[];
}

/** In place of a change time that the host does not know, and for the fingerprint of a text that was not read. */
const UNKNOWN = Number.NaN;

/** Files that were written this shortly before the file was made may have changed again within one time stamp. */
const RACY = 2000;

/** What the rows depend on beside the notes. */
const definitionsKey = ({ catalog }: Store): string =>
  JSON.stringify([catalog.root, catalog.configuration.timeZone, catalog.tables()]);

/** Nothing changes meanwhile. */
export async function encodeWarmStart(store: Store, saved: SavedMoment, scheduler: PausePort): Promise<Uint8Array> {
  const isKept = (path: NotePath): boolean => store.isUnread(path) && store.tableAt(path) !== null;
  // A note that is not a row for its own reasons is read again.
  const files: FileStat[] = [];
  await inTurns(store.files.values(), scheduler, (stat) => {
    const { path, size } = stat;
    if (size >= 0 && !store.duplicates.has(path) && (!store.unparsable.has(path) || isKept(path))) files.push(stat);
  });
  // Mostly in order already.
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const order = files.map(({ path }) => path);
  const position = new Map<NotePath, number>();
  await inTurns(order, scheduler, (path, i) => position.set(path, i));
  const links = await store.links.toSnapshot(order, scheduler);
  const sections = new Map<string, Uint32Array | Float64Array | Json>();
  const tables: WarmStartHead['tables'][number][] = [];
  for (const [i, { qualified }] of store.catalog.tables().entries()) {
    const snapshot = store.columnTable(qualified).snapshot();
    tables.push({ name: qualified, columns: await packTable(sections, `t${i}`, { snapshot, position }, scheduler) });
  }
  const head: WarmStartHead = {
    format: FORMAT,
    ...saved,
    definitions: definitionsKey(store),
    tables,
    claims: [...store.claims],
    suspects: [...store.unconfirmedDeletions],
    unread: [...store.unparsable.keys()].filter(isKept),
  };
  sections.set('head', head as unknown as Json);
  sections.set('paths', order);
  const addNumbers = async (name: string, of: (stat: FileStat) => number): Promise<void> => {
    const numbers = new Float64Array(files.length);
    await inTurns(files, scheduler, (stat, i) => (numbers[i] = of(stat)));
    sections.set(name, numbers);
  };
  await addNumbers('sizes', ({ size }) => size);
  await addNumbers('mtimes', ({ mtime }) => mtime);
  await addNumbers('ctimes', ({ ctime }) => ctime);
  await addNumbers('change_times', ({ changeTime = UNKNOWN }) => changeTime);
  await addNumbers('fingerprints', ({ path }) => store.fingerprints.get(path) ?? UNKNOWN);
  sections.set('linkpaths', links.linkpaths);
  sections.set('link_offsets', links.offsets);
  sections.set('link_codes', links.codes);
  sections.set('link_repeats', links.repeats);
  return packSections(sections, scheduler);
}

async function packTable(
  sections: Map<string, Uint32Array | Float64Array | Json>,
  prefix: string,
  { snapshot, position }: { readonly snapshot: TableSnapshot; readonly position: ReadonlyMap<NotePath, number> },
  scheduler: PausePort,
): Promise<readonly string[]> {
  const slots: number[] = [];
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
    if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] === 1 && position.has(path)) slots.push(slot);
  }
  const at = Uint32Array.from(slots);
  const paths = at.map((slot) => position.get(snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string) as number);
  sections.set(`${prefix}.files`, paths);
  await scheduler.pause();
  sections.set(
    `${prefix}.ids`,
    slots.map((slot) => snapshot.ids[chunkOf(slot)]?.[offsetOf(slot)] as string),
  );
  sections.set(
    `${prefix}.modified`,
    Float64Array.from(slots, (slot) => snapshot.modified[chunkOf(slot)]?.[offsetOf(slot)] as number),
  );
  for (const [name, column] of snapshot.columns) {
    const packed = packColumn(column, at);
    if (packed.kind === 'codes') {
      sections.set(`${prefix}.${name}.codes`, packed.codes);
      sections.set(`${prefix}.${name}.values`, typeof packed.values === 'function' ? packed.values() : packed.values);
    } else {
      sections.set(`${prefix}.${name}.numbers`, packed.numbers);
      sections.set(`${prefix}.${name}.odd`, packed.odd);
    }
    await scheduler.pause();
  }
  return [...snapshot.columns.keys()];
}

/** What became of the files since the warm-start file was made. */
export interface WarmStart {
  /** To be read: they are new, or not as they were. */
  readonly changed: readonly FileStat[];
  readonly gone: readonly NotePath[];
  /** When the file was made, in milliseconds. */
  readonly savedAt: number;
  /** The last number that was given to a change then. */
  readonly change: number;
}

/**
 * Fills a new store with the rows and links as they were saved. Null when the file does not fit this vault and its definitions:
 * then nothing was done. `vault`: its id. Without one this may be another vault at the same path, or the vault without its private
 * state: every note is read, and the rows whose notes are gone are kept as unconfirmed deletions.
 */
export async function adoptWarmStart(
  store: Store,
  { bytes, vault }: { readonly bytes: Uint8Array; readonly vault: string | null },
  present: readonly FileStat[],
  scheduler: PausePort,
): Promise<WarmStart | null> {
  const sections = await unpackSections(bytes, scheduler);
  if (sections?.has('head') !== true) return null;
  const head = sections.json('head') as unknown as WarmStartHead;
  if (head.format !== FORMAT || head.definitions !== definitionsKey(store)) return null;
  if (vault !== null && head.vault !== vault) return null;
  await scheduler.pause();
  const trustedBefore = vault === null ? Number.NEGATIVE_INFINITY : head.savedAt - RACY;
  const { files, ...since } = await compareFiles(
    sections,
    present,
    { trustedBefore, unread: new Set(head.unread) },
    scheduler,
  );
  const order = files.map(({ path }) => path);
  const links = LinkIndex.fromSnapshot(order, {
    linkpaths: sections.json('linkpaths') as readonly string[],
    offsets: sections.integers('link_offsets'),
    codes: sections.integers('link_codes'),
    repeats: sections.integers('link_repeats'),
  });
  await scheduler.pause();
  const tables = function* (): Generator<readonly [string, PackedTable]> {
    for (const [i, { name, columns }] of head.tables.entries())
      yield [name, packedTable(sections, `t${i}`, columns, order)];
  };
  await adoptSaved(store, { files, links, tables: tables() }, scheduler);
  const fingerprints = sections.doubles('fingerprints');
  await inTurns(order, scheduler, (path, i) => {
    const fingerprint = fingerprints[i] ?? UNKNOWN;
    if (!Number.isNaN(fingerprint)) store.fingerprints.set(path, fingerprint);
  });
  for (const [path, table] of head.claims) store.claims.set(path, table);
  const gone = new Set(since.gone);
  for (const path of head.suspects) if (gone.has(path)) store.unconfirmedDeletions.add(path);
  return { ...since, savedAt: head.savedAt, change: head.change };
}

interface SavedState {
  readonly files: readonly FileStat[];
  readonly links: LinkIndex;
  readonly tables: Iterable<readonly [qualified: string, table: PackedTable]>;
}

/** Only for a new store. */
async function adoptSaved(store: Store, { files, links, tables }: SavedState, scheduler: PausePort): Promise<void> {
  store.links = links;
  await inTurns(files, scheduler, (stat) => store.files.set(stat.path, stat));
  store.folders.addAll(files);
  await scheduler.pause();
  for (const [qualified, packed] of tables) {
    store.columnTable(qualified).adopt(packed);
    await scheduler.pause();
  }
  store.idIndex.adopt();
  store.idPrecedence.adopt(files);
}

/** An ordered merge: both lists are in code-unit order of the path. An unchanged file is the host's own value, so no path is kept twice. */
async function compareFiles(
  sections: PackedSections,
  present: readonly FileStat[],
  { trustedBefore, unread }: { readonly trustedBefore: number; readonly unread: ReadonlySet<NotePath> },
  scheduler: PausePort,
): Promise<Omit<WarmStart, 'savedAt' | 'change'> & { readonly files: readonly FileStat[] }> {
  const [sizes, mtimes, ctimes] = [sections.doubles('sizes'), sections.doubles('mtimes'), sections.doubles('ctimes')];
  const changeTimes = sections.doubles('change_times');
  const files: FileStat[] = [];
  const changed: FileStat[] = [];
  const gone: NotePath[] = [];
  let at = 0;
  await inTurns(sections.json('paths') as readonly string[], scheduler, (path, i) => {
    while (at < present.length && (present[at] as FileStat).path < path) changed.push(present[at++] as FileStat);
    const stat = present[at]?.path === path ? present[at++] : undefined;
    const [size, mtime] = [sizes[i] as number, mtimes[i] as number];
    // Not the inode: a file system may number its files anew with each mount.
    const { changeTime = UNKNOWN } = stat ?? {};
    const isSame =
      !unread.has(path) &&
      stat?.size === size &&
      stat.mtime === mtime &&
      mtime < trustedBefore &&
      (Number.isNaN(changeTime) || (changeTime === changeTimes[i] && changeTime < trustedBefore));
    files.push(stat !== undefined && isSame ? stat : { path, size, mtime, ctime: ctimes[i] as number });
    if (stat === undefined) gone.push(path);
    else if (!isSame) changed.push(stat);
  });
  for (; at < present.length; at++) changed.push(present[at] as FileStat);
  return { files, changed, gone };
}

function packedTable(
  sections: PackedSections,
  prefix: string,
  columns: readonly string[],
  order: readonly NotePath[],
): PackedTable {
  const packed = columns.map((name): [string, PackedColumn] => {
    const key = `${prefix}.${name}`;
    if (sections.has(`${key}.codes`)) {
      const values = sections.jsonLater(`${key}.values`) as () => readonly Json[];
      return [name, { kind: 'codes', codes: sections.integers(`${key}.codes`), values }];
    }
    const odd = sections.json(`${key}.odd`) as unknown as readonly (readonly [number, Json])[];
    return [name, { kind: 'numbers', numbers: sections.doubles(`${key}.numbers`), odd }];
  });
  return {
    paths: Array.from(sections.integers(`${prefix}.files`), (file) => order[file] as NotePath),
    ids: sections.json(`${prefix}.ids`) as readonly string[],
    modified: sections.doubles(`${prefix}.modified`),
    columns: new Map(packed),
  };
}
