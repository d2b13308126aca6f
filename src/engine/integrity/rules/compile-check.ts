/** Compiles the filter of a CHECK or a ref_where, and collects its problems. Source: docs/decisions.md#check-constraints; D6, D17, D18. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { type BrokenPath, type FilterPath, filterPath, linkSpecOfColumn } from '../../catalog/references/filter-path';
import { type NameSuggestion, nearNames, suggest } from '../../../kernel/near-names';
import type { Problem, ProblemPath } from '../../catalog/problem';
import { NotedbError, type ViolationCode, badRequest } from '../../errors';
import { type MadePair, columnOfOperand, comparePair } from '../../query/where/compared-columns';
import { type ConditionOperator, DEEPEST_FILTER, conditionsOf } from '../../query/where/filter-conditions';
import type { OperandContext } from '../../query/where/operand-reader';
import {
  type FileFacts,
  type StatFacts,
  type Subject,
  type TagFacts,
  UNSTEADY_FILE_COLUMNS,
} from '../../query/where/subject';
import { SubjectResolver } from '../../query/where/subject-resolver';
import { UNKNOWN, makeTest } from '../../query/where/value-test';
import { type Json, type JsonObject, isJsonObject, isList } from '../../json';
import type { CheckCondition, CheckMode, CheckPart, CompiledFilter } from './evaluate-check';

export interface CheckSource {
  readonly catalog: Catalog;
  /** The table whose rows are tested. */
  readonly table: TableDefinition;
  readonly filter: JsonObject;
  readonly mode: CheckMode;
  /** The code of a problem of the filter itself. */
  readonly code: ViolationCode & ('check' | 'ref_where');
}

export interface CompiledCheck {
  /** Without the conditions that have problems. */
  readonly check: CompiledFilter;
  readonly problems: readonly Problem[];
}

/** Never throws. Problems name their place in the filter. */
export function compileCheck(source: CheckSource, context: OperandContext): CompiledCheck {
  const compiler = new CheckCompiler(source, context);
  const parts = compiler.entries(source.filter, [], 0);
  return { check: { mode: source.mode, parts }, problems: compiler.problems };
}

/** Only what the row's own write can change may be asked: these follow from other notes or from the clock. */
const UNSTEADY = UNSTEADY_FILE_COLUMNS;

/** A rule that names them is refused for that, not because they are unread. */
const NO_TAGS: TagFacts = { ask: () => undefined, of: () => [] };
const NO_STATS: StatFacts = { ask: () => undefined, of: () => undefined };

export const NO_FACTS: FileFacts = {
  backlinkCount: () => 0,
  backlinksOf: () => [],
  linksOf: () => [],
  linked: { backlinks: () => [], targets: () => [] },
  linkTo: (path) => path,
  formatTime: String,
  tags: NO_TAGS,
  stats: NO_STATS,
};

class CheckCompiler {
  readonly problems: Problem[] = [];

  constructor(
    private readonly source: CheckSource,
    private readonly context: OperandContext,
  ) {}

  entries(filter: Json, at: ProblemPath, depth: number): readonly CheckPart[] {
    if (!isJsonObject(filter)) return this.wrong(at, `a filter must be an object, not ${JSON.stringify(filter)}`);
    if (depth > DEEPEST_FILTER) return this.wrong(at, `the filter is nested deeper than ${DEEPEST_FILTER} levels`);
    return Object.entries(filter).flatMap(([key, value]) => this.entry(key, value, [...at, key], depth));
  }

  private entry(key: string, value: Json, at: ProblemPath, depth: number): readonly CheckPart[] {
    const group = (filter: Json, place: ProblemPath): CheckPart => ({
      kind: 'all',
      parts: this.entries(filter, place, depth + 1),
    });
    if (key === 'not') return [{ kind: 'not', part: group(value, at) }];
    if (key !== 'and' && key !== 'or') return this.condition(key, value, at);
    if (!isList(value)) return this.wrong(at, `"${key}" takes a list of filters`);
    const parts = value.map((part, i) => group(part, [...at, i]));
    return [{ kind: key === 'and' ? 'all' : 'any', parts }];
  }

