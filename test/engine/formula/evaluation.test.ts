/** Results of formulas: types, missing values, dates, json, lists and the limit of work. docs/formulas.md */

import { describe, expect, it } from 'vitest';
import { compileFormula } from '../../../src/engine/formula/compile-formula';
import type { Json } from '../../../src/engine/json';
import { evaluate, resultOf, ROW, SCOPE, typeOf } from './formula-world';

describe('the type of the result', () => {
  it.each([
    ['qty + 1', 'integer'],
    ['qty * price', 'number'],
    ['qty / 2', 'number'],
    ['qty % 2', 'integer'],
    ['price.round()', 'integer'],
    ['price.round(1)', 'number'],
    ['max(qty, 1)', 'integer'],
    ['max(qty, price)', 'number'],
    ['name', 'string'],
    ['name + qty', 'string'],
    ['price > 2 && done', 'boolean'],
    ['due', 'date'],
    ['due + "1w"', 'date'],
    ['due + "1h"', 'datetime'],
    ['"1d" + due', 'date'],
    ['due + duration("1d") * 2', 'date'],
    ['due + duration(name)', 'datetime'],
    ['date("2026-12-01")', 'date'],
    ['date("2026-12-01 10:00")', 'datetime'],
    ['date(due)', 'date'],
    ['date(name)', 'datetime'],
    ['at.date()', 'date'],
    ['due - today()', 'number'],
    ['who', 'link'],
    ['level', 'enum'],
    ['if(done, level, former)', 'enum'],
    ['if(done, level, kind)', 'string'],
    ['if(done, level)', 'enum'],
    ['if(done, 1, "")', 'integer'],
    ['if(done, "", due)', 'date'],
    ['if(done, 1, 2.5)', 'number'],
    ['if(done, 1, "x")', 'json'],
    ['if(done, null)', 'json'],
    ['tags', 'list of string'],
    ['[1, 2]', 'list of integer'],
    ['[1, 2.5]', 'list of number'],
    ['[]', 'list of json'],
    ['[nums]', 'list of json'],
    ['[nums].flat()', 'list of number'],
    ['nums.map(value > 1)', 'list of boolean'],
    ['nums.filter(value > 1)', 'list of number'],
    ['name.split(" ")', 'list of string'],
    ['nums.reduce(acc + value, 0)', 'number'],
    ['meta', 'json'],
    ['meta + 1', 'number'],
    ['meta + meta', 'json'],
    ['meta.text + ""', 'string'],
  ])('%s: %s', (text, type) => {
    expect(typeOf(text)).toBe(type);
  });
});

describe('what a formula reads', () => {
  it('lists each column once, in the order of the text', () => {
    expect(compileFormula('qty + price * qty + formula.price', SCOPE).inputs).toEqual(['qty', 'price']);
  });

  it.each([
    ['due > today()', true],
    ['if(done, at, now())', true],
    ['due + "1d"', false],
    ['nums.map(value)', false],
  ])('%s depends on the moment: %s', (text, dependsOnNow) => {
    expect(compileFormula(text, SCOPE).dependsOnNow).toBe(dependsOnNow);
  });

  it('one compiled formula gives each row its own result', () => {
    const formula = compileFormula('nums.map(value + index).join("-") + name', SCOPE);
    const rows = [ROW, { nums: [5], name: 'x' }, { nums: [], name: 'y' }, {}];
    expect(rows.map((row) => resultOf(formula, row))).toEqual(['3-2-4ann Lee', '5x', 'y', '']);
  });
});

