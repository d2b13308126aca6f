/** Conditions made of other conditions. */

import type { Json } from '../values/json';
import type { ValueTest } from './predicate';

export const NO_MATCH: ValueTest = { matches: () => false };

/** One of them is enough. */
export const anyOf = (tests: readonly ValueTest[]): ValueTest => ({
  matches: (value, path) => tests.some((test) => test.matches(value, path)),
  dependsOnPath: (value) => tests.some((test) => test.dependsOnPath?.(value) === true),
});

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Of a list: one item that matches is enough. */
export const anyItem = (test: ValueTest): ValueTest => ({
  matches: (value, path) => itemsOf(value).some((item) => test.matches(item, path)),
  dependsOnPath: (value) => itemsOf(value).some((item) => test.dependsOnPath?.(item) === true),
});
