/** Takes a migration back: stages the earlier content, and refuses with every conflict. docs/history.md: undo_migration */

import { Catalog, EMPTY_DEFINITION } from '../catalog/catalog';
import { reverseRenames } from '../catalog/references/definition-rename';
import { sameDefinition } from '../catalog/metastore/definition-changes';
import { parseMetastore } from '../catalog/metastore/metastore-file';
import { type Conflict, NotedbError, conflictError, notFound } from '../errors';
import type { ContentHash } from '../history/journal/content-hash';
import type { FileChange, Migration, NoteText } from '../history/journal/migration';
import { contentsOf } from '../history/versions/table-version';
import { folderOf } from '../note/paths';
import { showsMigration } from '../history/scoped-history';
import type { Caller } from '../history/caller';
import type { StagedOutcome, WriteContext } from '../contexts';
import { tablesOfChange } from '../storage/transaction/staged-change';
import { pathAs } from '../rows/row-path';
import { rereadRestored } from '../rows/schema-change/reread-rows';
import { explainRefusal, laterRedefinitions, undoFirst } from './explain-refusal';
import { laterReferences } from './later-references';
import { laterLinkChanges } from './later-relations';
import { settleLaterValues } from './later-values';
import { LaterWrites, type LocatedText, isMetastore } from './later-writes';
import { type DefinitionPart, checkEmptied, stageRestoredDefinitions } from './restored-definitions';
import { UndoneNotes } from './undone-notes';
import { type UndoneChanges, changesToUndo } from './undone-parts';
import { deedOf } from '../schemas/deed';
import { readingAhead } from '../storage/transaction/reading-ahead';

/** `paths`: only these notes, as they are named now; null: all that the migration touched. */
export async function stageUndo(
  context: WriteContext,
  id: string,
  paths: readonly string[] | null,
): Promise<StagedOutcome<{ undoes: string; partial: boolean }>> {
  const { transaction, host, journal } = context;
  const later = undoable(await LaterWrites.after(context, id), id, context.caller);
  const { migration } = later;
  const { changes } = migration;
  const texts = await journal.texts(contentsOf(changes));
  const { indexes, standing } = await changesToUndo(context, later, texts, paths);
  const partial = indexes.length < changes.length ? indexes : undefined;
  const undo = new MigrationUndo(context, later, texts);
  const undone = definitionsFirst(changes, indexes).map((index) => ({ index, path: changes[index]?.to ?? null }));
  for await (const { index } of readingAhead(transaction, undone)) {
    await undo.take(changes[index] as FileChange, index);
    await host.scheduler.pause();
  }
  undo.checkTables();
  await undo.checkReferences(standing);
  await undo.refuseConflicts();
  transaction.tolerated = new Set(migration.brokeRules);
  transaction.pastCatalog = await pastCatalog(context, later);
  await rereadRestored(context);
  await settleLaterValues(context, later);
  const { renamed } = transaction;
  const touched = tablesOfChange(transaction.staging());
  for (const [old, name] of migration.renamed ?? []) renamed.set(name, old);
  if (partial === undefined) transaction.renames.push(...reverseRenames(migration.renames ?? []));
  for (const folder of migration.foldersMade) transaction.foldersLeft.add(folder);
  const tables = migration.tables
    .map((name) => renamed.get(name) ?? name)
    .filter((name) => partial === undefined || touched.has(name));
  return {
    deed: deedOf('undo migration', tables[0] ?? null, {
      counts: partial === undefined ? {} : { notes: partial.length, of: changes.length },
      names: { migration: migration.id, operation: migration.op, summary: migration.summary },
    }),
    tables,
    undoes: migration.id,
    partial,
    returning: textsIn([...(await later.locate(migration.turnedLinks)), ...standing.links]),
    returningWords: textsIn([...(await later.locate(migration.awaitedWords)), ...standing.words]),
    linksSince: () => laterLinkChanges(context, later),
    explain: (error) => explainRefusal(context, later, error),
    extra: () => ({ undoes: migration.id, partial: partial !== undefined }),
  };
}

/** Links and words that the undo leaves as they are written, in the notes as they are named now. */
const textsIn = (texts: readonly LocatedText[]): readonly NoteText[] => texts.map(({ path, text }) => [path, text]);

function undoable(later: LaterWrites | null, id: string, caller: Caller): LaterWrites {
  if (later === null || later.migration.unlisted === true || !showsMigration(caller, later.migration)) {
    throw notFound(`there is no migration ${id}`, 'call list_migrations; entries older than 90 days are gone');
  }
  const { undone, failed } = later.entry;
  if (!undone && !failed) return later;
  const message = failed ? `migration ${id} failed: it changed nothing` : `migration ${id} is undone already`;
  throw conflictError(
    { code: failed ? 'failed' : 'undone', message },
    failed ? 'there is nothing to undo' : 'undo the undo to redo it',
  );
}

/** The definitions in force right before the migration. Null: they are the present ones, or can't be read. */
async function pastCatalog({ journal }: WriteContext, later: LaterWrites): Promise<Catalog | null> {
  const change = later.firstRedefinition();
  if (change === undefined) return null;
  const text = change.before === null ? null : await journal.text(change.before);
  const reading = text === null ? { catalog: EMPTY_DEFINITION } : parseMetastore(text);
  return 'catalog' in reading ? new Catalog(reading.catalog, folderOf(change.from ?? change.to ?? '')) : null;
}

/** The last change first; but the definitions before all, so that each row is read by them once. */
function definitionsFirst(changes: readonly FileChange[], indexes: readonly number[]): readonly number[] {
  const newestFirst = [...indexes].sort((a, b) => b - a);
  const defines = (index: number): boolean => isDefinition(changes[index] as FileChange);
  return [...newestFirst.filter(defines), ...newestFirst.filter((index) => !defines(index))];
}

