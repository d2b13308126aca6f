/** All writes, who made them, and the way back: undo, redo, and undo of a part where the whole can't be undone. docs/page.md#history-of-writes */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/form/button';
import { Select, optionsOf } from '../../components/form/field';
import { Icon } from '../../components/icon';
import { StateMessage } from '../../components/state-message';
import type { AppServices } from '../../client/app-services';
import type { Notice } from '../frame/notice';
import { useLiveQuery } from '../../client/live-query';
import type { OperationsClient } from '../../client/operations-client';
import { LoadingPane } from '../../rows/loading-pane';
import { askNewestChanges } from '../../client/read-changes';
import { type RichText, countedNotes, notesOf, plainSentence } from '../../changes/describe-write';
import { type EditRun, foldEdits } from './edit-runs';
import { EntryNotes } from './entry-notes';
import { type ExternalEdit, externalEdits, describeExternalEdit } from './external-edit-entries';
import {
  type FindMigration,
  type HistoryEntry,
  type WrittenValues,
  type Writer,
  clockTime,
  isByProgram,
  journalDays,
  newestFirst,
  describeMigration,
  writerOf,
} from '../../changes/describe-migration';
import { type Refused, RefusedUndo } from './refused-undo';
import { readWrittenValues } from './written-values';
import { tryUndo } from './undo-conflicts';

export interface JournalScreenProps {
  readonly client: OperationsClient;
  readonly services: AppServices;
  readonly canWrite: boolean;
  readonly tell: (notice: Notice) => void;
}

type Writers = 'all' | 'person' | 'program' | 'notes';
const WRITERS: Readonly<Record<Writers, string>> = {
  all: 'All writers',
  person: 'You',
  program: 'Programs',
  notes: 'Edits in the notes',
};
const FIRST = 100;

export function JournalScreen(props: JournalScreenProps): JSX.Element {
  const { client } = props;
  const [limit, setLimit] = useState(FIRST);
  const [writers, setWriters] = useState<Writers>('all');
  const { answer, refresh } = useLiveQuery(client, JSON.stringify(['journal', limit]), {
    ask: async (operations) => {
      const [{ migrations }, events] = await Promise.all([
        operations.run('list_migrations', { limit }),
        askNewestChanges(operations),
      ]);
      const told = await readWrittenValues(operations, events, migrations);
      return { migrations, told, edits: externalEdits(events) };
    },
    isTouched: () => true,
  });
  if (answer.kind !== 'answer') return <LoadingPane {...{ answer, refresh }} title="Reading the history…" />;
  const { migrations, told, edits } = answer.value;
  const byId = new Map(migrations.map((migration) => [migration.migration_id, migration]));
  const writes = migrations.filter(({ actor, failed }) => !failed && isBy(writers, isByProgram(actor)));
  const shown = newestFirst(writes, writers === 'all' || writers === 'notes' ? since(edits, migrations, limit) : []);
  const find: FindMigration = (id) => byId.get(id);
  const ofEntries = { ...props, refresh, told, find };
  return (
    <section class="ndb-journal" aria-label="History">
      <JournalHead {...{ writers, setWriters }} />
      {shown.length === 0 ? (
        <EmptyHistory isFiltered={writers !== 'all'} />
      ) : (
        journalDays(shown, new Date()).map(({ label, entries }) => (
          <section key={label} class="ndb-journal-day">
            <h3 class="ndb-small-text">{label}</h3>
            <ul>
              {foldEdits(entries, told).map((entry) => {
                if ('key' in entry) return <ExternalEntry key={entry.key} edit={entry} services={props.services} />;
                if ('edits' in entry) return <RunEntry key={entry.executed_at} run={entry} {...ofEntries} />;
                return <Entry key={entry.migration_id} migration={entry} {...ofEntries} />;
              })}
            </ul>
          </section>
        ))
      )}
      {migrations.length >= limit && limit < MOST && <Button onClick={() => setLimit(MOST)}>Show earlier ones</Button>}
    </section>
  );
}

interface JournalHeadProps {
  readonly writers: Writers;
  readonly setWriters: (writers: Writers) => void;
}

const JournalHead = ({ writers, setWriters }: JournalHeadProps): JSX.Element => (
  <header class="ndb-journal-head ndb-line">
    <h2 class="ndb-title">What happened</h2>
    <Select aria-label="Writers" value={writers} options={optionsOf(WRITERS)} set={setWriters} />
  </header>
);

const MOST = 1000;

const isBy = (writers: Writers, isProgram: boolean): boolean =>
  writers === 'all' || (writers !== 'notes' && (writers === 'program') === isProgram);

/** Where earlier writes are left off, earlier edits are too. */
function since(
  edits: readonly ExternalEdit[],
  migrations: readonly HistoryEntry[],
  limit: number,
): readonly ExternalEdit[] {
  const oldest = migrations.at(-1)?.executed_at;
  if (oldest === undefined || migrations.length < limit) return edits;
  return edits.filter(({ executed_at: at }) => Date.parse(at) >= Date.parse(oldest));
}

