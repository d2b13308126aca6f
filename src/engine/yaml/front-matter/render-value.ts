/** Writes front matter values so that Obsidian's property editor shows them with the right type. D2 */

import { type Json, isJsonObject, isList } from '../../json';
import { isNullText } from '../core-schema';
import type { RawValue } from '../raw-value';
import { rawToJson } from '../raw-json';
import { canStandPlain, doubleQuoted, stringText } from '../yaml-quotes';

/**
 * The text behind `key:`, with `\n` as line break and none at the end: nothing for an empty value, ` text`, ` []`,
 * or lines that begin with a line break and two spaces. Strings are quoted when a reader of YAML 1.1 or 1.2 would take
 * them for something else; plain text (dates, numbers) is written as it is unless it could not be read back.
 */
export function renderValue(raw: RawValue): string {
  switch (raw.kind) {
    case 'empty':
      return '';
    case 'scalar':
      return raw.plain && isNullText(raw.text) ? '' : ` ${scalarText(raw)}`;
    case 'list':
      return raw.items.length === 0 ? ' []' : raw.items.map((item) => `\n  -${renderItem(item)}`).join('');
    case 'json':
      return raw.value === null ? '' : renderBlockValue(raw.value, '  ');
  }
}

/** The same in one line, as JSON would write it: for a value that its surroundings let no line break into. */
export const renderInLine = (raw: RawValue): string => {
  const text = renderFlowValue(raw);
  return text === '' ? '' : ` ${text}`;
};

function scalarText(raw: RawValue & { readonly kind: 'scalar' }): string {
  if (!raw.plain) return stringText(raw.text);
  return canStandPlain(raw.text) ? raw.text : doubleQuoted(raw.text);
}

function renderItem(item: RawValue): string {
  if (item.kind === 'scalar') return ` ${item.plain && isNullText(item.text) ? 'null' : scalarText(item)}`;
  return item.kind === 'empty' ? ' null' : itemBlock(rawToJson(item), '    ');
}

/** The text behind a key; the lines of a collection get this indentation. */
function renderBlockValue(value: Json, indent: string): string {
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return ' {}';
    return entries
      .map(([key, each]) => `\n${indent}${stringText(key)}:${renderBlockValue(each, `${indent}  `)}`)
      .join('');
  }
  if (isList(value)) {
    const items = value;
    if (items.length === 0) return ' []';
    return items.map((item) => `\n${indent}-${itemBlock(item, `${indent}  `)}`).join('');
  }
  return ` ${jsonScalar(value)}`;
}

/** The text behind a list's mark: a mapping begins in the same line. */
function itemBlock(value: Json, indent: string): string {
  const text = renderBlockValue(value, indent);
  return isJsonObject(value) && text.startsWith('\n') ? ` ${text.slice(indent.length + 1)}` : text;
}

const jsonScalar = (value: Json): string => (typeof value === 'string' ? stringText(value) : JSON.stringify(value));

function renderFlowValue(raw: RawValue): string {
  if (raw.kind === 'list') return `[${raw.items.map((item) => renderFlowValue(item) || 'null').join(', ')}]`;
  if (raw.kind === 'scalar' && raw.plain && canStandPlain(raw.text) && !/[,[\]{}]/.test(raw.text)) return raw.text;
  const value = rawToJson(raw);
  return value === null ? '' : flowJson(value);
}

function flowJson(value: Json): string {
  if (typeof value === 'string') return doubleQuoted(value);
  if (isList(value)) return `[${value.map(flowJson).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${doubleQuoted(key)}: ${flowJson(each)}`)
    .join(', ')}}`;
}
