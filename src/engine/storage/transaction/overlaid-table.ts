/** A table with the rows that a transaction changes laid over it. */

import type { TableDefinition } from '../../catalog/definition';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec } from '../../values/column-spec';
import { type Json, isEmpty } from '../../json';
import { isLookedUp, soleUniqueKey, uniqueKeys } from '../../values/unique-key';
import { ColumnTable } from '../columns/column-table';
import type { Row } from '../row';
import type { ScanSource, TableView } from '../view';

const NO_ROWS: readonly Row[] = [];

interface StagedKeys {
  readonly spec: ColumnSpec;
  readonly index: Map<string, NotePath | NotePath[]>;
}

export class OverlaidTable implements TableView {
  /** By path: the row instead, or null where there is none any more. */
  private readonly overlay = new Map<NotePath, Row | null>();
  /** Staged paths by coarse key, for each column that is looked up. */
  private readonly unique: readonly StagedKeys[];
  /** Staged paths by id; null until somebody asks for one. */
  private ids: Map<string, NotePath> | null = null;
  private grown = 0;

  constructor(
    readonly definition: TableDefinition,
    private readonly base: TableView | null,
  ) {
    this.unique = definition.columns.filter(isLookedUp).map((spec) => ({ spec, index: new Map() }));
  }

  /** The row that is at a path now; null when none of this table is. */
  set(path: NotePath, row: Row | null): void {
    this.unset(path);
    this.grown -= this.baseCount(path);
    if (row === null) this.overlay.set(path, row);
    else this.add(row);
  }

  /** A row at a path where there is none, in this table or before. */
  add(row: Row): void {
    const { path, id } = row;
    this.grown++;
    this.overlay.set(path, row);
    if (id !== '') this.ids?.set(id, path);
    for (const { spec, index } of this.unique) {
      const value = row.values[spec.name];
      const sole = soleUniqueKey(spec, value);
      if (sole !== null) addPath(index, sole, path);
      else for (const key of uniqueKeys(spec, value)) addPath(index, key, path);
    }
  }

  /** As if this path had never been touched. */
  unset(path: NotePath): void {
    const row = this.overlay.get(path);
    if (row === undefined) return;
    this.grown -= (row === null ? 0 : 1) - this.baseCount(path);
    this.overlay.delete(path);
    if (row === null) return;
    if (this.ids?.get(row.id) === path) this.ids.delete(row.id);
    for (const { spec, index } of this.unique) {
      for (const key of uniqueKeys(spec, row.values[spec.name])) {
        const paths = index.get(key);
        if (typeof paths === 'object') paths.splice(paths.indexOf(path), 1);
        else if (paths === path) index.delete(key);
      }
    }
  }

  private baseCount(path: NotePath): number {
    return (this.base?.row(path) ?? null) === null ? 0 : 1;
  }

  get size(): number {
    return (this.base?.size ?? 0) + this.grown;
  }

  row(path: NotePath): Row | null {
    const row = this.overlay.get(path);
    return row === undefined ? (this.base?.row(path) ?? null) : row;
  }

  rowById(id: string): Row | null {
    const staged = (this.ids ??= this.stagedIds()).get(id);
    if (staged !== undefined) return this.row(staged);
    const row = this.base?.rowById(id) ?? null;
    return row !== null && this.overlay.has(row.path) ? null : row;
  }

  private stagedIds(): Map<string, NotePath> {
    const ids = new Map<string, NotePath>();
    for (const row of this.overlay.values()) if (row !== null && row.id !== '') ids.set(row.id, row.path);
    return ids;
  }

  rivals(column: string, value: Json, except: NotePath): readonly Row[] {
    if (isEmpty(value)) return NO_ROWS;
    const below = this.base?.rivals(column, value, except) ?? NO_ROWS;
    // Of a new row that is the rule.
    const stored = below.length === 0 ? below : below.filter(({ path }) => !this.overlay.has(path));
    const staged = this.stagedRivals(column, value, except);
    return staged.length === 0 ? stored : [...stored, ...staged];
  }

  private stagedRivals(column: string, value: Json, except: NotePath): readonly Row[] {
    const staged = this.unique.find(({ spec }) => spec.name === column);
    if (staged === undefined || staged.index.size === 0) return NO_ROWS;
    const { spec, index } = staged;
    const sole = soleUniqueKey(spec, value);
    // Itself alone is the rule.
    if (sole !== null && index.get(sole) === except) return NO_ROWS;
    let others: Set<NotePath> | null = null;
    for (const key of uniqueKeys(spec, value)) {
      const paths = index.get(key);
      if (paths === undefined || paths === except) continue;
      for (const path of typeof paths === 'string' ? [paths] : paths)
        if (path !== except) (others ??= new Set()).add(path);
    }
    if (others === null) return NO_ROWS;
    return [...others].map((path) => this.overlay.get(path) ?? null).filter((row): row is Row => row !== null);
  }

  scan(): ScanSource {
    const below = this.base?.scan();
    const snapshot = below?.snapshot ?? new ColumnTable(this.definition).snapshot();
    const added = [...this.overlay.values()].filter((row): row is Row => row !== null);
    return { snapshot, hidden: new Set(this.overlay.keys()), added };
  }
}

/** One row for each key is the rule. */
function addPath(index: StagedKeys['index'], key: string, path: NotePath): void {
  const paths = index.get(key);
  if (paths === undefined) index.set(key, path);
  else if (typeof paths === 'string') index.set(key, [paths, path]);
  else paths.push(path);
}
