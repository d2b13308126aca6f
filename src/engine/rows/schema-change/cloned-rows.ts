/** The copies of a table's rows: new ids, places in the new table, links among each other. Source: docs/operations.md#clone_table; D8, D16, D17. */

import type { TableDefinition } from '../../catalog/definition';
import type { ContentHash } from '../../history/journal/content-hash';
import { contentAmong } from '../../history/versions/past-table';
import { LinkResolver } from '../../links/link-resolver';
import { rewriteLinks } from '../../links/rewrite-links';
import { liesIn } from '../../links/same-place';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { type RawValue, rawString } from '../../yaml/raw-value';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, TABLE_KEY } from '../../storage/row';
import { RowCodec } from '../../storage/row-codec';
import type { Json } from '../../json';
import type { RedefinedContext, WriteContext } from '../../contexts';
import { gapValues } from '../fill-missing-keys';
import { setRowKeys } from '../list-keys';
import { addPendingLinks } from '../normalize-links';
import { orRefuse } from '../refusals';
import { type OpenRow, openRow } from '../row-edit';
import type { GivenValue } from '../row-values';
import { type WantedPlace, folderFor, placeRow, unplaceableViolation, wantedPlace } from '../row-path';

interface RowCopy {
  readonly source: OpenRow;
  readonly to: NotePath;
  readonly id: string;
  readonly text: string;
  readonly gaps: ReadonlyMap<string, GivenValue>;
}

export class ClonedRows {
  private readonly sources: OpenRow[] = [];
  private readonly copies: RowCopy[] = [];
  private readonly pathOfCopy = new Map<NotePath, NotePath>();

  constructor(
    private readonly context: WriteContext,
    private readonly source: TableDefinition,
    private readonly clone: TableDefinition,
    /** Those of rows as they were. */
    private readonly texts: ReadonlyMap<ContentHash, string>,
  ) {}

  /** In the order of the paths; `then`: the text that the note had. The gate reports a note that can't be copied. */
  async open(path: NotePath, then: ContentHash | null = null): Promise<void> {
    const read = async (): Promise<OpenRow> =>
      then === null ? openRow(this.context, this.source, path) : this.openPast(path, then);
    const open = await orRefuse(this.context.transaction, read);
    if (open !== null) this.sources.push(open);
  }

  /** The row as it was. Its text was a row's: it parses. */
  private openPast(path: NotePath, hash: ContentHash): OpenRow {
    const { now } = this.context;
    const content = contentAmong(this.texts, hash, path);
    const codec = new RowCodec(this.source);
    const parsed = parseFrontMatter(content);
    const frontMatter = { ...parsed, entries: codec.entriesOf(content, parsed) };
    const { row, problems } = codec.decode(path, now, content, frontMatter);
    const invalidColumns = new Set(problems.map(({ column }) => column));
    return { definition: this.source, path, text: content, frontMatter, row, invalidColumns };
  }

  /** Stages the copies. */
  async stage({ host }: RedefinedContext): Promise<void> {
    for (const source of this.sources) {
      this.copy(source);
      await host.scheduler.pause();
    }
    // A link can be written only when every copy has its place.
    for (const copy of this.copies) {
      this.link(copy);
      await host.scheduler.pause();
    }
  }

  private copy(source: OpenRow): void {
    const { transaction, host } = this.context;
    const { row, text, frontMatter, path } = source;
    const id = host.ids.uuid();
    const codec = transaction.codec(this.clone);
    const present = new Set(frontMatter.entries.map(({ key }) => codec.nameOf(key)));
    // A UUID is its row's own, as the id is.
    for (const { name, identity } of this.clone.columns) if (identity === 'uuid') present.delete(name);
    const gaps = gapValues(this.context, this.clone, { has: (key) => present.has(key) });
    const keys = new Map<string, RawValue | null>([
      [TABLE_KEY, rawString(this.clone.qualified)],
      [ID_KEY, rawString(id)],
      ...[...gaps].map(([name, { raw }]) => [codec.keyOf(name), raw] as const),
    ]);
    const copied = setRowKeys(codec, text, keys);
    const { row: copyRow } = codec.decode(path, this.context.now, text);
    const place = this.placeOf(source, { ...copyRow, id });
    if ('missing' in place) return transaction.violate(unplaceableViolation(row.path, place.missing));
    const to = placeRow(transaction, this.clone, place);
    if (typeof to !== 'string') return transaction.violate(to);
    transaction.put({ from: null, to, before: null, after: copied });
    this.pathOfCopy.set(path, to);
    this.copies.push({ source, to, id, text: copied, gaps });
  }

  /** Where the source's row lies in its own table, a row outside the table's folder in the folder of its values. */
  private placeOf({ row }: OpenRow, copy: OpenRow['row']): WantedPlace | { readonly missing: readonly string[] } {
    const { transaction, zone } = this.context;
    const { catalog } = transaction;
    const place = wantedPlace(catalog, { table: this.source, row }, { table: this.clone, row: copy }, zone);
    if ('missing' in place || liesIn(row.path, catalog.tableFolder(this.source))) return place;
    const folder = folderFor(catalog, this.clone, copy.values, zone);
    return 'missing' in folder ? folder : { folder: folder.text, name: place.name };
  }

  /** Links to rows of the source mean their copies, all others what they meant. D8 */
  private link({ source, to, id, text, gaps }: RowCopy): void {
    const { transaction, host } = this.context;
    const after = transaction.links;
    if (!(after instanceof LinkResolver)) return;
    const linked = rewriteLinks(text, {
      source: source.path,
      sourceAfter: to,
      newPathOf: (target) => this.pathOfCopy.get(target) ?? null,
      before: transaction.before.links,
      after,
      settings: host.linkSettings(),
    });
    if (linked !== text) transaction.put({ from: to, to, before: text, after: linked });
    const values = (name: string): Json | undefined => gaps.get(name)?.value;
    addPendingLinks(this.context, { table: this.clone, from: null, path: to, id, values });
  }
}
