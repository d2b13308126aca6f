/** The one reader of text, by type and convention. docs/decisions.md#reading-texts */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Convention, FILE_CONVENTION, localeConvention } from '../../src/kernel/column-convention';
import { formWith } from '../../src/kernel/number-text';
import { joinItems, splitItems } from '../../src/kernel/list-text';
import { type TextColumn, type TextProblem, type TextValue, readText } from '../../src/kernel/read-text';
import { times } from '../deep';

const column = (type: TextColumn['type'], more: Partial<TextColumn> = {}): TextColumn => ({
  type,
  itemType: 'string',
  values: [],
  ref: null,
  ...more,
});

const HERE = localeConvention('2026-11-26T14:05', 'en-GB');
const US: Convention = { ...HERE, order: 'mdy' };
const EUROPE: Convention = { ...FILE_CONVENTION, number: formWith(',') };

it.each<[string, TextColumn, string, TextValue]>([
  ['nothing', column('number'), '  ', null],
  ['a text as it is', column('string'), ' 007 ', ' 007 '],
  ['a number', column('number'), '1,234.5', 1234.5],
  ['a price', column('number'), '$79,257.00', 79257],
  ['a share', column('number'), '60%', 60],
  ['a checked box', column('boolean'), 'Ja', true],
  ['an empty box', column('boolean'), 'off', false],
  ['a choice as it is shown', column('enum', { values: ['school_and_clubs'] }), 'School and clubs', 'school_and_clubs'],
  ['a day in words', column('date'), 'fri', '2026-11-27'],
  ['a day in numbers', column('date'), '3/4/2026', '2026-04-03'],
  ['a time', column('datetime'), '2026-11-21 9:30', '2026-11-21T09:30'],
  ['a time with a month that ends in t', column('datetime'), '26 Oct 9:30', '2026-10-26T09:30'],
  ['a time in the afternoon', column('datetime'), 'March 15, 2021 9:30 PM', '2021-03-15T21:30'],
  ['midnight', column('datetime'), 'March 15, 2021 12:05 am', '2021-03-15T00:05'],
  ['a time with its zone', column('datetime'), '2026-11-21 9:30+02:00', '2026-11-21T09:30+02:00'],
  ['a time of today', column('datetime'), '9:30', '2026-11-26T09:30'],
  ['now', column('datetime'), 'now', '2026-11-26T14:05'],
  ['a choice in another case', column('enum', { values: ['todo'] }), 'Todo', 'todo'],
  ['a name as a link', column('link'), 'Ada', '[[Ada]]'],
  ['a name in a table', column('link', { ref: 'people' }), 'Ada', 'Ada'],
  ['a link', column('link'), '[[Ada|A]]', '[[Ada|A]]'],
  ['what no link can hold', column('link'), 'C#', 'C#'],
  ['JSON', column('json'), '{"a":1}', { a: 1 }],
  ['a list', column('list'), 'eu; us', ['eu', 'us']],
  ['a list of names with commas', column('list'), 'Lee, Ann; Ng, Bo', ['Lee, Ann', 'Ng, Bo']],
  ['links', column('list', { itemType: 'link' }), '[[A, B]]; [[x|y]]', ['[[A, B]]', '[[x|y]]']],
  ['numbers', column('list', { itemType: 'integer' }), '1; 2', [1, 2]],
])('reads %s', (_, spec, text, value) => {
  expect(readText(text, spec, HERE)).toEqual({ value, reason: null });
});

it.each<[TextColumn, Convention, string, TextValue]>([
  [column('date'), US, '3/4/2026', '2026-03-04'],
  [column('link'), FILE_CONVENTION, 'Ada', 'Ada'],
  [column('date'), FILE_CONVENTION, '13.03.2021', '2021-03-13'],
  [column('date'), FILE_CONVENTION, '13.03.21', '2021-03-13'],
  [column('date'), FILE_CONVENTION, '2023/11/13', '2023-11-13'],
  [column('date'), FILE_CONVENTION, 'March 20th, 2021', '2021-03-20'],
  [column('date'), FILE_CONVENTION, '3/4/71', '1971-04-03'],
  [column('datetime'), FILE_CONVENTION, '2026-11-26', '2026-11-26T00:00'],
  [column('number'), EUROPE, '1.234,5', 1234.5],
])('%# by the convention of the column', (spec, convention, text, value) => {
  expect(readText(text, spec, convention)).toEqual({ value, reason: null });
});

it.each<[TextColumn, string, TextProblem]>([
  [column('number'), 'many', 'no number'],
  [column('number'), '99999999999999999999', 'too many digits'],
  [column('boolean'), 'perhaps', 'no yes or no'],
  [column('date'), 'fri', 'no day'],
  [column('date'), '26 Nov', 'no day'],
  [column('date'), '1.2.3', 'no day'],
  [column('date'), '30/02/2026', 'no day'],
  [column('datetime'), '25:00', 'no time'],
  [column('datetime'), 'MarchT15', 'no time'],
  [column('enum', { values: ['todo'] }), 'don', 'no choice'],
  [column('json'), '{a', 'no JSON'],
])('%# stays the text that it is', (spec, text, reason) => {
  expect(readText(text, spec, FILE_CONVENTION)).toEqual({ value: text, reason });
});

describe('a list in one text', () => {
  it.each<[string, string[]]>([
    ['a, b', ['a', 'b']],
    ['a, b; c', ['a, b', 'c']],
    ['a\nb', ['a', 'b']],
    ['a|b', ['a', 'b']],
    ['[[a, b]], [[c;d]]', ['[[a, b]]', '[[c;d]]']],
    ['[[x|y]]', ['[[x|y]]']],
    ['[Ann, Lee](a, b.md); c', ['[Ann, Lee](a, b.md)', 'c']],
    ['"a; b"; c', ['a; b', 'c']],
    ['5" disk, 6" disk', ['5" disk', '6" disk']],
    ['"quoted" text', ['"quoted" text']],
    ['; a;', ['a']],
  ])('%j is %j', (text, items) => expect(splitItems(text)).toEqual(items));

  it('is read as it was written', () => {
    const item = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[[\]|;, "\n\ra]{0,8}$/),
      fc.constantFrom('[[Lee, Ann]]', '[[x|y; z]]', '[[open', 'close]]', ' a', '""', ''),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) => {
        expect(splitItems(joinItems(items))).toEqual(items);
      }),
      { numRuns: times(500, 20_000) },
    );
  });
});
