/** Mistakes in the text of a formula: message, place, near names and the right form. docs/formulas.md#mistakes */

import { describe, expect, it } from 'vitest';
import { compileFormula } from '../../../src/engine/formula/compile-formula';
import { NotedbError } from '../../../src/engine/errors';
import { problemOf, SCOPE } from './formula-world';

/** The marked part of the text, message, near names and hint. */
interface Mistake {
  readonly marks: string;
  readonly says: string;
  readonly near?: readonly string[];
  readonly hint?: RegExp;
}

const MISTAKES: readonly (readonly [string, Mistake])[] = [
  ['', { marks: '', says: 'expected a value' }],
  ['price +', { marks: '', says: 'expected expression after +' }],
  ['price qty', { marks: 'q', says: 'unexpected "q"' }],
  ['price; qty', { marks: ';', says: 'unexpected ";"' }],
  ['price, qty', { marks: ',', says: 'unexpected ","' }],
  ['max(1 2)', { marks: '2', says: 'expected a comma or ), found "2"' }],
  ['max(1, )', { marks: ')', says: 'expected a value, found ")"' }],
  ['[1,,2]', { marks: ',', says: 'expected a value, found ","' }],
  ['()', { marks: ')', says: 'expected a value, found ")"' }],
  ['(price', { marks: '', says: 'unclosed (' }],
  ['"abc', { marks: '', says: 'unclosed quote after "abc"' }],
  ['2price', { marks: 'p', says: 'variable names cannot start with a number (2p)' }],
  ['price = 1', { marks: '=', says: 'unexpected "="', hint: /==/ }],
  ['price === 1', { marks: 'price === 1', says: 'there is no operator ===', hint: /==/ }],
  ['price ?? 1', { marks: 'price ?? 1', says: 'there is no operator ??', hint: /isEmpty/ }],
  ['price ** 2', { marks: 'price ** 2', says: 'there is no operator **', hint: /a \* a/ }],
  ['done ? 1 : 2', { marks: '?', says: 'unexpected "?"', hint: /if\(condition, a, b\)/ }],
  ['~qty', { marks: '~qty', says: 'there is no operator ~' }],
  ['meta?.key', { marks: 'key', says: '"?." is not offered', hint: /dot/ }],
  ['/x/', { marks: '/', says: 'expected a value, found "/"', hint: /regular expressions/ }],
  ['{a: 1}', { marks: '{', says: 'expected a value, found "{"', hint: /objects/ }],
  ['this.file', { marks: 'this', says: '"this" is not offered in a formula', hint: /\{this\.column\}/ }],
  ['(price)(qty)', { marks: 'price', says: 'there is no function "price"' }],
  ['nums[0](1)', { marks: '0', says: 'only a function can be called', hint: /\*/ }],

  ['prise * 2', { marks: 'prise', says: 'there is no column "prise"', near: ['price'], hint: /did you mean price/ }],
  ['2 + note.nmae', { marks: 'nmae', says: 'there is no column "nmae"', near: ['name'] }],
  ['formula.prise', { marks: 'prise', says: 'there is no column "prise"', near: ['price'] }],
  ['file.nme', { marks: 'nme', says: 'there is no field of file "nme"', near: ['name'] }],
  ['file.hasTags("x")', { marks: 'hasTags', says: 'file has no function "hasTags"', near: ['hasTag'] }],
  ['file.hasTag()', { marks: 'hasTag', says: 'hasTag takes a text, not 0 arguments' }],
  ['file.inFolder(3)', { marks: '3', says: 'inFolder takes a text' }],
  ['constructor', { marks: 'constructor', says: 'there is no column "constructor"' }],
  ['__proto__', { marks: '__proto__', says: 'there is no column "__proto__"' }],
  ['name.constructor', { marks: 'constructor', says: 'a text has no function "constructor"' }],
  ['toString()', { marks: 'toString', says: 'there is no function "toString"', hint: /value\.toString/ }],
  ['value * 2', { marks: 'value', says: '"value" has a meaning only in a function of a list', hint: /filter/ }],
  ['nums.map(acc)', { marks: 'acc', says: '"acc" has a meaning only in reduce', hint: /reduce/ }],

  ['lowr(name)', { marks: 'lowr', says: 'there is no function "lowr"' }],
  ['due.diff(at)', { marks: 'diff', says: 'a date has no function "diff"', hint: /\(a - b\)\.days/ }],
  ['mac(1, 2)', { marks: 'mac', says: 'there is no function "mac"', near: ['max'] }],
  ['lower(name)', { marks: 'lower', says: 'there is no function "lower"', hint: /value\.lower/ }],
  ['name.lowr()', { marks: 'lowr', says: 'a text has no function "lowr"', near: ['lower'] }],
  ['price.lower()', { marks: 'lower', says: 'a number has no function "lower"' }],
  ['name.lower', { marks: 'lower', says: 'lower is a function', hint: /lower\(…\)/ }],
  ['now', { marks: 'now', says: 'now is a function' }],
  ['due.year()', { marks: 'year', says: 'year is a field', hint: /without brackets/ }],
  ['DATEDIFF(due, at)', { marks: 'DATEDIFF', says: 'there is no function "DATEDIFF"', hint: /\(a - b\)\.days/ }],

  [
    'min()',
    { marks: 'min', says: 'min takes at least 1 argument, not 0', hint: /min\(\.\.\.numbers: number\): number/ },
  ],
  ['if(done)', { marks: 'if', says: 'if takes 2 to 3 arguments, not 1' }],
  ['name.lower(1)', { marks: 'lower', says: 'lower takes 0 arguments, not 1' }],
  ['name.replace("a")', { marks: 'replace', says: 'replace takes 2 arguments, not 1' }],
  ['nums.map()', { marks: 'map', says: 'map takes 1 argument, not 0' }],
  ['nums.reduce(acc)', { marks: 'reduce', says: 'reduce takes 2 arguments, not 1' }],
  ['name.contains(3)', { marks: '3', says: 'value of contains is a text, not an integer' }],
  ['name.isType("strng")', { marks: '"strng"', says: 'there is no type "strng"', near: ['string'] }],
  ['date("soon")', { marks: '"soon"', says: '"soon" is not a date', hint: /2026-11-28/ }],
  ['date("2026-02-30")', { marks: '"2026-02-30"', says: '"2026-02-30" is not a date' }],
  ['date(3)', { marks: '3', says: 'text of date is a text or a date, not an integer' }],
  ['duration("1 moon")', { marks: '"1 moon"', says: '"1 moon" is not a duration', hint: /2 weeks/ }],
  ['duration("1.5d")', { marks: '"1.5d"', says: '"1.5d" is not a duration' }],

  ['name * 2', { marks: 'name', says: '* takes a number, not a text', hint: /number\(text\)/ }],
  ['-name', { marks: 'name', says: '- takes a number, not a text' }],
  ['2 * duration("5h")', { marks: 'duration', says: '* takes a number, not a duration', hint: /comes first/ }],
  ['due + 1', { marks: '1', says: 'a date takes a duration, not an integer', hint: /"1d"/ }],
  ['due - "soon"', { marks: '"soon"', says: '"soon" is not a duration' }],
  ['due - name', { marks: 'name', says: 'a date takes a duration, not a text' }],
  ['due == name', { marks: 'due == name', says: 'a date never equals a text', hint: /date\(text\)/ }],
  ['name == 3', { marks: 'name == 3', says: 'a text never equals an integer', hint: /number\(text\)/ }],
  ['due < "soon"', { marks: '"soon"', says: '"soon" is not a date' }],
  ['done < 3', { marks: 'done < 3', says: 'a boolean and an integer have no common order' }],
  ['due - at > 5', { marks: 'due - at > 5', says: 'a duration and an integer have no common order', hint: /\.days/ }],
  ['tags < nums', { marks: 'tags < nums', says: 'a list of texts and a list of numbers have no common order' }],
  ['level < kind', { marks: 'level < kind', says: 'an enum and an enum have no common order', hint: /toString/ }],
  ['level == "hgih"', { marks: '"hgih"', says: '"hgih" is none of the values', near: ['high'] }],
  ['level < "tiny"', { marks: '"tiny"', says: '"tiny" is none of the values', hint: /low, mid, high/ }],
  ['name[0]', { marks: '0', says: 'a text has no items', hint: /slice/ }],
  ['nums[name]', { marks: 'name', says: 'the place of an item is a number, not a text' }],
  ['tags.sum()', { marks: 'sum', says: 'sum takes numbers, not a list of texts', hint: /number\(value\)/ }],
  ['[nums].sort()', { marks: 'sort', says: 'a list of numbers has no place in an order: sort needs one' }],
  ['nums.reduce("x", 0)', { marks: '"x"', says: 'acc is a number, and the expression gives a text', hint: /null/ }],
];

