import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearNames, suggest, withSuggestion } from '../../src/kernel/near-names';
import { runs } from '../engine/catalog/definitions';

const COLUMNS = ['name', 'status', 'due', 'description', 'created_at', 'set_values', 'row_template', 'priority'];

describe('nearNames', () => {
  it.each([
    ['stauts', ['status']],
    ['statu', ['status']],
    ['Status', ['status']],
    ['nmae', ['name']],
    ['set', ['set_values']],
    ['values', ['set_values']],
    ['created', ['created_at']],
    ['rowTemplate', ['row_template']],
    ['descripton', ['description']],
    ['du', ['due']],
    ['xyz', []],
    ['', []],
    ['completely_other', []],
  ])('finds for %j: %j', (name, near) => {
    expect(nearNames(name, COLUMNS)).toEqual(near);
  });

  it('takes no name of one letter for another', () => {
    expect(nearNames('*', ['j', 'n'])).toEqual([]);
    expect(nearNames('a', ['b', 'ab'])).toEqual(['ab']);
  });

  it('gives at most three, the nearest first, each once', () => {
    expect(nearNames('col1', ['col4', 'col3', 'cool1', 'col2', 'col2', 'col1x', 'row9'])).toEqual([
      'col1x',
      'col2',
      'col3',
    ]);
  });

  it('has a hint only when something is near', () => {
    expect(suggest(['state', 'status'], 'columns: all')).toEqual({
      near: ['state', 'status'],
      hint: 'did you mean state or status?',
    });
    expect(suggest([], 'columns: all')).toEqual({ near: [], hint: 'columns: all' });
    expect(withSuggestion('unknown key "stat"', ['state', 'status'])).toEqual({
      near: ['state', 'status'],
      message: 'unknown key "stat"; did you mean "state" or "status"?',
    });
    expect(withSuggestion('unknown key "x"', [])).toEqual({ near: [], message: 'unknown key "x"' });
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['a', '', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['abc', 'acb', 1],
    ['ca', 'abc', 3],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, zero only for equal words, and never above the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
      { numRuns: runs(200) },
    );
  });
});
