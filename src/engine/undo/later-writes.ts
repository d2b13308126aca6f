/** The writes after a migration: which notes, rows and definitions they touched. docs/history.md: undo_migration */

import { baseNameOf } from '../note/paths';
import { METASTORE_NAME } from '../catalog/catalog';
import type { MigrationEntry } from '../history/journal/migration-states';
import type { FileChange, Migration, NoteText } from '../history/journal/migration';
import { contentsOf } from '../history/versions/table-version';
import type { SchedulerPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { WriteContext } from '../contexts';

type Reading = Pick<WriteContext, 'journal' | 'host' | 'transaction'>;

export interface LaterStep {
  readonly migration: Migration;
  readonly change: FileChange;
}

/** One note, through the writes that touched it. An external move is not in it. */
export class NoteTrail {
  readonly steps: LaterStep[] = [];

  constructor(
    /** The path that the note had right after the migration; null: it was made later. */
    readonly origin: NotePath | null,
    /** Where the writes took it; null: they deleted it. */
    public path: NotePath | null,
    /** The latest row id. */
    public id: string | undefined,
  ) {}

  /** The first change of the note as a row; undefined: it never was one. */
  get firstAsRow(): FileChange | undefined {
    return this.steps.find(({ change: { id, table } }) => id !== undefined || table !== undefined)?.change;
  }
}

/** A row that was written after the migration. */
export interface LaterRow {
  /** Its first change after the migration. */
  readonly first: FileChange;
  /** The row's text before that change; null: there was none, or the journal no longer holds it. */
  readonly textBefore: string | null;
  /** Where the row lies before the undo; null: it is gone. */
  readonly path: NotePath | null;
}

/** A link or a word in a note that may have moved since. */
export interface LocatedText {
  /** Where the note lay when the migration was made. */
  readonly pastPath: NotePath;
  readonly path: NotePath;
  readonly text: string;
}

export interface MetastoreChange {
  readonly migration: Migration;
  /** The change of the metastore file. */
  readonly change: FileChange;
}

export class LaterWrites {
  /** Neither undone nor an undo of another later write; oldest first. */
  private readonly holding: ReadonlySet<Migration>;
  private known: Promise<Trails> | null = null;

  private constructor(
    private readonly context: Reading,
    /** The migration that is to be undone. */
    readonly entry: MigrationEntry,
    /** Oldest first, without the failed ones. */
    private readonly entries: readonly MigrationEntry[],
  ) {
    const isLater = new Set(entries.map(({ migration }) => migration.id));
    const holds = ({ migration, undone }: MigrationEntry): boolean => !undone && !isLater.has(migration.undoes ?? '');
    this.holding = new Set(entries.filter(holds).map(({ migration }) => migration));
  }

  /** Reads the journal back to the migration with this id; null: there is none. */
  static async after(context: Reading, id: string): Promise<LaterWrites | null> {
    const later: MigrationEntry[] = [];
    for await (const entry of context.journal.newestFirst()) {
      if (entry.migration.id === id) return new LaterWrites(context, entry, later.reverse());
      if (!entry.failed) later.push(entry);
    }
    return null;
  }

  get migration(): Migration {
    return this.entry.migration;
  }

  /** The note that had this path right after the migration; undefined: neither the migration nor a later write touched it. */
  async of(path: NotePath): Promise<NoteTrail | undefined> {
    return (await this.trails()).byOrigin.get(path);
  }

  /** The later writes that touched the note and still hold, the newest first. */
  async writesOf(path: NotePath): Promise<readonly Migration[]> {
    const steps = (await this.of(path))?.steps ?? [];
    return steps.flatMap(({ migration }) => (this.holding.has(migration) ? [migration] : [])).reverse();
  }

  /** Every note that a later write touched. */
  async notes(): Promise<readonly NoteTrail[]> {
    return (await this.trails()).all.filter(({ steps }) => steps.length > 0);
  }

  /** In the order of first writes. A row is found by its id, also after an external move; without one, by its way through the journal. */
  async rows(isConcerned: (first: FileChange) => boolean = () => true): Promise<readonly LaterRow[]> {
    const { journal, transaction } = this.context;
    const rows = (await this.notes()).flatMap((note) => {
      const first = note.firstAsRow;
      return first === undefined || !isConcerned(first) ? [] : [{ note, first }];
    });
    const texts = await journal.texts(contentsOf(rows.map(({ first: { before } }) => ({ before, after: null }))));
    return rows.map(({ note: { id, path }, first }) => ({
      first,
      textBefore: first.before === null ? null : (texts.get(first.before) ?? null),
      path: id === undefined ? path : transaction.before.pathOfId(id),
    }));
  }

  /** The texts in the notes as these are named before the undo, without those of notes that are gone. */
  async locate(texts: readonly NoteText[] = []): Promise<readonly LocatedText[]> {
    const located: LocatedText[] = [];
    for (const [pastPath, text, id] of texts) {
      const path = await this.pathNow(pastPath, id);
      if (path !== null) located.push({ pastPath, path, text });
    }
    return located;
  }

  /** How the note is named now that had this path right after the migration, and perhaps a row id; null: it is gone. */
  async pathNow(path: NotePath, id: string | undefined): Promise<NotePath | null> {
    const holder = id === undefined ? null : this.context.transaction.before.pathOfId(id);
    const trail = holder === null ? await this.of(path) : undefined;
    return holder ?? (trail === undefined ? path : trail.path);
  }

  /** The later writes that changed the definitions and still hold, the newest first. */
  redefinitions(): readonly MetastoreChange[] {
    return [...this.holding].flatMap(redefinitionIn).reverse();
  }

  /** The first change of the metastore file, that of the migration itself included. An external edit of the file is in no journal. */
  firstRedefinition(): FileChange | undefined {
    const all = [this.migration, ...this.entries.map(({ migration }) => migration)];
    return all.flatMap(redefinitionIn)[0]?.change;
  }

  private trails(): Promise<Trails> {
    return (this.known ??= trailsOf(this.migration, this.entries, this.context.host.scheduler));
  }
}

/** Asked of every note of every write: the ending decides most of them. */
export const isMetastore = (path: NotePath): boolean =>
  path.endsWith(METASTORE_NAME) && baseNameOf(path) === METASTORE_NAME;

function redefinitionIn(migration: Migration): readonly MetastoreChange[] {
  const change = migration.changes.find(({ from, to }) => isMetastore(to ?? from ?? ''));
  return change === undefined ? [] : [{ migration, change }];
}

interface Trails {
  readonly all: readonly NoteTrail[];
  readonly byOrigin: ReadonlyMap<NotePath, NoteTrail>;
}

async function trailsOf(
  { changes }: Migration,
  entries: readonly MigrationEntry[],
  scheduler: SchedulerPort,
): Promise<Trails> {
  const all: NoteTrail[] = [];
  const byOrigin = new Map<NotePath, NoteTrail>();
  const byPath = new Map<NotePath, NoteTrail>();
  const byId = new Map<string, NoteTrail>();
  const begin = (origin: NotePath | null, id: string | undefined): NoteTrail => {
    const trail = new NoteTrail(origin, origin, id);
    all.push(trail);
    if (origin !== null && !byOrigin.has(origin)) byOrigin.set(origin, trail);
    if (id !== undefined) byId.set(id, trail);
    return trail;
  };
  for (const { to, id } of changes) if (to !== null) byPath.set(to, begin(to, id));
  for (const { migration } of entries) {
    const steps = migration.changes.map((change) => {
      const { from, id } = change;
      const known = (id === undefined ? undefined : byId.get(id)) ?? (from === null ? undefined : byPath.get(from));
      return { change, trail: known ?? begin(from, id) };
    });
    for (const { trail } of steps) if (trail.path !== null) byPath.delete(trail.path);
    for (const { change, trail } of steps) {
      const { to, id } = change;
      trail.steps.push({ migration, change });
      trail.path = to;
      trail.id = id ?? trail.id;
      if (trail.id !== undefined) byId.set(trail.id, trail);
      if (to !== null) byPath.set(to, trail);
    }
    await scheduler.pause();
  }
  return { all, byOrigin };
}
