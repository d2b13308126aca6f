/** The form in which a table is reviewed before it is made, beside what happens to the notes. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Json, Operations } from '../../../engine/index';
import { type DryRun, dryRun, useDryRun } from '../../changes/forms/dry-run';
import { useWrite } from '../../changes/forms/use-write';
import { Button } from '../../components/form/button';
import { TextInput } from '../../components/form/field';
import { Foot, PanelHead } from '../../components/form/panel-head';
import { Refusal } from '../../components/form/refusal';
import type { ProblemText } from '../../components/text/problem-text';
import type { OperationsClient } from '../../client/operations-client';
import { suggestName } from '../../../kernel/names';
import { inSlices } from '../table-file/in-slices';
import { DraftColumns } from './draft-columns';
import { LinesPreview } from './lines-preview';
import { NotePreview } from './note-preview';
import {
  type DraftColumn,
  type RowsSource,
  type TableDraft,
  draftProblems,
  createTableSteps,
  fieldIndex,
  keyChanges,
  stepsInSlices,
  unansweredColumn,
} from './table-draft';
import { scopeText } from './notes-scope';
import { type RefusedValues, refusedColumns } from './refused-columns';

export interface CreateTableFormProps {
  readonly client: OperationsClient;
  readonly design: TableDraft;
  readonly source: RowsSource;
  /** Qualified tables that links can lead to. */
  readonly tables: readonly string[];
  readonly change: (design: TableDraft) => void;
  readonly done: (table: string, migrationId: string | null, rows: number) => void;
  readonly back: () => void;
  /** How the file was read, or which notes are taken. */
  readonly reading?: ComponentChildren;
}

/** Lines that are tried after each change, fewer of a wide file; all of them are when the table is made. */
const MOST_TRIED = 500;
const MOST_FIELDS_TRIED = 20_000;

const linesTried = ({ columns }: TableDraft): number =>
  Math.min(MOST_TRIED, Math.ceil(MOST_FIELDS_TRIED / Math.max(1, columns.length)));

export function CreateTableForm(props: CreateTableFormProps): JSX.Element {
  const { client, design, source, tables, change, done, back } = props;
  const { isBusy, problem, run } = useWrite();
  const problems = draftProblems(design);
  const tried = useDryRun(client, {
    key: suggestName(design.name) === '' || problems.size > 0 ? null : JSON.stringify(design),
    ask: () => {
      const operations = createTableSteps(design, source, linesTried(design)) as never;
      return dryRun(() => client.run('batch', { operations, dry_run: true }));
    },
  });
  const make = async (): Promise<void> => {
    const operations = (await inSlices(stepsInSlices(design, source))) as never;
    const summary = summaryOf(design, source);
    const { migrationId, steps, changed } = await client.run('batch', { operations, summary });
    done(steps[0]?.table ?? suggestName(design.name), migrationId, changed);
  };
  const refused = tried?.kind === 'refused' ? refusedColumns(tried.refusal) : NONE_REFUSED;
  return (
    <section class="ndb-create ndb-fills ndb-stack" aria-label="A new table">
      <PanelHead close={back}>{TITLES[source.kind]}</PanelHead>
      <div class="ndb-create-body" inert={isBusy}>
        <div class="ndb-create-main ndb-stack">
          <TableFields
            {...{ design, source, change }}
            problem={tried?.kind === 'refused' && refused.size === 0 ? tried.problem : null}
          />
          {props.reading}
          <DraftColumns
            {...{ source }}
            columns={sampled(design, tried)}
            unit={source.kind === 'lines' ? 'line' : 'note'}
            {...{ problems, refused, tables }}
            change={(columns) => change({ ...design, columns })}
            valuesOf={(column) => valuesOf(client, source, column)}
          />
          <Remarks source={source} />
        </div>
        <CreateSide {...{ client, design, source, tried }} />
      </div>
      <CreateFoot
        unanswered={unansweredColumn(design, source)}
        isRefused={problems.size > 0 || tried?.kind === 'refused'}
        {...{ source, tried, problem, isBusy, back }}
        make={() => run(make)}
      />
    </section>
  );
}

/** Null: it runs, or there is nothing to try. */
type CreateTableDryRun = DryRun<Operations['batch']['result']> | null;

const NONE_REFUSED: ReadonlyMap<string, RefusedValues> = new Map();

const TITLES: Readonly<Record<RowsSource['kind'], string>> = {
  notes: 'Make a table from notes',
  lines: 'Make a table from a file',
  nothing: 'Make an empty table',
};

function summaryOf({ name }: TableDraft, source: RowsSource): string {
  const table = `made the table ${suggestName(name)}`;
  if (source.kind === 'nothing') return table;
  return source.kind === 'notes' ? `${table} from ${scopeText(source.scope)}` : `${table} from ${source.file}`;
}

/** A choice offers what the notes have, as many values as there are. */
async function valuesOf(client: OperationsClient, source: RowsSource, column: DraftColumn): Promise<readonly string[]> {
  const { from, name } = column;
  if (source.kind === 'nothing' || from === null) return [];
  if (source.kind === 'lines') return [...(source.columns[fieldIndex(column)]?.texts ?? [])].sort();
  const { columns } = await client.run('infer_table', { ...source.scope, max_enum_values: MOST_VALUES });
  return columns.find((each) => (each.from ?? each.name) === from || each.name === name)?.values ?? [];
}

const MOST_VALUES = 500;

/** With a few values of the notes, which come from the plan. */
function sampled({ columns }: TableDraft, tried: CreateTableDryRun): readonly DraftColumn[] {
  if (tried?.kind !== 'accepted') return columns;
  const { plannedUpdates } = tried.plan;
  return columns.map((column) => {
    if (column.found === null || column.found.samples.length > 0) return column;
    const values = plannedUpdates.flatMap(({ changes }) => sampleText(changes[suggestName(column.name)]?.after));
    return { ...column, found: { ...column.found, samples: [...new Set(values)].slice(0, MOST_SAMPLES) } };
  });
}