describe('no value', () => {
  it.each<[string, Json]>([
    ['empty', null],
    ['empty + "x"', 'x'],
    ['empty + empty', null],
    ['empty.length', null],
    ['empty.lower()', null],
    ['empty.isEmpty()', true],
    ['empty == null', true],
    ['empty == ""', true],
    ['empty == "x"', false],
    ['empty != "x"', true],
    ['empty < "x"', null],
    ['!(empty < "x")', true],
    ['empty && true', false],
    ['empty || qty', true],
    ['name == ""', false],
    ['price == ""', false],
    ['null == null', true],
    ['null + 1', null],
    ['if(null, 1, 2)', 2],
    ['missing.length', 0],
    ['missing.sum()', 0],
    ['missing.mean()', null],
    ['missing.max()', null],
    ['missing.contains(1)', false],
    ['missing.map(value)', []],
    ['missing[0]', null],
    ['missing == []', true],
    ['nums[9]', null],
    ['nums[-1]', null],
    ['nums[0.5]', null],
    ['price / 0', null],
    ['price % 0', null],
    ['0 / 0', null],
    ['1e308 * 10', null],
    ['9007199254740991 + 1', null],
    ['9007199254740991 + 0', 9007199254740991],
    ['(1e300).floor()', null],
    ['-0', 0],
    ['0 * -1', 0],
    ['number("x")', null],
    ['number("")', null],
    ['number("0x10")', null],
    ['number("Infinity")', null],
    ['date(name)', null],
    ['date(name).year', null],
    ['due + duration(name)', null],
    ['due + "9999y"', null],
    ['due - "9999y"', null],
    ['date("9999-12-31") + "1d"', null],
    ['(1.5).toFixed(101)', null],
    ['(1.5).round(0.5)', null],
    ['"x".repeat(-1)', null],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });

  it('a value that is not of the type of its column gives null', () => {
    const row = { price: 'dear', name: 5, due: '2026-02-30', nums: 'none', done: 'yes' };
    const texts = ['price * 2', 'name.lower()', 'due.year', 'due + "1d"', 'due < today()', 'nums[0]', 'nums.length'];
    expect(texts.map((text) => evaluate(text, row))).toEqual(texts.map(() => null));
  });
});

describe('dates and durations', () => {
  it.each<[string, Json]>([
    ['date("2026-01-31") + "1M"', '2026-02-28'],
    ['date("2024-02-29") + "1y"', '2025-02-28'],
    ['date("2026-03-28 12:00") + "1d"', '2026-03-29T12:00:00+02:00'],
    ['date("2026-03-28 12:00") + "24h"', '2026-03-29T13:00:00+02:00'],
    ['due + "1 week"', '2026-12-08'],
    ['due + "1h 30m"', '2026-12-01T01:30:00+01:00'],
    ['due + "-1d"', '2026-11-30'],
    ['due + " is due"', '2026-12-01 is due'],
    ['today()', '2026-11-28'],
    ['now()', '2026-11-28T10:00:00+01:00'],
    ['(due - at).hours.round(1)', 62],
    ['(due - at).weeks < 1', true],
    ['(due - due).milliseconds', 0],
    ['due - today() > "2 days"', true],
    ['duration("1d") == duration("24h")', true],
    ['duration("1M").days', null],
    ['duration("1M") * 2 - duration("2M") == duration("0s")', true],
    ['due + duration("1M") * 0.5', null],
    ['duration("1d") / 2', 43_200_000],
    ['duration("1d") / 0', null],
    ['due == date("2026-12-01 00:00")', true],
    ['due < "2026-12-02"', true],
    ['at == date("2026-11-28 09:00:05Z")', true],
    ['at.date() == today()', true],
    ['due.hour', 0],
    ['at.toString()', '2026-11-28T10:00:05+01:00'],
    ['(due - today()).toString()', '3 days'],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });
});

describe('texts, enums and links', () => {
  it.each<[string, Json]>([
    ['"a🌱b".length', 3],
    ['"a🌱b".slice(1, 2)', '🌱'],
    ['"a🌱b".reverse()', 'b🌱a'],
    ['"a🌱b".split("")', ['a', '🌱', 'b']],
    ['"$&".replace("&", "$1")', '$$1'],
    ['"abc".replace("", "x")', 'abc'],
    ["'it\\'s'", "it's"],
    ['level > "low"', true],
    ['level < former', true],
    ['level == former', false],
    ['["high", "low"].sort()', ['high', 'low']],
    ['[former, level].sort()', ['mid', 'high']],
    ['level > kind.toString()', true],
    ['name > level', null],
    ['"item 10" > "item 9"', true],
    ['who == "Ann"', true],
    ['who == "[[Ann|other]]"', true],
    ['link("https://example.org", "there")', '[there](https://example.org)'],
    ['link("[[Ann]]")', '[[Ann]]'],
    ['who.isType("link")', true],
    ['"x".isType("link")', false],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });
});

