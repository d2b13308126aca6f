/** Adds links to the notes of the other side of a relation, and takes them out. Source: docs/operations.md#column-specs (inverse); D16. */

import type { TableDefinition } from '../catalog/definition';
import { targetOf } from '../integrity/linked-rows';
import type { RelationLink } from '../integrity/reciprocals';
import { linkFor } from '../links/write-link';
import { LinkResolver } from '../links/link-resolver';
import { type RawValue, RAW_EMPTY, rawList, rawString } from '../yaml/raw-value';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { ColumnSpec } from '../values/column-spec';
import { itemsOf } from '../values/decode';
import type { WriteContext } from '../contexts';
import { unlinkableTarget } from '../rows/link-values';
import { orRefuse } from '../rows/refusals';
import { entryOf, setRowValues } from '../rows/list-keys';
import { type OpenRow, openRow } from '../rows/row-edit';

/** The work in one column of a note: links from these rows are wanted back, others are not wanted any more. */
interface ColumnEdit {
  readonly column: ColumnSpec;
  readonly wanted: RelationLink[];
  readonly unwanted: Map<NotePath, RelationLink>;
}

/** Called for a link that can't be answered: the other side holds `present`, a single link to something else, or is computed. */
export type OnOccupied = (link: RelationLink, present: string) => void;

/** Gathers what changes, so that each note is read and written once. */
export class ReciprocalLinks {
  private readonly notes = new Map<NotePath, { table: TableDefinition; columns: Map<string, ColumnEdit> }>();

  constructor(
    private readonly context: WriteContext,
    private readonly onOccupied: OnOccupied,
  ) {}

  add(link: RelationLink): void {
    this.editOf(link).wanted.push(link);
  }

  remove(link: RelationLink): void {
    this.editOf(link).unwanted.set(link.holder, link);
  }

  private editOf({ relation, target }: RelationLink): ColumnEdit {
    let note = this.notes.get(target);
    if (note === undefined) this.notes.set(target, (note = { table: relation.partnerTable, columns: new Map() }));
    const { partner } = relation;
    let edit = note.columns.get(partner.name);
    if (edit === undefined)
      note.columns.set(partner.name, (edit = { column: partner, wanted: [], unwanted: new Map() }));
    return edit;
  }

  /** Stages the notes, each where it lies. Returns those that changed, as they were before. */
  async stage(): Promise<readonly OpenRow[]> {
    const { transaction, host } = this.context;
    const changed: OpenRow[] = [];
    for (const [path, { table, columns }] of this.notes) {
      const open = await orRefuse(transaction, () => openRow(this.context, table, path));
      if (open === null) continue;
      const keys = new Map([...columns.values()].map((edit) => [edit.column.name, this.rawOf(open, edit)] as const));
      const after = setRowValues(transaction.codec(table), open.text, keys);
      if (after !== open.text) {
        transaction.put({ from: path, to: path, before: open.text, after });
        changed.push(open);
      }
      await host.scheduler.pause();
    }
    return changed;
  }

  /** The column's value with wanted links and without unwanted ones; null where the key goes. */
  private rawOf(
    { definition, frontMatter, path, row }: OpenRow,
    { column, wanted, unwanted }: ColumnEdit,
  ): RawValue | null {
    const codec = this.context.transaction.codec(definition);
    const present = entryOf(codec, frontMatter.entries, column.name)?.raw ?? null;
    if (column.generated !== undefined) {
      for (const link of [...unwanted.values(), ...wanted]) this.onOccupied(link, `computed (${column.generated})`);
      return present;
    }
    const items = present === null || row.values[column.name] === undefined ? [] : itemsOf(present);
    const kept = unwanted.size === 0 ? items : items.filter((item) => !this.pointsTo(item, path, unwanted));
    const links = this.admitted(column, kept, wanted, row);
    if (links.length === 0 && kept.length === items.length) return present;
    const values = [...kept, ...links.flatMap((link) => this.linkBack(link) ?? [])];
    if (values.length === 0) return column.dense === true ? RAW_EMPTY : null;
    return column.type === 'list' ? rawList(values) : (values[0] as RawValue);
  }

  /** The links that there is room for: in a single link the first one, if it is empty. */
  private admitted(
    column: ColumnSpec,
    kept: readonly RawValue[],
    wanted: readonly RelationLink[],
    row: Row,
  ): readonly RelationLink[] {
    const distinct = [...new Map(wanted.map((link) => [link.holder, link])).values()];
    if (column.type === 'list') return distinct;
    const [first, ...others] = distinct;
    if (first === undefined) return [];
    if (kept.length === 0) {
      for (const link of others) this.onOccupied(link, this.linkTo(first) ?? first.holder);
      return [first];
    }
    const value = row.values[column.name] ?? null;
    for (const link of distinct) this.onOccupied(link, typeof value === 'string' ? value : JSON.stringify(value));
    return [];
  }

  private pointsTo(item: RawValue, path: NotePath, targets: ReadonlyMap<NotePath, RelationLink>): boolean {
    const target = item.kind === 'scalar' ? targetOf(this.context.transaction, item.text, path) : null;
    return target !== null && targets.has(target);
  }

  /** Null, and a violation, where no link can hold the name of the row that links. */
  private linkBack(link: RelationLink): RawValue | null {
    const text = this.linkTo(link);
    if (text !== null) return rawString(text);
    const { relation, holder, value } = link;
    this.context.transaction.violate(unlinkableTarget(relation.column.name, holder, value, holder));
    return null;
  }

  /** The link back, in front matter always a wiki link, in the vault's own format. D6 */
  private linkTo({ holder, target }: RelationLink): string | null {
    const { transaction, host } = this.context;
    const { links } = transaction;
    if (!(links instanceof LinkResolver)) throw new Error('a transaction resolves links');
    return linkFor(holder, target, host.linkSettings(), links, { inFrontMatter: true });
  }
}
