/** define_base: creates or replaces a named set of columns, in all tables that inherit it. Source: docs/operations.md#define_base; D17, D18. */

import { withBase } from '../../catalog/references/change-bases';
import { BASE_ARGUMENTS, declareBase } from '../../catalog/declare/declare-base';
import { inheritorsOf } from '../../catalog/references/inheritors';
import { viewRemedies } from '../../catalog/references/renamed-in-views';
import { dryRun } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { explainNewColumns } from '../../rows/schema-change/explain-new-columns';
import { stageRedefinition } from '../../rows/schema-change/redefine-rows';

export const defineBase = defineWrite({
  name: 'define_base',
  group: 'schema',
  permission: 'schema',
  wholeDatabase: true,
  effect: 'destructive',
  summary: 'Creates or replaces a base: a named set of columns that tables inherit.',
  description:
    'Replacing changes every table that inherits from it, and its rows: all are validated before anything is written. Give every column that stays; one without description keeps its present one, and absent bases and description stay. ref "self" in a column means the inheriting table. A column with a new name goes into rename_columns, one that goes into drop_columns. set_table_bases makes a table inherit.',
  brief:
    'Give every column that stays; all heirs and their rows change. ref self is the heir. set_table_bases makes a table inherit.',
  input: BASE_ARGUMENTS.extend({ dry_run: dryRun }),
  refusals: [
    'a description is missing',
    'a column that goes and is not in drop_columns, or that a CHECK, ref_where, ref_by or pattern reads',
    'an unknown base, bases in a circle, or two that declare a column in different ways',
    'a row that does not fit',
  ],
  stage: async (context, args) => {
    const { transaction } = context;
    const { catalog } = transaction;
    const { base, renames } = declareBase(args, catalog, context);
    const heirs = new Set(inheritorsOf(base.name, catalog.definition));
    const remedies = viewRemedies(catalog, (table, column) =>
      heirs.has(table) ? (renames.get(column) ?? column) : column,
    );
    for (const [view, remedy] of remedies) transaction.viewRemedies.set(view, remedy);
    for (const { qualified } of catalog.inheritingTables(base.name))
      for (const [from, to] of renames) transaction.renames.push({ kind: 'column', table: qualified, from, to });
    const tables = await stageRedefinition(context, withBase(catalog, base, renames), renames);
    const kind = catalog.base(base.name) === null ? 'define base' : 'replace base';
    return {
      deed: deedOf(kind, null, { counts: { tables: tables.length }, names: { base: base.name } }),
      tables: tables.map(({ qualified }) => qualified),
      explain: (error) => Promise.resolve(explainNewColumns(context, error)),
    };
  },
});
