/** Reads tags and sizes of the files of a query's rows, if its plan asks. docs/queries.md#names; docs/decisions.md#d30-tags */

import { sourceNamesOf } from '../../catalog/references/query-reads';
import { tagsOf } from '../../note/markdown/tags';
import type { FileStat, NotePath } from '../../ports/vault-port';
import type { SchedulerPort } from '../../ports/host';
import type { View } from '../../storage/view';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { select } from '../select-source';
import { type QuerySource, tableSource } from '../source/query-source';
import { ALWAYS } from './predicate';
import type { AskedFacts } from './subject';

export interface ReadableFiles {
  readonly view: Pick<View, 'catalog' | 'table'>;
  readonly scheduler: SchedulerPort;
  /** As the caller may read it; null where it can't be read. */
  readonly text: (path: NotePath) => Promise<string | null>;
  /** As it is, also where a past version is read; null where the file is gone. */
  readonly stat: (path: NotePath) => Promise<FileStat | null>;
  /** A table as it was then. Absent: as it is. */
  readonly past?: { table(qualified: string): QuerySource | undefined };
  /** In place of the rows of tables. */
  readonly notes?: readonly NotePath[];
}

class AskedFiles<T> implements AskedFacts<T> {
  private readonly asked = new Set<string>();
  private known: ReadonlyMap<NotePath, T> | null = null;

  constructor(
    private readonly readOne: (path: NotePath, files: ReadableFiles) => Promise<T>,
    private readonly missing: T,
  ) {}

  get isAsked(): boolean {
    return this.asked.size > 0;
  }

  ask({ name, qualified }: Parameters<AskedFacts<T>['ask']>[0]): void {
    this.asked.add(qualified ?? name);
  }

  async read(files: ReadableFiles): Promise<void> {
    const known = new Map<NotePath, T>();
    for (const path of files.notes ?? (await this.paths(files))) {
      known.set(path, await this.readOne(path, files));
      await files.scheduler.pause();
    }
    this.known = known;
  }

  private async paths({ view, scheduler, past }: ReadableFiles): Promise<readonly NotePath[]> {
    const paths: NotePath[] = [];
    const tables = [...this.asked].flatMap((table) => sourceNamesOf(view.catalog, { table }));
    for (const qualified of new Set(tables)) {
      const source = past?.table(qualified) ?? tableSource(view.table(qualified));
      const { rows } = await select(source, EVERY_ROW, scheduler);
      for (const { path } of rows) paths.push(path);
    }
    return paths;
  }

  of(path: NotePath): T {
    if (this.known === null) throw new Error('files are asked for before they are read');
    return this.known.get(path) ?? this.missing;
  }
}

const EVERY_ROW = { where: ALWAYS, order: [], limit: null, offset: 0, zone: 'UTC' };

export const askedTags = (): AskedFiles<readonly string[]> =>
  new AskedFiles<readonly string[]>(async (path, { text }) => {
    const note = await text(path);
    return note === null ? [] : tagsOf(note, parseFrontMatter(note));
  }, []);

export const askedStats = (): AskedFiles<FileStat | undefined> =>
  new AskedFiles<FileStat | undefined>(async (path, { stat }) => (await stat(path)) ?? undefined, undefined);
