/** Proposes a table for rows of texts, such as the lines of a CSV file. Source: docs/operations.md#infer_table; docs/decisions.md#reading-texts */

import { humanName } from '../../kernel/names';
import type { Slices } from '../../kernel/slices';
import { type ColumnOfTexts, columnsOfTexts, textReader } from '../../kernel/text-columns';
import type { ReadContext } from '../contexts';
import type { Json, JsonObject } from '../json';
import { compareText } from '../values/compare';
import { encodeJson } from '../values/encode';
import { columnRemarks } from './column-remarks';
import { type InferredColumn, type ProposedColumn, columnProposal, columnReport, inferColumns } from './infer-columns';
import type { InferredType } from './infer-type';
import { type InferenceResult, proposedName } from './propose-table';

type TextRow = Readonly<Record<string, string>>;

interface RowsToInfer {
  readonly rows: readonly TextRow[];
  readonly name?: string | null | undefined;
}

/** A key of the rows, with the values of all of them. */
interface ReadKey {
  readonly key: string;
  readonly found: ColumnOfTexts;
  readonly type: InferredType;
  readonly values: readonly Json[];
}

export async function proposeForRows(
  context: ReadContext,
  { rows, name }: RowsToInfer,
  maxEnumValues: number,
): Promise<InferenceResult> {
  const keys = await readKeys(context, rows, maxEnumValues);
  const notes = rows.map((row, at) => ({
    path: `row ${at + 1}`,
    entries: keys
      .filter(({ key }) => Object.hasOwn(row, key))
      .map(({ key, values }) => ({ key, raw: encodeJson(values[at] ?? null) })),
  }));
  const types = new Map(keys.map(({ key, type }) => [key, type]));
  const columns = inferColumns(context.view, notes, maxEnumValues, types);
  const naming = columns.find((column) => column.proposed.type === 'string' && column.required && column.unique);
  const valuesOf = new Map(keys.map(({ key, values }) => [key, values]));
  return {
    columns: columns.map((column) => columnReport(column, rows.length)),
    proposal: {
      name: proposedName(context, { name, folder: 'rows' }, []),
      description: `${rows.length} rows of texts`,
      columns: columns.map((column) => proposalOf(column, rows.length, column === naming)),
    },
    rows: rows.map((_, at) => rowOf(columns, (key) => valuesOf.get(key)?.[at] ?? null)),
    notes: [...keys.flatMap(ambiguityRemarks), ...columns.flatMap((column) => columnRemarks(column, 'row'))],
  };
}

async function readKeys(
  { host }: ReadContext,
  rows: readonly TextRow[],
  maxEnumValues: number,
): Promise<readonly ReadKey[]> {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const texts = rows.map((row) => keys.map((key) => row[key] ?? ''));
  const columns = await inTurns(columnsOfTexts(texts, { count: keys.length, hasPoints: false }), host.scheduler);
  return columns.map((found, at) => {
    const type = typeOfTexts(found, maxEnumValues);
    const column = { type: type.type, itemType: type.items ?? 'string', values: [], ref: null } as const;
    const read = textReader(column, found.guess.convention);
    return { key: keys[at] ?? '', found, type, values: texts.map((row) => read(row[at] ?? '')) };
  });
}

async function inTurns<T>(work: Slices<T>, scheduler: ReadContext['host']['scheduler']): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await scheduler.pause();
  }
}

/** As of notes, text of few distinct values is an enum. */
function typeOfTexts({ texts, guess }: ColumnOfTexts, maxEnumValues: number): InferredType {
  if (guess.type === 'list') return { type: 'list', items: guess.itemType === 'link' ? 'link' : 'string' };
  if (guess.type !== 'string' && guess.type !== 'enum') return { type: guess.type };
  const isFew = texts.length > 0 && texts.length <= maxEnumValues;
  const isEnum = isFew && !guess.isAsked && texts.every((text) => !text.includes('\n'));
  return isEnum ? { type: 'enum', values: [...texts].sort(compareText) } : { type: 'string' };
}

/** No note has the keys: a column has the key of the rows as its label alone. */
function proposalOf(column: InferredColumn, rows: number, isNaming: boolean): ProposedColumn {
  const { name, key, filled } = column;
  const { key: _key, dense: _dense, label: _label, ...proposed } = columnProposal(column, rows);
  return {
    ...proposed,
    ...(key === name || key === humanName(name) ? {} : { label: key }),
    description: `found in ${filled} of ${rows} rows`,
    ...(isNaming ? { required: true } : {}),
  };
}

/** Empty values are left out. */
const rowOf = (columns: readonly InferredColumn[], valueOf: (key: string) => Json): JsonObject =>
  Object.fromEntries(
    columns.flatMap(({ name, key }): [string, Json][] => {
      const value = valueOf(key);
      return value === null ? [] : [[name, value]];
    }),
  );

function ambiguityRemarks({ key, found, type }: ReadKey): readonly string[] {
  const { isAsked, convention } = found.guess;
  if (!isAsked || convention.ambiguity === null) return [];
  const { text, readings } = convention.ambiguity;
  const meanings = readings.map(({ value }) => value).join(' or ');
  return [`${key}: ${JSON.stringify(text)} is ${meanings}; proposed as ${type.type}`];
}
