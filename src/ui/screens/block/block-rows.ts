/** The rows of a code block, as its note has them, and what they can change with. D15 */

import type { Json, Operations } from '../../../engine/index';
import type { GridColumn, GridRow } from '../../components/grid-column';
import type { BlockQuery } from './block-query';
import {
  type DescribedColumn,
  type OperationsClient,
  type TablesChanged,
  asObject,
  asText,
} from '../../client/operations-client';
import { humanName, namedColumns, tableColumns } from '../../client/table-columns';
import { layoutOf } from '../../layouts/layout-registry';
import { settingColumns } from '../../layouts/layout-settings';
import { laneGrouping, lanesWithoutRows } from '../../rows/lane-column';
import type { LanesQuestion } from '../../rows/row-lanes';
import { type WindowQuestion, RowWindow } from '../../rows/row-window';
import { REST, orderByOf } from '../../rows/view-spec';

/** What an answer says beside its rows. */
export interface BlockFacts {
  /** `vw_open_tasks` is read `Open tasks`. */
  readonly title: string;
  /** Those that are shown. */
  readonly columns: readonly GridColumn[];
  /** With those that the layout reads besides. */
  readonly declared: readonly GridColumn[];
  /** Of all rows, also those beyond the limit. */
  readonly total: number;
  readonly warnings: readonly string[];
  readonly reads: BlockReads;
  /** Qualified, where each row is one of it; null: nothing of it can be edited. */
  readonly rowsOf: string | null;
}

/** Without a limit of its own a block shows so many. */
const USUAL_ROWS = 100;

type Answer = Operations['select_rows']['result'];

export type BlockReads = Required<Answer>['explain']['reads'];

export interface BlockQuestion {
  readonly query: BlockQuery;
  /** The note; empty where the app shows a block of no note, such as in a pop-up of another plugin. */
  readonly path: string;
  readonly keyed: WindowQuestion['keyed'];
  /** Its rows are about to be asked for. */
  readonly asks: () => void;
}

/** The rows of a block near its window. Each call explains itself, which gives the headings and says when to ask again. */
export class BlockWindow extends RowWindow {
  private readonly heard: HeardFacts;

  constructor(client: OperationsClient, question: BlockQuestion) {
    const heard = new HeardFacts(question.query);
    super(client, windowQuestion(question, heard), (change) => heard.isTouched(change));
    this.heard = heard;
  }

  /** Null until a first answer is there; the same object as long as they say the same. */
  get facts(): BlockFacts | null {
    return this.heard.facts;
  }
}

/** Its rows in lanes; null: no column makes any. */
export function lanesQuestion(
  { query, path, keyed }: Omit<BlockQuestion, 'asks'>,
  columns: readonly GridColumn[],
): LanesQuestion | null {
  const { spec, more } = query;
  const group = laneGrouping(spec, columns);
  if (group === null || more.group_by !== undefined || more.aggregates !== undefined) return null;
  const lane = columns.find(({ name }) => name === group.column);
  const named = namedBy(query);
  const { orderColumn } = layoutOf(spec);
  const order = spec.sort.length > 0 ? null : (orderColumn?.(spec, columns) ?? null);
  return {
    table: query.table,
    columns: named.length === 0 ? null : [...new Set([...named, ...readBeside(query), group.column])],
    orderBy: order === null ? orderByOf(spec.sort) : [order],
    limit: spec.limit,
    filter: () => Promise.resolve({ where: spec.where, warnings: [] }),
    keyed,
    more: { args: { ...more, ...noteOf(path) }, rowOf, heard: () => undefined },
    group,
    summaries: {},
    choices: lane?.type === 'enum' ? lane.values : [],
    ...lanesWithoutRows(lane),
  };
}

const noteOf = (path: string): { readonly this_note?: string } => (path === '' ? {} : { this_note: path });

class HeardFacts {
  facts: BlockFacts | null = null;
  /** Columns that are asked for the layout alone. */
  beside: readonly string[] = [];
  private isAnswered = false;
  private fingerprint = '';

  constructor(private readonly query: BlockQuery) {}

  asks(): void {
    this.isAnswered = false;
  }

  hear(answer: Answer): void {
    const facts = factsOf(answer as Required<Answer>, this.query, this.beside);
    const fingerprint = JSON.stringify(facts);
    this.isAnswered = true;
    if (fingerprint === this.fingerprint) return;
    [this.facts, this.fingerprint] = [facts, fingerprint];
  }

  /** A question without an answer may have one after any change. */
  isTouched(change: TablesChanged): boolean {
    return this.facts === null || !this.isAnswered || canChange(this.facts.reads, change);
  }
}

