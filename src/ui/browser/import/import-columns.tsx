/** Which field of a file goes into which column, with a few of its values, and how rows are recognized. */

import type { JSX } from 'preact';
import { humanName } from '../table-columns';
import type { CsvFile } from '../design/csv-field';
import type { DescribedColumn } from '../operations-client';
import type { ImportForm } from './use-import-form';

export interface ImportColumnsProps {
  readonly file: CsvFile;
  readonly columns: readonly DescribedColumn[];
  readonly form: ImportForm;
}

const MOST_SAMPLES = 3;

export const labelOf = ({ name, label }: DescribedColumn): string => label ?? humanName(name);

export function ImportColumns({ file, columns, form }: ImportColumnsProps): JSX.Element {
  const { fields, setFields, key, setKey } = form;
  const choose = (at: number, column: string | null): void =>
    // A column is filled by one field.
    setFields(fields.map((each, index) => (index === at ? column : each === column ? null : each)));
  const matched = columns.filter(({ name }) => fields.includes(name));
  return (
    <>
      <section class="ndb-design-columns" aria-label="Fields of the file">
        <div class="ndb-import-head" aria-hidden="true">
          <span>Field of the file</span>
          <span>goes into</span>
          <span>Values</span>
        </div>
        <ul class="ndb-design-list">
          {file.header.map((title, at) => (
            <li key={at} class="ndb-design-column ndb-import-field">
              <span class="ndb-import-name">{fieldName(title, at)}</span>
              <select
                aria-label={`Column for ${fieldName(title, at)}`}
                value={fields[at] ?? ''}
                onChange={({ currentTarget }) => choose(at, currentTarget.value || null)}
              >
                <option value="">Don’t read it</option>
                {columns.map((column) => (
                  <option key={column.name} value={column.name}>
                    {labelOf(column)}
                  </option>
                ))}
              </select>
              <span class="ndb-import-samples">{samplesOf(file, at)}</span>
            </li>
          ))}
        </ul>
      </section>
      <label class="ndb-import-key">
        Rows are recognized by
        <select value={key ?? ''} onChange={({ currentTarget }) => setKey(currentTarget.value || null)}>
          <option value="">nothing: each line is a new row</option>
          {matched.map((column) => (
            <option key={column.name} value={column.name}>
              {labelOf(column)}
            </option>
          ))}
        </select>
        <span>
          {key === null
            ? 'No row that is there changes.'
            : 'A row with the same value is changed; empty fields leave what it has.'}
        </span>
      </label>
    </>
  );
}

const fieldName = (title: string, at: number): string => title.trim() || `Field ${at + 1}`;

function samplesOf({ rows }: CsvFile, at: number): string {
  const samples = new Set<string>();
  for (const row of rows) {
    const text = (row[at] ?? '').trim();
    if (text !== '') samples.add(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    if (samples.size >= MOST_SAMPLES) break;
  }
  return [...samples].join(', ');
}
