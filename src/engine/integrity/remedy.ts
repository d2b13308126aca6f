/** What a caller can do about violations, said once for each kind of mistake. D5 */

import { nameProblem } from '../catalog/name-rules';
import { USUAL_REMEDY, VIOLATION_CODES, type Violation } from '../errors';
import { ID_KEY, TABLE_KEY } from '../storage/row';

/** The remedies of all violations, in the order in which they are listed; the one that fits everything comes last. */
export function remedy(violations: readonly Violation[]): string {
  const remedies = new Set(violations.map(remedyOf));
  const isUsual = remedies.delete(USUAL_REMEDY);
  return [...remedies, ...(isUsual ? [USUAL_REMEDY] : [])].join('; ');
}

function remedyOf({ code, column }: Violation): string {
  const { remedy: usual, columnRemedy = usual } = VIOLATION_CODES[code];
  if (code === 'unknown_column') return unknownColumnRemedy(column, usual);
  return column === null ? usual : columnRemedy;
}

/** add_column takes no reserved word, and no name that notes spell otherwise. */
function unknownColumnRemedy(column: string | null, usual: string): string {
  if (column === ID_KEY || column === TABLE_KEY) return 'leave id and table out: the engine writes them';
  return column !== null && nameProblem('column', column) === null ? `${usual}; add_column adds one` : usual;
}