function windowQuestion({ query, path, keyed, asks }: BlockQuestion, heard: HeardFacts): WindowQuestion {
  const { table, spec, more } = query;
  const named = namedBy(query);
  const read = readBeside(query);
  const everyColumn = named.length === 0;
  const asksTable = everyColumn ? read.length > 0 : takesOwnColumn(query);
  const args = { ...more, ...noteOf(path), explain: true };
  let columns: readonly string[] | null = everyColumn ? null : [...named, ...read];
  heard.beside = read;
  return {
    table,
    get columns() {
      return columns;
    },
    orderBy: orderByOf(spec.sort),
    // Lanes and days are drawn near the window alone.
    limit: spec.limit ?? (layoutOf(spec).reads === 'window' ? USUAL_ROWS : null),
    filter: async (client) => {
      heard.asks();
      asks();
      if (asksTable) {
        const { explain } = await client.run('select_rows', { ...args, table, limit: 0 });
        const all = explain?.columns ?? [];
        const shown = everyColumn ? ['id', 'path', ...all.map(({ name }) => name)] : named;
        const more = [...read, ...(everyColumn ? [] : ownColumn(blockColumns(all, query), query))];
        heard.beside = more.filter((name) => !shown.includes(name));
        columns = [...shown, ...heard.beside];
      }
      return { where: spec.where, warnings: [] };
    },
    keyed,
    more: {
      args,
      rowOf,
      heard: (answer) => heard.hear(answer),
    },
  };
}

/** Empty: all of them. */
const namedBy = ({ spec }: BlockQuery): readonly string[] =>
  spec.display.columns.flatMap(({ name }) => (name === REST ? [] : [name]));

const isOfRows = ({ more }: BlockQuery): boolean =>
  [more.join, more.group_by, more.aggregates].every((each) => each === undefined || each === null);

/** Whether the layout takes a column of the table, of which the block says nothing. */
const takesOwnColumn = (query: BlockQuery): boolean =>
  isOfRows(query) && layoutOf(query.spec).ownColumn?.(query.spec, []) === null;

/** The one that the layout takes: of those that the block names, else of the table. */
function ownColumn(columns: readonly GridColumn[], query: BlockQuery): readonly string[] {
  const { spec } = query;
  const named = namedBy(query);
  const shown = columns.filter(({ name }) => named.includes(name));
  const { ownColumn: own } = layoutOf(spec);
  return [own?.(spec, shown) ?? own?.(spec, columns) ?? []].flat();
}

/** Columns that the layout reads and the block does not name. */
function readBeside(query: BlockQuery): readonly string[] {
  const { spec } = query;
  if (!isOfRows(query)) return [];
  const { settings, readsColumns } = layoutOf(spec);
  const read = [
    ...(spec.group === null ? [] : [spec.group.column]),
    ...settingColumns(spec.display.layout, settings, spec),
    ...(readsColumns?.(spec) ?? []),
  ];
  return [...new Set(read)].filter((name) => !spec.display.columns.some((each) => each.name === name));
}

function factsOf(
  { explain, table, total, warnings }: Answer & Required<Pick<Answer, 'explain'>>,
  query: BlockQuery,
  beside: readonly string[],
): BlockFacts {
  const declared = blockColumns(explain.columns, query);
  const name = table.split(/[.:]/).at(-1) ?? '';
  return {
    title: humanName(name.replace(/^vw_/, '')),
    columns: declared.filter(({ name }) => !beside.includes(name)),
    declared,
    total,
    warnings: warnings ?? [],
    reads: explain.reads,
    rowsOf: rowsOf(table, explain.source, query),
  };
}

/** Groups are not rows of a table, and neither are the rows of a view that is more than one table. */
function rowsOf(asked: string, source: string, { more }: BlockQuery): string | null {
  const isGrouped = (more.group_by ?? more.aggregates ?? null) !== null;
  const isView = source === asked && (asked.split('.').at(-1) ?? '').startsWith('vw_');
  return isGrouped || isView ? null : source;
}

/** Whether the answer can be another one after a change. */
function canChange({ tables, definitions, everything }: BlockReads, change: TablesChanged): boolean {
  if (everything || change.tables.some((table) => tables.includes(table))) return true;
  // A hand edit of the definitions does not say which tables it changes.
  return change.definitions && (definitions || change.tables.length === 0);
}

/** As the answer has them, matches of a join as links. */
function blockColumns(described: readonly DescribedColumn[], { more }: BlockQuery): readonly GridColumn[] {
  const expanded = new Set((Array.isArray(more.expand) ? more.expand : []).map((path: string) => path.split('.')[0]));
  const columns = tableColumns(described).map((column) => {
    const { name } = column;
    const isOwn = !name.includes('.') && !name.startsWith('file_') && name !== 'path' && !expanded.has(name);
    return isOwn ? column : { ...column, isEditable: false };
  });
  const { join: joined, group_by: groupBy, aggregates } = more;
  const isNested = joined !== undefined && joined !== null && groupBy === undefined && aggregates === undefined;
  return isNested ? [...columns.slice(0, -1), matchesColumn(joined)] : columns;
}

function matchesColumn({ as, table }: NonNullable<BlockQuery['more']['join']>): GridColumn {
  const name = as ?? table.split('.').at(-1) ?? '';
  return {
    ...(namedColumns([], [name])[0] as GridColumn),
    label: humanName(name),
    type: 'list',
    itemType: 'link',
    isSortable: false,
  };
}

function rowOf(row: Answer['rows'][number], index: number): GridRow {
  const { id, path = '' } = row;
  const values = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asLinks(value)]));
  return { key: id ?? (path === '' ? String(index) : path), path, values };
}

/** An expanded or joined row is shown as a link to it. */
function asLinks(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(asLinks);
  const object = asObject(value);
  const path = asText(object?.['path']);
  if (object === null || path === null) return value;
  return (
    asText(object['link']) ?? `[[${path.replace(/\.md$/, '')}|${path.split('/').at(-1)?.replace(/\.md$/, '') ?? ''}]]`
  );
}
