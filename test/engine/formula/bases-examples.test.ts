/** Examples like those of Bases, for the functions that formulas share with it: the same results. docs/formulas.md */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Json } from '../../../src/engine/json';
import { formulaFunctionName, formulaFunctions, formulaSignature } from '../../../src/kernel/formula-functions';
import { evaluate } from './formula-world';

const EXAMPLES: readonly (readonly [string, Json])[] = [
  ['if(done, "Shipped", "Waiting")', 'Waiting'],
  ['if(price > 10, "dear")', 'dear'],
  ['if(done, "Shipped")', null],
  ['max(4, 9, 2)', 9],
  ['min(4, 9, 2)', 2],
  ['number("8.25")', 8.25],
  ['number(true)', 1],
  ['number(date("1970-01-02 01:00:00"))', 86_400_000],
  ['list("one")', ['one']],
  ['list(tags)', ['x', 'y', 'x']],
  ['link("Plans/Garden")', '[[Plans/Garden]]'],
  ['link("Plans/Garden", "the garden")', '[[Plans/Garden|the garden]]'],

  ['7.isTruthy()', true],
  ['0.isTruthy()', false],
  ['"word".isType("string")', true],
  ['false.isType("boolean")', true],
  ['456.toString()', '456'],

  ['date("2026-05-27").year', 2026],
  ['date("2026-05-27").month', 5],
  ['date("2026-05-27").day', 27],
  ['date("2026-05-27 21:43:09").hour', 21],
  ['date("2026-05-27 21:43:09").minute', 43],
  ['date("2026-05-27 21:43:09").second', 9],
  ['date("2026-05-27 21:43:09").millisecond', 0],
  ['now().date().format("YYYY-MM-DD HH:mm:ss")', '2026-11-28 00:00:00'],
  ['date("2026-05-27").format("DD.MM.YY")', '27.05.26'],
  ['date("2026-05-27 21:43:09").time()', '21:43:09'],
  ['due.isEmpty()', false],

  ['"garden".length', 6],
  ['"garden".contains("ard")', true],
  ['"garden".containsAll("g", "d")', true],
  ['"garden".containsAll("g", "z")', false],
  ['"garden".containsAny("y", "z", "n")', true],
  ['"garden".endsWith("en")', true],
  ['"garden".startsWith("ga")', true],
  ['"Hello you".isEmpty()', false],
  ['"".isEmpty()', true],
  ['"Garden".lower()', 'garden'],
  ['"w:x:y:z".replace(":", "-")', 'w-x-y-z'],
  ['"456".repeat(2)', '456456'],
  ['"garden".reverse()', 'nedrag'],
  ['"garden".slice(1, 4)', 'ard'],
  ['"garden".slice(2)', 'rden'],
  ['"w,x,y,z".split(",", 3)', ['w', 'x', 'y']],
  ['"small garden".title()', 'Small Garden'],
  ['"  ho  ".trim()', 'ho'],

  ['(-6).abs()', 6],
  ['(3.1).ceil()', 4],
  ['(3.9).floor()', 3],
  ['6.isEmpty()', false],
  ['(3.5).round()', 4],
  ['(4.6666).round(2)', 4.67],
  ['(2.71828).toFixed(2)', '2.72'],

  ['[4,5,6].length', 3],
  ['[4,5,6].contains(5)', true],
  ['[4,5,6].containsAll(5, 6)', true],
  ['[4,5,6].containsAny(6, 7)', true],
  ['[4,5,6,7].filter(value > 5)', [6, 7]],
  ['[4,[5,6]].flat()', [4, 5, 6]],
  ['[4,5,6].isEmpty()', false],
  ['[].isEmpty()', true],
  ['[4,5,6].join(";")', '4;5;6'],
  ['[4,5,6].map(value + 1)', [5, 6, 7]],
  ['[4,5,6].map(index)', [0, 1, 2]],
  ['[4,5,6].reduce(acc + value, 0)', 15],
  ['nums.filter(value.isType("number")).reduce(if(acc == null || value > acc, value, acc), null)', 3],
  ['[6,5,4].reverse()', [4, 5, 6]],
  ['[4,5,6,7].slice(1, 3)', [5, 6]],
  ['[6, 4, 5].sort()', [4, 5, 6]],
  ['["f", "d", "e"].sort()', ['d', 'e', 'f']],
  ['[4,5,5,6].unique()', [4, 5, 6]],
  ['[4,5,6][0]', 4],

  ['price * (2 * 3)', 75],
  ['(price / 4).toFixed(2)', '3.13'],
  ['if(price, price.toFixed(2) + " francs")', '12.50 francs'],
  ['note.price', 12.5],
  ['note["price"]', 12.5],
  ['file.ctime.format("YYYY-MM-DD")', '2026-01-02'],
  ['file.hasTag("project")', true],
  ['file.hasTag("plan", "project/garden")', true],
  ['file.inFolder("Plans")', true],
  ['file.asLink()', '[[n]]'],
  ['meta.key.deep', 5],
  ['meta["key"]["deep"]', 5],

  ['date("2026-12-01") + "1M" + "4h" + "3m"', '2027-01-01T04:03:00+01:00'],
  ['date("2026-12-01") - "2h"', '2026-11-30T22:00:00+01:00'],
  ['(now() + "1d") - now()', 86_400_000],
  ['at > now() - "1 week"', true],
  ['now() + (duration("1d") * 2)', '2026-11-30T10:00:00+01:00'],
  ['duration("5h") * 2', 36_000_000],
  ['(due - today()).days', 3],
  ['(due - today()).hours', 72],
  ['(due - today()).minutes', 4320],
  ['(due - today()).seconds', 259_200],
  ['(due - today()).milliseconds', 259_200_000],
  ['duration("3 weeks").weeks', 3],
];

it.each(EXAMPLES)('%s', (text, expected) => {
  expect(evaluate(text)).toEqual(expected);
});

/** How an example begins that calls a function of the type. */
const SUBJECTS: Readonly<Record<string, string>> = {
  text: '(?:"|name)',
  list: '(?:\\]|\\)|tags|nums)',
};

it('each function that Bases has too has an example', async () => {
  const page = await readFile(new URL('../../../docs/formulas.md', import.meta.url), 'utf8');
  const ours = page.split('\n').filter((line) => /\| ours(?:;[^|]*)? \|$/.test(line));
  const without = [...formulaFunctions].flatMap(([key, { of, takes }]) => {
    if (ours.some((line) => line.includes(`\`${formulaSignature(key)}\``))) return [];
    const before = of === null ? '(?:^|[^.\\w])' : `${SUBJECTS[of] ?? ''}\\.`;
    const call = new RegExp(`${before}${formulaFunctionName(key)}${takes === null ? '\\b(?!\\()' : '\\('}`);
    return EXAMPLES.some(([text]) => call.test(text)) ? [] : [key];
  });
  expect(without).toEqual([]);
});
