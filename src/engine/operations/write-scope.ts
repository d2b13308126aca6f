/** What a write of an app may change, and what it is told of it. docs/rights.md#writes; D13, D22 */

import { type Conflict, NotedbError, type Violation } from '../errors';
import type { WriteContext } from '../contexts';
import { ScopedNotes } from '../commit/scoped-notes';
import { ScopedHistory } from '../history/scoped-history';
import type { App } from '../history/caller';
import { ScopedView } from '../storage/scoped-view';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { VaultTable } from '../storage/view';
import type { PlannedResult } from './plan-result';
import { matchesPatterns } from '../text/table-patterns';

type Touched = Pick<StagedChange, 'was' | 'becomes' | 'from' | 'to'>;

const tablesOf = ({ was, becomes }: Touched): readonly string[] => [
  ...(was === null ? [] : [was.table]),
  ...(becomes === null ? [] : [becomes.table]),
];

const HIDDEN = 'something outside of the tables of this app stands against it';

/** Stages the same write on another transaction. Rejects as the write does. */
export type Restage = (context: WriteContext) => Promise<void>;

/** Null for the owner, from whom nothing is hidden. */
export const writeScopeOf = (context: WriteContext): WriteScope | null =>
  context.caller.kind === 'owner' ? null : new WriteScope(context, context.caller);

/**
 * A write is planned on the whole database, because its rules are. What an app is told of a refusal, and its warnings, come from a plan of the
 * same write on the part that the app sees: so nothing hidden is in them, whatever they quote.
 */
export class WriteScope {
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
  requirePermissions(operation: string): void {
    if (operation === 'adopt_rows' && !this.caller.permissions.has('notes')) throw needsNotes(this.caller);
  }

  /** A base that only hidden tables use is unknown: the refusal is that of the plan on what the app sees. */
  requireBases(input: unknown): void {
    const { bases } = (input ?? {}) as { readonly bases?: unknown };
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

  /** The refusal that the app is told. `error`: of the whole plan. */
  async refusal(error: unknown, restage: Restage): Promise<unknown> {
    if (!(error instanceof NotedbError) || error.code === 'forbidden' || this.seesAll) return error;
    const seen = await this.planSeen(restage);
    return seen.error ?? unnamedRefusal(error);
  }

  /** The result without what the app may not know. */
  async result<T extends PlannedResult>(planned: T, restage: Restage): Promise<T> {
    const { caller } = this;
    const isCut = !this.seesAll && planned.warnings.length > 0;
    const told = isCut ? { ...planned, warnings: (await this.planSeen(restage)).warnings } : planned;
    return caller.permissions.has('read') ? told : withoutValues(told);
  }

  private get seesAll(): boolean {
    return this.caller.tables === null && this.caller.permissions.has('notes');
  }

  /** What comes of the write on the part of the database that the app sees. */
  private async planSeen(restage: Restage): Promise<{ error: NotedbError | null; warnings: string[] }> {
    const { context, view, caller } = this;
    const transaction = context.transaction.onPart(view);
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

/** A plan that meets what it may not read tells what it found until then; null: nothing. */
function toldError(thrown: unknown, { violations }: Transaction): NotedbError | null {
  if (thrown instanceof NotedbError && thrown.code !== 'forbidden') return thrown;
  const [first] = violations;
  return first === undefined ? null : new NotedbError('refused', first.message, { violations });
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
  ...planned,
  plannedUpdates: planned.plannedUpdates.map(({ path }) => ({ path, changes: {} })),
  ...('row' in planned ? { row: null } : {}),
});
