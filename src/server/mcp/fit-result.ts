/** Cuts a result that is too long for an agent, and says how to go on. D12, D19, docs/mcp.md#results */

import type { Json, JsonObject } from '../../engine/index';

/** Bytes of the JSON text of a result. */
export const MOST_RESULT_BYTES = 61_440;

/** Left for `truncated`, `total`, `next` and the marks of cut texts. */
const RESERVE = 512;

const encoder = new TextEncoder();
const bytesOf = (value: Json): number => encoder.encode(JSON.stringify(value)).length;

export interface FittedCall {
  /** As they were given. */
  readonly args: JsonObject;
  /** Names of the arguments that the operation takes. */
  readonly takes: ReadonlySet<string>;
}

/**
 * The result itself when it is short enough. Else its longest list is cut at whole items; an item that is too long by itself has its
 * longest texts cut. `truncated`, `total` and, where the operation can go on from there, `next` say so.
 */
export function fitResult(result: JsonObject, call: FittedCall): JsonObject {
  if (bytesOf(result) <= MOST_RESULT_BYTES) return result;
  const content = call.takes.has('length') ? result['content'] : undefined;
  if (typeof content === 'string') return shrinkTexts(cutContent(result, content, call));
  const name = longestList(result);
  const cut = name === null ? { ...result, truncated: true } : cutList(result, name, call);
  return shrinkTexts(cut);
}

/** A refusal: the longest of its lists is cut, and its total is beside it. docs/http.md#errors */
export function fitError(error: JsonObject): JsonObject {
  if (bytesOf({ error }) <= MOST_RESULT_BYTES) return { error };
  const name = longestList(error);
  if (name === null) return shrinkTexts({ error });
  const list = error[name] as readonly Json[];
  const totalKey = `${name}_total`;
  const total = typeof error[totalKey] === 'number' ? error[totalKey] : list.length;
  return shrinkTexts({ error: { ...error, [name]: list.slice(0, fitting(error, name)), [totalKey]: total } });
}

function longestList(result: JsonObject): string | null {
  const lists = Object.entries(result).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > 0 ? [{ key, bytes: bytesOf(value) }] : [],
  );
  lists.sort((a, b) => b.bytes - a.bytes);
  return lists[0]?.key ?? null;
}

function cutList(result: JsonObject, name: string, call: FittedCall): JsonObject {
  const list = result[name] as readonly Json[];
  const kept = list.slice(0, fitting(result, name));
  const total = typeof result['total'] === 'number' ? result['total'] : list.length;
  const next = kept.length < list.length ? nextArguments(kept, call) : null;
  return { ...result, [name]: kept, truncated: true, total, ...(next === null ? {} : { next }) };
}

/** The text of a note is read on where it was cut. */
function cutContent(result: JsonObject, content: string, { args }: FittedCall): JsonObject {
  const start = typeof args['offset'] === 'number' ? args['offset'] : 0;
  const cutAt = (end: number): JsonObject => ({
    ...result,
    content: content.slice(0, end),
    truncated: true,
    total: typeof result['total'] === 'number' ? result['total'] : start + content.length,
    next: { offset: start + end },
  });
  let [fits, tooLong] = [0, content.length + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (bytesOf(cutAt(middle)) <= MOST_RESULT_BYTES) fits = middle;
    else tooLong = middle;
  }
  return fits === 0 ? { ...result, truncated: true } : cutAt(wholeCharacters(content, fits));
}

/** Where to cut so that no character is halved. */
const wholeCharacters = (text: string, end: number): number =>
  /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end;

/** How many of the first items fit beside the rest of the result; at least one. */
function fitting(result: JsonObject, name: string): number {
  let room = MOST_RESULT_BYTES - RESERVE - bytesOf({ ...result, [name]: [] });
  let count = 0;
  for (const item of result[name] as readonly Json[]) {
    room -= bytesOf(item) + 1;
    if (room < 0) break;
    count += 1;
  }
  return Math.max(count, 1);
}

function nextArguments(kept: readonly Json[], { args, takes }: FittedCall): JsonObject | null {
  if (takes.has('since')) {
    const seq = (kept.at(-1) as JsonObject | undefined)?.['seq'];
    return seq === undefined ? null : { since: seq };
  }
  if (!takes.has('offset')) return null;
  const { offset } = args;
  return { offset: (typeof offset === 'number' ? offset : 0) + kept.length };
}

/** No text shorter than this is cut before the number of entries is. */
const SHORTEST_CUT = 64;
/** How many entries of a list or fields of an object stay when texts alone do not make the result fit. */
const MOST_ENTRIES = [1000, 300, 100, 30, 10];

/** Texts are cut to half the length, and half of that, until the result fits; then long lists and objects are. */
function shrinkTexts(result: JsonObject): JsonObject {
  if (bytesOf(result) <= MOST_RESULT_BYTES) return result;
  for (
    let longest = Math.min(32_768, longestText(result));
    longest >= SHORTEST_CUT;
    longest = Math.floor(longest / 2)
  ) {
    const shorter = shrink(result, longest, Infinity) as JsonObject;
    if (bytesOf(shorter) <= MOST_RESULT_BYTES) return shorter;
  }
  for (const most of MOST_ENTRIES) {
    const shorter = { ...(shrink(result, SHORTEST_CUT, most) as JsonObject), truncated: true };
    if (bytesOf(shorter) <= MOST_RESULT_BYTES) return shorter;
  }
  return { truncated: true };
}

function longestText(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const each of Object.values(value)) longest = Math.max(longest, longestText(each));
  return longest;
}

function shrink(value: Json, longest: number, most: number): Json {
  if (typeof value === 'string') return cutText(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, most).map((item: Json) => shrink(item, longest, most));
  const entries = Object.entries(value as JsonObject).slice(0, most);
  return Object.fromEntries(entries.map(([key, each]) => [key, shrink(each, longest, most)]));
}

/** The mark says how many UTF-16 units are left out. No character is halved. */
function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = wholeCharacters(text, longest);
  return `${text.slice(0, end)}… (${text.length - end} characters left out)`;
}
