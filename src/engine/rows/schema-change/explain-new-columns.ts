/** Explains the refusal of a new column that existing rows do not fit. D5, D16, D17 (add_column) */

import { columnNamed } from '../../catalog/definition';
import { NotedbError, VIOLATION_CODES, type Violation } from '../../errors';
import { remedy } from '../../integrity/remedy';
import type { WriteContext } from '../../contexts';

const EMPTY =
  'give the column a default, or declare it without what demands a value, fill it with update_rows, and demand it then with alter_column or define_base';

const HELD =
  'these notes hold something else under that key: correct it or take it out of them, or give the column another name';

/** The error with another hint, where a column has no values yet that could be corrected. */
export function explainNewColumns({ transaction }: WriteContext, error: unknown): unknown {
  if (!(error instanceof NotedbError)) return error;
  const { violations } = error;
  const isNew = ({ path, column }: Violation): boolean => {
    const table = path === null ? null : transaction.before.tableAt(path);
    return table !== null && column !== null && columnNamed(table, column) === undefined;
  };
  const isEmpty = (violation: Violation): boolean => violation.code === 'required' && isNew(violation);
  const isHeld = (violation: Violation): boolean =>
    VIOLATION_CODES[violation.code].isOfForm === true && isNew(violation);
  const others = violations.filter((violation) => !isEmpty(violation) && !isHeld(violation));
  if (others.length === violations.length) return error;
  const hints = [
    ...(violations.some(isEmpty) ? [EMPTY] : []),
    ...(violations.some(isHeld) ? [HELD] : []),
    ...(others.length > 0 ? [remedy(others)] : []),
  ];
  return error.with({ hint: hints.join('; ') });
}
