/** Successive changes of one table as one change of each row. docs/feed.md#following */

import type { JsonObject } from '../engine/index';
import type { MirrorRow, RowChanges, TargetIds } from './mirror-target';

interface TouchedRow {
  /** Its path in the target; null: it is not there. */
  readonly origin: string | null;
  id: string | null;
  readonly values: Record<string, JsonObject[string]>;
  readonly targets: Record<string, TargetIds>;
}

export class RowBatch {
  private readonly rows = new Map<string, TouchedRow>();
  private readonly gone = new Set<string>();

  insert({ path, id, values, targets }: MirrorRow): void {
    // Whatever has the path makes way: the target replaces it.
    this.rows.set(path, { origin: null, id, values: { ...values }, targets: { ...targets } });
  }

  /** `from`: where it lay before. */
  update(from: string, { path, id, values, targets }: MirrorRow): void {
    const row = this.rows.get(from) ?? { origin: from, id, values: {}, targets: {} };
    this.rows.delete(from);
    row.id = id;
    Object.assign(row.values, values);
    for (const name of Object.keys(values)) delete row.targets[name];
    Object.assign(row.targets, targets);
    this.rows.set(path, row);
  }

  delete(path: string): void {
    const row = this.rows.get(path);
    const origin = row === undefined ? path : row.origin;
    if (origin !== null) this.gone.add(origin);
    this.rows.delete(path);
  }

  changes(): RowChanges {
    const moves: { from: string; to: string }[] = [];
    const updates: MirrorRow[] = [];
    const inserts: MirrorRow[] = [];
    for (const [path, { origin, id, values, targets }] of this.rows) {
      if (origin !== null && origin !== path) moves.push({ from: origin, to: path });
      (origin === null ? inserts : updates).push({ path, id, values, targets });
    }
    return { deletes: [...this.gone], moves, updates, inserts };
  }
}
