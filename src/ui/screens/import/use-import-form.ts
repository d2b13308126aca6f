/** The form of an import: fields, key and what was put right, tried a moment after each change. */

import { useEffect, useState } from 'preact/hooks';
import type { CsvFile } from '../table-file/table-file';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import type { Reading } from '../../../kernel/column-convention';
import { inSlices } from '../table-file/in-slices';
import {
  type FieldColumns,
  type FieldQuestion,
  type FieldReadings,
  type ImportRow,
  type LineFixes,
  fieldQuestions,
  matchFields,
  rowsInSlices,
  usualKey,
} from './import-plan';
import { type ImportTrial, type LineMisfit, tryImport } from './import-trial';

export interface ImportForm {
  readonly fields: FieldColumns;
  readonly setFields: (fields: FieldColumns) => void;
  /** The column by which rows are recognized; null: each line is a new row. */
  readonly key: string | null;
  readonly setKey: (key: string | null) => void;
  readonly fixes: LineFixes;
  readonly setFixes: (fixes: LineFixes) => void;
  /** Fields that can be read in two ways. */
  readonly questions: readonly FieldQuestion[];
  readonly readings: FieldReadings;
  readonly setReading: (at: number, reading: Reading | null) => void;
  /** Of the last trial. */
  readonly rows: readonly ImportRow[];
  readonly trial: ImportTrial;
  /** Those of now, and those that were put right. */
  readonly misfits: readonly LineMisfit[];
}

interface ImportPlace {
  readonly client: OperationsClient;
  readonly table: string;
  readonly columns: readonly DescribedColumn[];
  readonly file: CsvFile;
}

const PAUSE_MS = 250;
const NO_FIXES: LineFixes = new Map();

export function useImportForm({ client, table, columns, file }: ImportPlace): ImportForm {
  const [fields, setFields] = useState<FieldColumns>(() => matchFields(file.header, columns));
  const [fixes, setFixes] = useState<LineFixes>(NO_FIXES);
  const [seen, setSeen] = useState<ReadonlyMap<string, LineMisfit>>(new Map());
  const [readings, setReadings] = useState<FieldReadings>(new Map());
  const [key, setKey] = useState(() => usualKey(file, columns, fields));
  const questions = fieldQuestions(file, fields, columns);
  const isOpen = questions.some(({ at }) => !readings.has(at));
  const isMatched = fields.some((column) => column !== null);
  const question = JSON.stringify([fields, key, [...fixes], [...readings], columns]);
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    if (!isMatched || isOpen) return undefined;
    let isOld = false;
    const look = async (): Promise<void> => {
      const rows = await inSlices(rowsInSlices({ file, fields, columns, fixes, readings }));
      if (isOld) return;
      const trial = await tryImport(client, { table, columns, rows, key });
      if (isOld) return;
      setTried({ question, trial, rows });
      if (trial.kind === 'misfits') {
        setSeen((known) => new Map([...known, ...trial.misfits.map((misfit) => [misfit.key, misfit] as const)]));
      }
    };
    const timer = window.setTimeout(() => void look(), PAUSE_MS);
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [client, question]);
  const trial = !isMatched ? UNMATCHED : isOpen ? UNANSWERED : tried?.question === question ? tried.trial : TRYING;
  const wrong = tried?.trial.kind === 'misfits' ? tried.trial.misfits : [];
  const isShown = (misfit: LineMisfit): boolean =>
    fixes.has(misfit.key) || wrong.some((each) => each.key === misfit.key);
  const misfits = [...seen.values()].filter(isShown);
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
    ...{ key, setKey, fixes, setFixes, questions, readings, trial, misfits },
    rows: tried?.rows ?? NO_ROWS,
  };
}

interface Tried {
  readonly question: string;
  readonly trial: ImportTrial;
  readonly rows: readonly ImportRow[];
}

const NO_ROWS: readonly ImportRow[] = [];
const UNANSWERED: ImportTrial = {
  kind: 'refused',
  problem: { message: 'Say first how the numbers or days of the marked fields are meant.', hint: null },
};
const TRYING: ImportTrial = { kind: 'trying' };
const UNMATCHED: ImportTrial = {
  kind: 'refused',
  problem: { message: 'No field of the file goes into a column yet. Choose at least one.', hint: null },
};
