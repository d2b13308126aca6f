/** The writes of notes, beside the operations of the database. docs/mcp.md#profiles */

import type { Operation } from '../define-operation';
import { moveNote } from './move-note';
import { patchNote } from './patch-note';
import { writeNote } from './write-note';

export const NOTE_OPERATIONS: readonly Operation[] = [writeNote, patchNote, moveNote];
