/** The older interface: which operations it has, and what it calls their arguments. Source: docs/older-interface.md; D3, D19 */

import * as z from 'zod';
import { badRequest } from '../../errors';
import type { Json, JsonObject } from '../../json';
import { flag, textArgument, textsArgument } from '../../schemas/arguments';
import { configureDatabase } from '../database/configure-database';
import { describeDatabase } from '../database/describe-database';
import { describeTable } from '../database/describe-table';
import { listTables } from '../database/list-tables';
import { listFolder } from '../query/list-folder';
import { syncSemanticIndex } from '../query/sync-semantic-index';
import { searchNotes } from '../query/search-notes';
import { deleteRows } from '../rows/delete-rows';
import { insertRow } from '../rows/insert-row';
import { moveRows } from '../rows/move-rows';
import { updateRow } from '../rows/update-row';
import { updateRows } from '../rows/update-rows';
import { addColumn } from '../schema/add-column';
import { addConstraint } from '../schema/add-constraint';
import { alterColumn } from '../schema/alter-column';
import { alterTable } from '../schema/alter-table';
import { cloneTable } from '../schema/clone-table';
import { createTable } from '../schema/create-table';
import { createView } from '../schema/create-view';
import { defineBase } from '../schema/define-base';
import { dropColumn } from '../schema/drop-column';
import { dropConstraint } from '../schema/drop-constraint';
import { dropTable } from '../schema/drop-table';
import { dropView } from '../schema/drop-view';
import { renameColumn } from '../schema/rename-column';
import { renameValue } from '../schema/rename-value';
import { setTableBases } from '../schema/set-table-bases';
import { type OlderForm, olderForm, withAttributes } from './older-form';

const TABLE_OPTIONS = z.strictObject({
  description: textArgument.describe('What a row records'),
  aliases: textsArgument.describe('Other words for what it records'),
  filename: textArgument.describe('File-name pattern such as {name}'),
  partition: textArgument.describe('Folder pattern such as YYYY/MM or {status}'),
  exclude: textsArgument.describe('Vault folders whose notes are not rows'),
});

const HISTORY: ReadonlyMap<Json, Json> = new Map<Json, Json>([
  ['on', true],
  ['off', false],
  ['inherit', 'default'],
]);

/** `true` takes the template away, as an empty `row_template` does. */
function clearedTemplate(isCleared: Json, newer: JsonObject): JsonObject {
  if (isCleared !== true) return {};
  if ((newer['row_template'] ?? '') === '') return { row_template: '' };
  throw badRequest('"row_template" and "clear_row_template" exclude each other', 'give one of them');
}

