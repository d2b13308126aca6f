/** Makes a table: the columns as they are guessed, for review; what happens to the notes; one write with one undo. docs/page.md#make-a-table */

import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Select } from '../../components/form/field';
import { StateMessage } from '../../components/state-message';
import type { Notice } from '../frame/notice';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type TableTree, allTables } from '../sidebar/table-tree';
import { humanName } from '../../client/table-columns';
import { CsvField } from '../table-file/csv-field';
import { FileReading } from '../table-file/file-reading';
import type { CsvFile } from '../table-file/table-file';
import { FittingTable } from '../import/fitting-table';
import { ImportScreen } from '../import/import-screen';
import { CreateTableForm } from './create-table-form';
import { draftOfLines } from './infer-from-lines';
import { type NoteGroup, type NotesScope, groupName, scopeText } from './notes-scope';
import { type RowsSource, type Inference, type TableDraft, draftOfNotes, emptyTableDraft } from './table-draft';

export interface CreateTableScreenProps {
  readonly client: OperationsClient;
  readonly tree: TableTree;
  /** What fills it: notes, a file, or nothing. */
  readonly from: NotesScope | 'csv' | 'empty';
  readonly openTable: (table: string) => void;
  readonly tell: (notice: Notice) => void;
  readonly back: () => void;
}

interface Begun {
  readonly design: TableDraft;
  readonly source: RowsSource;
}

export function CreateTableScreen(props: CreateTableScreenProps): JSX.Element {
  const { from, client } = props;
  if (from === 'empty') return <CreateEmpty {...props} />;
  if (from === 'csv') return <CreateFromCsv {...props} />;
  return <CreateFromNotes {...props} {...{ client }} first={from} />;
}

function CreateEmpty(props: CreateTableScreenProps): JSX.Element {
  const begun = useMemo((): Begun => ({ design: emptyTableDraft(), source: { kind: 'nothing' } }), []);
  return <Making {...props} {...{ begun }} />;
}

function CreateFromCsv(props: CreateTableScreenProps): JSX.Element {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [into, setInto] = useState<string | null>(null);
  const begun = useMemo((): Begun | null => {
    if (file === null) return null;
    const { name, rows, columns } = file;
    const source: RowsSource = { kind: 'lines', file: name, rows, columns };
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
    <div class="ndb-fills ndb-stack">
      <FittingTable client={props.client} tree={props.tree} {...{ file }} take={setInto} />
      <Making
        key={readingKey(file)}
        {...props}
        {...{ begun }}
        reading={<FileReading {...{ file }} change={setFile} />}
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

interface BegunNotes extends Begun {
  readonly scope: NotesScope;
}

function CreateFromNotes(props: CreateTableScreenProps & { readonly first: NotesScope }): JSX.Element {
  const { client, back } = props;
  const [first] = useState(props.first);
  const [scope, setScope] = useState(first);
  /** Of the notes that the screen was opened for. */
  const [groups, setGroups] = useState<readonly NoteGroup[]>([]);
  const [begun, setBegun] = useState<BegunNotes | { readonly title: string; readonly detail: string | null } | null>(
    null,
  );
  useEffect(() => {
    let isGone = false;
    const set = (next: typeof begun): void => {
      if (!isGone) setBegun(next);
    };
    client
      .run('infer_table', scope)
      .then((inference) => {
        if (scope === first) setGroups(inference.groups ?? []);
        set(begunNotes(scope, inference));
      })
      .catch((thrown: unknown) => {
        const { message, hint } = describeProblem(thrown);
        set({ title: message, detail: hint });
      });
    return () => void (isGone = true);
  }, [client, scope]);
  if (begun === null) return <StateMessage kind="loading" title={`Looking at ${scopeText(scope)}…`} />;
  if ('title' in begun) {
    return <StateMessage kind="empty" {...begun} action={{ label: 'Back', run: back }} />;
  }
  const narrow = (where: NoteGroup['where'] | null): void => setScope(where === null ? first : { ...first, where });
  return (
    <Making
      key={JSON.stringify(begun.scope)}
      {...props}
      {...{ begun }}
      reading={
        groups.length === 0 || first.where !== undefined ? null : (
          <OnlyNotes {...{ groups, narrow }} where={scope.where ?? null} />
        )
      }
    />
  );
}

function begunNotes(scope: NotesScope, inference: Inference): BegunNotes | { title: string; detail: string } {
  const { paths = [], per_row: perRow = {} } = inference.adopt ?? {};
  if (paths.length === 0) {
    const detail = ['A row is a note with properties.', ...inference.notes].join('\n');
    return { title: `No note can become a row: ${scopeText(scope)}`, detail };
  }
  const source: RowsSource = { kind: 'notes', scope, paths, perRow, remarks: inference.notes };
  return { scope, design: draftOfNotes(inference), source };
}

const onlyText = (group: NoteGroup): string => `only those with ${group.property} ${groupName(group)} (${group.notes})`;

interface OnlyNotesProps {
  readonly groups: readonly NoteGroup[];
  readonly where: NoteGroup['where'] | null;
  readonly narrow: (where: NoteGroup['where'] | null) => void;
}

/** Takes a part of the notes: those that share a link or a choice. */
function OnlyNotes({ groups, where, narrow }: OnlyNotesProps): JSX.Element {
  const chosen = groups.findIndex((group) => JSON.stringify(group.where) === JSON.stringify(where));
  return (
    <label class="ndb-create-only">
      <span>Take</span>
      <Select
        aria-label="Notes to take"
        value={String(chosen)}
        options={[['-1', 'all of these notes'], ...groups.map((group, at) => [String(at), onlyText(group)] as const)]}
        set={(at) => narrow(groups[Number(at)]?.where ?? null)}
      />
    </label>
  );
}

interface MakingProps extends CreateTableScreenProps {
  readonly begun: Begun;
  readonly reading?: JSX.Element | null;
}

function Making({ begun, client, tree, openTable, tell, back, reading }: MakingProps): JSX.Element {
  const [design, setTableDraft] = useState(begun.design);
  const done = (table: string, migrationId: string | null, rows: number): void => {
    const name = humanName(table.split('.').at(-1) ?? table);
    const filled = begun.source.kind === 'nothing' ? '' : ` of ${rows} ${rows === 1 ? 'note' : 'notes'}`;
    tell({ text: `Table ${name} made${filled}`, migrationId, isProblem: false });
    openTable(table);
  };
  const tables = allTables(tree).map(({ table }) => table);
  return (
    <CreateTableForm
      {...{ client, design, tables, done, back, reading }}
      source={begun.source}
      change={setTableDraft}
    />
  );
}
