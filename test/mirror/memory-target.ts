/** A target in memory: what the port promises, without SQL. */

import type { Json } from '../../src/engine/index';
import { cellOf } from '../../src/mirror/cell-value';
import type {
  LogLine,
  MirrorRow,
  MirrorState,
  MirrorTarget,
  MirrorTransaction,
  RowChanges,
  TargetIds,
} from '../../src/mirror/mirror-target';
import type { ShapeDifference } from '../../src/mirror/shape-difference';
import { type ColumnShape, type TableShape, linkColumns } from '../../src/mirror/table-shape';

export interface TargetRow {
  readonly id: string | null;
  /** Without empty ones. */
  readonly values: Readonly<Record<string, Json>>;
  /** Of links alone. */
  readonly targets: Readonly<Record<string, TargetIds>>;
}

type Rows = Map<string, TargetRow>;

interface Held {
  state: MirrorState | null;
  /** By the name in the target. */
  readonly tables: Map<string, Rows>;
  readonly log: LogLine[];
}

const copyOf = ({ state, tables, log }: Held): Held => ({
  state,
  tables: new Map([...tables].map(([name, rows]) => [name, new Map(rows)])),
  log: [...log],
});

export class MemoryTarget implements MirrorTarget {
  held: Held = { state: null, tables: new Map(), log: [] };
  commits = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** `fails`: called before each commit; what it throws takes the transaction back. */
  constructor(private readonly fails: () => void = () => undefined) {}

  transaction<T>(run: (transaction: MirrorTransaction) => Promise<T>): Promise<T> {
    const mine = this.last.then(async () => {
      const held = copyOf(this.held);
      const result = await run(new MemoryTransaction(held));
      this.fails();
      this.held = held;
      this.commits += 1;
      return result;
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class MemoryTransaction implements MirrorTransaction {
  readonly state: MirrorState | null;

  constructor(private readonly held: Held) {
    this.state = held.state;
  }

  async save(state: MirrorState): Promise<void> {
    this.held.state = state;
  }

  async create({ name }: TableShape): Promise<void> {
    if (this.held.tables.has(name)) throw new Error(`${name} is there`);
    this.held.tables.set(name, new Map());
  }

  async drop({ name }: TableShape): Promise<void> {
    this.rowsOf(name);
    this.held.tables.delete(name);
  }

  async reshape({ from, to, kept }: ShapeDifference): Promise<void> {
    const rows = this.rowsOf(from.name);
    this.held.tables.delete(from.name);
    const names = new Map(kept.map((each) => [each.from.column, each.to.column]));
    const renamed = <V>(values: Readonly<Record<string, V>>): Record<string, V> => {
      const left: Record<string, V> = {};
      for (const [name, value] of Object.entries(values)) {
        const now = names.get(name);
        if (now !== undefined) left[now] = value;
      }
      return left;
    };
    const reshaped = [...rows].map(([path, { id, values, targets }]): [string, TargetRow] => [
      path,
      { id, values: renamed(values), targets: renamed(targets) },
    ]);
    if (this.held.tables.has(to.name)) throw new Error(`${to.name} is there`);
    this.held.tables.set(to.name, new Map(reshaped));
  }

  async clear({ name }: TableShape): Promise<void> {
    this.rowsOf(name).clear();
  }

  async write(table: TableShape, { deletes, moves, updates, inserts }: RowChanges): Promise<boolean> {
    const rows = this.rowsOf(table.name);
    for (const path of deletes) rows.delete(path);
    const moved = moves.map(({ from, to }) => [to, rows.get(from)] as const);
    for (const { from } of moves) rows.delete(from);
    for (const [to, row] of moved) {
      if (row === undefined) return false;
      if (rows.has(to)) throw new Error(`${to} is there`);
      rows.set(to, row);
    }
    for (const update of updates) {
      const row = rows.get(update.path);
      if (row === undefined) return false;
      rows.set(update.path, merged(table, row, update));
    }
    for (const row of inserts) rows.set(row.path, merged(table, { id: null, values: {}, targets: {} }, row));
    return true;
  }

  async hasInvalid({ name }: TableShape, { column, kind }: ColumnShape): Promise<boolean> {
    return [...this.rowsOf(name).values()].some(({ values }) => 'invalid' in cellOf(kind, values[column]));
  }

  async linking({ name }: TableShape, ids: readonly string[]): Promise<readonly string[]> {
    const isMeant = (of: TargetIds): boolean => [of].flat().some((id) => typeof id === 'string' && ids.includes(id));
    return [...this.rowsOf(name)]
      .filter(([, { targets }]) => Object.values(targets).some(isMeant))
      .map(([path]) => path);
  }

  async relink(table: TableShape, rows: readonly Pick<MirrorRow, 'path' | 'values' | 'targets'>[]): Promise<void> {
    const held = this.rowsOf(table.name);
    for (const { path, values, targets } of rows) {
      const row = held.get(path);
      if (row === undefined) continue;
      const same = linkColumns(table).filter(
        ({ column }) => JSON.stringify(row.values[column]) === JSON.stringify(values[column]) && column in row.targets,
      );
      const now = Object.fromEntries(same.map(({ column }) => [column, targets[column] ?? null]));
      held.set(path, { ...row, targets: { ...row.targets, ...now } });
    }
  }

  async log(lines: readonly LogLine[]): Promise<void> {
    this.held.log.push(...lines);
  }

  private rowsOf(name: string): Rows {
    const rows = this.held.tables.get(name);
    if (rows === undefined) throw new Error(`there is no ${name}`);
    return rows;
  }
}

function merged(table: TableShape, row: TargetRow, { id, values, targets }: MirrorRow): TargetRow {
  const [now, ids] = [{ ...row.values }, { ...row.targets }];
  for (const { column, kind } of table.columns) {
    if (!Object.hasOwn(values, column)) continue;
    const cell = cellOf(kind, values[column]);
    const value = 'value' in cell ? cell.value : cell.invalid;
    delete now[column];
    delete ids[column];
    if (value !== null) now[column] = value;
    const isLink = (kind === 'link' || kind === 'links') && 'value' in cell && value !== null;
    if (isLink) ids[column] = targets[column] ?? null;
  }
  return { id, values: now, targets: ids };
}
