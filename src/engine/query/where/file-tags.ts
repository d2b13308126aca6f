/** The tags of notes, read for one query that names `file_tags`. docs/queries.md#names; docs/decisions.md#d30-tags */

import { sourceNamesOf } from '../../catalog/references/query-reads';
import { tagsOf } from '../../note/markdown/tags';
import type { NotePath } from '../../ports/vault-port';
import type { SchedulerPort } from '../../ports/host';
import type { View } from '../../storage/view';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { select } from '../select-source';
import { type QuerySource, tableSource } from '../source/query-source';
import { ALWAYS } from './predicate';
import type { TagFacts } from './subject';

export interface TaggedNotes {
  readonly view: Pick<View, 'catalog' | 'table'>;
  readonly scheduler: SchedulerPort;
  /** As the caller may read it; null where it can't be read. */
  readonly text: (path: NotePath) => Promise<string | null>;
  /** A table as it was then. Absent: as it is. */
  readonly past?: { table(qualified: string): QuerySource | undefined };
}

export class FileTags implements TagFacts {
  private readonly asked = new Set<string>();
  private known: ReadonlyMap<NotePath, readonly string[]> | null = null;

  ask({ name, qualified }: Parameters<TagFacts['ask']>[0]): void {
    this.asked.add(qualified ?? name);
  }

  /** No text is read unless a plan asked. */
  async read({ view, scheduler, text, past }: TaggedNotes): Promise<void> {
    const known = new Map<NotePath, readonly string[]>();
    const tables = [...this.asked].flatMap((table) => sourceNamesOf(view.catalog, { table }));
    for (const qualified of new Set(tables)) {
      const source = past?.table(qualified) ?? tableSource(view.table(qualified));
      const { rows } = await select(source, EVERY_ROW, scheduler);
      for (const { path } of rows) {
        const note = await text(path);
        if (note !== null) known.set(path, tagsOf(note, parseFrontMatter(note)));
        await scheduler.pause();
      }
    }
    this.known = known;
  }

  of(path: NotePath): readonly string[] {
    if (this.known === null) throw new Error('the tags of texts are asked for before they are read');
    return this.known.get(path) ?? [];
  }
}

const EVERY_ROW = { where: ALWAYS, order: [], limit: null, offset: 0, zone: 'UTC' };
