/** Rows of a table with the formulas of a base as further columns, for reading, and in the order of the base. docs/bases.md#in-obsidian */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import type {
  Database,
  DatabaseState,
  DescribedColumn,
  OperationsClient,
  TablesChanged,
} from '../../client/operations-client';

export interface BaseFormulaColumn {
  /** As the base writes it: `formula.total`. */
  readonly property: string;
  readonly label: string;
}

/** What a base knows of the notes that it found, beside their rows. */
export interface BaseValues {
  readonly formulas: readonly BaseFormulaColumn[];
  /** Of a formula, as the app computed it. */
  readonly valueOf: (path: string, property: string) => Json;
  /** The place of a note in the base. */
  readonly placeOf: (path: string) => number;
}

/** In `order_by`: as the base orders. */
export const BASE_ORDER = 'base order';

type SelectArgs = Operations['select_rows']['args'];
type Answer = Operations['select_rows']['result'];
type Row = Answer['rows'][number];

/** As many as one call gives. docs/operations.md#select_rows */
const MOST_A_CALL = 1000;

export class BaseDatabase implements Database {
  private readonly listeners = new Set<(change: TablesChanged) => void>();
  /** The qualified name of the table, as far as an answer said it. */
  private source: string;
  private known: { readonly state: DatabaseState; readonly shown: DatabaseState } | null = null;

  constructor(
    private readonly database: Database,
    private readonly table: string,
    private values: BaseValues,
  ) {
    this.source = table;
  }

  get state(): DatabaseState {
    const { state } = this.database;
    if (this.known?.state !== state) this.known = { state, shown: this.shown(state) };
    return this.known.shown;
  }

  /** The base was asked anew: formulas may have other values. */
  become(values: BaseValues): void {
    if (values === this.values) return;
    const isRead = values.formulas.length + this.values.formulas.length > 0;
    this.values = values;
    const change = { tables: [this.source], definitions: false };
    if (isRead) for (const listener of [...this.listeners]) listener(change);
  }

  onState(listener: () => void): () => void {
    return this.database.onState(listener);
  }

  holdOpen(work: Promise<void>): void {
    this.database.holdOpen(work);
  }

  reopen(): void {
    this.database.reopen();
  }

  private shown(state: DatabaseState): DatabaseState {
    return state.kind === 'open' ? { ...state, client: this.around(state.client) } : state;
  }

  private around(client: OperationsClient): OperationsClient {
    const ask = client.run as (name: string, args: JsonObject) => Promise<unknown>;
    const run = (name: string, args: JsonObject): Promise<unknown> =>
      name === 'select_rows' && args['table'] === this.table
        ? this.select(client, args as SelectArgs)
        : ask(name, args);
    const onChange: OperationsClient['onChange'] = (listener) => {
      this.listeners.add(listener);
      const stop = client.onChange(listener);
      return () => {
        this.listeners.delete(listener);
        stop();
      };
    };
    return { ...client, onChange, run: run as OperationsClient['run'] };
  }

  private async select(client: OperationsClient, args: SelectArgs): Promise<Answer> {
    const named = textsOf(args.columns);
    const asked = this.values.formulas.filter(({ property }) => named?.includes(property) === true);
    const own = named?.filter((name) => !asked.some(({ property }) => property === name)) ?? null;
    // The answer of values is by path.
    const columns = own === null || asked.length === 0 ? own : [...new Set([...own, 'id', 'path'])];
    const plain: SelectArgs = { ...args, ...(columns === null ? {} : { columns }) };
    const answer = await this.ordered(client, plain);
    this.source = answer.explain?.source ?? this.source;
    return asked.length === 0 ? answer : this.withValues(answer, asked, named ?? []);
  }

  private withValues(answer: Answer, asked: readonly BaseFormulaColumn[], named: readonly string[]): Answer {
    const { explain } = answer;
    const rows = answer.rows.map((row) => ({
      ...row,
      ...Object.fromEntries(asked.map(({ property }) => [property, this.values.valueOf(row.path ?? '', property)])),
    }));
    if (explain === undefined) return { ...answer, rows };
    const described = [
      ...explain.columns.filter(({ name }) => named.includes(name)),
      ...asked.map((column) => describedFormula(column, rows)),
    ];
    const inOrder = named.flatMap((name) => described.find((column) => column.name === name) ?? []);
    return { ...answer, rows, explain: { ...explain, columns: inOrder } };
  }

  /** By the order of the base, or by the values of a formula; else as the engine orders. */
  private async ordered(client: OperationsClient, args: SelectArgs): Promise<Answer> {
    const given = textsOf(typeof args.order_by === 'string' ? [args.order_by] : args.order_by) ?? [];
    const compare = this.orderOf(given[0] ?? '');
    if (compare === null || args.limit === 0) {
      const rest = given.filter((key) => this.orderOf(key) === null);
      return client.run('select_rows', withOrder(args, rest));
    }
    const all = await allPaths(client, withOrder(args, []));
    const first = args.offset ?? 0;
    const page = all.sort(compare).slice(first, first + (args.limit ?? MOST_A_CALL));
    const these = { path: { in: page } };
    const where = args.where === undefined || args.where === null ? these : { and: [args.where, these] };
    const { offset: _, ...rest } = withOrder(args, []);
    const answer = await client.run('select_rows', { ...rest, where, limit: Math.max(page.length, 1) });
    const places = new Map(page.map((path, at) => [path, at]));
    const at = ({ path = '' }: Row): number => places.get(path) ?? page.length;
    return { ...answer, total: all.length, rows: [...answer.rows].sort((one, other) => at(one) - at(other)) };
  }

  /** Null: the engine has this order. */
  private orderOf(key: string): ((one: string, other: string) => number) | null {
    const { formulas, placeOf, valueOf } = this.values;
    if (key === BASE_ORDER) return (one, other) => placeOf(one) - placeOf(other);
    const property = key.replace(/^-/, '');
    if (!formulas.some((formula) => formula.property === property)) return null;
    const sign = key.startsWith('-') ? -1 : 1;
    return (one, other) => compareValues(valueOf(one, property), valueOf(other, property), sign);
  }
}

const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null;

function withOrder(args: SelectArgs, order: readonly string[]): SelectArgs {
  const { order_by: _, ...rest } = args;
  return order.length === 0 ? rest : { ...rest, order_by: [...order] };
}

async function allPaths(client: OperationsClient, args: SelectArgs): Promise<string[]> {
  const { explain: _, offset: __, ...rest } = args;
  const paths: string[] = [];
  for (let isDone = false; !isDone;) {
    const page = { columns: ['path'], limit: MOST_A_CALL, offset: paths.length };
    const { rows, total } = await client.run('select_rows', { ...rest, ...page });
    paths.push(...rows.map(({ path = '' }) => path));
    isDone = rows.length === 0 || paths.length >= total;
  }
  return paths;
}

/** Numbers by size, the rest as text; nothing comes last, in both directions. */
function compareValues(one: Json, other: Json, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * textOf(one).localeCompare(textOf(other), undefined, { numeric: true });
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function describedFormula(
  { property, label }: BaseFormulaColumn,
  rows: readonly Readonly<Record<string, unknown>>[],
): DescribedColumn {
  const held = rows.map((row) => row[property]).filter((value) => value !== null && value !== undefined);
  const isAll = (type: string): boolean => held.length > 0 && held.every((value) => typeof value === type);
  const type = isAll('number') ? 'number' : isAll('boolean') ? 'boolean' : 'string';
  return { name: property, label, type, description: 'A formula of the base', inherited_from: null, dense: false };
}
