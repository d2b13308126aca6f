/** The columns that a formula names, and the text after one is renamed. docs/formulas.md#names */

import { describe, expect, it } from 'vitest';
import { namesOf, renameInFormula } from '../../../src/engine/formula/formula-names';

describe('namesOf', () => {
  it.each<[string, string[]]>([
    ['price * qty + price', ['price', 'qty']],
    ['note.price + note["a b"] + formula.total', ['price', 'a b', 'total']],
    ['file.name + file.mtime', ['file_name', 'file_modified']],
    ['file.hasTag(tag)', ['file_tags', 'tag']],
    ['tags.filter(value == name && index < acc)', ['tags', 'name']],
    ['value + tags.map(value)[index]', ['value', 'tags', 'index']],
    ['if(done, meta.key.deep, max(1, nums[first]))', ['done', 'meta', 'nums', 'first']],
    ['-price < !done', ['price', 'done']],
    ['[a, [b]]', ['a', 'b']],
    ['1 + 2', []],
    ['note.lower()', ['note']],
  ])('%s', (text, names) => {
    expect(namesOf(text)).toEqual(names);
  });
});

describe('renameInFormula', () => {
  it.each([
    ['price * ( price )', 'price', 'cost', 'cost * ( cost )'],
    ['note.price+note["price"]+note[\'price\']', 'price', 'cost', 'note.cost+note["cost"]+note["cost"]'],
    ['formula.price', 'price', 'cost', 'formula.cost'],
    ['price.price + "price" + price()', 'price', 'cost', 'cost.price + "price" + price()'],
    ['file.name + file_name', 'file_name', 'name', 'file.name + name'],
    ['tags.map(value + name)', 'name', 'value', 'tags.map(value + note["value"])'],
    ['tags.map(value + name) + value', 'value', 'other', 'tags.map(value + name) + other'],
    ['price + 1', 'price', 'a "b"', 'note["a \\"b\\""] + 1'],
    ['note . price + 1', 'price', 'a b', 'note["a b"] + 1'],
    ['price', 'price', 'file', 'note["file"]'],
    ['price', 'price', 'null', 'note["null"]'],
    ['prices', 'price', 'cost', 'prices'],
  ])('%s, %s -> %s', (text, from, to, renamed) => {
    expect(renameInFormula(text, from, to)).toBe(renamed);
  });
});
