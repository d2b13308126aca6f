/** undo_migration: puts the earlier content back when every touched note still has what the migration left. spec: States, D7, D17. */

import * as z from 'zod';
import { METASTORE_NAME } from '../../commit/definitions-file';
import { type DefinitionPart, checkEmptied, stageRestoredDefinitions } from '../schema/restore-definitions';
import { rereadRestored } from '../schema/reread-rows';
import { sameDefinition } from '../../catalog/metastore/definition-changes';
import { type Conflict, NotedbError, notFound } from '../../errors';
import type { ContentHash } from '../../history/journal/content-hash';
import type { FileChange, Migration, NoteText } from '../../history/journal/migration';
import type { Journal } from '../../history/journal/journal';
import type { MigrationEntry } from '../../history/journal/list-migrations';
import { contentsOf } from '../../history/versions/table-version';
import { sameNote } from '../../note/same-note';
import { baseNameOf, isMarkdown } from '../../note/paths';
import { dryRun } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import { pathAs } from '../rows/row-place';
import { definitionsBefore } from './definitions-then';
import { explainRefusal, wayBack } from './explain-refusal';
import { holdersSince } from './holders-since';
import { laterRedefinitions } from './later-definitions';
import { linksSince } from './links-since';
import { textsNow } from './notes-since';
import { type Trail, trailsSince } from './trails-since';
import { settleValuesSince } from './values-since';
import type { NotePath } from '../../ports/vault-port';
import { encodeUtf8 } from '../../values/utf8';

export const undoMigration = defineWrite({
  name: 'undo_migration',
  group: 'history',
  effect: 'write',
  summary: 'Takes a write back: every note it touched gets its earlier content.',
  description:
    'Refused with the list of conflicts when a touched note changed since, or when somebody links since to a row that would go; a note that was only formatted anew does not count, a moved one is found by its id. The undo is itself a migration: undo it to redo.',
  input: z.strictObject({
    migration_id: z.string().min(1).describe('From list_migrations'),
    dry_run: dryRun,
  }),
  refusals: [
    'a touched note changed since',
    'a row that would go is linked since, or its name is a word since',
    'what comes back names a row that has another name since, or is gone',
    'a row that comes back breaks what its table asks only since',
    'the migration is undone already, failed, or is not known',
  ],
  stage: async (context, args) => {
    const { migration } = await findMigration(context, args.migration_id);
    const undo = new Undo(context, migration, await context.journal.texts(contentsOf(migration.changes)));
    for (const change of definitionsFirst(migration)) {
      await undo.take(change);
      await context.host.scheduler.pause();
    }
    undo.checkTables();
    await undo.checkHolders();
    await undo.refuseConflicts();
    context.transaction.tolerated = new Set(migration.brokeRules);
    context.transaction.definedThen = await definitionsBefore(context, migration);
    await rereadRestored(context);
    await settleValuesSince(context, migration);
    const { renamed } = context.transaction;
    for (const [old, name] of migration.renamed ?? []) renamed.set(name, old);
    for (const folder of migration.foldersMade) context.transaction.foldersLeft.add(folder);
    return {
      summary: `undid ${migration.op}: ${migration.summary}`,
      tables: migration.tables.map((name) => renamed.get(name) ?? name),
      undoes: migration.id,
      returning: await textsStaying(context, migration, migration.turnedLinks),
      returningWords: await textsStaying(context, migration, migration.awaitedWords),
      linksSince: () => linksSince(context, migration),
      explain: (error) => explainRefusal(context, migration, error),
      extra: () => ({ undoes: migration.id }),
    };
  },
});

/** The last change first; but the definitions before all, so that each row is read by them once. */
function definitionsFirst({ changes }: Migration): readonly FileChange[] {
  const newestFirst = [...changes].reverse();
  const isDefinition = (change: FileChange): boolean => baseNameOf(change.to ?? change.from ?? '') === METASTORE_NAME;
  return [...newestFirst.filter(isDefinition), ...newestFirst.filter((change) => !isDefinition(change))];
}

/** Links and words that the undo leaves as they are written, in the notes as they are called now. */
async function textsStaying(
  context: WriteContext,
  migration: Migration,
  texts: readonly NoteText[] = [],
): Promise<readonly NoteText[]> {
  return (await textsNow(context, migration, texts)).map(({ path, text }) => [path, text]);
}