const isDefinition = ({ from, to }: FileChange): boolean => isMetastore(to ?? from ?? '');

/** Other notes bore its id too, and it was the row: the id of a copy is not recorded. */
const heldSharedId = ({ id, broke }: FileChange): boolean => id !== undefined && broke?.includes('id') === true;

const MEND = 'edit these notes';
const TAKE_BACK = 'revert the external edits of the definitions';
const TAKE_AWAY = 'delete these rows with delete_rows';

class MigrationUndo {
  private readonly conflicts: Conflict[] = [];
  private references: readonly Conflict[] = [];
  private readonly notes: UndoneNotes;
  /** The later writes that prevent the undo. */
  private readonly writes = new Set<Migration>();
  /** What to do besides undoing later writes. */
  private readonly remedies = new Set<string>();
  /** The definitions that changed after the migration. */
  private readonly redefined: DefinitionPart[] = [];

  constructor(
    private readonly context: WriteContext,
    private readonly later: LaterWrites,
    /** By hash, before and after the migration. */
    private readonly texts: ReadonlyMap<ContentHash, string>,
  ) {
    this.notes = new UndoneNotes(context, later);
  }

  /** `undoes`: the index of the change. */
  async take(change: FileChange, undoes: number): Promise<void> {
    const { transaction } = this.context;
    if (change.asIs !== undefined) return this.takeOpaque(change, undoes);
    const after = this.text(change.after);
    const before = this.text(change.before);
    if ((change.after !== null && after === null) || (change.before !== null && before === null)) {
      return this.conflict(change.to ?? change.from ?? '', 'gone', 'its earlier content is no longer in the journal');
    }
    const present = change.to === null ? null : await this.present(change, after as string);
    if (change.to !== null && present === null) return;
    const from = change.from === null ? null : pathAs(transaction, change.from);
    if (from !== null && from !== present?.path) {
      const holder = transaction.takenBy(from);
      if (holder !== null && holder !== present?.path) {
        return this.conflict(from, 'exists', `${from} is taken by another note now`);
      }
    }
    if (isDefinition(change)) {
      return stageRestoredDefinitions(
        this.context,
        { change, undoes },
        { after, before, present: present?.text ?? null },
        (message, part) => {
          this.conflict(change.to ?? change.from ?? '', 'definition', message, null);
          if (part !== undefined) this.redefined.push(part);
        },
      );
    }
    transaction.put({
      from: present?.path ?? null,
      to: from,
      before: present?.text ?? null,
      after: before,
      kind: 'restore',
      restores: change.broke ?? [],
      undoes,
      holdsId: heldSharedId(change),
    });
  }

  private text(hash: ContentHash | null): string | null {
    return hash === null ? null : (this.texts.get(hash) ?? null);
  }

  /** A file that was moved unread goes back whatever it holds by now. */
  private async takeOpaque(change: FileChange, undoes: number): Promise<void> {
    const { transaction, host } = this.context;
    const { to } = change;
    if (change.from === null || to === null) return;
    const from = pathAs(transaction, change.from);
    const stat = await host.vault.stat(to);
    if (stat === null) return this.conflict(to, 'missing', `${to} is gone`);
    if (transaction.takenBy(from) !== null)
      return this.conflict(from, 'exists', `${from} is taken by another file now`);
    const { size, mtime } = stat;
    transaction.put({ kind: 'opaque', from: to, to: from, before: null, after: null, asIs: { size, mtime }, undoes });
  }

  private async present(change: FileChange, after: string): Promise<{ path: string; text: string } | null> {
    const found = await this.notes.find(change, after);
    if ('text' in found) return found;
    for (const write of found.writes) this.writes.add(write);
    this.conflicts.push(found.conflict);
    this.remedies.add(MEND);
    return null;
  }

  checkTables(): void {
    const { transaction } = this.context;
    for (const message of checkEmptied(transaction, this.later.migration))
      this.conflict(transaction.before.metastore ?? '', 'definition', message, TAKE_AWAY);
  }

  /** Of the changes staged so far: the undo's own writes restore the former text. */
  async checkReferences(standing: UndoneChanges['standing']): Promise<void> {
    this.references = await laterReferences(this.context, this.later, standing);
  }

  private conflict(path: string, code: string, message: string, remedy: string | null = MEND): void {
    this.conflicts.push({ path, column: null, code, message });
    if (remedy !== null) this.remedies.add(remedy);
  }

  private async redefinitions(): Promise<readonly Migration[]> {
    const { redefined } = this;
    if (redefined.length === 0) return [];
    return laterRedefinitions(this.context, this.later, (old, next) =>
      redefined.some((part) => !sameDefinition(part(old), part(next))),
    );
  }

  async refuseConflicts(): Promise<void> {
    const conflicts = [...this.conflicts, ...this.references];
    const { length } = conflicts;
    if (length === 0) return;
    const isReferenced = this.conflicts.length === 0;
    const redefinitions = await this.redefinitions();
    if (this.redefined.length > 0 && redefinitions.length === 0) this.remedies.add(TAKE_BACK);
    const writes = [...new Set([...this.writes, ...redefinitions])].sort((a, b) => b.seq - a.seq);
    throw new NotedbError(
      'conflict',
      `${this.later.migration.op} can't be undone: ${conflicts[0]?.message ?? ''}${length > 1 ? ` (and ${length - 1} more)` : ''}`,
      {
        conflicts,
        hint: isReferenced
          ? 'unlink these rows first, or undo the writes that linked them'
          : `${['undo the later writes first', ...this.remedies].join(', or ')}${writes.length === 0 ? '' : `: ${undoFirst(writes)}`}`,
      },
    );
  }
}
