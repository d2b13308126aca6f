/** clone_table: a copy of a table with its rows. Source: docs/operations.md#clone_table; D8, D16, D17. */

import * as z from 'zod';
import { clonedTable } from '../../catalog/declare/cloned-table';
import type { TableDefinition } from '../../catalog/definition';
import { withCurrentNames } from '../../catalog/references/current-names';
import { conflictError } from '../../errors';
import type { ContentHash } from '../../history/journal/content-hash';
import { definitionOf } from '../../history/versions/past-table';
import type { NotePath } from '../../ports/vault-port';
import type { ColumnSpec } from '../../values/column-spec';
import { dryRun, isGiven, tableArgument, textArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import {
  type AsOfPoint,
  PRESENT_HINT,
  checkAsOfPoint,
  findLogged,
  findVersion,
} from '../../history/versions/logged-table';
import { ClonedRows } from '../../rows/schema-change/cloned-rows';
import { stageDefinitions } from '../../rows/schema-change/stage-definitions';

export const cloneTable = defineWrite({
  name: 'clone_table',
  group: 'schema',
  permission: 'schema',
  effect: 'write',
  summary: 'Copies a table: its definition and, unless copy_rows is false, its rows.',
  description:
    'The copy has everything that the source’s definition says, references to itself re-pointed. Copied rows get new ids, and links among the source’s rows point to the copies; archived notes are not copied. No other table changes.',
  brief: 'Copied rows get new ids; links among them lead to the copies.',
  input: z.strictObject({
    source: tableArgument,
    target: tableArgument,
    version: z.int().min(0).nullish().describe('The source as of this version'),
    timestamp: textArgument.describe('The source as of this moment'),
    copy_rows: z.boolean().nullish().describe('Default true'),
    dry_run: dryRun,
  }),
  refusals: [
    'the target is taken',
    'the source lacks a description',
    'a row whose note does not parse',
    'version or timestamp of a table that keeps no history, or of a moment that is not kept',
  ],
  stage: async (context, args) => {
    const { transaction, host } = context;
    const { catalog } = transaction;
    const present = catalog.resolveTable(args.source, 'a view has no rows of its own; call create_view with its query');
    const past = await pastSource(context, present, args);
    const source = past === null ? present : withDescriptions(past.definition, present);
    const { definition: clone, warnings } = clonedTable(source, args.target, catalog, context);
    transaction.warnings.push(...warnings);
    const contents = past?.state ?? presentRows(context, present);
    const paths = args.copy_rows === false ? [] : [...contents.keys()].sort();
    const rows = new ClonedRows(context, source, clone, await textsOf(context, paths, contents));
    for (const path of paths) {
      await rows.open(path, contents.get(path) ?? null);
      await host.scheduler.pause();
    }
    await rows.stage(await stageDefinitions(context, catalog.withTable(clone)));
    const facts = { counts: { rows: paths.length }, names: { from: present.qualified } };
    return { deed: deedOf('clone table', clone.qualified, facts), tables: [clone.qualified] };
  },
});

/** By path; null: the text is what the note holds now. */
type ContentHashes = ReadonlyMap<NotePath, ContentHash | null>;

const presentRows = ({ transaction }: WriteContext, { qualified }: TableDefinition): ContentHashes =>
  new Map([...transaction.before.table(qualified).pathsOfRows()].map((path) => [path, null]));

/** Of the rows as they were. */
function textsOf(
  { journal }: WriteContext,
  paths: readonly NotePath[],
  contents: ContentHashes,
): Promise<ReadonlyMap<ContentHash, string>> {
  const hashes = paths.map((path) => contents.get(path) ?? null).filter((hash) => hash !== null);
  return journal.texts(new Set(hashes));
}

/** The source as it was; null when no moment is named. */
async function pastSource(
  context: WriteContext,
  present: TableDefinition,
  moment: AsOfPoint,
): Promise<{ readonly definition: TableDefinition; readonly state: ContentHashes } | null> {
  checkAsOfPoint(moment);
  if (!isGiven(moment.version) && !isGiven(moment.timestamp)) return null;
  const { transaction, journal, now, zone } = context;
  const looking = { view: transaction.before, journal, now, zone };
  const head = await findVersion(looking, findLogged(looking, present.qualified, PRESENT_HINT), moment);
  const definition = await definitionOf(journal, head);
  if (definition !== null) {
    const state = await journal.logs.state(head.log, head.version);
    return { definition: withCurrentNames(definition, present, transaction.catalog), state };
  }
  const message = `${present.qualified} was dropped at version ${head.version}`;
  throw conflictError({ code: 'version', message }, 'name an earlier or a later version; describe_history lists them');
}

/** A past version that lacks a description gets the present one. Source: docs/operations.md#clone_table */
function withDescriptions(past: TableDefinition, present: TableDefinition): TableDefinition {
  const today = new Map(present.columns.map(({ name, description }) => [name, description]));
  const withDescription = (spec: ColumnSpec): ColumnSpec => {
    const description = spec.description ?? today.get(spec.name);
    return description === undefined ? spec : { ...spec, description };
  };
  return {
    ...past,
    description: past.description ?? present.description,
    columns: past.columns.map(withDescription),
    declared: past.declared.map(withDescription),
  };
}
