/** What a caller can do about what is wrong with values, said once for each kind of mistake. D5 */

import { nameProblem } from '../catalog/names';
import type { Violation, ViolationCode } from '../errors';
import { ID_KEY, TABLE_KEY } from '../storage/row';

const ANOTHER_LINK = 'write the link of a row that exists, or insert that row first';
const ANOTHER_PATH = 'give another path';
const LEAVE_OUT = 'leave computed columns out: the engine writes them';

const COLUMNS = 'call describe_table for the columns';

const BY_CODE: Partial<Record<ViolationCode, string>> = {
  enum: 'use one of the listed values',
  ref: ANOTHER_LINK,
  broken_link: ANOTHER_LINK,
  vocabulary: 'use the name of a row that exists, or insert that row first',
  hierarchy: 'take a parent that does not lie below the row',
  check: 'change what the constraint asks about; describe_table lists the constraints',
  ref_where: 'list_link_targets lists the rows that may be linked',
  unique: 'change the value, or update the row that holds it',
  inverse: 'clear the link on the other side first, or change both sides in one batch',
  exists: ANOTHER_PATH,
  path: `${ANOTHER_PATH}: list_folder shows what there is`,
  generated: LEAVE_OUT,
  identity: LEAVE_OUT,
  duplicate_id: 'give the note an id of its own: adopt_rows with drop ["id"], or recompute_columns for a copy of a row',
  unparsable: 'mend the front matter of these notes by hand',
};

const USUAL = 'correct the values that are listed, then repeat the call; nothing was written';

/** The ways out of all of them, in the order in which they are listed; the one that fits everything comes last. */
export function wayOut(violations: readonly Violation[]): string {
  const hints = new Set(violations.map(hintOf));
  const isUsual = hints.delete(USUAL);
  return [...hints, ...(isUsual ? [USUAL] : [])].join('; ');
}

function hintOf({ code, column }: Violation): string {
  if (code === 'unknown_column') return unknownHint(column);
  if (code === 'exists' && column !== null) return 'rename the key to another name, or drop one of the two first';
  if (code === 'path' && column !== null) return 'give these columns a value: the path of the note is made of them';
  return BY_CODE[code] ?? USUAL;
}

/** add_column takes no reserved word, and no name that notes spell otherwise. */
function unknownHint(column: string | null): string {
  if (column === ID_KEY || column === TABLE_KEY) return 'leave id and table out: the engine writes them';
  return column !== null && nameProblem('column', column) === null ? `${COLUMNS}; add_column adds one` : COLUMNS;
}
