/** Every violation of the vault as a part of the engine: notes are read once, and again only where they changed. docs/problems.md */

import type { TableDefinition } from '../catalog/definition';
import type { Publisher } from '../feed/published';
import { RelationCheck } from '../integrity/relation-check';
import { type DateContext, dateContextOf } from '../integrity/rules/rule-set';
import type { Host } from '../ports/host';
import type { NotePath, NoteReader } from '../ports/vault-port';
import type { CommittedView } from '../storage/view';
import { AffectedRows } from './affected-rows';
import { ruleDates } from './rule-dates';
import { type ListedNote, TableProblems } from './table-problems';
import type { Violation } from '../errors';

/** What of a caller's view is checked. */
export interface CheckedView {
  readonly view: CommittedView;
  readonly vault: NoteReader;
  readonly isScoped?: true;
}

export interface ProblemIndexDeps {
  readonly host: Pick<Host, 'clock' | 'logger' | 'scheduler'>;
  readonly publisher: Pick<Publisher, 'subscribe'>;
  /** The last committed moment, as the owner sees it. */
  open(): CheckedView;
}

/** All violations of some tables, of one moment. */
export interface FoundProblems {
  readonly view: CommittedView;
  readonly tables: readonly TableFindings[];
}

export interface TableFindings {
  readonly definition: TableDefinition;
  readonly notes: readonly ListedNote[];
  /** With messages, in the order of the heads of the note. */
  violations(note: ListedNote): readonly Violation[];
}

/** Milliseconds after a change: what changes next is checked with it. */
const DEBOUNCE = 200;

