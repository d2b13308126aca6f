/** What an import makes, tried before it is written: tables with rows, views, and the parts that are left out. docs/import.md */

import type { JsonObject } from '../../../engine/index';
import type { BaseObject } from '../../../kernel/bases/base-names';
import type { ImportedColumn, ImportedSet, Remark } from '../../../kernel/imported/imported-set';
import type { DefinedScope, TableDefinition } from '../../../kernel/imported/table-definition';
import type { OperationsClient } from '../../client/operations-client';
import { type PlaceFacts, factsOf, planViews, takenNames } from '../bases/base-plan';
import type { NotesScope } from '../create-table/notes-scope';
import { inSlices } from '../table-file/in-slices';
import { importSteps } from './import-steps';

export interface AppImportPlan {
  readonly steps: readonly JsonObject[];
  readonly tables: readonly PlannedTable[];
  readonly views: readonly string[];
  readonly untranslated: readonly Remark[];
}

export interface PlannedTable {
  readonly label: string;
  readonly rows: number;
  /** With the types. */
  readonly columns: readonly string[];
}

export async function planSet(client: OperationsClient, set: ImportedSet): Promise<AppImportPlan> {
  const taken = await takenNames(client);
  const { root, configuration } = await client.run('describe_database', {});
  const folder = [root, configuration.default_catalog, configuration.default_schema]
    .filter((part) => part !== '')
    .join('/');
  return tried(client, {
    steps: await inSlices(importSteps(set, taken, folder)),
    tables: set.tables.map(({ label, rows, columns }) => ({
      ...{ label, rows: rows.length },
      columns: columns.map((column) => `${column.label} (${typeText(column, set)})`),
    })),
    views: set.views.map(({ label }) => label),
    untranslated: set.untranslated,
  });
}

const TYPES: Readonly<Record<ImportedColumn['type'], string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
  datetime: 'date and time',
  enum: 'choice',
  link: 'link',
  list: 'list',
  json: 'JSON',
};

function typeText({ type, itemType, ref }: ImportedColumn, { tables }: ImportedSet): string {
  const target = ref === null ? undefined : tables[ref]?.label;
  const item = TYPES[type === 'list' ? itemType : type];
  const text = target === undefined ? item : `link to ${target}`;
  return type === 'list' ? `list: ${text}` : text;
}

/** What becomes of a definition: views of a table that is there, of a new one of its notes, or nothing. */
export type DefinitionPlace = { readonly table: string } | 'new' | 'none';

export interface PlacedDefinition {
  readonly definition: TableDefinition;
  readonly place: DefinitionPlace;
}

/** Definitions of the same notes share a table. */
export async function planDefinitions(
  client: OperationsClient,
  definitions: readonly PlacedDefinition[],
): Promise<AppImportPlan> {
  const taken = await takenNames(client);
  const made = new Map<string, PlaceFacts>();
  const steps: JsonObject[] = [];
  const tables: PlannedTable[] = [];
  const views: string[] = [];
  const untranslated: Remark[] = [];
  for (const { definition, place } of definitions) {
    if (place === 'none') continue;
    const { label, base, scope } = definition;
    const target = place === 'new' ? scopeOf(scope) : place;
    const key = JSON.stringify(target);
    const known = made.get(key);
    const facts = known ?? (await factsOf(client, target, taken, label));
    made.set(key, facts);
    if (place === 'new' && facts.notes === 0) {
      untranslated.push({ at: label, text: '', reason: NO_NOTES }, ...definition.untranslated);
      continue;
    }
    if (known === undefined && facts.steps.length > 0) {
      steps.push(...facts.steps);
      tables.push({ label, rows: facts.notes, columns: facts.columns.map(({ name }) => name) });
    }
    const planned = await planViews(client, base, facts, taken);
    steps.push(...planned.steps);
    views.push(...planned.views.map((view) => `${view.label} (${label})`));
    untranslated.push(
      ...definition.untranslated,
      ...planned.untranslated.map(({ path, text, reason }) => ({ at: viewAt(base, path, label), text, reason })),
    );
  }
  return tried(client, { steps, tables, views, untranslated });
}

const NO_NOTES = 'None of its notes can become a row. They are rows already, have no properties, or are gone.';

/** Filters of infer_table are plain JSON. */
const scopeOf = ({ folder, where }: DefinedScope): NotesScope => ({
  ...(folder === undefined ? {} : { folder }),
  ...(where === undefined ? {} : { where: where }),
});

function viewAt({ views }: BaseObject, path: readonly (string | number)[], label: string): string {
  const [, at] = path;
  const view = Array.isArray(views) && typeof at === 'number' ? (views as readonly BaseObject[])[at] : undefined;
  return typeof view?.['name'] === 'string' ? `${label}, ${view['name']}` : label;
}

async function tried(client: OperationsClient, plan: AppImportPlan): Promise<AppImportPlan> {
  const operations = [...plan.steps] as never;
  if (plan.steps.length > 0) await client.run('batch', { operations, dry_run: true });
  return plan;
}
