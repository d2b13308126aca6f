/** How many rows an order anew would move. */

import { expect, it } from 'vitest';
import { longestRise } from '../../../src/ui/rows/frozen-order';

it.each([
  ['nothing moved', [0, 1, 2], 3],
  ['the first went to the end', [3, 0, 1, 2], 3],
  ['two changed places', [1, 0, 2, 3], 3],
  ['all is the other way round', [3, 2, 1, 0], 1],
  ['nothing is there', [], 0],
])('when %s', (_what, places, staying) => expect(longestRise(places)).toBe(staying));
