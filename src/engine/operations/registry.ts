/** Every operation there is, in documentation order. */

import type { Operation } from './define-operation';
import { listMigrations } from './history/list-migrations';
import { undoMigration } from './history/undo-migration';
import { selectRows } from './query/select-rows';
import { adoptRows } from './rows/adopt-rows';
import { deleteRows } from './rows/delete-rows';
import { insertRow } from './rows/insert-row';
import { updateRow } from './rows/update-row';
import { updateRows } from './rows/update-rows';
import { createTable } from './schema/create-table';
import { dropTable } from './schema/drop-table';

export const OPERATIONS: readonly Operation[] = [
  createTable,
  dropTable,
  insertRow,
  updateRow,
  updateRows,
  deleteRows,
  adoptRows,
  selectRows,
  listMigrations,
  undoMigration,
];
