/** Makes a table: the columns as they are guessed, for review; what happens to the notes; one write with one undo. docs/page.md#make-a-table */

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { StateMessage } from '../../components/state-message';
import type { Notice } from '../frame/notice';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type RailTree, allTables } from '../rail/rail-tree';
import { humanName } from '../../client/table-columns';
import { CsvField } from '../table-file/csv-field';
import { FileReading } from '../table-file/file-reading';
import type { CsvFile } from '../table-file/table-file';
import { FittingTable } from '../import/fitting-table';
import { ImportScreen } from '../import/import-screen';
import { DesignForm } from './design-form';
import { draftOfLines } from './design-of-lines';
import { type DesignSource, type TableDraft, draftOfNotes, emptyDesign } from './table-design';

export interface DesignScreenProps {
  readonly client: OperationsClient;
  readonly tree: RailTree;
  /** What fills it: the notes of a folder, a file, or nothing. */
  readonly from: { readonly folder: string } | 'csv' | 'empty';
  readonly openTable: (table: string) => void;
  readonly tell: (notice: Notice) => void;
  readonly back: () => void;
}

interface Begun {
  readonly design: TableDraft;
  readonly source: DesignSource;
}

export function DesignScreen(props: DesignScreenProps): JSX.Element {
  const { from, client } = props;
  if (from === 'empty') return <EmptyDesign {...props} />;
  if (from === 'csv') return <CsvDesign {...props} />;
  return <FolderDesign key={from.folder} {...props} {...{ client }} folder={from.folder} />;
}

function EmptyDesign(props: DesignScreenProps): JSX.Element {
  const begun = useMemo((): Begun => ({ design: emptyDesign(), source: { kind: 'nothing' } }), []);
  return <Making {...props} {...{ begun }} />;
}

function CsvDesign(props: DesignScreenProps): JSX.Element {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [into, setInto] = useState<string | null>(null);
  const begun = useMemo((): Begun | null => {
    if (file === null) return null;
    const { name, rows, columns } = file;
    const source: DesignSource = { kind: 'lines', file: name, rows, columns };
    return { design: draftOfLines(file), source };
  }, [file]);
  if (begun === null || file === null) return <CsvField {...CSV_WORDS} take={setFile} back={props.back} />;
  if (into !== null) {
    const { openTable, tell } = props;
    return (
      <ImportScreen client={props.client} table={into} {...{ file, tell, openTable }} back={() => setInto(null)} />
    );
  }
  return (
    <div class="ndb-import-place">
      <FittingTable client={props.client} tree={props.tree} {...{ file }} take={setInto} />
      <Making
        key={readingKey(file)}
        {...props}
        {...{ begun }}
        fileReading={<FileReading {...{ file }} change={setFile} />}
      />
    </div>
  );
}

/** A file that is read otherwise is another one. */
const readingKey = ({ name, reading: { delimiter, encoding } }: CsvFile): string =>
  [name, delimiter, encoding].join(' ');

const CSV_WORDS = {
  title: 'Make a table from a CSV file',
  lead: 'Each line becomes a note. The first line names the columns; types and choices are guessed, and you see them before anything is written.',
};

function FolderDesign(props: DesignScreenProps & { readonly folder: string }): JSX.Element {
  const { client, folder, back } = props;
  const [begun, setBegun] = useState<Begun | { readonly title: string; readonly detail: string | null } | null>(null);
  useEffect(() => {
    client
      .run('infer_table', { folder })
      .then((inference) => {
        const paths = inference.adopt?.paths ?? [];
        if (paths.length === 0) {
          const detail = ['A row is a note with properties.', ...inference.notes].join('\n');
          return setBegun({ title: `No note in ${folder} can become a row`, detail });
        }
        const perRow = inference.adopt?.per_row ?? {};
        const source: DesignSource = { kind: 'notes', folder, paths, perRow, remarks: inference.notes };
        setBegun({ design: draftOfNotes(inference), source });
      })
      .catch((thrown: unknown) => {
        const { message, hint } = describeProblem(thrown);
        setBegun({ title: message, detail: hint });
      });
  }, [client, folder]);
  if (begun === null) return <StateMessage kind="loading" title={`Looking at the notes in ${folder}…`} />;
  if ('title' in begun) {
    return <StateMessage kind="empty" {...begun} action={{ label: 'Back', run: back }} />;
  }
  return <Making {...props} {...{ begun }} />;
}

interface MakingProps extends DesignScreenProps {
  readonly begun: Begun;
  readonly fileReading?: JSX.Element;
}

function Making({ begun, client, tree, openTable, tell, back, fileReading }: MakingProps): JSX.Element {
  const [design, setDesign] = useState(begun.design);
  const done = (table: string, migrationId: string | null, rows: number): void => {
    const name = humanName(table.split('.').at(-1) ?? table);
    const filled = begun.source.kind === 'nothing' ? '' : ` of ${rows} ${rows === 1 ? 'note' : 'notes'}`;
    tell({ text: `Table ${name} made${filled}`, migrationId, isProblem: false });
    openTable(table);
  };
  const tables = allTables(tree).map(({ table }) => table);
  return (
    <DesignForm {...{ client, design, tables, done, back, fileReading }} source={begun.source} change={setDesign} />
  );
}
