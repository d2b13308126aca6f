/** Widths of columns that a person changed. They belong to the device, not to the table. D20 */

import { useState } from 'preact/hooks';
import type { Json } from '../../engine/index';
import type { DeviceMemory } from '../client/device-memory';
import { asObject } from '../client/operations-client';

type Widths = Readonly<Record<string, number>>;

export interface ColumnWidths {
  readonly of: (table: string) => Widths;
  /** Null: the usual one. */
  readonly set: (table: string, column: string, width: number | null) => void;
}

const NAME = 'column-widths';
const NONE: Widths = {};

export function useWidths(device: DeviceMemory | undefined): ColumnWidths {
  const [tables, setTables] = useState(() => readWidths(device?.load(NAME) ?? null));
  return {
    of: (table) => tables[table] ?? NONE,
    set: (table, column, width) => {
      const { [column]: _, ...others } = tables[table] ?? {};
      const next = { ...tables, [table]: width === null ? others : { ...others, [column]: width } };
      setTables(next);
      device?.save(NAME, next);
    },
  };
}

/** Kept widths may come from another version, or be written by hand: a value that is not a width is left out. */
function readWidths(kept: Json | null): Readonly<Record<string, Widths>> {
  const tables = asObject(kept ?? undefined) ?? {};
  return Object.fromEntries(
    Object.entries(tables).map(([table, columns]) => {
      const entries = Object.entries(asObject(columns) ?? {});
      return [
        table,
        Object.fromEntries(entries.filter((each): each is [string, number] => typeof each[1] === 'number')),
      ];
    }),
  );
}