/** The operations of the older interface. Arguments in the order of their documentation. */
const FORMS: readonly OlderForm[] = [
  olderForm(listTables, { same: [] }),
  olderForm(describeTable, { same: ['table'] }),
  olderForm(describeDatabase, { same: [] }),
  olderForm(configureDatabase, {
    same: [
      'root',
      'default_catalog',
      'default_schema',
      'default_partition',
      'filename',
      'archive_folder',
      'timezone',
      'history',
      'dry_run',
    ],
  }),
  olderForm(insertRow, { same: ['table', 'values', 'body', 'path', 'dry_run'] }),
  olderForm(updateRows, {
    same: ['table', 'where', 'unset', 'dry_run', 'body', 'expect_rows'],
    renamed: { set: 'set_values' },
  }),
  olderForm(updateRow, {
    same: ['table', 'id', 'path', 'unset', 'body', 'body_sections', 'body_prepend', 'body_append', 'expect', 'dry_run'],
    renamed: { set: 'set_values' },
  }),
  olderForm(deleteRows, { same: ['table', 'where', 'mode', 'on_referenced', 'dry_run'] }),
  // Its route takes the arguments of the operation, and the update routes beside it say `set`.
  olderForm(moveRows, {
    same: ['table', 'to_table', 'where', 'rename', 'set_values', 'drop', 'relocate', 'dry_run'],
    renamed: { set: 'set_values' },
  }),
  olderForm(createTable, {
    same: ['name', 'columns', 'schema', 'catalog', 'time_column', 'archive', 'history', 'fields', 'dry_run'],
    renamed: { body: 'row_template' },
    converted: {
      options: {
        schema: TABLE_OPTIONS.nullish().describe('What the table says of itself, and where its rows lie'),
        replaces: ['description', 'aliases', 'filename', 'partition', 'exclude'],
        convert: (options) => options as JsonObject,
      },
    },
  }),
  olderForm(dropTable, {
    same: ['table', 'dry_run'],
    renamed: { cascade: 'mode' },
    words: { 'mode archive': 'cascade archive' },
  }),
  olderForm(addColumn, {
    same: ['table', 'column', 'dry_run'],
    converted: {
      dense: {
        schema: flag.describe('Written on every row (default false)'),
        replaces: [],
        convert: (isDense, { column }) => (isDense === true ? { column: withAttributes(column, { dense: true }) } : {}),
      },
    },
  }),
  olderForm(renameColumn, { same: ['table', 'dry_run'], renamed: { from: 'from_column', to: 'to_column' } }),
  olderForm(dropColumn, { same: ['table', 'dry_run'], renamed: { name: 'column' } }),
  olderForm(alterColumn, { same: ['table', 'changes', 'dry_run'], renamed: { name: 'column' } }),
  olderForm(alterTable, {
    same: [
      'table',
      'catalog',
      'schema',
      'name',
      'partition',
      'filename',
      'description',
      'aliases',
      'exclude',
      'row_template',
      'dry_run',
    ],
    converted: {
      history: {
        schema: z
          .union([z.boolean(), z.enum(['on', 'off', 'inherit'])])
          .nullish()
          .describe('Keep versions; "inherit" is the database setting'),
        replaces: ['history'],
        convert: (history) => ({ history: HISTORY.get(history) ?? history }),
      },
      clear_row_template: {
        schema: flag.describe('Removes the Markdown body of new rows'),
        replaces: [],
        convert: clearedTemplate,
      },
    },
  }),
  olderForm(defineBase, {
    same: ['name', 'columns', 'rename_columns', 'drop_columns', 'dry_run'],
    renamed: { comment: 'description' },
    converted: {
      extends: {
        schema: z
          .union([z.string(), z.array(z.string())])
          .nullish()
          .describe('Bases whose columns it inherits'),
        replaces: ['bases'],
        convert: (bases) => ({ bases: typeof bases === 'string' ? [bases] : bases }),
      },
    },
  }),
  olderForm(setTableBases, { same: ['table', 'bases', 'dry_run'] }),
  olderForm(renameValue, { same: ['table', 'column', 'dry_run'], renamed: { from: 'from_value', to: 'to_value' } }),
  olderForm(addConstraint, { same: ['table', 'name', 'check', 'dry_run'] }),
  olderForm(dropConstraint, { same: ['table', 'name', 'dry_run'] }),
  olderForm(createView, {
    same: ['name', 'query', 'catalog', 'schema', 'aliases', 'labels', 'display', 'replace', 'dry_run'],
    renamed: { comment: 'description' },
  }),
  olderForm(dropView, { same: ['view', 'dry_run'] }),
  olderForm(cloneTable, {
    same: ['source', 'target', 'version', 'timestamp', 'dry_run'],
    converted: {
      shallow: {
        schema: flag.describe('true copies the definition alone (default false)'),
        replaces: ['copy_rows'],
        convert: (isShallow) => ({ copy_rows: isShallow !== true }),
      },
    },
  }),
];

/** By the name of the operation. */
export const OLDER_FORMS: ReadonlyMap<string, OlderForm> = new Map(FORMS.map((form) => [form.operation.name, form]));

/** Deprecated names of operations: they take their older arguments, and answer as the operation does now. D3 */
export const OLDER_OPERATION_NAMES: ReadonlyMap<string, OlderForm> = new Map([
  ['list_directory', olderForm(listFolder, { calledAs: 'list_directory', same: [], renamed: { path: 'folder' } })],
  ['search_simple', olderForm(searchNotes, { calledAs: 'search_simple', same: ['query', 'context_length'] })],
  ['semantic_index', olderForm(syncSemanticIndex, { calledAs: 'semantic_index', same: ['action'] })],
]);
