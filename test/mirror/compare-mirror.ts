/** What a mirror must hold: every value as select_rows shows it, by table and path. */

import type { Json, JsonObject } from '../../src/engine/index';
import type { TargetIds } from '../../src/mirror/mirror-target';
import type { MemoryTarget } from './memory-target';

export type RunOperation = (name: string, args?: JsonObject) => Promise<JsonObject>;

/** `table path` -> its id, its values without empty ones, and the ids that its links lead to. */
export type MirroredRows = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly items?: { readonly type: string };
}

const isLink = ({ type, items }: Column): boolean => type === 'link' || (type === 'list' && items?.type === 'link');

/** `wants`: the names of the mirrored tables. */
export async function rowsOfVault(
  run: RunOperation,
  wants: (table: string) => boolean = () => true,
): Promise<MirroredRows> {
  const { tables } = (await run('list_tables')) as unknown as { tables: readonly { qualified: string }[] };
  const found: Record<string, unknown> = {};
  for (const { qualified } of tables.filter((table) => wants(table.qualified))) {
    const { columns } = (await run('describe_table', { table: qualified })) as unknown as {
      columns: readonly Column[];
    };
    found[qualified] = 'is there';
    for (let offset = 0; ; offset += 1000) {
      const page = await run('select_rows', { table: qualified, targets: true, limit: 1000, offset });
      const rows = page['rows'] as readonly JsonObject[];
      const targets = page['targets'] as readonly Record<string, TargetIds>[];
      for (const [i, { path, id, ...values }] of rows.entries()) {
        const named = Object.fromEntries(
          columns.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
        );
        found[`${qualified} ${path as string}`] = {
          id: id === '' ? null : id,
          values: named,
          targets: linked(columns, values, targets[i] ?? {}),
        };
      }
      if (rows.length < 1000) break;
    }
  }
  return found;
}

/** Of the columns that are links, and say so. */
function linked(columns: readonly Column[], values: JsonObject, targets: Record<string, TargetIds>): JsonObject {
  const isSound = ({ name, type }: Column): boolean => {
    const value = values[name];
    return type === 'link'
      ? typeof value === 'string'
      : Array.isArray(value) && value.every((each) => typeof each === 'string');
  };
  const links = columns.filter((column) => isLink(column) && isSound(column));
  const idsOf = (value: Json | undefined, ids: TargetIds | undefined): Json =>
    Array.isArray(value)
      ? value.map((_, i): Json => (Array.isArray(ids) ? ((ids as readonly Json[])[i] ?? null) : null))
      : (ids ?? null);
  return Object.fromEntries(links.map(({ name }) => [name, idsOf(values[name], targets[name])]));
}

export function rowsInMemory({ held: { state, tables } }: MemoryTarget): MirroredRows {
  const found: Record<string, unknown> = {};
  for (const { qualified, name, columns } of state?.tables ?? []) {
    found[qualified] = 'is there';
    for (const [path, { id, values, targets }] of tables.get(name) ?? []) {
      const ids = Object.entries(targets).map(([column, of]): [string, unknown] => {
        const isList = columns.some((each) => each.column === column && each.kind === 'links');
        const value = values[column];
        return [
          column,
          isList && Array.isArray(value) ? value.map((_, i): unknown => (Array.isArray(of) ? of[i] : null)) : of,
        ];
      });
      found[`${qualified} ${path}`] = { id, values, targets: Object.fromEntries(ids) };
    }
  }
  return found;
}
