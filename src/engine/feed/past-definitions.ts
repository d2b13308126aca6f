/** The definitions as they were at a change, by what the journal holds of the metastore file. docs/feed.md#values */

import { Catalog } from '../catalog/catalog';
import { parseMetastore } from '../catalog/metastore/metastore-file';
import type { Journal } from '../history/journal/journal';
import type { MetastoreText, Redefinition } from '../history/journal/change-records';
import { folderOf } from '../note/paths';

/** Catalogs that stay at hand. */
const MOST_CATALOGS = 8;

/** Catalogs by the text that defines them, for all readers. */
export class CatalogTexts {
  private readonly catalogs = new Map<string, Catalog | null>();

  constructor(private readonly journal: Pick<Journal, 'text'>) {}

  /** Null: the text is not kept, or does not parse. */
  async catalog({ path, hash }: MetastoreText): Promise<Catalog | null> {
    const key = `${hash} ${path}`;
    const known = this.catalogs.get(key);
    if (known !== undefined) return known;
    const text = await this.journal.text(hash);
    const reading = text === null ? null : parseMetastore(text);
    const catalog = reading !== null && 'catalog' in reading ? new Catalog(reading.catalog, folderOf(path)) : null;
    if (this.catalogs.size >= MOST_CATALOGS) this.catalogs.delete([...this.catalogs.keys()][0] as string);
    this.catalogs.set(key, catalog);
    return catalog;
  }
}

/** Of a stretch of the feed. The next write of the metastore file reports an external edit of the definitions. */
export class PastDefinitions {
  /** `later`: every redefinition from the stretch on, oldest first. `present`: what holds after all of them. */
  constructor(
    private readonly texts: CatalogTexts,
    private readonly later: readonly Redefinition[],
    private readonly present: Catalog,
  ) {}

  /** Before and after the record whose first number is `seq`. */
  async around(seq: number): Promise<{ readonly before: Catalog; readonly after: Catalog }> {
    const own = this.later.find((each) => each.seq === seq);
    if (own === undefined) {
      const catalog = await this.between(seq);
      return { before: catalog, after: catalog };
    }
    const before = own.before === null ? null : await this.texts.catalog(own.before);
    const after = own.after === null ? null : await this.texts.catalog(own.after);
    return { before: before ?? (await this.between(seq)), after: after ?? (await this.between(seq)) };
  }

  private async between(seq: number): Promise<Catalog> {
    const next = this.later.find((each) => each.seq > seq);
    if (next === undefined) return this.present;
    const previous = this.later.filter((each) => each.seq < seq).at(-1);
    for (const text of [next.before, previous?.after ?? null]) {
      const catalog = text === null ? null : await this.texts.catalog(text);
      if (catalog !== null) return catalog;
    }
    return this.present;
  }
}