const MOST_SAMPLES = 3;

function sampleText(value: Json | undefined): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(sampleText);
  if (typeof value === 'object') return [JSON.stringify(value)];
  return [String(value).replace(/^\[\[(?:[^\]|]*[/|])?([^\]]*)\]\]$/, '$1')];
}

interface TableFieldsProps extends Pick<CreateTableFormProps, 'design' | 'source' | 'change'> {
  /** Of the table as a whole. */
  readonly problem: ProblemText | null;
}

function TableFields({ design, source, change, problem }: TableFieldsProps): JSX.Element {
  return (
    <div class="ndb-create-fields">
      {source.kind !== 'nothing' && (
        <>
          <span>{source.kind === 'notes' ? 'Notes' : 'File'}</span>
          <output class="ndb-create-place">
            {source.kind === 'notes' ? (source.scope.folder ?? scopeText(source.scope)) : source.file}
            <span>{source.kind === 'notes' ? `${source.paths.length} notes` : `${source.rows.length} lines`}</span>
          </output>
        </>
      )}
      <label for="ndb-create-name">Name</label>
      <span class="ndb-create-place">
        <TextInput
          id="ndb-create-name"
          value={design.name}
          spellcheck={false}
          takesFocus={source.kind === 'nothing'}
          set={(name) => change({ ...design, name })}
        />
        <span>{suggestName(design.name)}</span>
      </span>
      <label for="ndb-create-row">A row is</label>
      <TextInput
        id="ndb-create-row"
        value={design.description}
        placeholder="What a row records"
        set={(description) => change({ ...design, description })}
      />
      <Refusal {...{ problem }} />
    </div>
  );
}

function Remarks({ source }: { readonly source: RowsSource }): JSX.Element | null {
  if (source.kind !== 'notes' || source.remarks.length === 0) return null;
  return (
    <details class="ndb-small-text">
      <summary>Findings in the notes</summary>
      <ul>
        {source.remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </details>
  );
}

interface CreateSideProps extends Pick<CreateTableFormProps, 'client' | 'design' | 'source'> {
  readonly tried: CreateTableDryRun;
}

function CreateSide({ client, design, source, tried }: CreateSideProps): JSX.Element | null {
  if (source.kind === 'nothing') return null;
  const plan = useLatestPlan(tried);
  const { rename, drop } = keyChanges(design.columns);
  return (
    <aside class="ndb-create-side ndb-stack">
      {source.kind === 'notes' ? (
        <>
          <NotePreview {...{ client }} paths={source.paths} planned={plan?.notes ?? null} />
          <div class="ndb-create-counts">
            <Count value={plan?.changed ?? 0} label="notes change" />
            <Count value={touched(design, Object.keys(rename))} label="keys renamed" />
            {drop.length > 0 && <Count value={touched(design, drop)} label="keys taken out" />}
            <Count value={plan?.planned_moves.length ?? 0} label="notes moved" />
          </div>
        </>
      ) : (
        <LinesPreview {...{ design, source }} />
      )}
    </aside>
  );
}

/** While the next dry run is under way, the latest one that was accepted; null once one is refused. */
function useLatestPlan(tried: CreateTableDryRun): Operations['batch']['result'] | null {
  const [plan, setPlan] = useState<Operations['batch']['result'] | null>(null);
  useEffect(() => {
    if (tried !== null) setPlan(tried.kind === 'accepted' ? tried.plan : null);
  }, [tried]);
  return plan;
}

/** Keys of all notes together. */
const touched = ({ columns }: TableDraft, keys: readonly string[]): number =>
  columns.reduce((sum, { from, found }) => sum + (from !== null && keys.includes(from) ? (found?.filled ?? 0) : 0), 0);

const Count = ({ value, label }: { readonly value: number; readonly label: string }): JSX.Element => (
  <p class="ndb-create-count ndb-surface ndb-small-text ndb-stack">
    <strong>{value}</strong>
    {label}
  </p>
);

interface CreateFootProps extends Pick<CreateTableFormProps, 'source' | 'back'> {
  /** The first column that can't be read before a person says how its texts are meant; null: there is none. */
  readonly unanswered: DraftColumn | null;
  readonly isRefused: boolean;
  readonly tried: CreateTableDryRun;
  readonly problem: ProblemText | null;
  readonly isBusy: boolean;
  readonly make: () => void;
}

function CreateFoot(props: CreateFootProps): JSX.Element {
  const { source, unanswered, isRefused, tried, problem, isBusy, make, back } = props;
  return (
    <Foot
      {...{ problem }}
      promise={[
        unanswered === null ? '' : `Say first how ${unanswered.label || unanswered.name} is meant. `,
        isRefused ? 'Not everything fits yet. ' : '',
        'Nothing is written yet. One undo takes all of it back.',
      ].join('')}
    >
      <Button onClick={back}>Back</Button>
      <Button look="main" isOff={isBusy || tried?.kind !== 'accepted' || unanswered !== null} onClick={make}>
        {makeText(source)}
      </Button>
    </Foot>
  );
}

function makeText(source: RowsSource): string {
  switch (source.kind) {
    case 'notes':
      return `Create table, take over ${source.paths.length} ${source.paths.length === 1 ? 'note' : 'notes'}`;
    case 'lines':
      return `Create table with ${source.rows.length} ${source.rows.length === 1 ? 'row' : 'rows'}`;
    case 'nothing':
      return 'Create table';
  }
}
