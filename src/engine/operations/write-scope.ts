/** The changes that a write of an app may make, and its answer. docs/rights.md#writes; D13, D22 */

import { type Conflict, NotedbError, type Violation } from '../errors';
import type { WriteContext } from '../contexts';
import { EMPTY_DEFINITION } from '../catalog/catalog';
import { definitionChangesBetween } from '../catalog/metastore/definition-changes';
import { writeMetastore } from '../catalog/metastore/metastore-file';
import { ScopedNotes } from '../commit/scoped-notes';
import { ScopedHistory } from '../history/scoped-history';
import type { App, Caller } from '../history/caller';
import { isInside } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { ScopedView } from '../storage/scoped-view';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { VaultTable } from '../storage/view';
import { isGiven } from '../schemas/arguments';
import type { WriteOperation } from './define-operation';
import { explainFailure } from './explain-failure';
import { requirePermission } from './permissions';
import type { PlannedResult } from './plan/plan-result';
import { matchesPatterns } from '../text/table-patterns';

type Touched = Pick<StagedChange, 'was' | 'becomes' | 'from' | 'to'>;

const tablesOf = ({ was, becomes }: Touched): readonly string[] => [
  ...(was === null ? [] : [was.table]),
  ...(becomes === null ? [] : [becomes.table]),
];

const HIDDEN = 'something outside of the tables of this app prevents it';

/** Stages the same write on another transaction. Rejects as the write does. */
export type Restage = (context: WriteContext) => Promise<void>;

/** Null for the owner, from whom nothing is hidden. */
export const writeScopeOf = (context: WriteContext): WriteScope | null =>
  context.caller.kind === 'owner' ? null : new WriteScope(context, context.caller);

/**
 * A write is planned on the whole database, because its rules are. The refusal and the warnings for an app come from a plan of the
 * same write on the part that the app sees: so nothing hidden is in them, whatever they quote.
 */
class WriteScope {
  private readonly view: ScopedView<VaultTable>;

  constructor(
    private readonly context: WriteContext,
    private readonly caller: App,
  ) {
    const { name, tables, permissions } = caller;
    const scope = { name, tables, rows: true, notes: permissions.has('notes') };
    this.view = new ScopedView(context.transaction.before, scope, true);
  }

  /** Whether the app may know of the change: a note without a table counts for the table that it names or lies in. */
  readonly shows = (change: Touched): boolean => {
    const tables = tablesOf(change);
    if (tables.length > 0) return tables.every((table) => matchesPatterns(table, this.caller.tables));
    return [change.from, change.to].every((path) => path === null || this.view.sees(path));
  };

  /** Throws before anything is planned. */
  requirePermissions({ name, group }: Pick<WriteOperation, 'name' | 'group'>): void {
    const { caller } = this;
    if (name === 'adopt_rows' && !caller.permissions.has('notes')) throw needsNotes(caller);
    if (group === 'notes') requirePermission(caller, 'notes', name);
  }

  /** Hidden things can't be named: the refusal is that of the plan on what the app sees. */
  async requireNames(input: unknown, restage: Restage): Promise<void> {
    const { bases, paths, folder } = (input ?? {}) as Readonly<Record<'bases' | 'paths' | 'folder', unknown>>;
    this.requireBases(bases);
    const named = [
      ...(Array.isArray(paths) ? (paths as readonly unknown[]) : []),
      ...(isGiven(folder) ? [folder] : []),
    ];
    const isThere = (path: unknown): boolean =>
      typeof path === 'string' && (this.view.files.has(path) || this.view.hasFolder(path));
    if (seesAll(this.caller) || named.every(isThere)) return;
    const { error } = await this.planSeen(restage);
    const isUnknown = error?.violations.some(({ code, path }) => code === 'path' && named.includes(path)) === true;
    if (isUnknown) throw new NotedbError('refused', HIDDEN);
  }

  /** A base that only hidden tables use is unknown. */
  private requireBases(bases: unknown): void {
    const known = this.view.catalog.definition.bases;
    const whole = this.context.transaction.before.catalog.definition.bases;
    const isHidden = (name: unknown): boolean => typeof name === 'string' && whole.has(name) && !known.has(name);
    if (Array.isArray(bases) && bases.some(isHidden)) throw new NotedbError('refused', HIDDEN);
  }

  /**
   * Throws `forbidden` when rows of hidden tables would change, but for links that follow a move, and when notes become rows for an app
   * that may not see notes.
   */
  requireChanges(changes: readonly StagedChange[]): void {
    const { caller } = this;
    for (const change of changes) {
      if (isFollower(change) || bringsBack(change)) continue;
      if (tablesOf(change).some((table) => !matchesPatterns(table, caller.tables))) throw reachesOut(caller);
      if (change.from === null || change.was !== null || change.becomes === null) continue;
      if (!caller.permissions.has('notes')) throw needsNotes(caller);
      // For the app there is no such note.
      if (!this.view.sees(change.from)) throw new NotedbError('refused', HIDDEN);
    }
  }

  /** Throws for a write of notes that touches one that the app does not see. */
  requireNotes(changes: readonly StagedChange[]): void {
    const isHidden = ({ from }: StagedChange): boolean => from !== null && !this.view.sees(from);
    if (changes.some((change) => !isFollower(change) && isHidden(change))) throw new NotedbError('refused', HIDDEN);
  }

  /** The refusal for the app. `thrown`: by the whole plan. */
  async refusal(thrown: unknown, restage: Restage): Promise<unknown> {
    const error = explainFailure(thrown);
    if (!(error instanceof NotedbError) || error.code === 'forbidden' || seesAll(this.caller)) return error;
    if (error.file !== null) return refusalOfFile(this.caller, error, (file) => this.view.sees(file));
    const seen = await this.planSeen(restage);
    return seen.error ?? unnamedRefusal(error);
  }