interface ExternalEntryProps {
  readonly edit: ExternalEdit;
  readonly services: AppServices;
}

const ExternalEntry = ({ edit, services }: ExternalEntryProps): JSX.Element => (
  <li class="ndb-entry">
    <span class="ndb-entry-icon" title="Edited in the notes">
      <Icon name="note" />
    </span>
    <div class="ndb-entry-text">
      <Sentence words={describeExternalEdit(edit)} />
      <p class="ndb-entry-facts ndb-small-text">{clockTime(new Date(edit.executed_at))} · taken in, nothing to undo</p>
      <EntryNotes paths={edit.paths} {...{ services }} />
    </div>
  </li>
);

const EmptyHistory = ({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element => (
  <StateMessage
    kind="empty"
    title={isFiltered ? 'Nothing by them in the last 90 days' : 'Nothing was written yet'}
    detail="What you and programs write from now on is listed here, with the way back."
  />
);

const Sentence = ({ words }: { readonly words: RichText }): JSX.Element => (
  <p class="ndb-entry-sentence">
    {words.map((part, index) =>
      typeof part === 'string' ? part : 'strong' in part ? <strong key={index}>{part.strong}</strong> : part.quoted,
    )}
  </p>
);

interface EntryProps extends JournalScreenProps {
  readonly migration: HistoryEntry;
  readonly find: FindMigration;
  readonly told: WrittenValues;
  readonly refresh: () => Promise<void>;
}

interface RunEntryProps extends Omit<EntryProps, 'migration'> {
  readonly run: EditRun;
}

function RunEntry({ run: { words, edits }, ...props }: RunEntryProps): JSX.Element {
  const [newest, oldest] = [edits[0], edits.at(-1)];
  const times = [oldest, newest].map((edit) => clockTime(new Date(edit?.executed_at ?? '')));
  return (
    <li>
      <details class="ndb-entry-run">
        <summary class="ndb-entry">
          <span class="ndb-entry-icon">
            <Icon name="chevron-right" />
          </span>
          <div class="ndb-entry-text">
            <Sentence words={words} />
            <p class="ndb-entry-facts ndb-small-text">
              {[...new Set(times)].join('–')} · {edits.length} edits
            </p>
          </div>
        </summary>
        <ul>
          {edits.map((edit) => (
            <Entry key={edit.migration_id} {...props} migration={edit} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Entry(props: EntryProps): JSX.Element {
  const { client, migration, find, told, canWrite, tell, refresh } = props;
  const [refused, setRefused] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const words = describeMigration(migration, find, told);
  const sentence = plainSentence(words);
  const writer = writerOf(migration.actor);
  const take = async (paths: readonly string[] | null): Promise<void> => {
    setBusy(true);
    const outcome = await tryUndo(client, migration, paths);
    setBusy(false);
    if (outcome.kind === 'refused') return setRefused(outcome);
    setRefused(null);
    const part = paths === null ? '' : `, ${countedNotes(paths.length)} of it`;
    tell({ text: `Taken back: ${sentence}${part}`, migrationId: outcome.migrationId, isProblem: false });
    await refresh();
  };
  const isUndo = migration.undoes !== null;
  const isRedo = typeof find(migration.undoes ?? '')?.undoes === 'string';
  const verb = isUndo && !isRedo ? 'Redo' : 'Undo';
  return (
    <li class={migration.undone ? 'ndb-entry ndb-is-undone' : 'ndb-entry'}>
      <span class={`ndb-entry-icon ndb-is-${writer.kind}`} title={writer.name}>
        <Icon name={isRedo ? 'redo' : isUndo ? 'undo' : writer.kind === 'program' ? 'robot' : 'person'} />
      </span>
      <div class="ndb-entry-text">
        <Sentence words={words} />
        <p class="ndb-entry-facts ndb-small-text">{factsOf(migration, writer)}</p>
        <EntryNotes paths={notesOf(migration)} services={props.services} />
      </div>
      {migration.undone ? (
        <span class="ndb-small-text">taken back</span>
      ) : (
        canWrite && (
          <Button
            icon={verb === 'Redo' ? 'redo' : 'undo'}
            class="ndb-entry-undo"
            aria-label={`${verb}: ${sentence}`}
            isOff={isBusy}
            onClick={() => void take(null)}
          >
            {verb}
          </Button>
        )
      )}
      {refused !== null && <RefusedUndo {...props} {...{ refused, take, isBusy }} />}
    </li>
  );
}

/** Who is in the sentence is not said again. */
function factsOf(migration: HistoryEntry, { kind, name, short }: Writer): string {
  const { executed_at: at, notes_changed: count, undonePaths } = migration;
  const facts = [clockTime(new Date(at)), ...(kind === 'program' && name === short ? [] : [name])];
  if (count > 1) facts.push(countedNotes(count));
  if (undonePaths.length > 0) facts.push(`${undonePaths.length} of ${notesOf(migration).length} taken back`);
  return facts.join(' · ');
}
