/**
 * Rows whose notes stay as they are and read otherwise under another definition: a change of the table as any other, so that what
 * changed leads from version to version. docs/history.md (Versions)
 */

import type { TableDefinition } from '../../catalog/definition';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import type { SchedulerPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { chunkOf, offsetOf } from '../../storage/columns/chunks';
import { type FrozenColumn, frozenValue } from '../../storage/columns/column';
import { type TableSnapshot, storedKeys } from '../../storage/columns/column-table';
import { RowCodec } from '../../storage/row-codec';
import { storesAlike } from '../../storage/columns/stored-shape';
import type { Json } from '../../values/json';

/** The rows at the same path in both, `others` aside, that do not hold the same values. */
export async function rowsReadOtherwise(
  before: TableSnapshot,
  after: TableSnapshot,
  others: ReadonlySet<NotePath>,
  scheduler: SchedulerPort,
): Promise<readonly NotePath[]> {
  const columns = columnsReadOtherwise(before, after);
  const found: NotePath[] = [];
  if (columns.length === 0) return found;
  for (let slot = 0; slot < before.capacity; slot++) {
    await scheduler.pause();
    const path = before.paths[chunkOf(slot)]?.[offsetOf(slot)] as NotePath;
    if (before.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1 || others.has(path)) continue;
    const now = after.slotOf(path);
    if (now !== -1 && columns.some(([old, next]) => !isSame(valueAt(old, slot), valueAt(next, now)))) found.push(path);
  }
  return found;
}

type Pair = readonly [before: FrozenColumn | undefined, after: FrozenColumn | undefined];

function columnsReadOtherwise(before: TableSnapshot, after: TableSnapshot): readonly Pair[] {
  const [old, next] = [storedKeys(before.definition), storedKeys(after.definition)];
  const typeOf = (keys: typeof old, name: string): string => {
    const spec = keys.get(name);
    return JSON.stringify(spec === null ? null : [spec?.type, spec?.items, spec?.values]);
  };
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((name) => old.has(name) !== next.has(name) || typeOf(old, name) !== typeOf(next, name))
    .map((name) => [before.columns.get(name), after.columns.get(name)]);
}

const valueAt = (column: FrozenColumn | undefined, slot: number): Json | undefined =>
  column === undefined ? undefined : frozenValue(column, slot);

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));

/** Tells of a note whether it reads otherwise; null where none can. */
export function readsOtherwise(
  before: TableDefinition | null,
  after: TableDefinition | null,
): ((path: NotePath, text: string) => boolean) | null {
  if (before === null || after === null || storesAlike(before, after)) return null;
  const [old, now] = [new RowCodec(before), new RowCodec(after)];
  return (path, text) => {
    const { entries } = parseFrontMatter(text);
    const [was, is] = [old, now].map((codec) => codec.decode(path, 0, entries).row.values) as [Values, Values];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].some((name) => !isSame(was[name], is[name]));
  };
}

type Values = Readonly<Record<string, Json>>;