export class ProblemIndex {
  private readonly tables = new Map<string, TableProblems>();
  /** The moment that everything known is true of. */
  private view: CommittedView | null = null;
  /** One after the other, so that each answer is of one moment. */
  private queue: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private callOff = (): void => undefined;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: ProblemIndexDeps) {}

  start(): void {
    this.unsubscribe = this.deps.publisher.subscribe(() => {
      // Before somebody asked there is nothing to keep up to date.
      if (this.tables.size === 0 || this.isClosed) return;
      this.callOff();
      this.callOff = this.deps.host.scheduler.after(
        DEBOUNCE,
        () => void this.inOrder(() => this.follow([])).catch(this.failed),
      );
    });
  }

  private readonly failed = (error: unknown): void => {
    this.deps.host.logger.log('warning', 'problems_not_followed', { detail: String(error) });
  };

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    this.callOff();
    await this.queue.catch(() => undefined);
  }

  /** `open`: the last committed moment, as the caller sees it. `choose`: the tables in it that are asked about. */
  find(open: () => CheckedView, choose: (view: CommittedView) => readonly TableDefinition[]): Promise<FoundProblems> {
    return this.inOrder(async () => {
      await this.follow(choose(open().view).map(({ qualified }) => qualified));
      // For the owner everything was checked in the moment of the index.
      const seen = open();
      const view = seen.isScoped === true ? seen.view : (this.view ?? seen.view);
      return this.findings(view, seen.isScoped === true, choose(view));
    });
  }

  /** `isScoped`: other rows are hidden from the caller, so that rules across rows are checked on its view. */
  private findings(view: CommittedView, isScoped: boolean, definitions: readonly TableDefinition[]): FoundProblems {
    const relations = new RelationCheck(view, this.moment(view));
    const tables = definitions.flatMap((definition): TableFindings[] => {
      const known = this.tables.get(definition.qualified);
      if (known === undefined) return [];
      const notes = known.listed(view, isScoped ? relations : null);
      return [{ definition, notes, violations: (note) => known.violations(view, relations, note) }];
    });
    return { view, tables };
  }

  private moment({ catalog }: CommittedView): DateContext {
    return dateContextOf(catalog, this.deps.host, this.deps.host.clock.now());
  }

  private inOrder<T>(task: () => Promise<T>): Promise<T> {
    const done = this.queue.catch(() => undefined).then(task);
    this.queue = done;
    return done;
  }

  /** Brings the known tables up to date, and reads those of `wanted` that are not known. */
  private async follow(wanted: readonly string[]): Promise<void> {
    const { view, vault } = this.deps.open();
    const before = this.view;
    try {
      await this.advance(before, view, vault, wanted);
      this.view = view;
    } catch (error) {
      // Half of it is of the next moment.
      this.tables.clear();
      this.view = null;
      throw error;
    }
  }

  private async advance(
    before: CommittedView | null,
    view: CommittedView,
    vault: NoteReader,
    wanted: readonly string[],
  ): Promise<void> {
    const moment = this.moment(view);
    const relations = new RelationCheck(view, moment);
    const isRedefined = before !== null && before.catalog !== view.catalog;
    if (isRedefined) this.forgetRedefined(view, moment);
    const known = [...this.tables.values()];
    const changed = before === null || before === view ? [] : changedFiles(before);
    const affected = before === null || isRedefined ? [] : await this.affectedBy(before, view, changed);
    for (const table of known) {
      await this.update(table, { before, view, vault, relations, moment, changed, affected, isWhole: isRedefined });
    }
    for (const qualified of new Set(wanted)) {
      const definition = view.catalog.table(qualified);
      if (definition === null || this.tables.has(qualified)) continue;
      const table = new TableProblems(definition, moment.zone, '');
      await this.update(table, { before, view, vault, relations, moment, changed: null, affected, isWhole: true });
      this.tables.set(qualified, table);
    }
  }

  private forgetRedefined({ catalog }: CommittedView, { zone }: DateContext): void {
    for (const [qualified, known] of this.tables) {
      if (catalog.table(qualified) !== known.definition || zone !== known.zone) this.tables.delete(qualified);
    }
  }

  private async affectedBy(
    before: CommittedView,
    after: CommittedView,
    changed: readonly NotePath[],
  ): Promise<Iterable<NotePath>> {
    const { scheduler } = this.deps.host;
    for (const { qualified } of after.catalog.tables()) await after.table(qualified).prepareRivals(scheduler);
    const affected = new AffectedRows(before, after);
    for (const path of changed) {
      affected.include(path);
      await scheduler.pause();
    }
    return affected.paths;
  }

  private async update(table: TableProblems, change: Change): Promise<void> {
    const { before, view, vault, relations, moment, changed, affected, isWhole } = change;
    const { scheduler } = this.deps.host;
    const rows = view.table(table.definition.qualified);
    const dates = ruleDates(table.definition, moment);
    const read = changed === null ? [...rows.pathsOfRows()] : [...changed, ...table.unread()];
    await table.read(view, vault, read, scheduler);
    await table.place(view, isWhole ? [...view.files.keys(), ...read] : read, scheduler);
    await rows.prepareRivals(scheduler);
    const isStale = isWhole || dates !== table.dates;
    const related = new Set([...(isStale ? rows.pathsOfRows() : affected), ...read]);
    await table.relate(view, relations, related, scheduler);
    const wasRow = (path: NotePath): boolean => before?.table(table.definition.qualified).has(path) === true;
    if (isStale || [...related].some((path) => rows.has(path) || wasRow(path)))
      await table.count(view, relations, scheduler);
    table.dates = dates;
  }
}

/** From the moment that the table is known of to the next one. */
interface Change {
  /** Null at the first question. */
  readonly before: CommittedView | null;
  readonly view: CommittedView;
  readonly vault: NoteReader;
  readonly relations: RelationCheck;
  readonly moment: DateContext;
  /** Null: every file. */
  readonly changed: readonly NotePath[] | null;
  readonly affected: Iterable<NotePath>;
  /** Rules across rows are checked for every row. */
  readonly isWhole: boolean;
}

/** The files that changed since, and the notes that became rows, or ceased to be rows, without a change of the file. */
function changedFiles({ files, duplicates, unparsable, claims }: CommittedView): readonly NotePath[] {
  const maps = [files, duplicates, unparsable, claims];
  return [...new Set(maps.flatMap((map) => [...(map.changedKeys?.() ?? map.keys())]))];
}
