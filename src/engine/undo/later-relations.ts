/** The links that came and went while a relation was away that an undo brings back. docs/history.md: undo_migration */

import type { TableDefinition } from '../catalog/definition';
import type { InverseRelation } from '../catalog/inverse-relations';
import { LinkedRows } from '../integrity/linked-rows';
import type { RelationLink } from '../integrity/reciprocals';
import type { LinkChanges } from '../integrity/relation-changes';
import type { NotePath } from '../ports/vault-port';
import { readNoteText } from '../storage/store/note-reading';
import type { Row } from '../storage/row';
import type { WriteContext } from '../contexts';
import type { LaterWrites } from './later-writes';

/** The column that stayed gives, in a later row, the content of the returning one. External edits say nothing: align_relations does. */
export async function laterLinkChanges(context: WriteContext, later: LaterWrites): Promise<LinkChanges> {
  const returning = returningRelations(context);
  const changes = { linked: [] as RelationLink[], unlinked: [] as RelationLink[] };
  if (returning.size === 0) return changes;
  const past = new HeldLinks(context, returning);
  const present = new HeldLinks(context, returning);
  for (const { textBefore, path: presentPath } of await later.rows()) {
    const path = pathAfter(context, presentPath);
    if (path === null) continue;
    const held = past.of(pastRow(context, textBefore, path));
    const holds = present.of(context.transaction.rowAt(path));
    for (const [key, link] of holds) if (!held.has(key)) changes.linked.push(link);
    for (const [key, link] of held) if (!holds.has(key)) changes.unlinked.push(link);
    await context.host.scheduler.pause();
  }
  return changes;
}

/** By table: those that its columns have again. */
function returningRelations({ transaction }: WriteContext): ReadonlyMap<string, readonly InverseRelation[]> {
  const { before, catalog } = transaction;
  const returning = new Map<string, readonly InverseRelation[]>();
  if (!transaction.catalogChanged || !catalog.hasRelations) return returning;
  for (const { qualified } of catalog.tables()) {
    const present = before.catalog.relationsOf(qualified);
    const isPresent = ({ column, partner, partnerTable }: InverseRelation): boolean =>
      present.some(
        (other) =>
          other.column.name === column.name &&
          other.partner.name === partner.name &&
          other.partnerTable.qualified === partnerTable.qualified,
      );
    const found = catalog.relationsOf(qualified).filter((relation) => !isPresent(relation));
    if (found.length > 0) returning.set(qualified, found);
  }
  return returning;
}

interface RelocatedRow {
  readonly table: TableDefinition;
  readonly row: Row;
}

/** The links of rows in these relations, by their keys. */
class HeldLinks {
  private readonly links: LinkedRows;

  constructor(
    { transaction }: WriteContext,
    private readonly relations: ReadonlyMap<string, readonly InverseRelation[]>,
  ) {
    this.links = new LinkedRows(transaction);
  }

  of(placed: RelocatedRow | null): ReadonlyMap<string, RelationLink> {
    const held = new Map<string, RelationLink>();
    if (placed === null) return held;
    const { table, row } = placed;
    for (const relation of this.relations.get(table.qualified) ?? []) {
      for (const [target, value] of this.links.of(relation.column, row)) {
        const key = [table.qualified, relation.column.name, target].join('\n');
        held.set(key, { relation, holder: row.path, target, value });
      }
    }
    return held;
  }
}

function pathAfter({ transaction }: WriteContext, present: NotePath | null): NotePath | null {
  const staged = present === null ? null : transaction.staged(present);
  return staged === null ? present : staged.to;
}

/** The row before its first later write, at the place where it lies after the undo. */
function pastRow({ transaction }: WriteContext, text: string | null, path: NotePath): RelocatedRow | null {
  if (text === null) return null;
  const reading = readNoteText(text);
  const table = reading.table === null ? null : transaction.catalog.table(reading.table);
  if (table === null) return null;
  const { row } = transaction.codec(table).decode(path, transaction.now, text);
  return { table, row };
}
