/** Notes that would be rows and are none. D7 */

import type { Row } from '../row';

/** A row that is none because another note holds its id. D7 */
export interface Copy {
  readonly table: string;
  readonly row: Row;
}

/** A row whose front matter does not parse any more. */
export interface Unparsable {
  /** The table that it names, as far as one can tell. */
  readonly table: string | null;
  readonly reason: string;
}
