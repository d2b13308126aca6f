/** The rows whose violations may differ after some notes changed: the changed rows, and those that depend on them. docs/problems.md#a-change */

import { ruleReaders, type RuleReader } from '../integrity/rules/rule-readers';
import { LinkedRows } from '../integrity/linked-rows';
import { columnsOfVocabulary, rowNameOf } from '../integrity/vocabulary';
import { type Json, isList, jsonEqual } from '../json';
import { nameKey } from '../links/fold-name';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import type { CommittedView } from '../storage/view';
import type { ColumnSpec } from '../values/column-spec';
import { isLookedUp } from '../values/unique-key';

type RowAt = ReturnType<CommittedView['rowAt']>;

/** Which columns of a row count as changed. */
type IsChanged = (column: string) => boolean;

/** The row came or went, or its links lead elsewhere. */
const ALL: IsChanged = () => true;

/** Between two moments with the same definitions. It may find rows too many, never too few. */
export class AffectedRows {
  readonly paths = new Set<NotePath>();
  private readonly relinked = new Set<NotePath>();
  private readonly moments: readonly Moment[];

  constructor(
    private readonly before: CommittedView,
    private readonly after: CommittedView,
  ) {
    this.moments = [new Moment(before), new Moment(after)];
  }

  /** A file that changed, came or went. */
  include(path: NotePath): void {
    const [was, is] = [this.before.rowAt(path), this.after.rowAt(path)];
    const isSameTable = was?.table.qualified === is?.table.qualified;
    if (isSameTable && this.before.files.has(path) === this.after.files.has(path)) {
      this.touch(path, (name) => !jsonEqual(was?.row.values[name], is?.row.values[name]));
      return;
    }
    this.relink(path);
    // Links and words of this name may mean something else now.
    this.after.links.visitLinksNamed(nameKey(path), (_linkpath, source) => this.relink(source));
    for (const found of [was, is]) if (found !== null) this.addUses(found.table.qualified, path);
  }

  private relink(path: NotePath): void {
    if (this.relinked.has(path)) return;
    this.relinked.add(path);
    this.touch(path, ALL);
  }

  private touch(path: NotePath, isChanged: IsChanged): void {
    if (this.after.tableAt(path) !== null) this.paths.add(path);
    for (const moment of this.moments) {
      const found = moment.view.rowAt(path);
      if (found === null) continue;
      for (const column of found.table.columns) {
        if (!isChanged(column.name)) continue;
        this.addRivals(found, column);
        if (column.hierarchy === true) moment.visitAbove(found.row, column, this.paths);
      }
      for (const { column } of moment.view.catalog.relationsOf(found.table.qualified)) {
        if (isChanged(column.name)) for (const target of moment.targets(column, found.row)) this.paths.add(target);
      }
      this.addReaders(path, found.table.qualified, isChanged);
    }
  }

  /** Rows with a value of this row in a unique column. */
  private addRivals({ table, row }: NonNullable<RowAt>, column: ColumnSpec): void {
    if (column.unique !== true) return;
    const value = row.values[column.name];
    for (const item of isList(value ?? null) ? (value as readonly Json[]) : [value])
      this.addHolders(table.qualified, column, item, row.path);
  }

  /** Rows that use the row's name as a word. */
  private addUses(vocabulary: string, path: NotePath): void {
    for (const [{ qualified }, column] of columnsOfVocabulary(this.after.catalog, vocabulary)) {
      this.addHolders(qualified, column, rowNameOf(path), path);
    }
  }

  private addHolders(
    table: string,
    column: ColumnSpec,
    value: Row['values'][string] | undefined,
    path: NotePath,
  ): void {
    if (value === undefined || !isLookedUp(column)) return;
    for (const { path: holder } of this.after.table(table).rivals(column.name, value, path)) this.paths.add(holder);
  }

  /** Rows with a rule that reads a changed column of this one through links. */
  private addReaders(path: NotePath, table: string, isChanged: IsChanged): void {
    for (const reader of ruleReaders(this.after.catalog).get(table) ?? []) {
      if (isChanged === ALL || [...reader.reads].some(isChanged)) this.walk(reader, path);
    }
  }

  private walk({ hops, below }: RuleReader, path: NotePath): void {
    let reached: ReadonlySet<NotePath> = new Set([path]);
    if (below !== null) reached = this.withAllBelow(path, below.table);
    for (const hop of [...hops].reverse()) reached = this.linkingFrom(hop.table, reached);
    for (const each of reached) this.paths.add(each);
  }

  private withAllBelow(path: NotePath, table: string): ReadonlySet<NotePath> {
    const reached = new Set([path]);
    for (const each of reached) for (const source of this.linkingFrom(table, [each])) reached.add(source);
    return reached;
  }

  private linkingFrom(table: string, targets: Iterable<NotePath>): ReadonlySet<NotePath> {
    const sources = this.after.links.sourcesLinkingTo([...targets]);
    const rows = this.after.table(table);
    return new Set(sources.filter((source) => rows.has(source)));
  }
}

/** One of the two states, with the links that were resolved in it. */
class Moment {
  private readonly linked: LinkedRows;
  private readonly above = new Map<string, Set<NotePath>>();

  constructor(readonly view: CommittedView) {
    this.linked = new LinkedRows(view);
  }

  targets(column: ColumnSpec, row: Row): Iterable<NotePath> {
    return this.linked.of(column, row).keys();
  }

  /** Adds the rows above in a hierarchy: those of a circle among them. */
  visitAbove(row: Row, column: ColumnSpec, paths: Set<NotePath>): void {
    const known = this.above.get(column.name) ?? new Set();
    this.above.set(column.name, known);
    let at: Row | undefined = row;
    while (at !== undefined) {
      const [target] = this.linked.filesOf(column, at).keys();
      if (target === undefined || known.has(target)) return;
      known.add(target);
      paths.add(target);
      at = this.view.rowAt(target)?.row;
    }
  }
}