describe('json', () => {
  it.each<[string, Json]>([
    ['meta.list.length', 2],
    ['meta.text.length', 3],
    ['meta.list.contains("two")', true],
    ['meta.text.contains("b")', true],
    ['meta.list.map(value.isType("text"))', [false, true]],
    ['meta.key.deep * 2', 10],
    ['meta.text * 2', null],
    ['meta.none.deeper', null],
    ['meta.text.deeper', null],
    ['meta.constructor', null],
    ['meta["__proto__"]', null],
    ['meta.list[1] + "!"', 'two!'],
    ['meta.key.deep + meta.key.deep', 10],
    ['meta.text + meta.text', 'abcabc'],
    ['meta.list == [1, "two"]', true],
    ['meta.key.deep > 4', true],
    ['meta.text > 4', null],
    ['meta.text.lower().upper()', 'ABC'],
    ['meta.list.sort()', [1, 'two']],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });
});

describe('lists', () => {
  it.each<[string, Json]>([
    ['[nums.map(value * nums[index])]', [[9, 1, 4]]],
    ['nums.map(nums.filter(value > 1).length + value)', [5, 3, 4]],
    ['nums.map(index).map(value + index)', [0, 2, 4]],
    ['nums.reduce(acc + [acc].map(value)[0], 1)', 8],
    ['tags.unique()', ['x', 'y']],
    ['[3, null, 1].sort()', [1, 3, null]],
    ['nums.min()', 1],
    ['[due, today()].max()', '2026-12-01'],
    ['tags.containsAll("x", "y")', true],
    ['tags.join()', 'x, y, x'],
    ['[1, "a", true, null].join("|")', '1|a|true|'],
    ['[1, 2] == [1, 2]', true],
    ['[1, 2] == [2, 1]', false],
    ['list(null)', []],
    ['[[1], [1]].unique()', [[1]]],
  ])('%s', (text, expected) => {
    expect(evaluate(text)).toEqual(expected);
  });
});

describe('the work of one row', () => {
  it.each([
    ['a long text', '"abc".repeat(1000000000)'],
    ['a text joined to itself', '"1234567890".split("").map("1234567890").join("").split("").reduce(acc + acc, "xx")'],
    ['lists in lists', '"12345678901234567890".split("").reduce([acc, acc], null)'],
    ['loops in loops', `"${'x'.repeat(400)}".split("").map("${'x'.repeat(400)}".split("").length)`],
    ['replaced texts', `"a".repeat(100000).replace("a", "${'b'.repeat(200)}")`],
    ['joined lists', `"a".repeat(50000).split("").join("${'b'.repeat(200)}")`],
  ])('%s is refused', (_, text) => {
    expect(() => evaluate(text)).toThrow('a formula takes more than 100000 steps for n.md');
  });

  it('of values of any type grows with the length of the formula', () => {
    const columns = new Map([['meta', { name: 'meta', type: 'json' } as const]]);
    const readsOf = (text: string): number => {
      let reads = 0;
      const { inputs, of } = compileFormula(text, { columns, zone: 'UTC', now: 0 });
      const values = inputs.map((): Json => null);
      for (const index of values.keys())
        Object.defineProperty(values, index, {
          get: () => {
            reads++;
            return 'x';
          },
        });
      of(values, { path: '' });
      return reads;
    };
    expect(readsOf(Array.from({ length: 12 }, () => 'meta').join(' + '))).toBe(12);
    expect(readsOf(`meta${'.reverse()'.repeat(12)}`)).toBe(1);
    expect(readsOf(`meta${'.a'.repeat(12)}`)).toBe(1);
    expect(readsOf(`meta${'.length'.repeat(12)}`)).toBe(1);
    expect(readsOf('meta + meta.length - meta')).toBe(3);
  });

  it('is counted for each row anew', () => {
    const formula = compileFormula('name.repeat(1000).length', SCOPE);
    for (let row = 0; row < 300; row++) expect(resultOf(formula)).toBe(7000);
  });
});
