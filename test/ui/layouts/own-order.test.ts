/** Numbers of cards that are put between others. docs/views.md#boards */

import { expect, it } from 'vitest';
import { times } from '../../deep';

import { numbersAt } from '../../../src/ui/layouts/board/own-order';
import type { GridRow } from '../../../src/ui/components/grid-column';

type Ranks = readonly (number | null)[];

const rowsOf = (ranks: Ranks): GridRow[] =>
  ranks.map((rank, at) => ({ key: String(at), path: `${at}.md`, values: { rank } }));

function put(ranks: Ranks, line: number, isWhole = false): Ranks {
  const rows = rowsOf(ranks);
  const cards = { length: rows.length, at: (at: number) => rows[at] ?? null };
  const { own, others } = numbersAt(cards, line, { numberOf: ({ values }) => values['rank'], isWhole });
  const given = new Map(others.map(({ row, value }) => [row.key, value]));
  const after = rows.map(({ key, values }) => given.get(key) ?? (values['rank'] as number | null));
  return [...after.slice(0, line), own, ...after.slice(line)];
}

it.each<[string, Ranks, number, Ranks]>([
  ['the first card', [], 0, [1]],
  ['above the others', [1, 2], 0, [0, 1, 2]],
  ['between two', [1, 2], 1, [1, 1.5, 2]],
  ['below the others', [1, 2], 2, [1, 2, 3]],
  ['above cards without a number', [null, null], 0, [1, null, null]],
  ['below cards without a number, which get one', [5, null, null, null], 3, [5, 6, 7, 8, null]],
  ['between equal numbers, of which the lower ones give way', [1, 1, 1, 9], 1, [1, 2, 3, 4, 9]],
  ['between the nearest of numbers', [1, 1 + Number.EPSILON, 3], 1, [1, 2, 3, 4]],
])('puts a card %s', (_, ranks, line, expected) => {
  expect(put(ranks, line)).toEqual(expected);
});

it('keeps whole numbers where the column asks for them', () => {
  expect(put([1, 2, 3, 7], 1, true)).toEqual([1, 2, 3, 4, 7]);
  expect(put([1, 5], 1, true)).toEqual([1, 3, 5]);
});

it('never moves another card, wherever cards are put', () => {
  let state = Number(process.env['SEED']) % 2147483647;
  const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  for (let run = 0; run < times(50, 1000); run += 1) {
    const isWhole = random(2) === 0;
    let ranks: Ranks = [];
    for (let step = 0; step < 60; step += 1) {
      ranks = put(ranks, random(3) === 0 ? random(ranks.length + 1) : Math.min(2, ranks.length), isWhole);
      const sorted = [...ranks].sort((one, other) => Number(one) - Number(other));
      expect(ranks).toEqual(sorted);
      expect(new Set(ranks).size).toBe(ranks.length);
    }
  }
});
