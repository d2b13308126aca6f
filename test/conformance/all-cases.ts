/** Every case by operation. */

import { ADD_COLUMN } from './add-column';
import { ADOPT_ROWS } from './adopt-rows';
import { ALTER_COLUMN } from './alter-column';
import { ALIGN_RELATIONS } from './align-relations';
import { ALTER_TABLE } from './alter-table';
import { BATCH } from './batch';
import { BATCH_NEW_TABLE } from './batch-new-table';
import { DEFINE_BASE } from './bases';
import { SET_TABLE_BASES } from './set-table-bases';
import type { ConformanceCase } from './case';
import { BROKEN_VIEWS } from './broken-views';
import { CLONE_TABLE } from './clone-table';
import { COLUMN_RULES } from './column-rules';
import { RECURRENCE } from './recurrence';
import { COMMENT_ON } from './comment-on';
import { COMPUTED } from './computed-columns';
import { ADD_CONSTRAINT, CHECKED_WRITES, DROP_CONSTRAINT } from './constraints';
import { CREATE_TABLE, DROP_TABLE } from './create-table';
import { CONFIGURE_DATABASE, DESCRIBE_DATABASE, DESCRIBE_TABLE, LIST_TABLES } from './database';
import { DELETE_ROWS } from './delete-rows';
import { DROP_COLUMN } from './drop-column';
import { ENUMS } from './enums';
import { FILLED_INVERSES } from './filled-inverses';
import { INLINE_COLUMNS } from './inline-columns';
import { FOLLOWED_RULES } from './followed-rules';
import { GRAPH_NEIGHBORS, GRAPH_PATH, GRAPH_TRAVERSE } from './graph';
import { HIERARCHIES } from './hierarchies';
import { LIST_MIGRATIONS, UNDO_MIGRATION } from './history';
import { INSERT_ROW } from './insert-row';
import { KEEPING_HISTORY } from './keeping-history';
import { KEPT_ITEMS } from './kept-items';
import { DROPPED_LIMIT, LIMITS } from './limits';
import { LINK_RULES } from './link-rules';
import { LINK_RULE_DEFINITIONS } from './link-rule-definitions';
import { LIST_CHANGES } from './list-changes';
import { LIST_LINK_TARGETS } from './list-link-targets';
import { LINK_FORMS } from './link-forms';
import { LIST_PIECES } from './list-pieces';
import { MERGE_ROWS } from './merge-rows';
import { MOVE_ROWS } from './move-rows';
import { NAMED_NOTES } from './named-notes';
import { GIVEN_NAMES } from './given-names';
import { NAMED_FILTERS } from './named-filters';
import { CHECK_TABLE, LIST_FOLDER, READ_NOTE } from './queries';
import { INFER_TABLE } from './infer-table';
import { ALIKE_NAMES } from './alike-names';
import { RECOMPUTE_COLUMNS } from './recompute-columns';
import { CLONE_OF_THE_PAST, HELD_ROWS, RESTORE_TABLE } from './restore-table';
import { INVERSES } from './relations';
import { RESULTS_OF_WRITES } from './results-of-writes';
import { RENAME_COLUMN } from './rename-column';
import { RENAME_VALUE } from './rename-value';
import { SEARCH_NOTES } from './search-notes';
import { SELECT_ROWS } from './select-rows';
import { SEMANTIC_SEARCH, SYNC_SEMANTIC_INDEX } from './semantic';
import { DESCRIBE_HISTORY, TABLE_CHANGES } from './table-history';
import { TIME_TRAVEL } from './time-travel';
import { UPDATE_ROW, UPDATE_ROWS } from './update-row';
import { UNDO_PARTS } from './undo-migration';
import { UNDO_RELATIONS } from './undo-relations';
import { UNDO_RENAMED } from './undo-renamed';
import { UNDO_SINCE } from './undo-since';
import { UNDO_WITHOUT_ID } from './undo-without-id';
import { UNWRITABLE_ROWS } from './unwritable-rows';
import { READS_OF_WHAT_IS_GONE, VACUUM_TABLE } from './vacuum-table';
import { VOCABULARIES } from './vocabularies';
import { CREATE_VIEW, DROP_VIEW } from './views';
import { CREATE_WEBHOOK, DELETE_WEBHOOK, LIST_WEBHOOKS } from './webhooks';

