/** The steps of the one batch that makes a relation: a link column, and one that leads back if there shall be one. docs/page.md#relations */

import type { JsonObject } from '../../../engine/index';
import { suggestName } from '../../../kernel/names';
import { type ColumnDraft, columnSpec, emptyColumn, withHeading } from '../columns/column-draft';
import type { RelationColumn } from './ask-relations';

export interface RelationDraft {
  /** Qualified. The table that gets the column. */
  readonly from: string;
  /** Qualified; empty: none is chosen. */
  readonly to: string;
  readonly label: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** The heading of the column of `to` that leads back; null: there is none. */
  readonly back: string | null;
  readonly isBackList: boolean;
  /** A column that is there already, to which the new one leads back. */
  readonly inverse: RelationColumn | null;
  /** Links that are there already are written back. */
  readonly isAligned: boolean;
}

/** The column as its own form would have it. */
export function draftedColumn({ label, isList, isRequired, to, inverse }: RelationDraft): ColumnDraft {
  const column = withHeading(emptyColumn(), label);
  return {
    ...column,
    type: isList ? 'list' : 'link',
    itemType: 'link',
    ref: to,
    required: isRequired,
    inverse: inverse?.column ?? '',
  };
}

const backColumn = (draft: RelationDraft, back: string): ColumnDraft =>
  draftedColumn({
    ...draft,
    to: draft.from,
    label: back,
    isList: draft.isBackList,
    isRequired: false,
    inverse: { table: draft.from, column: suggestName(draft.label) },
  });

const addition = (table: string, draft: ColumnDraft): JsonObject => ({
  op: 'add_column',
  table,
  column: columnSpec(draft),
});

export function relationSteps(draft: RelationDraft): readonly JsonObject[] {
  const { from, to, back, inverse, isAligned } = draft;
  const isPair = back !== null || inverse !== null;
  return [
    addition(from, draftedColumn(draft)),
    ...(back === null ? [] : [addition(to, backColumn(draft, back))]),
    ...(isPair && isAligned ? [{ op: 'align_relations', table: from }] : []),
  ];
}

/** A dry run tries each step alone: the column that leads back does not know the other one yet. */
export function triedSteps(draft: RelationDraft): readonly JsonObject[] {
  const { from, to, back } = draft;
  return [
    addition(from, draftedColumn(draft)),
    ...(back === null ? [] : [addition(to, { ...backColumn(draft, back), inverse: '' })]),
  ];
}
