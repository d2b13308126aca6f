/** Puts the lines of a CSV file into a table: matched, tried, put right, then written with one undo. docs/page.md#import */

import type { JSX } from 'preact';
import type { JsonObject } from '../../../engine/index';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Foot, PanelHead } from '../../components/form/panel-head';
import { Refusal } from '../../components/form/refusal';
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
import { importColumns } from './import-plan';
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
    <section class="ndb-create ndb-fills ndb-stack" aria-label={`Import into ${label}`}>
      <PanelHead close={back}>
        Import {file.name} into {label}
      </PanelHead>
      <div class="ndb-create-main ndb-stack ndb-import" inert={saving.isBusy}>
        <FileReading {...{ file }} change={props.take} />
        <ImportColumns {...{ file, columns, form }} />
        <Refusal problem={tried.kind === 'refused' ? tried.problem : null} />
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
  const write = async (steps: readonly JsonObject[]): Promise<void> => {
    const operations = [...steps] as never;
    const summary = `imported ${file.name} into ${label}`;
    const { migrationId } = await client.run('batch', { operations, summary });
    tell({ text: `${importText(tried)} in ${label} from ${file.name}`, migrationId, isProblem: false });
    openTable(table);
  };
  // Before anything was tried it is all of them.
  const lines = rows.length === 0 ? file.rows.length : rows.length;
  const isReady = tried.kind === 'accepted' && tried.plan.inserted + tried.plan.updated > 0;
  return (
    <Foot {...{ problem }} promise={`${importText(tried)}. Nothing is written yet. One undo takes all of it back.`}>
      <Button isOff={isBusy} onClick={other}>
        Another file
      </Button>
      <Button
        look="main"
        isOff={isBusy || !isReady}
        onClick={() => run(() => write(tried.kind === 'accepted' ? tried.plan.steps : []))}
      >
        {isBusy ? 'Writing…' : `Import ${lines} ${lines === 1 ? 'line' : 'lines'}`}
      </Button>
    </Foot>
  );
}

/** `12 rows added, 3 changed, 1 unchanged`. */
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
        ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
      ];
      return parts.length === 0 ? 'There is nothing to import' : parts.join(', ');
    }
  }
}
