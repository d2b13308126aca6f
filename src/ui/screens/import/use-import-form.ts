/** The form of an import: fields, key and fixes, tried a moment after each change. */

import { useRef, useState } from 'preact/hooks';
import { matchFields } from '../../../kernel/match-fields';
import type { Reading } from '../../../kernel/column-convention';
import { useDryRun } from '../../changes/forms/dry-run';
import { NO_FIXES, type ValueFixes } from '../../changes/forms/invalid-values';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { inSlices } from '../table-file/in-slices';
import type { CsvFile } from '../table-file/table-file';
import { type ImportDryRun, type LineValue, tryImport } from './import-dry-run';
import {
  type FieldColumns,
  type FieldQuestion,
  type FieldReadings,
  type ImportRow,
  fieldQuestions,
  rowsInSlices,
  usualKey,
} from './import-plan';

export interface ImportForm {
  readonly fields: FieldColumns;
  readonly setFields: (fields: FieldColumns) => void;
  /** The column by which rows are recognized; null: each line is a new row. */
  readonly key: string | null;
  readonly setKey: (key: string | null) => void;
  readonly fixes: ValueFixes;
  readonly setFixes: (fixes: ValueFixes) => void;
  /** Fields that can be read in two ways. */
  readonly questions: readonly FieldQuestion[];
  readonly readings: FieldReadings;
  readonly setReading: (at: number, reading: Reading | null) => void;
  /** Of the last dry run. */
  readonly rows: readonly ImportRow[];
  readonly tried: ImportDryRun;
  /** Values that are invalid now, and those that have a fix. */
  readonly invalid: readonly LineValue[];
}

interface ImportContext {
  readonly client: OperationsClient;
  readonly table: string;
  readonly columns: readonly DescribedColumn[];
  readonly file: CsvFile;
}

export function useImportForm({ client, table, columns, file }: ImportContext): ImportForm {
  const [fields, setFields] = useState<FieldColumns>(() => matchFields(file.header, columns));
  const [fixes, setFixes] = useState(NO_FIXES);
  const [readings, setReadings] = useState<FieldReadings>(new Map());
  const [key, setKey] = useState(() => usualKey(file, columns, fields));
  const questions = fieldQuestions(file, fields, columns);
  const problem = problemOf(fields, questions, readings);
  const answer = useDryRun(client, {
    key: problem === null ? JSON.stringify([fields, key, [...fixes], [...readings], columns]) : null,
    ask: async () => {
      const rows = await inSlices(rowsInSlices({ file, fields, columns, fixes, readings }));
      return { tried: await tryImport(client, { table, columns, rows, key }), rows };
    },
  });
  const tried = problem ?? answer?.tried ?? RUNNING;
  const invalid = useInvalidLines(answer?.tried ?? null, fixes);
  return {
    fields,
    setFields: (next) => {
      setFields(next);
      if (key !== null && !next.includes(key)) setKey(null);
    },
    setReading: (at, reading) => {
      const others = [...readings].filter(([each]) => each !== at);
      setReadings(new Map(reading === null ? others : [...others, [at, reading]]));
    },
    ...{ key, setKey, fixes, setFixes, questions, readings, tried, invalid },
    rows: answer?.rows ?? [],
  };
}

/** Those of the last dry run, which stay while the next one runs, and those that have a fix. */
function useInvalidLines(tried: ImportDryRun | null, fixes: ValueFixes): readonly LineValue[] {
  /** By key, as the last dry run that refused it said. */
  const seen = useRef<Map<string, LineValue>>(new Map());
  const last = useRef<readonly LineValue[]>([]);
  if (tried !== null) last.current = tried.kind === 'invalid' ? tried.values : [];
  for (const value of last.current) seen.current.set(value.key, value);
  const open = new Set(last.current.map(({ key }) => key));
  return [...seen.current.values()].filter(({ key }) => fixes.has(key) || open.has(key));
}

/** Why nothing can be tried yet. */
function problemOf(
  fields: FieldColumns,
  questions: readonly FieldQuestion[],
  readings: FieldReadings,
): ImportDryRun | null {
  if (fields.every((column) => column === null)) return UNMATCHED;
  return questions.some(({ at }) => !readings.has(at)) ? UNANSWERED : null;
}

const RUNNING: ImportDryRun = { kind: 'running' };
const UNMATCHED: ImportDryRun = {
  kind: 'refused',
  problem: { message: 'No field of the file goes into a column yet. Choose at least one.', hint: null },
  refusal: null,
};
const UNANSWERED: ImportDryRun = {
  kind: 'refused',
  problem: { message: 'Say first how the numbers or days of the marked fields are meant.', hint: null },
  refusal: null,
};