  /** The warnings of the write become those for the app: the whole write of which it is a step takes them over. */
  async limitWarnings({ warnings }: Transaction, restage: Restage): Promise<void> {
    if (seesAll(this.caller) || warnings.length === 0) return;
    const seen = await this.planSeen(restage);
    warnings.splice(0, warnings.length, ...seen.warnings);
  }

  /** The result without what the app may not read. */
  result<T extends PlannedResult>(planned: T): T {
    const { permissions } = this.caller;
    if (!permissions.has('read')) return withoutValues(planned);
    // Front matter has undeclared properties too.
    return permissions.has('notes') ? planned : withoutFrontMatter(planned);
  }

  /** The file of the definitions, as it would be without hidden parts. */
  private definitionsFile(): ReadonlyMap<NotePath, string> {
    const { metastore, catalog } = this.view;
    const changes = definitionChangesBetween(EMPTY_DEFINITION, catalog.definition);
    return metastore === null ? new Map() : new Map([[metastore, writeMetastore(null, changes)]]);
  }

  /** What comes of the write on the part of the database that the app sees. */
  private async planSeen(restage: Restage): Promise<{ error: NotedbError | null; warnings: string[] }> {
    const { context, view, caller } = this;
    const transaction = context.transaction.onPart(view, this.definitionsFile());
    const seesTable = (table: string): boolean => matchesPatterns(table, caller.tables);
    const host = { ...context.host, vault: new ScopedNotes(context.host.vault, view) };
    const journal = new ScopedHistory(context.journal, seesTable, (path) => view.sees(path));
    try {
      await restage({ ...context, transaction, host, journal });
      return { error: null, warnings: [...transaction.warnings] };
    } catch (thrown) {
      return { error: toldError(thrown, transaction), warnings: [...transaction.warnings] };
    }
  }
}

/** A plan that meets hidden data returns its findings so far; null: none. */
function toldError(thrown: unknown, { violations }: Transaction): NotedbError | null {
  if (thrown instanceof NotedbError && thrown.code !== 'forbidden') return thrown;
  const [first] = violations;
  return first === undefined ? null : new NotedbError('refused', first.message, { violations });
}

const seesAll = ({ tables, permissions }: App): boolean => tables === null && permissions.has('notes');

/** The files of a write that an app may know of, and their folders: judged while it is planned, since others may change them until it is done. */
export function filesShown(changes: readonly StagedChange[], shows: (change: StagedChange) => boolean): SeesFile {
  const shown = changes.flatMap((change) => (shows(change) ? [change.from, change.to] : []));
  const paths = new Set(shown);
  return (file) => paths.has(file) || shown.some((path) => path !== null && isInside(path, file));
}

export type SeesFile = (file: NotePath) => boolean;

/** A refusal by the disk, or by an external edit, without the file where the caller does not see it. */
export function refusalOfFile(caller: Caller, thrown: unknown, sees: SeesFile): unknown {
  const error = explainFailure(thrown);
  if (!(error instanceof NotedbError) || error.file === null) return error;
  const isSeen = caller.kind === 'owner' || seesAll(caller) || sees(error.file);
  if (isSeen) return error.with({ file: null });
  return unnamedRefusal(error).with({
    hint: 'repeat the call; when it is refused again, ask the owner, who sees what it is',
  });
}

/** How many there are is hidden too. */
function unnamedRefusal(error: NotedbError): NotedbError {
  const once = <T extends { readonly code: string }, U>(items: readonly T[], unnamed: (item: T) => U): readonly U[] =>
    [...new Map(items.map((item) => [item.code, item])).values()].map(unnamed);
  return new NotedbError(error.code, HIDDEN, {
    violations: once(error.violations, unnamedViolation),
    conflicts: once(error.conflicts, unnamedConflict),
    hint: 'ask the owner, who sees what it is',
  });
}

const unnamedViolation = ({ code }: Violation): Violation => ({
  path: null,
  column: null,
  code,
  message: HIDDEN,
  value: null,
});

const unnamedConflict = ({ code }: Conflict): Conflict => ({ path: null, column: null, code, message: HIDDEN });

/** Earlier content of a note that is still there: an undo of the app's own write takes the links back that followed it. */
const bringsBack = ({ kind, from, to }: StagedChange): boolean => kind === 'restore' && from !== null && to !== null;

const reachesOut = ({ name }: App): NotedbError =>
  new NotedbError('forbidden', `${name} may not do this: rows outside of its tables would change`, {
    hint: 'ask the owner for a token with all the tables that belong together',
  });

const needsNotes = ({ name }: App): NotedbError =>
  new NotedbError('forbidden', `${name} may not turn notes into rows: its token lacks "notes"`, {
    hint: 'ask the owner for a token with that permission',
  });

/** To an app that may write and not read: paths and counts. D22 */
const withoutValues = <T extends PlannedResult & { readonly row?: unknown }>(planned: T): T => ({
  ...withoutFrontMatter(planned),
  plannedUpdates: planned.plannedUpdates.map(({ path }) => ({ path, changes: {} })),
  ...('row' in planned ? { row: null } : {}),
});

const withoutFrontMatter = <T extends PlannedResult>(planned: T): T => {
  if (planned.notes === undefined) return planned;
  const notes = planned.notes.map((note) => ({
    ...note,
    before: note.before === null ? null : {},
    after: note.after === null ? null : {},
    front_matter: null,
  }));
  return { ...planned, notes };
};
