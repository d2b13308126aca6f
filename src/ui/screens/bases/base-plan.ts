/** What taking the views of a base writes: a table where there is none yet, and its views, as one batch. docs/bases.md */

import type { JsonObject } from '../../../engine/index';
import type { BaseColumn, BaseObject } from '../../../kernel/bases/base-names';
import { type BaseView, type Untranslated, readBase } from '../../../kernel/bases/read-base';
import { suggestName } from '../../../kernel/names';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { SUMMARY_LABELS } from '../../components/grid/summary';
import { LAYOUT_NAMES } from '../../layouts/layout-registry';
import type { NotesScope } from '../create-table/notes-scope';
import { createTableSteps, draftOfNotes } from '../create-table/table-draft';
import { viewName } from '../toolbar/save-view';
import { BaseTrial } from './base-trial';

/** The table that the views are for: one that is there, or a new one of notes that belong to none. */
export type BasePlace = { readonly table: string } | NotesScope;

/** Names that nothing new can have. */
export interface TakenNames {
  readonly tables: Set<string>;
  readonly views: Set<string>;
}

export async function takenNames(client: OperationsClient): Promise<TakenNames> {
  const { tables, views } = await client.run('list_tables', {});
  const nameOf = ({ name }: { readonly name: string }): string => name;
  return { tables: new Set(tables.map(nameOf)), views: new Set(views.map(nameOf)) };
}

export interface PlannedView {
  readonly label: string;
  /** As the base says them; the rows of the view match all of them. */
  readonly conditions: readonly string[];
}

export interface BasePlan {
  readonly steps: readonly JsonObject[];
  readonly views: readonly PlannedView[];
  readonly untranslated: readonly Untranslated[];
  /** How many notes become rows. */
  readonly notes: number;
}

export interface PlaceFacts {
  readonly table: string;
  readonly columns: readonly BaseColumn[];
  /** They make the table, and fill it. */
  readonly steps: readonly JsonObject[];
  readonly notes: number;
}

export async function planBase(client: OperationsClient, base: BaseObject, place: BasePlace): Promise<BasePlan> {
  const taken = await takenNames(client);
  const facts = await factsOf(client, place, taken);
  const { steps, ...planned } = await planViews(client, base, facts, taken);
  return { ...planned, steps: [...facts.steps, ...steps], notes: facts.notes };
}

/** `label`: of a new table; absent: the notes name it. */
export const factsOf = (
  client: OperationsClient,
  place: BasePlace,
  taken: TakenNames,
  label?: string,
): Promise<PlaceFacts> =>
  'table' in place ? factsOfTable(client, place.table) : factsOfNotes(client, place, taken, label);

/** The views alone, of a table that is there or that the steps of the facts make. */
export async function planViews(
  client: OperationsClient,
  base: BaseObject,
  { table, columns, steps }: PlaceFacts,
  taken: TakenNames,
): Promise<Omit<BasePlan, 'notes'>> {
  const summaries = Object.keys(SUMMARY_LABELS);
  const read = readBase(base, { table, columns, layouts: LAYOUT_NAMES, summaries });
  const trial = new BaseTrial(client, table, steps.slice(0, 1));
  await trial.tryFormulas(read.formulas);
  const views: PlannedView[] = [];
  const made: JsonObject[] = [];
  for (const [at, view] of read.views.entries()) {
    const { query: rows, texts } = await trial.queryOf(view);
    const { query, display } = lookOf(view, rows);
    const reason = await trial.reasonAgainst(query, display);
    if (reason !== null) {
      trial.refused.push({ path: ['views', at], text: view.label, reason });
      continue;
    }
    const name = freeName(viewName(view.label), taken.views);
    const title = humanName(name.replace(/^vw_/, '')) === view.label ? {} : { title: view.label };
    made.push({
      op: 'create_view',
      name,
      ...placeOf(table),
      query: { table, ...query },
      display: { ...display, ...title },
    });
    views.push({ label: view.label, conditions: texts });
  }
  return { steps: made, views, untranslated: onceEach([...read.untranslated, ...trial.refused]) };
}

/** Of a qualified table; a new one is in the default schema. */
function placeOf(table: string): JsonObject {
  const [catalog, schema, name] = table.split('.');
  return catalog === undefined || schema === undefined || name === undefined ? {} : { catalog, schema };
}

async function factsOfTable(client: OperationsClient, table: string): Promise<PlaceFacts> {
  const { qualified, columns } = await client.run('describe_table', { table });
  return {
    table: qualified,
    columns: columns.map(({ name, key = name }) => ({ name, key })),
    ...{ steps: [], notes: 0 },
  };
}

async function factsOfNotes(
  client: OperationsClient,
  scope: NotesScope,
  taken: TakenNames,
  label?: string,
): Promise<PlaceFacts> {
  const inference = await client.run('infer_table', scope);
  const { paths = [], per_row: perRow = {} } = inference.adopt ?? {};
  const found = draftOfNotes(inference);
  const name = freeName(suggestName(label ?? found.name) || 'imported', taken.tables);
  const design = { ...found, name };
  const source = { kind: 'notes', scope, paths, perRow, remarks: inference.notes } as const;
  return {
    table: name,
    columns: design.columns
      .filter(({ isLeftOut }) => !isLeftOut)
      .map((column) => ({ name: suggestName(column.name), key: column.from ?? column.name })),
    steps: createTableSteps(design, source),
    notes: paths.length,
  };
}

/** Keys of the look that the query has. */
function lookOf({ spec }: BaseView, rows: JsonObject): { readonly query: JsonObject; readonly display: JsonObject } {
  const { order_by, limit, ...display } = spec;
  const columns = Array.isArray(spec['columns']) ? (spec['columns'] as readonly JsonObject[]) : [];
  const names = columns.flatMap(({ name }) => (typeof name === 'string' && name !== '*' ? [name] : []));
  return {
    query: {
      ...rows,
      ...(names.length === 0 ? {} : { columns: names }),
      ...(order_by === undefined ? {} : { order_by }),
      ...(limit === undefined ? {} : { limit }),
    },
    display,
  };
}

/** The first of `name`, `name_2`, `name_3`… that is free. It is taken then. */
export function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}

/** A condition of all views is tried for each of them. */
function onceEach(untranslated: readonly Untranslated[]): readonly Untranslated[] {
  return [...new Map(untranslated.map((each) => [each.path.join(' '), each])).values()];
}
