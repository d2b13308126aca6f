/** Which field of a file goes into which column, with a few of its values, and how rows are recognized. */

import type { JSX } from 'preact';
import { ColumnChoice } from '../../components/column-choice/column-choice';
import { humanName, tableColumns } from '../../client/table-columns';
import { ReadingQuestion } from '../table-file/reading-question';
import type { CsvFile } from '../table-file/table-file';
import type { DescribedColumn } from '../../client/operations-client';
import { NOTE_LINK } from './import-plan';
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
  const choices = tableColumns(columns);
  return (
    <>
      <section class="ndb-create-columns" aria-label="Fields of the file">
        <div class="ndb-import-head ndb-small-text" aria-hidden="true">
          <span>Field of the file</span>
          <span>goes into</span>
          <span>Values</span>
        </div>
        <ul class="ndb-plain-list">
          {file.header.map((title, at) => (
            <li key={at} class="ndb-create-column ndb-import-field">
              <span class="ndb-import-name ndb-ellipsis">{fieldName(title, at)}</span>
              <ColumnChoice
                label={`Column for ${fieldName(title, at)}`}
                name={fields[at] ?? null}
                columns={choices}
                choose={(name) => choose(at, name)}
                none={{ label: 'Don’t read it', choose: () => choose(at, null) }}
              />
              <span class="ndb-import-samples ndb-muted ndb-ellipsis">{samplesOf(file, at)}</span>
              <FieldQuestionItem {...{ form, at }} label={fieldName(title, at)} />
            </li>
          ))}
        </ul>
      </section>
      <div class="ndb-import-key ndb-line ndb-wraps">
        <span aria-hidden="true">Rows are recognized by</span>
        <ColumnChoice
          label="Rows are recognized by"
          name={key}
          columns={choices.filter(({ name }) => fields.includes(name))}
          choose={setKey}
          none={{ label: 'nothing: each line is a new row', choose: () => setKey(null) }}
        />
        <span class="ndb-muted">
          {key === null
            ? 'No row that is there changes.'
            : key === NOTE_LINK
              ? 'The row of that note is changed; empty fields leave what it has.'
              : 'A row with the same value is changed; empty fields leave what it has.'}
        </span>
      </div>
    </>
  );
}

interface FieldQuestionItemProps {
  readonly form: ImportForm;
  readonly at: number;
  readonly label: string;
}

function FieldQuestionItem({ form, at, label }: FieldQuestionItemProps): JSX.Element | null {
  const question = form.questions.find((each) => each.at === at);
  if (question === undefined) return null;
  return (
    <ReadingQuestion
      {...{ label }}
      ambiguity={question.ambiguity}
      reading={form.readings.get(at) ?? null}
      unanswered="Choose one"
      choose={(reading) => form.setReading(at, reading)}
    />
  );
}

const fieldName = (title: string, at: number): string => title.trim() || `Field ${at + 1}`;

const samplesOf = ({ columns }: CsvFile, at: number): string =>
  (columns[at]?.texts ?? [])
    .slice(0, MOST_SAMPLES)
    .map((text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text))
    .join(', ');
