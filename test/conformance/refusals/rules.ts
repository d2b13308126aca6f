/** The refusals and the codes (D5) that need a line in the table of refusals. */

import type { ViolationCode } from '../../../src/engine/index';

/** `operation: condition`; one line for each condition. */
export const SPECIFIED: readonly string[] = [
  'create_table: a description is missing',
  'drop_table: rows exist',
  'drop_table: a CHECK reads it',
  'drop_table: a ref_where reads it',
  'drop_table: a ref_by reads it',
  'alter_table: empty description',
  'alter_table: a row cannot fill a new pattern',
  'alter_table: rename while a CHECK reads it',
  'alter_table: move while a ref_where reads it',
  'rename_column: target column exists',
  'rename_column: stray key conflict',
  'drop_column: a CHECK reads it',
  'drop_column: a ref_where reads it',
  'drop_column: a ref_by reads it',
  'alter_column: existing values violate the new definition',
  'alter_column: null description',
  'alter_column: empty description',
  'alter_column: an enum value that ref_by allows as a level',
  'rename_value: to_value exists',
  'add_constraint: existing rows violate it',
  'define_base: a dropped column is not listed',
  'define_base: a read column is dropped',
  'insert_row: values fail validation',
  'update_row: values fail validation',
  'update_rows: values fail validation',
  'merge_rows: values fail validation',
  'move_rows: values fail validation',
  'adopt_rows: values fail validation',
  'insert_row: ref',
  'insert_row: ref, the row itself',
  'insert_row: broken_link',
  'insert_row: required, a level that needs a link',
  'update_row: row does not exist',
  'update_row: id and path disagree',
  'update_row: expect differs',
  'update_rows: expect_rows mismatch',
  'delete_rows: restrict and row is linked',
  'undo_migration: touched notes changed since',
  'align_relations: single-value link already points elsewhere',
  'merge_rows: a source key matches several rows',
  'merge_rows: a source key repeats',
  'read_note: missing file',
  'list_folder: missing folder',
  'batch: any step refused',
  'list_link_targets: name shared by rows in different folders',
];

/** Codes of D5 that a refusal of a write can carry. */
export const WRITE_CODES: readonly ViolationCode[] = [
  'required', 'type', 'range', 'step', 'enum', 'vocabulary', 'ref', 'broken_link', 'ref_where', 'unique', 'check', 'limit', 'unknown_column',
  'inverse', 'generated', 'identity', 'hierarchy', 'recurs', 'field', 'path', 'exists', 'unparsable',
]; // prettier-ignore

/** Codes of D5 that check_table can list. */
export const CHECK_CODES: readonly ViolationCode[] = [
  'required', 'type', 'range', 'step', 'enum', 'vocabulary', 'ref', 'broken_link', 'ref_where', 'unique', 'check', 'limit', 'unknown_column',
  'inverse', 'generated', 'identity', 'hierarchy', 'recurs', 'field', 'not_a_row', 'unparsable', 'duplicate_id', 'suspect',
]; // prettier-ignore
