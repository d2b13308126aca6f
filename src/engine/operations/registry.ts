/** Every operation there is, in documentation order. */

import type * as z from 'zod';
import type { JsonObject } from '../json';
import type { Operation } from './define-operation';
import { configureDatabase } from './database/configure-database';
import { describeDatabase } from './database/describe-database';
import { describeTable } from './database/describe-table';
import { listTables } from './database/list-tables';
import { createWebhook } from './history/create-webhook';
import { deleteWebhook } from './history/delete-webhook';
import { graphNeighbors } from './graph/graph-neighbors';
import { graphPath } from './graph/graph-path';
import { graphTraverse } from './graph/graph-traverse';
import { describeHistory } from './history/describe-history';
import { listChanges } from './history/list-changes';
import { listMigrations } from './history/list-migrations';
import { listWebhooks } from './history/list-webhooks';
import { restoreTable } from './history/restore-table';
import { tableChanges } from './history/table-changes';
import { undoMigration } from './history/undo-migration';
import { vacuumTable } from './history/vacuum-table';
import { checkTable } from './query/check-table';
import { inferTable } from './query/infer-table';
import { listFolder } from './query/list-folder';
import { listLinkTargets } from './query/list-link-targets';
import { readNote } from './query/read-note';
import { searchNotes } from './query/search-notes';
import { selectRows } from './query/select-rows';
import { semanticSearch } from './query/semantic-search';
import { syncSemanticIndex } from './query/sync-semantic-index';
import { adoptRows } from './rows/adopt-rows';
import { alignRelations } from './rows/align-relations';
import { batchOf } from './rows/batch';
import { deleteRows } from './rows/delete-rows';
import { insertRow } from './rows/insert-row';
import { mergeRows } from './rows/merge-rows';
import { moveRows } from './rows/move-rows';
import { recomputeColumns } from './rows/recompute-columns';
import { updateRow } from './rows/update-row';
import { updateRows } from './rows/update-rows';
import { addColumn } from './schema/add-column';
import { addConstraint } from './schema/add-constraint';
import { alterColumn } from './schema/alter-column';
import { alterTable } from './schema/alter-table';
import { cloneTable } from './schema/clone-table';
import { commentOn } from './schema/comment-on';
import { createTable } from './schema/create-table';
import { createView } from './schema/create-view';
import { defineBase } from './schema/define-base';
import { dropColumn } from './schema/drop-column';
import { dropConstraint } from './schema/drop-constraint';
import { dropTable } from './schema/drop-table';
import { dropView } from './schema/drop-view';
import { renameColumn } from './schema/rename-column';
import { renameValue } from './schema/rename-value';
import { setTableBases } from './schema/set-table-bases';

const REGISTERED = [
  createTable,
  dropTable,
  alterTable,
  cloneTable,
  addColumn,
  renameColumn,
  dropColumn,
  alterColumn,
  renameValue,
  commentOn,
  defineBase,
  setTableBases,
  addConstraint,
  dropConstraint,
  createView,
  dropView,
  listTables,
  describeTable,
  describeDatabase,
  configureDatabase,
  insertRow,
  updateRow,
  updateRows,
  deleteRows,
  moveRows,
  adoptRows,
  mergeRows,
  recomputeColumns,
  alignRelations,
  batchOf(() => OPERATIONS),
  selectRows,
  checkTable,
  inferTable,
  listLinkTargets,
  readNote,
  listFolder,
  semanticSearch,
  syncSemanticIndex,
  searchNotes,
  graphNeighbors,
  graphTraverse,
  graphPath,
  listMigrations,
  undoMigration,
  describeHistory,
  tableChanges,
  listChanges,
  restoreTable,
  vacuumTable,
  listWebhooks,
  createWebhook,
  deleteWebhook,
];

export const OPERATIONS: readonly Operation[] = REGISTERED;

type Registered = (typeof REGISTERED)[number];

/** By its name what each operation takes and answers. */
export type Operations = OperationsOf<Registered>;

/** Of these operations. */
export type OperationsOf<
  Declared extends { readonly name: string; readonly input: z.ZodType; readonly result: z.ZodType },
> = {
  readonly [Each in Declared as Each['name']]: {
    readonly args: Given<z.input<Each['input']>>;
    readonly result: z.output<Each['result']>;
  };
};

/** What a caller gives is not changed. */
type Given<T> = JsonObject extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Given<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Given<T[Key]> }
      : T;
