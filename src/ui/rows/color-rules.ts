/** Colors of rows and cells by rules of a view: the engine's filter says which rows have them. docs/views.md#colors-by-rule */

import type { Json, JsonObject, Operations } from '../../engine/index';
import { CHOICE_COLORS, type ChoiceColor } from '../../kernel/choice-colors';
import { ROW_COLORS } from '../components/row-color';
import { refusalOf } from '../client/describe-problem';
import { type OperationsClient, asObject } from '../client/operations-client';

export interface ColorRule {
  readonly where: JsonObject;
  readonly color: ChoiceColor;
  /** Whose cell has the color; null: the whole row. */
  readonly column: string | null;
}

export const isColor = (value: Json | undefined): value is ChoiceColor =>
  (CHOICE_COLORS as readonly (Json | undefined)[]).includes(value);

/** A stored rule may be of another version. Other values are left out. */
export function readColors(stored: Json | undefined): readonly ColorRule[] {
  if (!Array.isArray(stored)) return [];
  return (stored as readonly Json[]).flatMap((rule) => {
    const { where, color, column } = asObject(rule) ?? {};
    const filter = asObject(where ?? null);
    if (filter === null || !isColor(color)) return [];
    return [{ where: filter, color, column: typeof column === 'string' ? column : null }];
  });
}

export const colorsJson = (rules: readonly ColorRule[]): JsonObject =>
  rules.length === 0
    ? {}
    : {
        colors: rules.map(({ where, color, column }) => ({ where, color, ...(column === null ? {} : { column }) })),
      };

type SelectArgs = Operations['select_rows']['args'];
type Answer = Operations['select_rows']['result'];
type Row = Answer['rows'][number];

/** Operations whose selects of one table's rows say their colors. Every layout, page and group reads its rows through it. */
export function coloringClient(client: OperationsClient, table: string, rules: readonly ColorRule[]): OperationsClient {
  if (rules.length === 0) return client;
  const ask = client.run as (name: string, args: JsonObject) => Promise<unknown>;
  const run = async (name: string, args: JsonObject): Promise<unknown> => {
    const answer = await ask(name, args);
    const isColored = name === 'select_rows' && args['table'] === table && hasIds(args as SelectArgs);
    return isColored ? withColors(client, args as SelectArgs, answer as Answer, rules) : answer;
  };
  return { ...client, run: run as OperationsClient['run'] };
}

/** Groups have none, and counts show none. */
const hasIds = ({ columns, limit, group_by: group, aggregates }: SelectArgs): boolean => {
  const named = Array.isArray(columns) ? (columns as readonly Json[]) : null;
  const isNamed = named === null || named.includes('id') || named.includes('path');
  return limit !== 0 && isNamed && (group ?? aggregates ?? null) === null;
};

async function withColors(
  client: OperationsClient,
  args: SelectArgs,
  answer: Answer,
  rules: readonly ColorRule[],
): Promise<Answer> {
  if (answer.rows.length === 0) return answer;
  const found = await Promise.all(rules.map(({ where }) => matching(client, args, answer.rows, where)));
  const rows = answer.rows.map((row) => {
    const colors: Record<string, ChoiceColor> = {};
    rules.forEach(({ color, column }, at) => {
      // The first rule counts.
      if (found[at]?.has(identityOf(row)) === true) colors[column ?? ''] ??= color;
    });
    return Object.keys(colors).length === 0 ? row : { ...row, [ROW_COLORS]: colors };
  });
  return { ...answer, rows: rows as unknown as Answer['rows'] };
}

const identityOf = ({ id, path }: Row): string => String(id ?? path);

/** Those of the rows that a rule's filter finds. None where the filter does not run: its editor says why. */
async function matching(
  client: OperationsClient,
  { table, this_note, compute, rollup }: SelectArgs,
  rows: readonly Row[],
  where: JsonObject,
): Promise<ReadonlySet<string>> {
  const ids: Json[] = rows.flatMap(({ id }) => id ?? []);
  const paths: Json[] = rows.flatMap(({ id, path }) => (id === undefined || id === null ? (path ?? []) : []));
  const these = { or: [{ id: { in: ids } }, { path: { in: paths } }] };
  try {
    const answer = await client.run('select_rows', {
      ...{ table, columns: ['id', 'path'], where: { and: [where, these] }, limit: rows.length },
      ...(this_note === undefined ? {} : { this_note }),
      ...(compute === undefined ? {} : { compute }),
      ...(rollup === undefined ? {} : { rollup }),
    });
    return new Set(answer.rows.map(identityOf));
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return NONE;
  }
}

const NONE: ReadonlySet<string> = new Set();
