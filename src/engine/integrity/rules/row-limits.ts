/** One limit of a table, compiled: which rows count, in which group, and what a row over it breaks. docs/decisions.md#limits */

import { type Constraint, type TableDefinition, columnNamed } from '../../catalog/definition';
import { NotedbError, type Violation } from '../../errors';
import { type Json, type JsonObject, isEmpty, isJsonObject, isList } from '../../json';
import { linkpathIn } from '../../note/links/link-syntax';
import type { NotePath } from '../../ports/vault-port';
import { compileWhere } from '../../query/where/compile-where';
import type { OperandContext } from '../../query/where/operand-reader';
import { type Predicate, rowMatches } from '../../query/where/predicate';
import { SubjectResolver } from '../../query/where/subject-resolver';
import type { Row } from '../../storage/row';
import type { ColumnSpec } from '../../values/column-spec';
import { uniqueKey } from '../../values/unique-key';
import { NO_FACTS } from './compile-check';
import { filterInWords } from './filter-in-words';

/** Rows that count together. A link is the path that it leads to, so that it is one group however it is spelled. */
export type LimitGroup = Json;

const WHOLE_TABLE: LimitGroup = '';

export class RowLimit {
  private constructor(
    readonly key: string,
    private readonly table: TableDefinition,
    readonly constraint: Constraint & { readonly atMost: number },
    private readonly per: ColumnSpec | null,
    private readonly matches: Predicate,
    private readonly context: OperandContext,
  ) {}

  /** Null: a CHECK without a limit, or what it reads is not there any more. */
  static of(key: string, table: TableDefinition, constraint: Constraint, context: OperandContext): RowLimit | null {
    const { atMost, per, check } = constraint;
    const column = per === undefined ? null : (columnNamed(table, per) ?? null);
    if (atMost === undefined || (per !== undefined && column === null)) return null;
    try {
      const matches = compileWhere(check, new SubjectResolver(table, NO_FACTS), context);
      return new RowLimit(key, table, { ...constraint, atMost }, column, matches, context);
    } catch (error) {
      if (error instanceof NotedbError) return null;
      throw error;
    }
  }

  /** Null: the row does not count. */
  groupOf(row: Row): LimitGroup | null {
    if (!rowMatches(this.matches, row)) return null;
    if (this.per === null) return WHOLE_TABLE;
    const value = row.values[this.per.name];
    if (value === undefined || isEmpty(value)) return null;
    if (this.per.type !== 'link' || typeof value !== 'string') return uniqueKey(this.per, value);
    return this.context.links.resolve(linkpathIn(value), row.path);
  }

  /** Whether the groups are notes, whose paths a write may change. */
  get isPerNote(): boolean {
    return this.per?.type === 'link';
  }

  /** Finds the rows of one group, of which `row` is one. */
  rowsOf(group: LimitGroup, row: Row): Predicate {
    const { per, matches, context, table } = this;
    if (per === null) return matches;
    const value =
      this.isPerNote && typeof group === 'string' ? `[[${group.replace(/\.md$/, '')}]]` : row.values[per.name];
    const where = { [per.name]: { eq: value ?? null } };
    return { kind: 'all', parts: [matches, compileWhere(where, new SubjectResolver(table, NO_FACTS), context)] };
  }

  violation(row: Row, path: NotePath, count: number): Violation {
    const { per, table, constraint } = this;
    const { name, atMost, check } = constraint;
    const columns = [...new Set([...keysOf(check), ...(per === null ? [] : [per.name])])];
    const column = columns.length === 1 ? (columns[0] ?? null) : null;
    const where = Object.keys(check).length === 0 ? '' : ` where ${filterInWords(check)}`;
    const alike = per === null ? '' : ` with the same ${per.name}`;
    return {
      path,
      column,
      code: 'limit',
      message: `${table.name} has at most ${atMost} ${atMost === 1 ? 'row' : 'rows'}${alike}${where} (${name}), and with this one there are ${count}`,
      ...(columns.length > 1 ? { columns } : {}),
      value: column === null ? null : (row.values[column] ?? null),
    };
  }
}

/** The columns that a filter names. */
const keysOf = (filter: JsonObject): readonly string[] =>
  Object.entries(filter).flatMap(([key, value]) => {
    if (key !== 'and' && key !== 'or' && key !== 'not') return [key];
    return (isList(value) ? value : [value]).flatMap((each) => (isJsonObject(each) ? keysOf(each) : []));
  });
