/** Parses the YAML of a `notedb` code block into a query, or a message about its problem. D15 */

import type { Json, JsonObject, Operations } from '../../../engine/index';
import type { ProblemText } from '../../components/text/problem-text';
import { parseYamlText } from '../../components/text/yaml-text';
import { asObject, asText } from '../../client/operations-client';
import { LAYOUT_NAMES, isLayout } from '../../layouts/layout-registry';
import { readColors } from '../../rows/color-rules';
import { type ViewSpec, REST, USUAL_LAYOUT, readSpec } from '../../rows/view-spec';

export interface BlockQuery {
  /** Or a view. */
  readonly table: string;
  readonly spec: ViewSpec;
  /** Arguments of select_rows that no view has, as they are written. */
  readonly more: Partial<Operations['select_rows']['args']>;
}

/** A button that runs a rule on the note. docs/rules.md#buttons */
export interface RuleQuery {
  readonly rule: string;
}

const KEYS = [
  'view',
  'table',
  'columns',
  'where',
  'order_by',
  'limit',
  'offset',
  'expand',
  'join',
  'group_by',
  'aggregates',
  'compute',
  'rollup',
  'group',
  'layout',
  'colors',
];
/** Settings of a layout are under its name; `table` is the name of the table. */
const SETTINGS = LAYOUT_NAMES.filter((name) => !KEYS.includes(name));
const EXAMPLE = 'Write, for example:\nview: vw_open_tasks\ncolumns: [title, due]\norder_by: due';
/** In YAML a token without quotes is a map. */
const BARE_TOKEN = /^(today|now|this\.)/;
const MOST_ROWS = 1000;

/** The text between the fences. */
export function readBlockText(text: string): BlockQuery | RuleQuery | ProblemText {
  const reading = parseYamlText(text);
  return 'problem' in reading ? { message: 'The block is not YAML.', hint: reading.problem } : readBlock(reading.value);
}

/** `source`: any value of YAML. */
export function readBlock(source: unknown): BlockQuery | RuleQuery | ProblemText {
  const block = asObject(source as JsonObject);
  if (block === null) return { message: 'The block is empty, or is not a list of keys and values.', hint: EXAMPLE };
  const given = Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null));
  if (given['rule'] !== undefined) return ruleQueryOf(given);
  return blockProblem(given) ?? blockQueryOf(given);
}

function ruleQueryOf({ rule = null, ...others }: JsonObject): RuleQuery | ProblemText {
  if (typeof rule !== 'string' || Object.keys(others).length > 0)
    return {
      message: 'A block with a rule has its name, and no other key.',
      hint: 'Write, for example: rule: finished',
    };
  return { rule };
}

function blockProblem(block: JsonObject): ProblemText | null {
  const keys = [...KEYS, ...SETTINGS];
  const unknown = Object.keys(block).filter((key) => !keys.includes(key));
  if (unknown.length > 0) {
    return { message: `A block has no key ${unknown.join(', ')}.`, hint: `Its keys are ${keys.join(', ')}.` };
  }
  return (
    wrongTable(block) ??
    wrongColumns(block) ??
    wrongFilter(block) ??
    wrongCounts(block) ??
    wrongLayout(block) ??
    wrongColors(block)
  );
}

function wrongColors({ colors }: JsonObject): ProblemText | null {
  if (colors === undefined || (Array.isArray(colors) && readColors(colors).length === colors.length)) return null;
  return { message: 'colors is not a list of rules.', hint: 'Write colors: [{where: {done: false}, color: red}].' };
}

function wrongTable({ view, table }: JsonObject): ProblemText | null {
  if (view !== undefined && table !== undefined) {
    return { message: 'The block names a view and a table.', hint: 'Leave one of them away.' };
  }
  const name = view ?? table;
  if (typeof name === 'string' && name !== '') return null;
  return { message: 'The block names neither a view nor a table.', hint: EXAMPLE };
}

