/** Why a table of Markdown in a note is not renewed. docs/publish.md#a-table-in-a-note */

import { KEPT_TABLE_END } from '../../../kernel/kept-table-marks';
import type { NotePath } from '../../ports/vault-port';

export interface KeptTableProblem {
  /** The note. */
  readonly path: NotePath;
  readonly message: string;
}

export const unclosedTable = (view: string): string =>
  `the table of ${view} has no second comment ${KEPT_TABLE_END} and is not renewed`;

export const viewlessTable = (view: string): string => `there is no view ${view}: its table is not renewed`;
