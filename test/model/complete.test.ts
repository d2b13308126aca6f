/** No write operation is left out of the model. */

import { expect, it } from 'vitest';
import type { Operation } from '../../src/engine/operations/define-operation';
import { NOTE_OPERATIONS } from '../../src/engine/operations/notes/note-operations';
import { OPERATIONS } from '../../src/engine/operations/registry';
import { OPERATIONS_OF_THE_MODEL } from './run-sequence';

/**
 * What is not journaled can't be taken back; what a restore brings back is the matter of
 * test/engine/history/versions.property.test.ts, which knows the versions.
 */
const APART = ['configure_database', 'restore_table', 'vacuum_table'];

/** A command writes no note. */
const isWrite = ({ effect }: Operation): boolean => effect !== 'read' && effect !== 'command';

it('the model knows every write operation', () => {
  const writes = [...OPERATIONS, ...NOTE_OPERATIONS].filter(isWrite).map(({ name }) => name);
  expect([...OPERATIONS_OF_THE_MODEL, ...APART].sort()).toEqual([...writes].sort());
});
