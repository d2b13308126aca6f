/** Keeps the ids of link targets: a link can lead elsewhere though its text stays. docs/mirror.md#links */

import type { JsonObject } from '../engine/index';
import type { MirrorRow, MirrorTransaction } from './mirror-target';
import { type TableShape, linkColumns } from './table-shape';
import { PAGE_OF_ROWS, SourceFailure, type VaultSource } from './vault-source';

/** Rows that came to a path, or left one. */
export class MovedTargets {
  /** Paths by table. */
  readonly arrived = new Map<string, Set<string>>();
  /** Ids of rows that are gone, or lie elsewhere. */
  readonly left = new Set<string>();

  came(table: string, path: string): void {
    const paths = this.arrived.get(table) ?? new Set();
    this.arrived.set(table, paths.add(path));
  }

  get isEmpty(): boolean {
    return this.arrived.size === 0 && this.left.size === 0;
  }
}

export class FollowedTargets {
  constructor(
    private readonly source: VaultSource,
    private readonly transaction: MirrorTransaction,
  ) {}

  /** False when the vault has other definitions than `tables` meanwhile: links are to be read once more after these. */
  async follow(moved: MovedTargets, tables: readonly TableShape[]): Promise<boolean> {
    const linking = tables.filter((table) => linkColumns(table).length > 0);
    if (moved.isEmpty || linking.length === 0) return true;
    return this.unlessRedefined(async () => {
      const arrived = await this.linkedPaths(moved.arrived);
      for (const table of linking) {
        const paths = new Set(await this.transaction.linking(table, [...moved.left]));
        for (const path of moved.arrived.get(table.qualified) ?? []) if (moved.left.size > 0) paths.add(path);
        for (const path of await this.sourcesOf(table, arrived)) paths.add(path);
        for (const chunk of chunksOf([...paths])) await this.relink(table, { where: { path: { in: chunk } } });
      }
    });
  }

  /** All links of all rows. */
  async readAll(tables: readonly TableShape[]): Promise<boolean> {
    return this.unlessRedefined(async () => {
      for (const table of tables.filter((each) => linkColumns(each).length > 0)) {
        for (let after: string | null = null; ;) {
          const rows: readonly MirrorRow[] = await this.relink(
            table,
            after === null ? {} : { where: { path: { gt: after } } },
          );
          after = rows.at(-1)?.path ?? null;
          if (rows.length === 0) break;
        }
      }
    });
  }

  private async unlessRedefined(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (error instanceof SourceFailure && ['not_found', 'bad_request'].includes(error.code)) return false;
      throw error;
    }
  }

  /** Of the rows that came, those that anything links to. */
  private async linkedPaths(arrived: MovedTargets['arrived']): Promise<readonly string[]> {
    const linked: string[] = [];
    for (const [table, paths] of arrived) {
      for (const chunk of chunksOf([...paths])) {
        const where = { path: { in: chunk }, file_backlink_count: { gt: 0 } };
        const { rows } = await this.source.rows(table, { where, columns: ['path'], targets: false });
        linked.push(...rows.map(({ path }) => path));
      }
    }
    return linked;
  }

  /** Rows of a table that link to one of the notes. */
  private async sourcesOf(table: TableShape, paths: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const chunk of chunksOf(paths, LINKS_AT_ONCE)) {
      const or = chunk.map((path) => ({ file_links: { contains: `[[${path.replace(/\.md$/, '')}]]` } }));
      for (let offset = 0; ; offset += PAGE_OF_ROWS) {
        const page = { where: { or }, columns: ['path'], targets: false, offset };
        const { rows } = await this.source.rows(table.qualified, page);
        found.push(...rows.map(({ path }) => path));
        if (rows.length < PAGE_OF_ROWS) break;
      }
    }
    return found;
  }

  private async relink(table: TableShape, args: JsonObject): Promise<readonly MirrorRow[]> {
    const columns = ['path', ...linkColumns(table).map(({ column }) => column)];
    const { rows } = await this.source.rows(table.qualified, { ...args, columns });
    await this.transaction.relink(table, rows);
    return rows;
  }
}

const LINKS_AT_ONCE = 50;

const chunksOf = (paths: readonly string[], size = PAGE_OF_ROWS): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(paths.length / size) }, (_, i) => paths.slice(i * size, (i + 1) * size));