describe('a mistake has a place, near names and the right form', () => {
  it.each(MISTAKES)('%s', (text, { marks, says, near, hint }) => {
    const problem = problemOf(text);
    expect(problem.message).toBe(says);
    expect(text.slice(problem.at, problem.at + problem.length)).toBe(marks);
    if (near !== undefined) expect(problem.near).toEqual(near);
    if (hint !== undefined) expect(problem.hint).toMatch(hint);
  });

  it('is thrown as a refusal that counts columns from 1', () => {
    const compile = (): unknown => compileFormula('qty + prise', { ...SCOPE, name: 'total' });
    expect(compile).toThrow(NotedbError);
    expect(compile).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: 'total, column 7: there is no column "prise"',
        near: ['price'],
      }),
    );
  });

  it('a formula can not read the column that it computes', () => {
    expect(problemOf('1 + note.price', { ...SCOPE, name: 'price' })).toMatchObject({
      message: 'the formula of "price" reads itself',
      at: 9,
    });
  });
});

describe('limits of a text', () => {
  it.each([
    ['10,000 brackets', '('.repeat(10_000), 'a formula has at most 4000 characters'],
    ['brackets', `${'('.repeat(65)}1${')'.repeat(65)}`, 'a formula is nested at most 64 levels deep'],
    ['3,000 brackets', '('.repeat(3000), 'a formula is nested at most 64 levels deep'],
    ['lists', '['.repeat(3000), 'a formula is nested at most 64 levels deep'],
    ['calls', 'list('.repeat(700), 'a formula is nested at most 64 levels deep'],
    ['signs', '!'.repeat(3000), 'a formula is nested at most 64 levels deep'],
    ['questions', '1?'.repeat(1900), 'unexpected "?"'],
    ['a long sum', `${'1+'.repeat(1900)}1`, 'a formula has at most 1000 parts'],
    ['a long chain', `meta${'.k'.repeat(1900)}`, 'a formula has at most 1000 parts'],
    ['powers', `${'1**'.repeat(900)}1`, 'a formula has at most 1000 parts'],
  ])('%s', (_, text, says) => {
    expect(problemOf(text).message).toBe(says);
  });

  it('a formula within the limits is compiled and evaluated', () => {
    const sum = `${'1+'.repeat(499)}1`;
    expect(compileFormula(sum, SCOPE).of([], { path: 'n.md' })).toBe(500);
    const deep = `${'('.repeat(63)}1${')'.repeat(63)}`;
    expect(compileFormula(deep, SCOPE).of([], { path: 'n.md' })).toBe(1);
  });
});
