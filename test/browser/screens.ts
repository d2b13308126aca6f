/** Sizes and themes in which screens are looked at: all of them in the deep run and for pictures, the first and the last one usually. */

import { isDeep } from '../deep';
import { HOMES, type HomeName } from './layout-home';

const takesAll = isDeep || process.env['SCREENSHOTS'] === '1';

export const usualScreens = <Each>(screens: readonly Each[]): readonly Each[] =>
  takesAll ? screens : [...new Set([...screens.slice(0, 1), ...screens.slice(-1)])];

/** A layout is driven in both homes in the deep run and for pictures, in one of them usually. */
export const usualHomes = (usual: HomeName): readonly HomeName[] => (takesAll ? HOMES : [usual]);
