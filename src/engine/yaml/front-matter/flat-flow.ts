/** Reads a list in brackets or a mapping in braces on one line for the flat tokenizer; null means: that is for `yaml`. */

import { type FlatCursor, enterCollection, skipSpaces } from './flat-cursor';
import { readFlowKey } from './flat-key';
import { readFlowPlain, readScalar } from './flat-scalar';
import { rawToJson } from '../raw-json';
import { NULL_ITEM, RAW_EMPTY, type RawValue, isNewKey, rawList } from '../raw-value';
import type { Json } from '../../json';

const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

export const opensFlow = (code: number): boolean => code === OPEN || code === OPEN_BRACE;

/** The collection whose bracket or brace is at the cursor. */
export function readFlow(cursor: FlatCursor): RawValue | null {
  if (!enterCollection(cursor)) return null;
  const isList = cursor.text.charCodeAt(cursor.at) === OPEN;
  cursor.at += 1;
  const value = isList ? readFlowList(cursor) : readFlowMap(cursor);
  cursor.depth -= 1;
  return value;
}

function readFlowList(cursor: FlatCursor): RawValue | null {
  const items: RawValue[] = [];
  for (;;) {
    skipSpaces(cursor);
    if (cursor.text.charCodeAt(cursor.at) !== CLOSE) {
      const item = readFlowItem(cursor);
      if (item === null) return null;
      items.push(item);
      skipSpaces(cursor);
    }
    const code = cursor.text.charCodeAt(cursor.at);
    cursor.at += 1;
    if (code === CLOSE) return rawList(items);
    if (code !== COMMA) return null;
  }
}

/** An item of a list in brackets. */
export function readFlowItem(cursor: FlatCursor): RawValue | null {
  const raw = readFlowValue(cursor);
  if (raw === RAW_EMPTY) return NULL_ITEM;
  return raw?.kind === 'list' ? { kind: 'json', value: rawToJson(raw) } : raw;
}

const readFlowValue = (cursor: FlatCursor): RawValue | null =>
  opensFlow(cursor.text.charCodeAt(cursor.at)) ? readFlow(cursor) : readScalar(cursor, readFlowPlain);

function readFlowMap(cursor: FlatCursor): RawValue | null {
  const value: Record<string, Json> = {};
  for (;;) {
    skipSpaces(cursor);
    if (cursor.text.charCodeAt(cursor.at) !== CLOSE_BRACE) {
      const key = readFlowKey(cursor);
      const raw = key === null ? null : readFlowPairValue(cursor);
      if (key === null || raw === null || !isNewKey(value, key)) return null;
      value[key] = rawToJson(raw);
      skipSpaces(cursor);
    }
    const code = cursor.text.charCodeAt(cursor.at);
    cursor.at += 1;
    if (code === CLOSE_BRACE) return { kind: 'json', value };
    if (code !== COMMA) return null;
  }
}

function readFlowPairValue(cursor: FlatCursor): RawValue | null {
  skipSpaces(cursor);
  const code = cursor.text.charCodeAt(cursor.at);
  return code === CLOSE_BRACE || code === COMMA ? RAW_EMPTY : readFlowValue(cursor);
}
