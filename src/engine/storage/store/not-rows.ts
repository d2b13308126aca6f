/** Notes that are not counted as rows. D7 */

import type { Row } from '../row';

/** A row that is none because another note holds its id. D7 */
export interface DuplicateNote {
  readonly table: string;
  readonly row: Row;
}

/** A row whose front matter does not parse any more. */
export interface UnparsableNote {
  /** The table that it names, as far as one can tell. */
  readonly table: string | null;
  readonly reason: string;
}
