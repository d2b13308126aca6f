/** A filter of an Obsidian base as a filter of select_rows. A statement that has no such form stays a formula. docs/bases.md#filters */

import type { BaseNames, BaseObject, BaseValue } from './base-names';

/** Null: it has no form without a formula. */
export type TranslatedFilter = BaseObject | null;

const PROPERTY = String.raw`(?:(?:note|file|formula)\.)?[\p{L}_][\p{L}\p{N}_]*|(?:note|formula)\["[^"\\]+"\]`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const LITERAL = String.raw`${TEXT}|-?\d+(?:\.\d+)?|true|false|today\(\)|now\(\)|(?:date|link)\((?:${TEXT})\)`;
const COMPARISON = new RegExp(String.raw`^(${PROPERTY})\s*(==|!=|<=|>=|<|>)\s*(${LITERAL})$`, 'u');
const METHOD = new RegExp(String.raw`^(${PROPERTY})\.(\w+)\((.*)\)$`, 'u');
const ONE_TEXT = new RegExp(String.raw`^\s*(${TEXT})\s*(?:,|$)`, 'u');

const OPERATORS: Readonly<Record<string, string>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

const TEXT_METHODS: Readonly<Record<string, string>> = {
  contains: 'contains',
  startsWith: 'starts_with',
  endsWith: 'ends_with',
};

export function translateStatement(statement: string, names: BaseNames): TranslatedFilter {
  const text = withoutBrackets(statement.trim());
  for (const [operator, key] of [
    ['||', 'or'],
    ['&&', 'and'],
  ] as const) {
    const parts = splitOutside(text, operator);
    if (parts.length < 2) continue;
    const filters = parts.map((part) => translateStatement(part, names));
    return filters.every((each) => each !== null) ? { [key]: filters } : null;
  }
  if (text.startsWith('!') && !text.startsWith('!=')) {
    const filter = translateStatement(text.slice(1), names);
    return filter === null ? null : { not: filter };
  }
  return comparison(text, names) ?? method(text, names);
}

function comparison(text: string, names: BaseNames): TranslatedFilter {
  const [, property = '', sign = '', literal = ''] = COMPARISON.exec(text) ?? [];
  const [column, operator] = [names.columnOf(property), OPERATORS[sign]];
  if (column === null || operator === undefined) return null;
  return { [column]: { [operator]: literalValue(literal) } };
}

function method(text: string, names: BaseNames): TranslatedFilter {
  const [, subject = '', name = '', args = ''] = METHOD.exec(text) ?? [];
  const texts = textsIn(args);
  if (subject === 'file' && texts !== null) return fileMethod(name, texts, names);
  const column = names.columnOf(subject);
  if (column === null) return null;
  if (name === 'isEmpty' && args.trim() === '') return { [column]: { exists: false } };
  const operator = TEXT_METHODS[name];
  return operator === undefined || texts?.length !== 1 ? null : { [column]: { [operator]: texts[0] ?? '' } };
}

function fileMethod(name: string, texts: readonly string[], names: BaseNames): TranslatedFilter {
  const [first = ''] = texts;
  switch (name) {
    case 'hasTag':
      return anyOf(texts.map((tag) => ({ file_tags: { contains: tag.replace(/^#/, '') } })));
    case 'hasLink':
      return { file_links: { contains: `[[${first}]]` } };
    case 'inFolder':
      return { path: { starts_with: `${first.replace(/\/$/, '')}/` } };
    case 'hasProperty': {
      const column = names.columnOf(`note["${first}"]`);
      return column === null ? null : { [column]: { exists: true } };
    }
    default:
      return null;
  }
}

const anyOf = (filters: readonly BaseObject[]): BaseObject =>
  filters.length === 1 && filters[0] !== undefined ? filters[0] : { or: filters };

function literalValue(literal: string): BaseValue {
  const [, name, inner] = /^(date|link)\((.*)\)$/.exec(literal) ?? [];
  if (inner !== undefined) return name === 'link' ? `[[${textOf(inner)}]]` : textOf(inner);
  if (literal === 'true' || literal === 'false') return literal === 'true';
  if (literal === 'today()' || literal === 'now()') return `{${literal.slice(0, -2)}}`;
  return /^["']/.test(literal) ? textOf(literal) : Number(literal);
}

const textOf = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\(.)/g, (_, each: string) => (each === 'n' ? '\n' : each));

/** Null: not only texts. */
function textsIn(args: string): readonly string[] | null {
  const texts: string[] = [];
  for (let rest = args.trim(); rest !== '';) {
    const [all = '', text] = ONE_TEXT.exec(rest) ?? [];
    if (text === undefined) return null;
    texts.push(textOf(text));
    rest = rest.slice(all.length).trim();
  }
  return texts.length === 0 ? null : texts;
}

/** Not in quotes or brackets. */
function splitOutside(text: string, operator: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\|\||&&|[()[\]]/g)) {
    if (token === '(' || token === '[') depth += 1;
    else if (token === ')' || token === ']') depth -= 1;
    else if (token === operator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + operator.length;
    }
  }
  return [...parts, text.slice(start)];
}

/** `(a && b)` is `a && b`; `(a) && (b)` stays. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  const inner = text.slice(1, -1);
  let depth = 0;
  for (const [token] of inner.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth < 0) return text;
  }
  return withoutBrackets(inner.trim());
}
