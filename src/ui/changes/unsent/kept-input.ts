/** How a cell and a new row are kept that are not written. */

import type { Json } from '../../../engine/index';
import { notJson, readText } from '../../components/text/field-text';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { OpenField } from '../../components/grid-editing';
import type { ProblemText } from '../../components/text/problem-text';
import type { CellEdit } from '../lane-port';
import { asObject, asText } from '../../client/operations-client';
import type { DraftValues } from '../row-actions/draft-rows';

export interface KeptCell {
  /** `pending`: its write was under way. `open`: it was in an open field. */
  readonly state: 'refused' | 'pending' | 'open';
  readonly row: GridRow;
  readonly column: GridColumn;
  readonly value: Json;
  readonly typed: string;
  /** What the person saw. */
  readonly before: Json | undefined;
  readonly problem: ProblemText | null;
  /** Whether its field was in the panel of the row. */
  readonly isInPanel: boolean;
}

export interface KeptDraft {
  readonly values: DraftValues;
  /** Of the note that it is a copy of. */
  readonly body: string | null;
  readonly cells: readonly KeptCell[];
}

/** `id`: of a row that its edit does not know yet. Null for a cell of a row that is not a note. */
export function keptRow({ values, path }: GridRow, id: string | null): GridRow | null {
  const own = asText(values['id']) ?? id;
  if (own === null && path === '') return null;
  return { key: own ?? path, path, values: own === null ? {} : { id: own } };
}

export const keptEdit = (edit: CellEdit, state: 'refused' | 'pending', problem: ProblemText | null): KeptCell => {
  const { row, column, value, typed, before } = edit;
  return { state, row, column, value, typed, before, problem, isInPanel: false };
};

/** Null when nothing was typed into the field. */
export function keptField(field: OpenField, typed: string, isInPanel: boolean): KeptCell | null {
  const { row, column, before, text, isTyped } = field;
  if (typed === text && !isTyped) return null;
  return {
    state: 'open',
    row,
    column,
    value: readText(column, typed) ?? null,
    typed,
    before,
    problem: null,
    isInPanel,
  };
}

/** Why a text can't even be asked for; null when it can. */
export const unreadable = ({ column, typed }: KeptCell): ProblemText | null =>
  readText(column, typed) === undefined ? notJson(typed) : null;

const STATES: ReadonlySet<unknown> = new Set(['refused', 'pending', 'open']);

/** Null for what another version kept. */
export function readCell(json: Json): KeptCell | null {
  const kept = asObject(json);
  const [row, column] = [asObject(kept?.['row']), asObject(kept?.['column'])];
  const isWhole =
    STATES.has(kept?.['state']) &&
    typeof kept?.['typed'] === 'string' &&
    typeof row?.['key'] === 'string' &&
    typeof row['path'] === 'string' &&
    asObject(row['values']) !== null &&
    typeof column?.['name'] === 'string' &&
    typeof column['type'] === 'string';
  return isWhole ? (kept as unknown as KeptCell) : null;
}

export function readDraft(json: Json): KeptDraft | null {
  const kept = asObject(json);
  const [values, cells] = [asObject(kept?.['values']), kept?.['cells']];
  if (kept === null || values === null || !Array.isArray(cells)) return null;
  return {
    values,
    body: asText(kept['body']),
    cells: (cells as readonly Json[]).flatMap((cell) => readCell(cell) ?? []),
  };
}

/** As JSON has it: without undefined values. */
export const asJson = (kept: KeptCell | KeptDraft): Json => JSON.parse(JSON.stringify(kept)) as Json;
