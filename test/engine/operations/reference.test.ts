/** docs/operations.md says what the operations declare. */

import { expect, it } from 'vitest';
import { openEngine } from '../../../src/engine/index';
import { NOTE_OPERATION_INFOS, RULE_OPERATION_INFOS } from '../../../src/engine/operation-infos';
import { answerSchemaOf } from '../../../src/engine/operations/operation-schemas';
import { errorResult } from '../../../src/engine/schemas/results';
import { createMemoryHost } from '../../memory-host/memory-host';
import { renderReference } from './render-reference';

it('is what the operations declare', async () => {
  const { operations } = await openEngine(createMemoryHost());
  const all = [...operations, ...NOTE_OPERATION_INFOS, ...RULE_OPERATION_INFOS];
  await expect(renderReference(all, answerSchemaOf(errorResult))).toMatchFileSnapshot('../../../docs/operations.md');
});