function wrongColumns({
  columns,
  order_by: orderBy,
  group,
  group_by: groupBy,
  expand,
}: JsonObject): ProblemText | null {
  if (columns !== undefined && !isTexts(columns)) {
    return { message: 'columns is not a list of names.', hint: 'Write columns: [title, due].' };
  }
  if (orderBy !== undefined && typeof orderBy !== 'string' && !isTexts(orderBy)) {
    return {
      message: 'order_by is not the name of a column.',
      hint: 'Write order_by: due, or order_by: -due to descend.',
    };
  }
  if (group !== undefined && typeof group !== 'string') {
    return { message: 'group is not the name of a column.', hint: 'Write group: status.' };
  }
  if (groupBy !== undefined && typeof groupBy !== 'string' && !isTexts(groupBy)) {
    return { message: 'group_by is not the name of a column.', hint: 'Write group_by: status.' };
  }
  if (expand !== undefined && !isTexts(expand)) {
    return { message: 'expand is not a list of links.', hint: 'Write expand: [project].' };
  }
  return null;
}

function wrongFilter({ where, join, aggregates }: JsonObject): ProblemText | null {
  if (where !== undefined && asObject(where) === null) {
    return { message: 'where holds no conditions.', hint: 'Write where: {status: todo}.' };
  }
  const token = bareToken(where ?? null);
  if (token !== null) {
    return { message: `{${token}} has no quotes.`, hint: `Write "{${token}}", in quotes.` };
  }
  if (join !== undefined && asObject(join) === null) {
    return {
      message: 'join does not name the table to join.',
      hint: 'Write join: {table: people, on: {owner: path}}.',
    };
  }
  if (aggregates !== undefined && asObject(aggregates) === null) {
    return { message: 'aggregates holds no sums.', hint: 'Write aggregates: {n: count}.' };
  }
  return null;
}

function bareToken(value: Json): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, held] of Object.entries<Json>(value)) {
    const found = held === null && BARE_TOKEN.test(key) ? key : bareToken(held);
    if (found !== null) return found;
  }
  return null;
}

function wrongCounts({ limit, offset }: JsonObject): ProblemText | null {
  if (limit !== undefined && !(isCount(limit, 1) && limit <= MOST_ROWS)) {
    return { message: 'limit is not a number of rows.', hint: `Write a whole number from 1 to ${MOST_ROWS}.` };
  }
  if (offset !== undefined && !isCount(offset, 0)) {
    return { message: 'offset is not a number of rows.', hint: 'Write a whole number from 0.' };
  }
  return null;
}

function wrongLayout({ layout, ...block }: JsonObject): ProblemText | null {
  const wrong = SETTINGS.find((name) => block[name] !== undefined && asObject(block[name]) === null);
  if (wrong !== undefined)
    return { message: `${wrong} holds no settings.`, hint: `Write ${wrong}: {}, or leave it away.` };
  const name = layout === undefined ? USUAL_LAYOUT : asText(layout);
  if (name !== null && isLayout(name)) return null;
  return {
    message: name === null ? 'layout must be the name of a layout.' : `There is no layout ${name}.`,
    hint: `Write ${LAYOUT_NAMES.map((each) => `layout: ${each}`).join(' or ')}.`,
  };
}

function blockQueryOf({ view, table, columns, ...block }: JsonObject): BlockQuery {
  const names = isTexts(columns) ? columns : [];
  const shown = names.length === 0 ? [] : [...names.map((name) => ({ name })), { name: REST, hidden: true }];
  const isOfView = ([key]: readonly [string, Json]): boolean => OF_VIEW.has(key);
  const entries = Object.entries<Json>(block);
  return {
    table: asText(view) ?? asText(table) ?? '',
    spec: readSpec({ columns: shown, ...Object.fromEntries(entries.filter(isOfView)) }),
    more: Object.fromEntries(entries.filter((entry) => !isOfView(entry))),
  };
}

/** Keys that say how rows are looked at; the others are arguments of select_rows. */
const OF_VIEW: ReadonlySet<string> = new Set(['where', 'order_by', 'limit', 'group', 'layout', ...SETTINGS]);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isCount = (value: unknown, least: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least;
