/** Compares the rows of a table in the store with its log, and with the rows as another definition reads them. D8 */

import type { ContentHash } from '../../history/journal/content-hash';
import type { RowChange } from '../../history/versions/table-version';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import type { Store } from '../../storage/store/store';
import type { TableDefinition } from '../../catalog/definition';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import { type FrozenColumn, frozenValue } from '../../storage/columns/stored-column';
import { type TableSnapshot, storedKeys, storesAlike } from '../../storage/columns/column-table';
import { RowCodec } from '../../storage/row-codec';
import type { Json } from '../../json';

export interface RowComparison {
  readonly store: Store;
  readonly scheduler: SchedulerPort;
  /** Null when the note can't be read. */
  readonly read: (path: NotePath) => Promise<string | null>;
  /** Keeps the text too. */
  readonly hash: (text: string) => ContentHash;
  /** Whether an unchanged note has other values than the log; null: no note has. */
  readonly isReinterpreted?: ((path: NotePath, text: string) => boolean) | null;
}

/** A note that does not parse, or may be lost, has no content to speak of. D7 */
export const isReadable = ({ unparsable, unconfirmedDeletions }: Store, path: NotePath): boolean =>
  !unparsable.has(path) && !unconfirmedDeletions.has(path);

/** `paths`: those that may differ; null for all. `qualified`: null when the table is gone. */
export async function compareRows(
  { store, scheduler, read, hash, isReinterpreted }: RowComparison,
  qualified: string | null,
  state: ReadonlyMap<NotePath, ContentHash>,
  paths: Iterable<NotePath> | null = null,
): Promise<readonly RowChange[]> {
  const table = qualified === null ? null : store.columnTable(qualified);
  const changes: RowChange[] = [];
  for (const path of paths ?? new Set([...(table?.pathsOfRows() ?? []), ...state.keys()])) {
    const before = state.get(path) ?? null;
    await scheduler.pause();
    if (table?.has(path) !== true) {
      if (before !== null && !store.isUnread(path)) changes.push({ from: path, to: null, before, after: null });
      continue;
    }
    const text = isReadable(store, path) ? await read(path) : null;
    const after = text === null ? before : hash(text);
    if (after !== before || (text !== null && isReinterpreted?.(path, text) === true))
      changes.push({ from: before === null ? null : path, to: path, before, after });
  }
  return changes;
}

/** Rows whose unchanged notes get other values from a new definition: those at the same path in both, `others` aside, that do not hold the same values. */
export async function reinterpretedRows(
  before: TableSnapshot,
  after: TableSnapshot,
  others: ReadonlySet<NotePath>,
  scheduler: SchedulerPort,
): Promise<readonly NotePath[]> {
  const columns = reinterpretedColumns(before, after);
  const found: NotePath[] = [];
  if (columns.length === 0) return found;
  for (let slot = 0; slot < before.capacity; slot++) {
    await scheduler.pause();
    const path = before.paths[chunkOf(slot)]?.[offsetOf(slot)] as NotePath;
    if (before.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1 || others.has(path)) continue;
    const now = after.slotOf(path);
    if (now !== -1 && columns.some(([old, next]) => !isSameValue(valueAt(old, slot), valueAt(next, now))))
      found.push(path);
  }
  return found;
}

type ColumnPair = readonly [before: FrozenColumn | undefined, after: FrozenColumn | undefined];

function reinterpretedColumns(before: TableSnapshot, after: TableSnapshot): readonly ColumnPair[] {
  const [old, next] = [storedKeys(before.definition), storedKeys(after.definition)];
  const typeOf = (keys: typeof old, name: string): string => {
    const spec = keys.get(name);
    return JSON.stringify(spec === null ? null : [spec?.key, spec?.inline, spec?.type, spec?.items, spec?.values]);
  };
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((name) => old.has(name) !== next.has(name) || typeOf(old, name) !== typeOf(next, name))
    .map((name) => [before.columns.get(name), after.columns.get(name)]);
}

const valueAt = (column: FrozenColumn | undefined, slot: number): Json | undefined =>
  column === undefined ? undefined : frozenValue(column, slot);

/** As a column distinguishes values: by their JSON. */
export const isSameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Whether a note gets other values; null where no note can. */
export function isReinterpreted(
  before: TableDefinition | null,
  after: TableDefinition | null,
): ((path: NotePath, text: string) => boolean) | null {
  if (before === null || after === null || storesAlike(before, after)) return null;
  const [old, now] = [new RowCodec(before), new RowCodec(after)];
  return (path, text) => {
    const frontMatter = parseFrontMatter(text);
    const [was, is] = [old, now].map((codec) => codec.decode(path, 0, text, frontMatter).row.values) as [
      PlainValues,
      PlainValues,
    ];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].some((name) => !isSameValue(was[name], is[name]));
  };
}

type PlainValues = Readonly<Record<string, Json>>;
