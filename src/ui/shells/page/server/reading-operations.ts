/** Operations that change nothing: a caller that got no answer may ask them again. */

import type { RunnableOperations } from '../../../../engine/index';

export const READING_OPERATIONS: ReadonlySet<string> = new Set<keyof RunnableOperations>([
  'list_tables',
  'describe_table',
  'describe_database',
  'select_rows',
  'check_table',
  'list_link_targets',
  'infer_table',
  'read_note',
  'list_folder',
  'search_notes',
  'semantic_search',
  'graph_neighbors',
  'graph_traverse',
  'graph_path',
  'list_migrations',
  'describe_history',
  'table_changes',
  'list_changes',
  'list_webhooks',
  'list_rules',
  'try_rule',
]);

/** Writes that list_migrations does not list: a caller that got no answer can't find out there whether they were done. */
export const UNLISTED_OPERATIONS: ReadonlySet<string> = new Set<keyof RunnableOperations>([
  'configure_database',
  'vacuum_table',
  'create_webhook',
  'delete_webhook',
  'sync_semantic_index',
  'switch_rule',
  'undo_rule',
]);
