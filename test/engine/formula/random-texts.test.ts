/** Any text is a formula or has a mistake within the text, and any formula gives JSON of its type or null. docs/formulas.md */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFormula } from '../../../src/engine/formula/compile-formula';
import { NotedbError } from '../../../src/engine/errors';
import { isJson, type Json } from '../../../src/engine/json';
import { isValidValue } from '../../../src/engine/values/valid-value';
import { formulaFunctionName, formulaFunctions } from '../../../src/kernel/formula-functions';
import { times } from '../../deep';
import { resultOf, ROW, SCOPE } from './formula-world';

const names = [...SCOPE.columns.keys(), 'value', 'index', 'acc', 'note', 'file', 'this', 'constructor', '__proto__'];
const functions = [...formulaFunctions.keys()].map(formulaFunctionName);
const literals = [
  '1',
  '0',
  '2.5',
  '-3',
  '"x"',
  '"1d"',
  '"2026-12-01"',
  '""',
  'null',
  'true',
  '[]',
  '[1, "a"]',
  '"low"',
];
const signs = ['+', '-', '*', '/', '%', '==', '<', '&&', '!', '(', ')', '[', ']', '.', ',', '?', ' ', "'", '\\', '🌱'];

const tokens = fc.array(fc.constantFrom(...names, ...functions, ...literals, ...signs), { maxLength: 12 });

/** Mostly well formed. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie('expression');
  return {
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(...names, ...literals),
      fc.tuple(part, fc.constantFrom('+', '-', '*', '/', '%', '==', '<', '&&'), part).map((parts) => parts.join(' ')),
      fc
        .tuple(part, fc.constantFrom(...functions), fc.array(part, { maxLength: 2 }))
        .map(([a, name, args]) => `(${a}).${name}(${args.join(', ')})`),
      fc.tuple(part, fc.constantFrom(...functions)).map(([a, name]) => `(${a}).${name}`),
      fc
        .tuple(fc.constantFrom(...functions), fc.array(part, { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args.join(', ')})`),
      fc.tuple(part, part).map(([a, b]) => `(${a})[${b}]`),
      fc.tuple(part, part).map(([a, b]) => `[${a}, ${b}]`),
    ),
  };
});

/** As notes may hold them: values of any type in each column. */
const anyRow = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<
  Record<string, Json>
>;

/** A mistake lies within the text. Results of a valid row are of the type of the formula. */
function check(text: string, row: Readonly<Record<string, Json>>): void {
  const read = readFormula(text, SCOPE);
  if ('problem' in read) {
    const { at, length, message } = read.problem;
    expect(message).not.toBe('');
    expect(at).toBeGreaterThanOrEqual(0);
    expect(at + length).toBeLessThanOrEqual(text.length);
    return;
  }
  for (const each of [row, ROW]) {
    try {
      const result = resultOf(read.formula, each);
      expect(isJson(result), text).toBe(true);
      if (each === ROW && result !== null) {
        expect(isValidValue(read.formula.spec, result), `${text} gives ${JSON.stringify(result)}`).toBe(true);
      }
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
    }
  }
}

it('a text of random tokens', () => {
  fc.assert(
    fc.property(tokens, anyRow, (parts, row) => {
      check(parts.join(''), row);
    }),
    { numRuns: times(2000, 200_000) },
  );
});

it('a random expression', () => {
  fc.assert(
    fc.property(expression, anyRow, (text, row) => {
      check(text, row);
    }),
    { numRuns: times(2000, 200_000) },
  );
});
