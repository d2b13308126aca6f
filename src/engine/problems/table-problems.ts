/** The violations of one table as far as they are known, so that a change costs its own rows alone. docs/problems.md#a-change */

import type { TableDefinition } from '../catalog/definition';
import type { Violation, ViolationCode } from '../errors';
import { crowdedRows } from '../integrity/limited-rows';
import { NoteCheck, type NoteViolations } from '../integrity/note-check';
import { displacedRows, noteOutside, unconfirmedViolation } from '../integrity/notes-outside';
import type { RelationCheck } from '../integrity/relation-check';
import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import type { NotePath, NoteReader } from '../ports/vault-port';
import type { CommittedView } from '../storage/view';
import { addTo } from '../values/maps';

/** Notes read in one go. */
const BATCH = 256;

/** A violation without its message, which says what the rows are like at the time of the question. */
export interface ProblemHead {
  readonly code: ViolationCode;
  readonly column: string | null;
  readonly isWarning: boolean;
}

const headOf = ({ code, column, severity }: Violation): ProblemHead => ({
  code,
  column,
  isWarning: severity === 'warning',
});

const NONE: readonly never[] = [];

/** What the notes of the table say by themselves: it needs their texts, and is the same for every caller. */
export class TableProblems {
  private readonly check: NoteCheck;
  private readonly byNote = new Map<NotePath, NoteViolations>();
  private readonly related = new Map<NotePath, readonly ProblemHead[]>();
  private readonly outside = new Map<NotePath, Violation>();
  private crowded: ReadonlyMap<NotePath, readonly Violation[]> = new Map();

  constructor(
    readonly definition: TableDefinition,
    /** The database time zone. */
    readonly zone: string,
    /** What the date tokens of its rules meant when its rows were checked. */
    public dates: string,
  ) {
    this.check = new NoteCheck(definition, zone);
  }

  /** Reads these notes, and forgets those that are not rows of the table. */
  async read(
    view: CommittedView,
    vault: NoteReader,
    paths: readonly NotePath[],
    scheduler: SchedulerPort,
  ): Promise<void> {
    const rows = view.table(this.definition.qualified);
    for (let from = 0; from < paths.length; from += BATCH) {
      const batch = paths.slice(from, from + BATCH);
      const own = batch.filter((path) => rows.has(path) && !view.unconfirmedDeletions.has(path));
      for (const path of batch) this.byNote.delete(path);
      const texts = own.length === 0 ? NONE : await vault.readMany(own);
      for (const [i, path] of own.entries()) {
        const found = this.check.violations(path, texts[i] ?? null);
        if (found !== null) this.byNote.set(path, found);
        await scheduler.pause();
      }
    }
  }

  /** Rows whose notes could not be read: they are tried again. */
  unread(): readonly NotePath[] {
    return [...this.byNote].filter(([, { reading }]) => reading === 'failed').map(([path]) => path);
  }

  /** Checks these rows against others, and forgets those that are not rows of the table. */
  async relate(
    view: CommittedView,
    relations: RelationCheck,
    paths: Iterable<NotePath>,
    scheduler: SchedulerPort,
  ): Promise<void> {
    await inTurns(paths, scheduler, (path) => {
      const found = this.relationsOf(view, relations, path, this.definition);
      if (found.length === 0) this.related.delete(path);
      else this.related.set(path, found.map(headOf));
    });
  }

  /** Counts the rows of its limits. */
  async count(view: CommittedView, { rules }: RelationCheck, scheduler: SchedulerPort): Promise<void> {
    const { qualified } = this.definition;
    const { limits } = rules.of(this.definition);
    const crowded = new Map<NotePath, Violation[]>();
    if (limits.length > 0) {
      const table = view.table(qualified);
      const rows = [...table.pathsOfRows()].flatMap((path) => table.row(path) ?? NONE);
      for (const { row, violation } of await crowdedRows(limits, rows, scheduler)) addTo(crowded, row.path, violation);
    }
    this.crowded = crowded;
  }

  /** Looks whether these files lie in the folder of the table without being rows. */
  async place(view: CommittedView, paths: Iterable<NotePath>, scheduler: SchedulerPort): Promise<void> {
    await inTurns(paths, scheduler, (path) => {
      const found = noteOutside(view, this.definition, path);
      if (found === null) this.outside.delete(path);
      else this.outside.set(path, found);
    });
  }

  private relationsOf(
    view: CommittedView,
    relations: RelationCheck,
    path: NotePath,
    definition: TableDefinition,
  ): readonly Violation[] {
    const row = view.table(definition.qualified).row(path);
    const own = this.byNote.get(path);
    if (row === null || (own !== undefined && own.reading !== 'ok')) return NONE;
    return relations.violations(definition, row, own?.values ?? NONE);
  }

  /** Everything that is known to be wrong, in the order of the answer. `relations` null: as they were checked last. */
  listed(view: CommittedView, relations: RelationCheck | null): readonly ListedNote[] {
    const { qualified } = this.definition;
    const rows = view.table(qualified);
    const suspects = [...view.unconfirmedDeletions].filter((path) => rows.has(path));
    const known = [...this.byNote.keys(), ...this.related.keys(), ...this.crowded.keys()];
    const candidates = relations === null ? known : rows.pathsOfRows();
    const definition = view.catalog.checkable(this.definition);
    const ofRow = (path: NotePath): readonly ProblemHead[] =>
      relations === null
        ? (this.related.get(path) ?? NONE)
        : this.relationsOf(view, relations, path, definition).map(headOf);
    const listed: ListedNote[] = [];
    for (const path of [...new Set([...candidates, ...suspects])].sort()) {
      if (!rows.has(path)) continue;
      const heads = view.unconfirmedDeletions.has(path)
        ? [headOf(unconfirmedViolation(path))]
        : this.headsOf(path, ofRow(path));
      if (heads.length > 0) listed.push({ path, heads, outside: null });
    }
    const outside = [...this.outside].filter(([path]) => view.files.has(path)).sort(byPath);
    for (const each of [...displacedRows(view, this.definition), ...outside.map(([, violation]) => violation)]) {
      listed.push({ path: each.path ?? '', heads: [headOf(each)], outside: each });
    }
    return listed;
  }

  private headsOf(path: NotePath, related: readonly ProblemHead[]): readonly ProblemHead[] {
    const own = this.byNote.get(path);
    const crowded = this.crowdedBy(path).map(headOf);
    if (own === undefined) return [...related, ...crowded];
    return [...own.values.map(headOf), ...related, ...crowded, ...own.keys.map(headOf)];
  }

  /** The violations of a listed note with their messages, as the rows are in this view. */
  violations(view: CommittedView, relations: RelationCheck, { path, outside }: ListedNote): readonly Violation[] {
    if (outside !== null) return [outside];
    if (view.unconfirmedDeletions.has(path)) return [unconfirmedViolation(path)];
    const own = this.byNote.get(path);
    const related = this.relationsOf(view, relations, path, view.catalog.checkable(this.definition));
    return [...(own?.values ?? NONE), ...related, ...this.crowdedBy(path), ...(own?.keys ?? NONE)];
  }

  private crowdedBy(path: NotePath): readonly Violation[] {
    return this.crowded.get(path) ?? NONE;
  }
}

/** A row, or a note that is not a row, with its violations. */
export interface ListedNote {
  readonly path: NotePath;
  readonly heads: readonly ProblemHead[];
  /** Of a note that is not a row: why. */
  readonly outside: Violation | null;
}

const byPath = ([a]: readonly [NotePath, unknown], [b]: readonly [NotePath, unknown]): number =>
  a < b ? -1 : Number(a > b);