async function findMigration({ journal }: WriteContext, id: string): Promise<MigrationEntry> {
  const entry = await entryOf(journal, id);
  if (entry === null || entry.migration.unlisted === true) {
    throw notFound(`there is no migration ${id}`, 'call list_migrations; entries older than 90 days are gone');
  }
  if (!entry.undone && !entry.failed) return entry;
  const message = entry.failed ? `migration ${id} failed: it changed nothing` : `migration ${id} is undone already`;
  throw new NotedbError('conflict', message, {
    conflicts: [{ path: null, column: null, code: entry.failed ? 'failed' : 'undone', message }],
    hint: entry.failed ? 'there is nothing to undo' : 'undo the undo to redo it',
  });
}

async function entryOf(journal: Journal, id: string): Promise<MigrationEntry | null> {
  for await (const entry of journal.newestFirst()) if (entry.migration.id === id) return entry;
  return null;
}

/** Other notes bore its id too, and it was the row: the id of a copy is not recorded. */
const heldSharedId = ({ id, broke }: FileChange): boolean => id !== undefined && broke?.includes('id') === true;

const MEND = 'mend these notes by hand';
const TAKE_BACK = 'take back what was edited by hand in the definitions';
const TAKE_AWAY = 'take these rows away with delete_rows';

class Undo {
  private readonly conflicts: Conflict[] = [];
  private holders: readonly Conflict[] = [];
  private readonly elsewhere: TextsElsewhere;
  private trails: ReadonlyMap<string, Trail> | null = null;
  private readonly later = new Set<Migration>();
  /** What can be done but undo later writes. */
  private readonly ways = new Set<string>();
  /** What else is defined now than the migration left. */
  private readonly redefined: DefinitionPart[] = [];

  constructor(
    private readonly context: WriteContext,
    private readonly migration: Migration,
    /** By hash, before and after it. */
    private readonly texts: ReadonlyMap<ContentHash, string>,
  ) {
    this.elsewhere = new TextsElsewhere(context);
  }

  async take(change: FileChange): Promise<void> {
    const { transaction } = this.context;
    if (change.asIs !== undefined) return this.takeAsIs(change);
    const after = this.text(change.after);
    const before = this.text(change.before);
    if ((change.after !== null && after === null) || (change.before !== null && before === null)) {
      return this.conflict(change.to ?? change.from ?? '', 'gone', 'its earlier content is no longer in the journal');
    }
    const present = change.to === null ? null : await this.find(change, after as string);
    if (change.to !== null && present === null) return;
    const from = change.from === null ? null : pathAs(transaction, change.from);
    if (from !== null && from !== present?.path) {
      const holder = transaction.takenBy(from);
      if (holder !== null && holder !== present?.path) {
        return this.conflict(from, 'exists', `${from} is taken by another note now`);
      }
    }
    if (baseNameOf(change.to ?? change.from ?? '') === METASTORE_NAME) {
      return stageRestoredDefinitions(
        this.context,
        change,
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
      forGood: true,
      restores: change.broke ?? [],
      ...(heldSharedId(change) ? { holdsId: true } : {}),
    });
  }

  private text(hash: ContentHash | null): string | null {
    return hash === null ? null : (this.texts.get(hash) ?? null);
  }

  /** A file that was moved unread goes back whatever it holds by now. */
  private async takeAsIs(change: FileChange): Promise<void> {
    const { transaction, host } = this.context;
    const { to } = change;
    if (change.from === null || to === null) return;
    const from = pathAs(transaction, change.from);
    const stat = await host.vault.stat(to);
    if (stat === null) return this.conflict(to, 'missing', `${to} is gone`);
    if (transaction.takenBy(from) !== null)
      return this.conflict(from, 'exists', `${from} is taken by another file now`);
    const { size, mtime } = stat;
    transaction.put({ from: to, to: from, before: null, after: null, asIs: { size, mtime }, restores: [] });
  }

