/** A front matter value as JSON, as the `yaml` package's core schema reads it. */

import { type Json, jsonEqual } from '../json';
import { isNullText, plainToJson } from './core-schema';
import type { RawValue } from './raw-value';

/** Knows no columns: plain scalars are resolved (`007` is 7, `yes` text), quoted ones text, a number that JSON can't hold its source. */
export function rawToJson(raw: RawValue): Json {
  switch (raw.kind) {
    case 'empty':
      return null;
    case 'scalar':
      return raw.plain ? plainToJson(raw.text) : raw.text;
    case 'list':
      return raw.items.map(rawToJson);
    case 'json':
      return raw.value;
  }
}

/** Whether both read equal: the same text and the same meaning; `hello` and `"hello"` do, `007` and `"007"` don't. */
export function rawEqual(a: RawValue, b: RawValue): boolean {
  if (isEmptyRaw(a) || isEmptyRaw(b)) return isEmptyRaw(a) && isEmptyRaw(b);
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    return a.text === b.text && (a.plain === b.plain || jsonEqual(rawToJson(a), rawToJson(b)));
  }
  if (a.kind === 'list' && b.kind === 'list') {
    return a.items.length === b.items.length && a.items.every((item, i) => itemEqual(item, b.items[i]));
  }
  return jsonEqual(rawToJson(a), rawToJson(b));
}

const itemEqual = (a: RawValue, b: RawValue | undefined): boolean => b !== undefined && rawEqual(a, b);

const isEmptyRaw = (raw: RawValue): boolean =>
  raw.kind === 'empty' ||
  (raw.kind === 'scalar' && raw.plain && isNullText(raw.text)) ||
  (raw.kind === 'json' && raw.value === null);