/** Features of columns, which several operations share. */
const FEATURES: readonly ConformanceCase[] = [
  ...RESULTS_OF_WRITES,
  ...NAMED_NOTES,
  ...GIVEN_NAMES,
  ...NAMED_FILTERS,
  ...ALIKE_NAMES,
  ...UNWRITABLE_ROWS,
  ...COLUMN_RULES,
  ...RECURRENCE,
  ...FOLLOWED_RULES,
  ...ENUMS,
  ...COMPUTED,
  ...HIERARCHIES,
  ...VOCABULARIES,
  ...INVERSES,
  ...FILLED_INVERSES,
  ...INLINE_COLUMNS,
  ...KEPT_ITEMS,
  ...LIST_PIECES,
  ...LINK_FORMS,
  ...CHECKED_WRITES,
  ...LINK_RULES,
  ...LINK_RULE_DEFINITIONS,
  ...BROKEN_VIEWS,
];

/** History and what becomes of it: the cases of several operations in one file. */
const HISTORY: readonly ConformanceCase[] = [
  ...UNDO_PARTS,
  ...UNDO_SINCE,
  ...UNDO_WITHOUT_ID,
  ...UNDO_RELATIONS,
  ...UNDO_RENAMED,
  ...RESTORE_TABLE,
  ...HELD_ROWS,
  ...CLONE_OF_THE_PAST,
  ...READS_OF_WHAT_IS_GONE,
  ...KEEPING_HISTORY,
  ...VACUUM_TABLE,
];

const OWN: Readonly<Record<string, readonly ConformanceCase[]>> = {
  create_table: CREATE_TABLE,
  drop_table: DROP_TABLE,
  alter_table: ALTER_TABLE,
  clone_table: CLONE_TABLE,
  add_column: ADD_COLUMN,
  rename_column: RENAME_COLUMN,
  drop_column: DROP_COLUMN,
  alter_column: ALTER_COLUMN,
  rename_value: RENAME_VALUE,
  comment_on: COMMENT_ON,
  define_base: DEFINE_BASE,
  set_table_bases: SET_TABLE_BASES,
  add_constraint: [...ADD_CONSTRAINT, ...LIMITS],
  drop_constraint: [...DROP_CONSTRAINT, DROPPED_LIMIT],
  create_view: CREATE_VIEW,
  drop_view: DROP_VIEW,
  list_tables: LIST_TABLES,
  describe_table: DESCRIBE_TABLE,
  describe_database: DESCRIBE_DATABASE,
  configure_database: CONFIGURE_DATABASE,
  insert_row: INSERT_ROW,
  update_row: UPDATE_ROW,
  update_rows: UPDATE_ROWS,
  delete_rows: DELETE_ROWS,
  move_rows: MOVE_ROWS,
  adopt_rows: ADOPT_ROWS,
  merge_rows: MERGE_ROWS,
  recompute_columns: RECOMPUTE_COLUMNS,
  align_relations: ALIGN_RELATIONS,
  batch: [...BATCH, ...BATCH_NEW_TABLE],
  select_rows: [...SELECT_ROWS, ...TIME_TRAVEL],
  check_table: CHECK_TABLE,
  infer_table: INFER_TABLE,
  list_link_targets: LIST_LINK_TARGETS,
  read_note: READ_NOTE,
  list_folder: LIST_FOLDER,
  semantic_search: SEMANTIC_SEARCH,
  sync_semantic_index: SYNC_SEMANTIC_INDEX,
  search_notes: SEARCH_NOTES,
  graph_neighbors: GRAPH_NEIGHBORS,
  graph_traverse: GRAPH_TRAVERSE,
  graph_path: GRAPH_PATH,
  list_changes: LIST_CHANGES,
  list_migrations: LIST_MIGRATIONS,
  undo_migration: UNDO_MIGRATION,
  list_webhooks: LIST_WEBHOOKS,
  create_webhook: CREATE_WEBHOOK,
  delete_webhook: DELETE_WEBHOOK,
  describe_history: DESCRIBE_HISTORY,
  table_changes: TABLE_CHANGES,
  restore_table: [],
  vacuum_table: [],
};

export const CASES: Readonly<Record<string, readonly ConformanceCase[]>> = Object.fromEntries(
  Object.entries(OWN).map(([name, cases]) => [
    name,
    [...cases, ...[...FEATURES, ...HISTORY].filter(({ call }) => call[0] === name)],
  ]),
);