  /** The note as the migration left it, perhaps moved or formatted since; null with a conflict when it is not. */
  private async find(change: FileChange, after: string): Promise<{ path: string; text: string } | null> {
    const { transaction } = this.context;
    const to = change.to as string;
    const isLeft = (text: string): boolean =>
      text === after || baseNameOf(to) === METASTORE_NAME || sameNote(text, after);
    const there = await transaction.read(to);
    if (there !== null && isLeft(there)) return { path: to, text: there };
    const trail = await this.trail(to);
    // What lies in an archive follows the archive. A note that was only changed has its place from the later write.
    const followed = change.from === to ? null : trail?.path;
    const path = this.movedTo(change) ?? followed ?? to;
    const text = path === to ? there : await transaction.read(path);
    if (text !== null && isLeft(text)) return { path, text };
    for (const write of trail?.writes ?? []) this.later.add(write);
    if (text === null) this.conflict(to, 'missing', `${to} is gone${await this.whereTo(after)}`);
    else this.conflict(path, 'changed', `${path} changed since`);
    return null;
  }

  /** A plain note that somebody renamed has nothing but its text to be known by, and another one may have the same. */
  private async whereTo(text: string): Promise<string> {
    const paths = await this.elsewhere.find(text);
    return paths.length === 0 ? '' : `; ${paths.join(', ')} reads as it did: if that is the note, move it back first`;
  }

  private async trail(to: string): Promise<Trail | undefined> {
    this.trails ??= await trailsSince(this.context, this.migration);
    return this.trails.get(to);
  }

  /** D7: a moved file is found by its row id. */
  private movedTo({ id, table }: FileChange): string | null {
    // The table may have its earlier name already: definitions are put back first.
    const { before } = this.context.transaction;
    if (id === undefined || table === undefined || before.catalog.table(table) === null) return null;
    return before.table(table).rowById(id)?.path ?? null;
  }

  checkTables(): void {
    const { transaction } = this.context;
    for (const message of checkEmptied(transaction, this.migration))
      this.conflict(transaction.before.metastore ?? '', 'definition', message, TAKE_AWAY);
  }

  async checkHolders(): Promise<void> {
    this.holders = await holdersSince(this.context, this.migration);
  }

  private conflict(path: string, code: string, message: string, way: string | null = MEND): void {
    this.conflicts.push({ path, column: null, code, message });
    if (way !== null) this.ways.add(way);
  }

  private async redefinitions(): Promise<readonly Migration[]> {
    const { redefined } = this;
    if (redefined.length === 0) return [];
    return laterRedefinitions(this.context, this.migration, (old, next) =>
      redefined.some((part) => !sameDefinition(part(old), part(next))),
    );
  }

  async refuseConflicts(): Promise<void> {
    const conflicts = [...this.conflicts, ...this.holders];
    const { length } = conflicts;
    if (length === 0) return;
    const isHeld = this.conflicts.length === 0;
    const redefinitions = await this.redefinitions();
    if (this.redefined.length > 0 && redefinitions.length === 0) this.ways.add(TAKE_BACK);
    for (const write of redefinitions) this.later.add(write);
    const later = [...this.later].sort((a, b) => b.seq - a.seq);
    throw new NotedbError(
      'conflict',
      `${this.migration.op} can't be undone: ${conflicts[0]?.message ?? ''}${length > 1 ? ` (and ${length - 1} more)` : ''}`,
      {
        conflicts,
        hint: isHeld
          ? 'unlink these rows first, or undo the writes that linked them'
          : `${['undo the later writes first', ...this.ways].join(', or ')}${later.length === 0 ? '' : `: ${wayBack(later)}`}`,
      },
    );
  }
}

/** Notes that are named. */
const MOST_NAMED = 3;

class TextsElsewhere {
  private bySize: ReadonlyMap<number, readonly NotePath[]> | null = null;

  constructor(private readonly context: WriteContext) {}

  /** In the order of their paths, at most three. Reads only notes of the same size. */
  async find(text: string): Promise<readonly NotePath[]> {
    const { transaction, host } = this.context;
    this.bySize ??= await this.notesBySize();
    const found: NotePath[] = [];
    for (const path of this.bySize.get(encodeUtf8(text).length) ?? []) {
      await host.scheduler.pause();
      if (found.length < MOST_NAMED && (await transaction.read(path)) === text) found.push(path);
    }
    return found.sort();
  }

  private async notesBySize(): Promise<ReadonlyMap<number, readonly NotePath[]>> {
    const { transaction, host } = this.context;
    const bySize = new Map<number, NotePath[]>();
    for (const [path, { size }] of transaction.before.files) {
      await host.scheduler.pause();
      const paths = bySize.get(size);
      if (!isMarkdown(path)) continue;
      if (paths === undefined) bySize.set(size, [path]);
      else paths.push(path);
    }
    return bySize;
  }
}
