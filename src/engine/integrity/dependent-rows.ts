/** Finds the rows whose rules a write breaks by changing rows that they link to. Source: docs/decisions.md#check-constraints. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import { nameKey } from '../links/fold-name';
import type { NotePath } from '../ports/vault-port';
import type { Row } from '../storage/row';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { jsonEqual } from '../json';
import { linkTarget, linksIn } from './rules/evaluate-check';
import { violationsOfRule } from './rules/row-rules';
import { type RuleReader, ruleReaders } from './rules/rule-readers';
import type { RuleSet } from './rules/rule-set';

/** A row that may be linked to: where it lay, where it lies. Null where it is not to be looked for. */
interface ChangedTarget {
  readonly from: NotePath | null;
  readonly to: NotePath | null;
}

/** A row that links to a changed one: where it lay before, and as it will be. */
interface DependentRow {
  readonly from: NotePath;
  readonly table: TableDefinition;
  readonly row: Row;
}

/** Over the link index, back along the paths of the rules that read what a change changes. */
export class DependentRows {
  private readonly found = new Map<string, DependentRow & { readonly rule: string }>();

  constructor(
    private readonly transaction: Transaction,
    private readonly rules: RuleSet,
    private readonly rulesBefore: RuleSet,
  ) {}

  include(change: StagedChange): void {
    if (isFollower(change)) return;
    const readers = ruleReaders(this.transaction.catalog);
    if (readers.size === 0) return;
    const before = change.from === null ? null : this.transaction.before.rowAt(change.from);
    const tables = new Set([before?.table.qualified ?? '', change.becomes?.table ?? '']);
    for (const table of tables) {
      for (const reader of readers.get(table) ?? []) {
        const seed = changedTargetOf(reader, table, before, change);
        if (seed !== null) this.walk(reader, seed);
      }
    }
  }

  private walk(reader: RuleReader, start: ChangedTarget): void {
    let seeds: readonly ChangedTarget[] = reader.below === null ? [start] : this.withAllBelow(start, reader.below);
    for (const hop of [...reader.hops].reverse()) {
      const table = this.transaction.catalog.table(hop.table);
      if (table === null) return;
      const dependents = seeds.flatMap((seed) => this.linking(seed, table, hop.column));
      if (hop === reader.hops[0]) {
        for (const each of dependents) this.found.set(`${reader.rule}\n${each.from}`, { ...each, rule: reader.rule });
      }
      seeds = dependents.map(({ from }) => ({ from, to: null }));
    }
  }

  /** The row and every one that lies below it in the hierarchy. */
  private withAllBelow(start: ChangedTarget, hierarchy: NonNullable<RuleReader['below']>): readonly ChangedTarget[] {
    const table = this.transaction.catalog.table(hierarchy.table);
    const seeds: ChangedTarget[] = [start];
    if (table === null) return seeds;
    const known = new Set<NotePath>(start.from === null ? [] : [start.from]);
    for (const seed of seeds) {
      for (const { from } of this.linking(seed, table, hierarchy.column)) {
        if (known.has(from)) continue;
        known.add(from);
        seeds.push({ from, to: null });
      }
    }
    return seeds;
  }

  /** The rows of a table that link to the seed by this column. */
  private linking(seed: ChangedTarget, table: TableDefinition, column: string): readonly DependentRow[] {
    const found: DependentRow[] = [];
    for (const from of this.sources(seed)) {
      const staged = this.transaction.staged(from);
      const path = staged === null ? from : staged.to;
      const row = path === null ? null : this.transaction.table(table.qualified).row(path);
      if (row !== null && this.linksTo(seed, table, from, row, column)) found.push({ from, table, row });
    }
    return found;
  }

  /** The notes that linked to the seed before, and those whose links it takes now. */
  private sources({ from, to }: ChangedTarget): ReadonlySet<NotePath> {
    const { before, links } = this.transaction;
    const sources = new Set<NotePath>(from === null ? [] : before.links.sourcesLinkingTo([from]));
    if (to === null) return sources;
    before.links.visitLinksNamed(nameKey(to), (linkpath, source) => {
      const staged = this.transaction.staged(source);
      const path = staged === null ? source : staged.to;
      if (path !== null && links.resolve(linkpath, path) === to) sources.add(source);
    });
    return sources;
  }

  private linksTo(seed: ChangedTarget, table: TableDefinition, source: NotePath, row: Row, column: string): boolean {
    const { before } = this.transaction;
    const isThere = linksIn(row.values[column]).some((link) => {
      const target = linkTarget(this.transaction, link, row.path);
      return target !== null && (target === seed.to || target === this.pathAfter(seed.from));
    });
    if (isThere || seed.from === null || before.catalog.table(table.qualified) === null) return isThere;
    const was = before.table(table.qualified).row(source);
    return linksIn(was?.values[column]).some((link) => linkTarget(before, link, source) === seed.from);
  }

  private pathAfter(path: NotePath | null): NotePath | null {
    const staged = path === null ? null : this.transaction.staged(path);
    return staged === null ? path : staged.to;
  }

  /** What each of them breaks now and did not break before. */
  *violations(): Generator<readonly Violation[]> {
    for (const dependent of this.found.values()) yield this.brokenNow(dependent);
  }

  private brokenNow({ from, table, row, rule }: DependentRow & { readonly rule: string }): readonly Violation[] {
    const staged = this.transaction.staged(from);
    // The gate judges a written row by all its CHECKs anyway.
    if (staged !== null && !isFollower(staged) && rule.startsWith('check:')) return [];
    const broken = violationsOfRule(this.rules, table, row, rule);
    if (broken.length === 0) return [];
    const was = this.transaction.before.rowAt(from);
    const brokeBefore =
      was?.table.qualified === table.qualified &&
      violationsOfRule(this.rulesBefore, was.table, was.row, rule).length > 0;
    if (brokeBefore) return [];
    const isRestored = (column: string | null): boolean =>
      staged?.kind === 'restore' && staged.restores.includes(column ?? '');
    return broken.filter(({ column }) => !isRestored(column)).map((violation) => ({ ...violation, path: from }));
  }
}

/** What of a change a reader has to look at; null when it reads nothing that changed. */
function changedTargetOf(
  { reads }: RuleReader,
  table: string,
  before: { readonly table: TableDefinition; readonly row: Row } | null,
  { becomes, to }: StagedChange,
): ChangedTarget | null {
  const was = before?.table.qualified === table ? before.row : null;
  const is = becomes?.table === table ? becomes.decoded.row : null;
  const from = was === null || (is !== null && !hasChanged(reads, was, is)) ? null : was.path;
  // A note that comes, or becomes a row, may be what links mean that led to nothing.
  const arrives = is !== null && was?.path !== is.path;
  const wasThere = before !== null && was === null ? before.row.path : null;
  if (from === null && wasThere === null && !arrives) return null;
  return { from: from ?? wasThere, to: arrives ? to : null };
}

const hasChanged = (reads: ReadonlySet<string>, was: Row, is: Row): boolean =>
  [...reads].some((name) => {
    if (name === 'id') return was.id !== is.id;
    if (name === 'path' || name === 'file_name') return was.path !== is.path;
    return !jsonEqual(was.values[name], is.values[name]);
  });
