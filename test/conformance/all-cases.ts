/** Every case by operation, and the violation codes that no operation of this stage can produce. */

import type { ViolationCode } from '../../src/engine/index';
import type { ConformanceCase } from './case';
import { CREATE_TABLE, DROP_TABLE } from './create-table';
import { CONFIGURE_DATABASE, DESCRIBE_DATABASE, DESCRIBE_TABLE, LIST_TABLES } from './database';
import { INSERT_ROW } from './insert-row';

export const CASES: Readonly<Record<string, readonly ConformanceCase[]>> = {
  create_table: CREATE_TABLE,
  drop_table: DROP_TABLE,
  list_tables: LIST_TABLES,
  describe_table: DESCRIBE_TABLE,
  describe_database: DESCRIBE_DATABASE,
  configure_database: CONFIGURE_DATABASE,
  insert_row: INSERT_ROW,
};

/** Codes of rules that later stages enforce. */
export const LATER_CODES: readonly ViolationCode[] = [
  'vocabulary',
  'ref_where',
  'check',
  'inverse',
  'generated',
  'hierarchy',
];
