/** The form of an import: fields, key and what was put right, tried a moment after each change. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CsvFile } from '../design/csv-field';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { type FieldColumns, type ImportRow, type LineFixes, matchFields, rowsOf, usualKey } from './import-plan';
import { type ImportTrial, type LineMisfit, tryImport } from './import-trial';

export interface ImportForm {
  readonly fields: FieldColumns;
  readonly setFields: (fields: FieldColumns) => void;
  /** The column by which rows are recognized; null: each line is a new row. */
  readonly key: string | null;
  readonly setKey: (key: string | null) => void;
  readonly fixes: LineFixes;
  readonly setFixes: (fixes: LineFixes) => void;
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
  const rows = useMemo(() => rowsOf(file, fields, columns, fixes), [file, fields, columns, fixes]);
  const [key, setKey] = useState(() => usualKey(rows, columns, fields));
  const isMatched = fields.some((column) => column !== null);
  const question = JSON.stringify([fields, key, [...fixes], columns]);
  const [tried, setTried] = useState<{ readonly question: string; readonly trial: ImportTrial } | null>(null);
  useEffect(() => {
    if (!isMatched) return undefined;
    let isOld = false;
    const look = async (): Promise<void> => {
      const trial = await tryImport(client, { table, columns, rows, key });
      if (isOld) return;
      setTried({ question, trial });
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
  const trial = !isMatched ? UNMATCHED : tried?.question === question ? tried.trial : TRYING;
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
    ...{ key, setKey, fixes, setFixes, rows, trial, misfits },
  };
}

const TRYING: ImportTrial = { kind: 'trying' };
const UNMATCHED: ImportTrial = {
  kind: 'refused',
  problem: { message: 'No field of the file goes into a column yet. Choose at least one.', hint: null },
};
