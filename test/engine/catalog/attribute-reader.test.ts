/** The words for an attribute that does not fit its schema. docs/operations.md#column-specs */

import * as z from 'zod';
import { expect, it } from 'vitest';
import { AttributeReader } from '../../../src/engine/catalog/spec/attribute-reader';
import type { Json } from '../../../src/engine/json';

const schema = z.strictObject({
  size: z.int().min(1).max(9).optional(),
  share: z.number().gt(0).optional(),
  name: z.string().min(2).optional(),
  words: z.array(z.string()).optional(),
  kind: z.enum(['a', 'b']).optional(),
  made: z.strictObject({ by: z.string() }).optional(),
});

it.each<[string, Json, string]>([
  ['size', 0, 'size must be at least 1'],
  ['size', 10, 'size must be at most 9'],
  ['size', 1.5, 'size must be a whole number'],
  ['size', 'x', 'size must be a number'],
  ['share', 0, 'share must be more than 0'],
  ['name', 'a', 'name must have at least 2 characters'],
  ['name', 1, 'name must be text'],
  ['words', ['a', 1], 'words must be a list of strings'],
  ['words', 'a', 'words must be a list'],
  ['kind', 'c', 'kind must be one of a, b'],
  ['made', 'x', 'made must be an object'],
])('%s: %j', (key, value, message) => {
  const { problems } = new AttributeReader(schema, { source: { [key]: value }, at: [] });
  expect(problems.map((each) => each.message)).toEqual([message]);
});
