/** What was linked and unlinked while a relation was away, when an undo brings it back. spec: Column spec (inverse: writes keep both sides in step); D16, D17. */

import type { TableDefinition } from '../../catalog/definition';
import type { Relation } from '../../catalog/relations';
import type { Migration } from '../../history/journal/migration';
import { LinkedRows } from '../../integrity/linked-rows';
import type { RelationLink } from '../../integrity/reciprocals';
import type { LinkChanges } from '../../integrity/relation-changes';
import type { NotePath } from '../../ports/vault-port';
import { readNoteText } from '../../storage/store/note-reading';
import type { Row } from '../../storage/row';
import type { WriteContext } from '../define-operation';
import { rowsTouchedSince, textsBefore } from './touched-since';

/**
 * To be called when everything else is staged. A row that was written since says, in the column that stayed, what the one
 * that comes back is to hold. Links that somebody wrote by hand say nothing, as after any hand edit: align_relations does.
 */
export async function linksSince(context: WriteContext, migration: Migration): Promise<LinkChanges> {
  const returning = returningRelations(context);
  const changes = { linked: [] as RelationLink[], unlinked: [] as RelationLink[] };
  if (returning.size === 0) return changes;
  const then = new HeldLinks(context, returning);
  const now = new HeldLinks(context, returning);
  const touched = await rowsTouchedSince(context, migration);
  const textBefore = await textsBefore(context, touched);
  for (const { first, path: present } of touched) {
    const path = pathAfter(context, present);
    if (path === null) continue;
    const held = then.of(rowThen(context, textBefore(first), path));
    const holds = now.of(context.transaction.rowAt(path));
    for (const [key, link] of holds) if (!held.has(key)) changes.linked.push(link);
    for (const [key, link] of held) if (!holds.has(key)) changes.unlinked.push(link);
    await context.host.scheduler.pause();
  }
  return changes;
}

/** By table: those that its columns have again. */
function returningRelations({ transaction }: WriteContext): ReadonlyMap<string, readonly Relation[]> {
  const { before, catalog } = transaction;
  const returning = new Map<string, readonly Relation[]>();
  if (!transaction.catalogChanged || !catalog.hasRelations) return returning;
  for (const { qualified } of catalog.tables()) {
    const present = before.catalog.relationsOf(qualified);
    const isPresent = ({ column, partner, partnerTable }: Relation): boolean =>
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

interface PlacedRow {
  readonly table: TableDefinition;
  readonly row: Row;
}

/** The links of rows in these relations, by what tells them apart. */
class HeldLinks {
  private readonly links: LinkedRows;

  constructor(
    { transaction }: WriteContext,
    private readonly relations: ReadonlyMap<string, readonly Relation[]>,
  ) {
    this.links = new LinkedRows(transaction);
  }

  of(placed: PlacedRow | null): ReadonlyMap<string, RelationLink> {
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

/** As the row was when it was first written since, at the place where it lies afterwards. */
function rowThen({ transaction }: WriteContext, text: string | null, path: NotePath): PlacedRow | null {
  if (text === null) return null;
  const reading = readNoteText(text);
  const table = reading.table === null ? null : transaction.catalog.table(reading.table);
  if (table === null) return null;
  const { row } = transaction.codec(table).decode(path, transaction.now, reading.frontMatter.entries);
  return { table, row };
}
