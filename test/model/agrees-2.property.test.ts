/** The engine against a plain model, part 2 of 4: see agrees.ts. */

import { it } from 'vitest';
import { agrees } from './agrees';

it('the engine does what a plain model does, and undoes all of it: 2', { timeout: 3_600_000 }, () => agrees(2));
