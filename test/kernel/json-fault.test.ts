/** Where a text stops being JSON, as JSON.parse judges it. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonFault } from '../../src/kernel/json-fault';
import { times } from '../deep';

it.each<[string, number | null]>([
  ['{"unit": "km"}', null],
  [' [1, -2.5e3, true, null, "a\\u00e9\\n"] \n', null],
  ['', 0],
  ['{"a": 1,\n "b" 2}', 14],
  ['{"a": 1,\n  b: 2}', 11],
  ['[1, 2', 5],
  ['[1, 2,]', 6],
  ['{"a": 01}', 7],
  ['"a\nb"', 0],
  ['1 2', 2],
])('of %j is %j', (text, fault) => expect(jsonFault(text)).toBe(fault));

it('is nowhere in exactly those texts that JSON.parse reads', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const cut = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '\\', ']', '}', ':', ' ', '0', '-', '\n', '\u00a0'))
    .map(([text, at, added]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + added + text.slice(index + (added === '' ? 1 : 0));
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), cut), (text) => {
      const fault = jsonFault(text);
      expect(fault === null).toBe(isJson(text));
      if (fault !== null) expect(fault).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: times(500, 20_000) },
  );
});
