/** The store as one file, so that the next opening reads only what changed meanwhile. docs/formats.md: Warm-start file. */

import { LinkIndex } from '../links/link-index';
import type { FileStat, NotePath } from '../ports/vault-port';
import type { Json } from '../values/json';
import { chunkOf, offsetOf } from './chunks';
import { type PackedColumn, packColumn } from './column';
import type { PackedTable, TableSnapshot } from './column-table';
import { type Sections, packSections, unpackSections } from './sections';
import type { Store } from './store';

/** Counts up when what the file holds, or how notes are read, changes. */
const FORMAT = 1;

interface Head {
  readonly format: number;
  /** What the rows were read by. */
  readonly definitions: string;
  /** When the files were looked at, in milliseconds. */
  readonly savedAt: number;
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  readonly claims: readonly (readonly [NotePath, string])[];
}

/** Files that were written this shortly before the file was made may have changed again within one time stamp. */
const RACY = 2000;

/** What the rows depend on beside the notes. */
export const definitionsKey = ({ catalog }: Store): string =>
  JSON.stringify([catalog.root, catalog.configuration.timeZone, catalog.tables()]);

export function encodeWarmStart(store: Store, savedAt: number): Uint8Array {
  // A note that is no row for its own reasons is read again.
  const files = [...store.files.values()]
    .filter(
      ({ path, size }) =>
        size >= 0 && !store.copies.has(path) && !store.unparsable.has(path) && !store.suspects.has(path),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const order = files.map(({ path }) => path);
  const position = new Map(order.map((path, i) => [path, i]));
  const links = store.links.toSnapshot(order);
  const sections = new Map<string, Uint32Array | Float64Array | Json>();
  const tables = store.catalog.tables().map(({ qualified }, i) => {
    const snapshot = store.columnTable(qualified).snapshot();
    return { name: qualified, columns: packTable(sections, `t${i}`, snapshot, position) };
  });
  const head: Head = { format: FORMAT, definitions: definitionsKey(store), savedAt, tables, claims: [...store.claims] };
  sections.set('head', head as unknown as Json);
  sections.set('paths', order);
  sections.set(
    'sizes',
    Float64Array.from(files, ({ size }) => size),
  );
  sections.set(
    'mtimes',
    Float64Array.from(files, ({ mtime }) => mtime),
  );
  sections.set(
    'ctimes',
    Float64Array.from(files, ({ ctime }) => ctime),
  );
  sections.set('linkpaths', links.linkpaths);
  sections.set('link_offsets', links.offsets);
  sections.set('link_codes', links.codes);
  return packSections(sections);
}

function packTable(
  sections: Map<string, Uint32Array | Float64Array | Json>,
  prefix: string,
  snapshot: TableSnapshot,
  position: ReadonlyMap<NotePath, number>,
): readonly string[] {
  const slots: number[] = [];
  for (let slot = 0; slot < snapshot.capacity; slot++) {
    const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string;
    if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] === 1 && position.has(path)) slots.push(slot);
  }
  const at = Uint32Array.from(slots);
  const paths = at.map((slot) => position.get(snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as string) as number);
  sections.set(`${prefix}.files`, paths);
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
      sections.set(`${prefix}.${name}.values`, packed.values);
    } else {
      sections.set(`${prefix}.${name}.numbers`, packed.numbers);
      sections.set(`${prefix}.${name}.odd`, packed.odd);
    }
  }
  return [...snapshot.columns.keys()];
}

/**
 * Fills a new store. Returns the files whose content may be taken as known: their rows and links are in the store as
 * they were saved. Null when the file does not fit these definitions: then nothing was done.
 */
export function adoptWarmStart(
  store: Store,
  bytes: Uint8Array,
  present: readonly FileStat[],
): ReadonlySet<NotePath> | null {
  const sections = unpackSections(bytes);
  if (sections?.has('head') !== true) return null;
  const head = sections.json('head') as unknown as Head;
  if (head.format !== FORMAT || head.definitions !== definitionsKey(store)) return null;
  const files = savedFiles(sections);
  const order = files.map(({ path }) => path);
  const links = LinkIndex.fromSnapshot(order, {
    linkpaths: sections.json('linkpaths') as readonly string[],
    offsets: sections.integers('link_offsets'),
    codes: sections.integers('link_codes'),
  });
  const tables = head.tables.map(
    ({ name, columns }, i) => [name, packedTable(sections, `t${i}`, columns, order)] as const,
  );
  store.adopt(files, links, new Map(tables));
  for (const [path, table] of head.claims) store.claims.set(path, table);
  return unchanged(files, present, head.savedAt - RACY);
}

function savedFiles(sections: Sections): FileStat[] {
  const [sizes, mtimes, ctimes] = [sections.doubles('sizes'), sections.doubles('mtimes'), sections.doubles('ctimes')];
  return (sections.json('paths') as readonly string[]).map((path, i) => ({
    path,
    size: sizes[i] as number,
    mtime: mtimes[i] as number,
    ctime: ctimes[i] as number,
  }));
}

function packedTable(
  sections: Sections,
  prefix: string,
  columns: readonly string[],
  order: readonly NotePath[],
): PackedTable {
  const packed = columns.map((name): [string, PackedColumn] => {
    const key = `${prefix}.${name}`;
    if (sections.has(`${key}.codes`)) {
      return [
        name,
        {
          kind: 'codes',
          codes: sections.integers(`${key}.codes`),
          values: sections.json(`${key}.values`) as readonly Json[],
        },
      ];
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

/** An ordered merge: both lists are in code-unit order of the path. */
function unchanged(
  saved: readonly FileStat[],
  present: readonly FileStat[],
  trustedBefore: number,
): ReadonlySet<NotePath> {
  const known = new Set<NotePath>();
  let at = 0;
  for (const stat of present) {
    while (at < saved.length && (saved[at] as FileStat).path < stat.path) at++;
    const old = saved[at];
    if (old?.path !== stat.path) continue;
    if (old.size === stat.size && old.mtime === stat.mtime && stat.mtime < trustedBefore) known.add(stat.path);
  }
  return known;
}
