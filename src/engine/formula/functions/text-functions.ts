/** Functions of texts. Characters are code points, so that none is cut in two. docs/formulas.md#texts */

import { type FormulaValue, spend } from '../formula-value';
import { type FunctionBody, pure } from './function-body';

const SURROGATE = /[\ud800-\udfff]/;

const charactersOf = (text: string): string | readonly string[] => (SURROGATE.test(text) ? Array.from(text) : text);

const whole = (text: string | readonly string[]): string => (typeof text === 'string' ? text : text.join(''));

const texts = (values: readonly FormulaValue[]): readonly string[] => values as readonly string[];

function splitText(text: string, separator: string, most?: number | null): readonly string[] {
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  return most === undefined || most === null ? parts : parts.slice(0, Math.max(0, Math.trunc(most)));
}

export const TEXT_FUNCTIONS = {
  'text.length': pure((text: string) => charactersOf(text).length),
  'text.contains': pure((text: string, value: string) => text.includes(value)),
  'text.containsAll': pure((text: string, ...values: string[]) => values.every((each) => text.includes(each))),
  'text.containsAny': pure((text: string, ...values: string[]) => values.some((each) => text.includes(each))),
  'text.startsWith': pure((text: string, value: string) => text.startsWith(value)),
  'text.endsWith': pure((text: string, value: string) => text.endsWith(value)),
  'text.lower': pure((text: string) => text.toLowerCase()),
  'text.upper': pure((text: string) => text.toUpperCase()),
  'text.title': pure((text: string) => text.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, capitalized)),
  'text.trim': pure((text: string) => text.trim()),
  'text.reverse': pure((text: string) => Array.from(text).reverse().join('')),
  'text.slice': pure((text: string, start: number, end?: number) => whole(charactersOf(text).slice(start, end))),
  'text.split': pure(splitText),
  'text.replace': () => (args, frame) => {
    const [text = '', pattern = '', by = ''] = texts(args);
    if (pattern === '') return text;
    const parts = text.split(pattern);
    spend(frame, Math.floor((parts.length * by.length) / 16));
    return parts.join(by);
  },
  'text.repeat': () => (args, frame) => {
    const [text, count] = args as readonly [string, number];
    if (!(count >= 0)) return null;
    spend(frame, (text.length * Math.trunc(count)) / 16);
    return text === '' ? '' : text.repeat(Math.trunc(count));
  },
} as const satisfies Readonly<Record<string, FunctionBody>>;

function capitalized(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
