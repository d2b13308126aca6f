/** The steps of the commit protocol that a crash test may leave out, to show that it would notice. docs/architecture.md. */

import type { JournalWeakness } from '../history/journal/journal';

/** Everything absent: the protocol as it is. */
export interface ProtocolWeakness extends JournalWeakness {
  /** Cut a segment before its notes are synced. */
  readonly skipNoteSync?: boolean;
  /** Take a torn note for somebody's edit. */
  readonly skipTornRule?: boolean;
  /** Write the notes before their record is durable. */
  readonly applyFirst?: boolean;
}