  private condition(key: string, value: Json, at: ProblemPath): readonly CheckCondition[] {
    const path = filterPath(this.source.catalog, this.source.table, key);
    if (path.broken !== null) return this.unreadable(key, path.broken, at);
    const subject = this.subjectAt(key, path, at);
    if (subject === null) return [];
    try {
      const conditions = conditionsOf(subject, value);
      const pairs = conditions.flatMap(([operator, operand]) => {
        const column = columnOfOperand(operand);
        return column === null ? [] : [this.pair({ ...subject, name: key }, operator, column)];
      });
      const values = conditions.filter(([, operand]) => columnOfOperand(operand) === null);
      const tests = values.map(([operator, operand]) => {
        const made = makeTest(subject, operator, operand, this.context);
        if (made === UNKNOWN)
          throw new NotedbError('bad_request', `${key}: no note is shown here, so {this…} means nothing`, {
            hint: 'write the value itself, or {today}',
          });
        return made;
      });
      const hops = path.links.map(({ column }) => ({
        column: column.name,
        target: linkSpecOfColumn(column)?.ref ?? '',
      }));
      return [{ kind: 'condition', hops, subject, tests, pairs }];
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      return this.wrong(at, error.message, { hint: error.hint ?? undefined, near: error.near }, key);
    }
  }

  /** The other side is a column of the row that the rule is about. */
  private pair(subject: Subject, operator: ConditionOperator, column: string): MadePair {
    if (column === subject.name) throw badRequest(`${column} is compared with itself`, 'name another column');
    const found = new SubjectResolver(this.source.table, NO_FACTS).get(column);
    if (UNSTEADY.includes(column))
      throw badRequest(`${column} changes without a write of the row, so that no rule can rest on it`);
    return comparePair(subject, operator, found, this.context);
  }

  private subjectAt(key: string, { end }: FilterPath, at: ProblemPath): Subject | null {
    if (end === null) return null;
    const subjects = new SubjectResolver(end.table, NO_FACTS);
    const subject = subjects.find(end.name);
    if (subject !== null && !UNSTEADY.includes(end.name)) return subject;
    if (subject !== null) {
      this.wrong(
        at,
        `${key}: ${end.name} changes without a write of the row, so that no rule can rest on it`,
        NO_HINT,
        key,
      );
    } else {
      const names = subjects.names().filter((name) => !UNSTEADY.includes(name));
      this.unknown(key, `${end.table.name} has no column ${end.name}`, hintFor(end.name, names), at);
    }
    return null;
  }

  private unreadable(key: string, { table, name, reason }: BrokenPath, at: ProblemPath): readonly never[] {
    const links = table.columns
      .filter((column) => linkSpecOfColumn(column)?.ref !== undefined)
      .map((column) => column.name);
    switch (reason) {
      case 'no column':
        return this.unknown(key, `${table.name} has no column ${name}`, hintFor(name, links), at);
      case 'no link':
        return this.unknown(
          key,
          `${name} of ${table.name} is not a link, nothing can follow it`,
          hintFor(name, links),
          at,
        );
      case 'no ref':
        return this.unknown(key, `${name} of ${table.name} links to any note, it has no ref`, hintFor(name, links), at);
      case 'no table':
        return this.unknown(key, `${name} of ${table.name} links to a table that is not there`, NO_HINT, at);
    }
  }

  private unknown(key: string, message: string, hint: NameSuggestion, at: ProblemPath): readonly never[] {
    return this.problem({
      at,
      column: key,
      code: 'unknown_column',
      grammar: false,
      message: `${key}: ${message}`,
      ...hint,
    });
  }

  private wrong(
    at: ProblemPath,
    message: string,
    hint: NameSuggestion = NO_HINT,
    column: string | null = null,
  ): readonly never[] {
    const { code } = this.source;
    return this.problem({ at, column, code, grammar: true, message, ...hint });
  }

  private problem(problem: Problem): readonly never[] {
    this.problems.push(problem);
    return [];
  }
}

const NO_HINT = suggest([]);

const hintFor = (name: string, names: readonly string[]): NameSuggestion =>
  suggest(nearNames(name, names), names.length === 0 ? undefined : `columns: ${names.join(', ')}`);
