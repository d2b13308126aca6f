/** What taking the views of a base writes: a table where there is none yet, and its views, as one batch. docs/bases.md */

import type { JsonObject } from '../../../engine/index';
import type { BaseColumn, BaseObject } from '../../../kernel/bases/base-names';
import { type BaseView, type Untranslated, readBase } from '../../../kernel/bases/read-base';
import { suggestName } from '../../../kernel/names';
import type { OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { SUMMARY_LABELS } from '../../components/grid/summary';
import { LAYOUT_NAMES } from '../../layouts/layout-registry';
import { createTableSteps, draftOfNotes } from '../create-table/table-draft';
import { viewName } from '../toolbar/save-view';
import { BaseTrial } from './base-trial';

/** The table that the views are for: one that is there, or one of the notes in a folder. */
export type BasePlace = { readonly table: string } | { readonly folder: string };

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

interface PlaceFacts {
  readonly table: string;
  readonly columns: readonly BaseColumn[];
  /** They make the table, and fill it. */
  readonly steps: readonly JsonObject[];
  readonly notes: number;
}

export async function planBase(client: OperationsClient, base: BaseObject, place: BasePlace): Promise<BasePlan> {
  const facts = await ('table' in place ? factsOfTable(client, place.table) : factsOfFolder(client, place.folder));
  const { table, columns, steps, notes } = facts;
  const summaries = Object.keys(SUMMARY_LABELS);
  const read = readBase(base, { table, columns, layouts: LAYOUT_NAMES, summaries });
  const trial = new BaseTrial(client, table, steps.slice(0, 1));
  await trial.tryFormulas(read.formulas);
  const taken = new Set((await client.run('list_tables', {})).views.map(({ name }) => name));
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
    const name = freeName(view.label, taken);
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
  const untranslated = onceEach([...read.untranslated, ...trial.refused]);
  return { steps: [...steps, ...made], views, untranslated, notes };
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

async function factsOfFolder(client: OperationsClient, folder: string): Promise<PlaceFacts> {
  const inference = await client.run('infer_table', { folder });
  const { paths = [], per_row: perRow = {} } = inference.adopt ?? {};
  const design = draftOfNotes(inference);
  const source = { kind: 'notes', scope: { folder }, paths, perRow, remarks: inference.notes } as const;
  return {
    table: suggestName(design.name),
    columns: design.columns
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ name, from }) => ({ name: suggestName(name), key: from ?? name })),
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

function freeName(label: string, taken: Set<string>): string {
  const wanted = viewName(label);
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  taken.add(name);
  return name;
}

/** A condition of all views is tried for each of them. */
function onceEach(untranslated: readonly Untranslated[]): readonly Untranslated[] {
  return [...new Map(untranslated.map((each) => [each.path.join(' '), each])).values()];
}
