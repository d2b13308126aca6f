/** Writes the order and the layout of a block into its YAML; every other byte stays. docs/views.md#blocks */

import { type Document, type Node, type Pair, type YAMLMap, isCollection, isMap, parseDocument, stringify } from 'yaml';
import type { Json, JsonObject } from '../../../engine/index';
import { isJsonObject } from '../../components/filter/filter-tree';
import { type ViewSpec, USUAL_LAYOUT, orderByOf, readSpec } from '../../rows/view-spec';

/** Throws in words where the text can't take the change, such as one with anchors. */
export function blockTextWith(text: string, spec: ViewSpec): string {
  const [first, ...more] = orderByOf(spec.sort);
  const order =
    first === undefined ? null : more.length === 0 ? flowText([first]).slice(1, -1) : flowText([first, ...more]);
  const shownAs = spec.display.layout === USUAL_LAYOUT ? null : spec.display.layout;
  try {
    const before = readSpec(parts(text).read);
    const ordered = orderText(before) === orderText(spec) ? text : withKey(text, 'order_by', order);
    const changed = layoutIn(before) === layoutIn(spec) ? ordered : withKey(ordered, 'layout', shownAs);
    if (!isWith(changed, text, spec)) throw new Error('The text reads otherwise.');
    return changed;
  } catch (cause) {
    const lines = [
      order === null ? 'no order_by' : `order_by: ${order}`,
      ...(shownAs === null ? [] : [`layout: ${shownAs}`]),
    ];
    throw new Error(`Its YAML has a form that can't be changed here. Write ${lines.join(' and ')} by hand.`, { cause });
  }
}

/** In one line, and valid between other values of one line. */
const flowText = (names: readonly string[]): string =>
  stringify(names, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).trimEnd();

const layoutIn = ({ display }: ViewSpec): string => display.layout;

const orderText = ({ sort }: ViewSpec): string => JSON.stringify(orderByOf(sort));

/** Whether the new text has the order and the layout of the spec, and everything else as before. */
function isWith(changed: string, text: string, spec: ViewSpec): boolean {
  const others = ({ order_by: _, layout: __, ...rest }: JsonObject): string => JSON.stringify(rest);
  const { read } = parts(changed);
  const now = readSpec(read);
  return (
    others(read) === others(parts(text).read) && orderText(now) === orderText(spec) && layoutIn(now) === layoutIn(spec)
  );
}

interface Entry {
  readonly key: Json;
  readonly start: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly end: number;
}

interface BlockParts {
  readonly read: JsonObject;
  readonly isFlow: boolean;
  readonly entries: readonly Entry[];
}

function parts(text: string): BlockParts {
  // A line break cut in two at the end of the block is not part of the last value.
  const document: Document.Parsed = parseDocument(text.replace(/\r$/, ' '), { schema: 'core', logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const { contents } = document;
  const read = document.toJS({ maxAliasCount: 0 }) as Json;
  if (!isMap(contents) || !isJsonObject(read)) throw new Error('The block holds no keys and values.');
  const map: YAMLMap<unknown, unknown> = contents;
  return { read, isFlow: map.flow === true, entries: map.items.map(entryOf) };
}

function entryOf({ key, value }: Pair): Entry {
  const [start, keyEnd] = rangeOf(key);
  const [valueStart] = value === null ? [keyEnd] : rangeOf(value);
  return { key: (key as Node).toJSON() as Json, start, keyEnd, valueStart, end: endOf(value ?? key) };
}

/** Of the last value inside: a list in lines ends behind the comments below it. */
function endOf(node: unknown): number {
  const last: unknown = isCollection(node) && node.flow !== true ? node.items.at(-1) : undefined;
  if (last === undefined) return rangeOf(node)[1];
  const { key, value } = last as Partial<Pair>;
  return endOf(key === undefined ? last : (value ?? key));
}

function rangeOf(node: unknown): readonly [number, number] {
  const [start, end] = (node as Node).range ?? [];
  if (start === undefined || end === undefined) throw new Error('A part of the block has no place.');
  return [start, end];
}

/** `value` is YAML of one line; null: without the key. */
function withKey(text: string, key: string, value: string | null): string {
  const { entries, isFlow } = parts(text);
  const at = entries.findIndex((entry) => entry.key === key);
  const entry = entries[at];
  const splice = (from: number, to: number, put: string): string => text.slice(0, from) + put + text.slice(to);
  if (entry === undefined)
    return value === null ? text : splice(...placeOfNew(text, entries, isFlow, `${key}: ${value}`));
  if (value !== null) {
    const hasComment = text.slice(entry.keyEnd, entry.valueStart).includes('#');
    return hasComment ? splice(entry.valueStart, entry.end, value) : splice(entry.keyEnd, entry.end, `: ${value}`);
  }
  if (!isFlow) return splice(...linesOf(text, entry), '');
  const [before, after] = [entries[at - 1], entries[at + 1]];
  if (after !== undefined) return splice(entry.start, after.start, '');
  const hasComma = before !== undefined && /^\s*,\s*$/.test(text.slice(before.end, entry.start));
  return splice(hasComma ? before.end : entry.start, entry.end, '');
}

/** Behind the last entry. */
function placeOfNew(text: string, entries: readonly Entry[], isFlow: boolean, put: string): [number, number, string] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The block is empty.');
  if (isFlow) return [last.end, last.end, `, ${put}`];
  const indent = text.slice(lineStart(text, first.start), first.start);
  const end = lineEnd(text, text.slice(0, last.end).trimEnd().length);
  return [end, end, `${text.includes('\r') ? '\r\n' : '\n'}${indent}${put}`];
}

/** The lines of an entry with one line break: the one behind them, at the end the one before. */
function linesOf(text: string, { start, end }: Entry): [number, number] {
  const [from, to] = [lineStart(text, start), lineEnd(text, end)];
  const behind = /^\r?\n/.exec(text.slice(to))?.[0].length ?? 0;
  const before = behind > 0 ? 0 : (/\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0);
  return [from - before, to + behind];
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

const lineEnd = (text: string, at: number): number => at + text.slice(at).search(/\r?(\n|$)/);
