/** docs/operations.md says what the operations declare. */

import { expect, it } from 'vitest';
import * as z from 'zod';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { errorResult } from '../../../src/engine/operations/results';
import { createMemoryHost } from '../../../src/hosts/memory/memory-host';
import { renderReference } from './render-reference';

it('is what the operations declare', async () => {
  const { operations } = await openEngine(createMemoryHost());
  await expect(renderReference(operations, z.toJSONSchema(errorResult) as unknown as JsonObject)).toMatchFileSnapshot(
    '../../../docs/operations.md',
  );
});

it('names the shape of every argument, and never null as any JSON', async () => {
  const { operations } = await openEngine(createMemoryHost());
  expect(renderReference(operations, {})).not.toContain('or any JSON');
});
