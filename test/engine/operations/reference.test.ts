/** docs/operations.md says what the operations declare. */

import { expect, it } from 'vitest';
import { openEngine } from '../../../src/engine/index';
import { answerSchemaOf } from '../../../src/engine/operations/operation-schemas';
import { errorResult } from '../../../src/engine/schemas/results';
import { createMemoryHost } from '../../memory-host/memory-host';
import { renderReference } from './render-reference';

it('is what the operations declare', async () => {
  const { operations } = await openEngine(createMemoryHost());
  await expect(renderReference(operations, answerSchemaOf(errorResult))).toMatchFileSnapshot(
    '../../../docs/operations.md',
  );
});
