/** Puts the lines of a CSV file into a table: matched, tried, put right, then written with one undo. docs/page.md#import */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ServerAway } from '../../components/form/server-away';
import { Icon } from '../../components/icon';
import { CsvField } from '../table-file/csv-field';
import { FileReading } from '../table-file/file-reading';
import type { CsvFile } from '../table-file/table-file';
import { type FormWrite, useWrite } from '../../changes/forms/use-write';
import type { Notice } from '../frame/notice';
import { useLiveQuery } from '../../client/live-query';
import { LoadingPane } from '../../rows/loading-pane';
import type { DescribedColumn, OperationsClient } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { ImportColumns } from './import-columns';
import type { ImportDryRun } from './import-dry-run';
import { importColumns, importSteps } from './import-plan';
import { ImportValues } from './import-values';
import { type ImportForm, useImportForm } from './use-import-form';

export interface ImportScreenProps {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  /** Absent: it is asked for. */
  readonly file?: CsvFile;
  readonly tell: (notice: Notice) => void;
  readonly openTable: (table: string) => void;
  readonly back: () => void;
}

interface ImportTarget {
  readonly label: string;
  readonly columns: readonly DescribedColumn[];
}

export function ImportScreen(props: ImportScreenProps): JSX.Element {
  const { client, table, back } = props;
  const [file, setFile] = useState<CsvFile | null>(props.file ?? null);
  const { answer, refresh } = useLiveQuery<ImportTarget>(client, JSON.stringify(['import', table]), {
    ask: async (operations) => {
      const described = await operations.run('describe_table', { table });
      return { label: humanName(described.name), columns: importColumns(described.columns) };
    },
    isTouched: ({ definitions }) => definitions,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the table…" />;
  const { label } = answer.value;
  if (file === null) {
    const lead = `Each line becomes a row of ${label}, or changes one that is there. The first line names the columns; you see what happens before anything is written.`;
    return <CsvField title={`Import a CSV file into ${label}`} {...{ lead, back }} take={setFile} />;
  }
  const { name, reading } = file;
  const key = [name, reading.delimiter, reading.encoding].join(' ');
  return <Importing key={key} take={setFile} {...props} {...answer.value} {...{ file }} other={() => setFile(null)} />;
}

interface ImportingProps extends ImportScreenProps, ImportTarget {
  readonly file: CsvFile;
  /** Takes the file when it is read otherwise. */
  readonly take: (file: CsvFile) => void;
  /** Takes another file. */
  readonly other: () => void;
}

function Importing(props: ImportingProps): JSX.Element {
  const { label, columns, file, back } = props;
  const form = useImportForm(props);
  const saving = useWrite();
  const { tried } = form;
  return (
    <section class="ndb-design" aria-label={`Import into ${label}`}>
      <header class="ndb-design-title">
        <h2>
          Import {file.name} into {label}
        </h2>
        <button type="button" class="ndb-icon-button" aria-label="Close" onClick={back}>
          <Icon name="close" />
        </button>
      </header>
      <div class="ndb-design-main ndb-import" inert={saving.isBusy}>
        <FileReading {...{ file }} change={props.take} />
        <ImportColumns {...{ file, columns, form }} />
        {tried.kind === 'refused' && (
          <p class="ndb-column-refused" role="alert">
            {tried.problem.message}
          </p>
        )}
        <ImportValues {...{ columns, form }} />
      </div>
      <ImportFoot {...props} {...{ form, saving }} />
    </section>
  );
}

interface ImportFootProps extends ImportingProps {
  readonly form: ImportForm;
  readonly saving: FormWrite;
}

function ImportFoot(props: ImportFootProps): JSX.Element {
  const { client, table, label, file, form, tell, openTable, other } = props;
  const { isBusy, problem, run } = props.saving;
  const { tried, rows } = form;
  const write = async (on: string | null): Promise<void> => {
    const operations = [...importSteps(table, rows, on)] as never;
    const summary = `imported ${file.name} into ${label}`;
    const { migrationId } = await client.run('batch', { operations, summary });
    tell({ text: `${importText(tried)} in ${label} from ${file.name}`, migrationId, isProblem: false });
    openTable(table);
  };
  // Before anything was tried it is all of them.
  const lines = rows.length === 0 ? file.rows.length : rows.length;
  const isReady = tried.kind === 'accepted' && tried.plan.inserted + tried.plan.updated > 0;
  return (
    <footer class="ndb-design-foot">
      <ServerAway />
      {problem === null ? (
        <p class="ndb-design-promise" role="status">
          <Icon name="shield" />
          {importText(tried)}. Nothing is written yet. One undo takes all of it back.
        </p>
      ) : (
        <p class="ndb-design-problem" role="alert">
          {problem.message}
        </p>
      )}
      <button type="button" class="ndb-button" disabled={isBusy} onClick={other}>
        Another file
      </button>
      <button
        type="button"
        class="ndb-button mod-cta"
        disabled={isBusy || !isReady}
        onClick={() => run(() => write(tried.kind === 'accepted' ? tried.plan.on : null))}
      >
        {isBusy ? 'Writing…' : `Import ${lines} ${lines === 1 ? 'line' : 'lines'}`}
      </button>
    </footer>
  );
}

/** `12 rows added, 3 changed, 1 as it was`. */
export function importText(tried: ImportDryRun): string {
  switch (tried.kind) {
    case 'running':
      return 'Looking at the lines';
    case 'refused':
    case 'invalid':
      return 'Not everything fits yet';
    case 'accepted': {
      const { inserted, updated, unchanged } = tried.plan;
      const parts = [
        ...(inserted > 0 ? [`${inserted} ${inserted === 1 ? 'row' : 'rows'} added`] : []),
        ...(updated > 0 ? [`${updated} ${inserted > 0 ? '' : updated === 1 ? 'row ' : 'rows '}changed`] : []),
        ...(unchanged > 0 ? [`${unchanged} as ${unchanged === 1 ? 'it is' : 'they are'}`] : []),
      ];
      return parts.length === 0 ? 'There is nothing to import' : parts.join(', ');
    }
  }
}
