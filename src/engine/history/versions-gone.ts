/** What a reader of history hears when versions that it was about to read are not in their log any more. D8 */

import { NotedbError } from '../errors';
import type { TableLog } from './table-log';

/** Never a wrong answer: somebody took them away meanwhile (vacuum_table), or their file is damaged. */
export function versionsGone(log: TableLog | null, from: number, to: number): NotedbError {
  const table = log?.last.table ?? 'the table';
  const which = from === to ? `version ${from}` : `one of the versions ${from} to ${to}`;
  const message = `${which} of ${table} is not in its log any more`;
  const kept = log === null ? null : [log.earliest.version, log.last.version];
  return new NotedbError('refused', message, {
    conflicts: [{ path: null, column: null, code: 'version', message, expected: kept }],
    hint: 'describe_history lists the versions that are kept; name one of them',
  });
}
