/** Sizes and themes in which screens are looked at: all of them in the deep run and for pictures, the first and the last one usually. */

import { isDeep } from '../deep';

export const usualScreens = <Each>(screens: readonly Each[]): readonly Each[] =>
  isDeep || process.env['SCREENSHOTS'] === '1' ? screens : [...new Set([...screens.slice(0, 1), ...screens.slice(-1)])];
