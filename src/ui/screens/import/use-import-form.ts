/** The form of an import: fields, key and what was put right, tried a moment after each change. */

import { useMemo, useRef, useState } from 'preact/hooks';
import { useDryRun } from '../../changes/forms/dry-run';
import { NO_FIXES, type ValueFixes } from '../../changes/forms/invalid-values';
import type { CsvFile } from '../design/csv-field';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { type ImportDryRun, type LineValue, tryImport } from './import-dry-run';
import { type FieldColumns, type ImportRow, matchFields, rowsOf, usualKey } from './import-plan';

export interface ImportForm {
  readonly fields: FieldColumns;
  readonly setFields: (fields: FieldColumns) => void;
  /** The column by which rows are recognized; null: each line is a new row. */
  readonly key: string | null;
  readonly setKey: (key: string | null) => void;
  readonly fixes: ValueFixes;
  readonly setFixes: (fixes: ValueFixes) => void;
  readonly rows: readonly ImportRow[];
  readonly tried: ImportDryRun;
  /** Those of now, and those that have a fix. */
  readonly invalid: readonly LineValue[];
}

interface ImportPlace {
  readonly client: OperationsClient;
  readonly table: string;
  readonly columns: readonly DescribedColumn[];
  readonly file: CsvFile;
}

export function useImportForm({ client, table, columns, file }: ImportPlace): ImportForm {
  const [fields, setFields] = useState<FieldColumns>(() => matchFields(file.header, columns));
  const [fixes, setFixes] = useState(NO_FIXES);
  /** By key, as the last dry run that refused it said. */
  const seen = useRef<Map<string, LineValue>>(new Map());
  const last = useRef<readonly LineValue[]>([]);
  const rows = useMemo(() => rowsOf(file, fields, columns, fixes), [file, fields, columns, fixes]);
  const [key, setKey] = useState(() => usualKey(rows, columns, fields));
  const isMatched = fields.some((column) => column !== null);
  const answer = useDryRun(client, {
    key: isMatched ? JSON.stringify([fields, key, [...fixes], columns]) : null,
    ask: async () => {
      const tried = await tryImport(client, { table, columns, rows, key });
      last.current = tried.kind === 'invalid' ? tried.values : [];
      for (const value of last.current) seen.current.set(value.key, value);
      return tried;
    },
  });
  const tried = isMatched ? (answer ?? RUNNING) : UNMATCHED;
  const open = new Set(last.current.map((value) => value.key));
  const invalid = [...seen.current.values()].filter((value) => fixes.has(value.key) || open.has(value.key));
  return {
    fields,
    setFields: (next) => {
      setFields(next);
      if (key !== null && !next.includes(key)) setKey(null);
    },
    ...{ key, setKey, fixes, setFixes, rows, tried, invalid },
  };
}

const RUNNING: ImportDryRun = { kind: 'running' };
const UNMATCHED: ImportDryRun = {
  kind: 'refused',
  problem: { message: 'No field of the file goes into a column yet. Choose at least one.', hint: null },
  refusal: null,
};
