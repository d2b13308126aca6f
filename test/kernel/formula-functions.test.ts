/** The page of formulas lists each function with its signature. docs/formulas.md#functions */

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { formulaFunctionName, formulaFunctions, formulaSignature } from '../../src/kernel/formula-functions';

const keys = [...formulaFunctions.keys()];

it('signatures are written as in a call, fields without brackets', () => {
  expect(formulaSignature('if')).toBe('if(condition: any, then: any, else?: any): any');
  expect(formulaSignature('max')).toBe('max(...numbers: number): number');
  expect(formulaSignature('text.split')).toBe('split(by: text, n?: number): list');
  expect(formulaSignature('now')).toBe('now(): datetime');
  expect(formulaSignature('date.year')).toBe('year: integer');
  expect(formulaFunctionName('text.split')).toBe('split');
});

it('the page has a line for each function', async () => {
  const page = await readFile(new URL('../../docs/formulas.md', import.meta.url), 'utf8');
  const lines = page.split('\n');
  const effectOf = ({ does }: { readonly does: string }): string => does.replace(/\.$/, '');
  const missing = keys.filter((key) => {
    const declared = formulaFunctions.get(key);
    const start = `| \`${formulaSignature(key)}\` | ${declared === undefined ? '' : effectOf(declared)} |`;
    return !lines.some((line) => line.startsWith(start));
  });
  expect(missing).toEqual([]);
});
