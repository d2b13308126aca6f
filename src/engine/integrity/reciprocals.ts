/** Finds links that are not linked back. Source: docs/operations.md#align_relations; D16. */

import type { TableDefinition } from '../catalog/definition';
import type { InverseRelation } from '../catalog/inverse-relations';
import type { Violation } from '../errors';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { View } from '../storage/view';
import { LinkedRows } from './linked-rows';

/** One link of a row in a column that has an inverse. */
export interface RelationLink {
  readonly relation: InverseRelation;
  readonly holder: NotePath;
  readonly target: NotePath;
  /** The link as it is written. */
  readonly value: string;
}

/** Remembers what it looked up: to be used while the view stays as it is. */
export class ReciprocalLinkCheck {
  private readonly linked: LinkedRows;

  /** `sourcesOf`: the notes that may link to a file, by an index. */
  constructor(
    private readonly view: View,
    private readonly sourcesOf: (path: NotePath) => Iterable<NotePath>,
  ) {
    this.linked = new LinkedRows(view);
  }

  /** The row's own links that the other side does not link back. */
  unanswered(table: TableDefinition, row: Row): readonly RelationLink[] {
    return this.view.catalog.relationsOf(table.qualified).flatMap((relation) =>
      [...this.linked.of(relation.column, row)].flatMap(([target, value]): RelationLink[] => {
        const other = this.view.rowAt(target)?.row;
        const isAnswered = other === undefined || this.linked.of(relation.partner, other).has(row.path);
        return isAnswered ? [] : [{ relation, holder: row.path, target, value }];
      }),
    );
  }

  /** Links of other rows to this one that it does not link back. */
  unreturned(table: TableDefinition, row: Row): readonly RelationLink[] {
    const relations = this.view.catalog.relationsOf(table.qualified);
    if (relations.length === 0) return [];
    return [...this.sourcesOf(row.path)].flatMap((holder) => {
      const other = this.view.rowAt(holder);
      if (other === null || holder === row.path) return [];
      return relations.flatMap(({ column, partner, partnerTable }): RelationLink[] => {
        if (partnerTable.qualified !== other.table.qualified) return [];
        const value = this.linked.of(partner, other.row).get(row.path);
        if (value === undefined || this.linked.of(column, row).has(holder)) return [];
        return [
          { relation: { column: partner, partner: column, partnerTable: table }, holder, target: row.path, value },
        ];
      });
    });
  }

  /** A link that is missing between two rows of one table is reported once, with the row that holds the other one. */
  violations(table: TableDefinition, row: Row): readonly Violation[] {
    const own = this.unanswered(table, row).map(({ relation, target, value }) => ({
      path: row.path,
      column: relation.column.name,
      code: 'inverse' as const,
      message: `${relation.column.name}: ${value} is not linked back by ${relation.partner.name} of ${target}; call align_relations`,
      value,
    }));
    const others = this.unreturned(table, row).flatMap(({ relation: { column, partner }, holder }): Violation[] => {
      if (this.view.tableAt(holder)?.qualified === table.qualified) return [];
      const message = `${partner.name} lacks a link to ${holder}, whose ${column.name} links here; call align_relations`;
      return [
        { path: row.path, column: partner.name, code: 'inverse', message, value: row.values[partner.name] ?? null },
      ];
    });
    return [...own, ...others];
  }
}
