/** A copy of all rows that is kept by following the feed, keyed by path, as docs/feed.md#following says. */

import type { Json, JsonObject } from '../../../src/engine/index';
import { isEmpty } from '../../../src/engine/json';
import type { TestVault } from '../open-vault';

export type Event = JsonObject & { readonly seq: number; readonly op: string };

export interface Page {
  readonly changes: readonly Event[];
  readonly last: number;
  readonly head: number;
  readonly gap: boolean;
}

export const feed = async (vault: Followed, args: JsonObject = {}): Promise<Page> =>
  (await vault.run('list_changes', args)) as unknown as Page;

/** Answers operations. */
type Followed = Pick<TestVault, 'run'>;

/** Row by path, with its table. */
export type Rows = ReadonlyMap<string, JsonObject>;

export async function rowsOf(vault: Followed): Promise<Rows> {
  const { tables } = (await vault.run('list_tables')) as unknown as { tables: { qualified: string }[] };
  const rows = new Map<string, JsonObject>();
  for (const { qualified } of tables) {
    const found = await vault.run('select_rows', { table: qualified, limit: 1000 });
    for (const row of found['rows'] as readonly JsonObject[])
      rows.set(row['path'] as string, { ...row, table: qualified });
  }
  return rows;
}

export class Replica {
  readonly rows = new Map<string, JsonObject>();
  readonly numbers: number[] = [];
  since = 0;

  /** Reads on in pages, until it has everything. */
  async follow(vault: Followed, limit: number): Promise<void> {
    for (;;) {
      const page = await feed(vault, { since: this.since, limit });
      if (page.gap) {
        this.rows.clear();
        for (const [path, row] of await rowsOf(vault)) this.rows.set(path, row);
        this.since = page.head;
        return;
      }
      for (const event of page.changes) this.apply(event);
      this.since = page.last;
      if (page.last === page.head) return;
    }
  }

  apply(event: Event): void {
    const { seq, op, path, id, table, changes } = event;
    this.numbers.push(seq);
    if (op === 'schema' || op === 'warning') return;
    const moved = (changes as JsonObject)['path'] as JsonObject | undefined;
    const from = (moved?.['before'] ?? path) as string;
    const old = op === 'insert' ? {} : this.rows.get(from);
    if (old === undefined) throw new Error(`${seq}: ${op} of ${from}, which the copy does not have`);
    if (op === 'insert' && this.rows.has(path as string)) throw new Error(`${seq}: insert of ${from}, which is there`);
    this.rows.delete(from);
    if (op === 'delete') return;
    const row: Record<string, Json> = { ...old, path: path as string, id: id as string, table: table as string };
    for (const [name, value] of Object.entries(changes as JsonObject)) {
      if (name === 'path') continue;
      const { before, after } = value as { before: Json; after: Json };
      if (JSON.stringify(row[name] ?? null) !== JSON.stringify(before) && !isEmpty(before))
        throw new Error(`${seq}: ${name} was ${JSON.stringify(row[name])}, not ${JSON.stringify(before)}`);
      if (isEmpty(after)) delete row[name];
      else row[name] = after;
    }
    this.rows.set(path as string, row);
  }
}

const pathOf = ({ path }: JsonObject): string => path as string;

export const sorted = (rows: Rows): readonly JsonObject[] =>
  [...rows.values()].sort((a, b) => pathOf(a).localeCompare(pathOf(b)));
