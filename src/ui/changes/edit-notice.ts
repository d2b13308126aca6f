/** Names of edits on buttons, and the notice after each. */

import type { ProblemText } from '../components/text/problem-text';
import type { CellEdit, QueueEvent, LaneStep } from './lane-port';
import { noteName } from '../client/note-text';
import { tableName } from './describe-write';

export interface EditNotice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  /** Without the reason, which the cell shows. */
  readonly short: string;
  /** Qualified. */
  readonly table: string;
  /** Whether it is shown beside another table too. */
  readonly isShownElsewhere: boolean;
  /** Written just now; the notice offers its undo. */
  readonly step: LaneStep | null;
}

/** The name of an edit in messages and on buttons. */
export const nameOf = ({ column, row }: CellEdit): string => `${column.label} of ${rowName(row.path)}`;

export const rowName = (path: string): string => (path === '' ? 'the new row' : noteName(path));

/** `Status of Bake a cake`, `paste of 50 cells`. */
export function stepName({ name, edits: [first] }: LaneStep): string {
  return name ?? (first === undefined ? 'change' : nameOf(first));
}

export function editNoticeOf(event: QueueEvent): EditNotice {
  if (event.kind === 'refused') {
    const { edit, problem, isLost = false } = event;
    const notice = refusal(edit.table, `${nameOf(edit)} was not changed to "${cut(edit.typed)}".`, problem);
    return isLost ? { ...notice, short: notice.text } : notice;
  }
  const { step } = event;
  const what = stepName(step);
  const isCell = step.name === null;
  switch (event.kind) {
    case 'written':
      return doneNotice(step.table, event.text ?? `${what} changed${othersText(event.others)}.`, isCell ? null : step);
    case 'undone':
      return reversal(step.table, 'Undone', what);
    case 'redone':
      return reversal(step.table, 'Done again', what);
    case 'notDone':
      return (event.isLost ? wholeRefusal : refusal)(step.table, event.text, event.problem);
    case 'notUndone':
      return wholeRefusal(
        step.table,
        isCell ? `The change of ${what} was not undone.` : `Not undone: ${what}.`,
        event.problem,
      );
    case 'notRedone':
      return wholeRefusal(
        step.table,
        isCell ? `The change of ${what} was not made again.` : `Not done again: ${what}.`,
        event.problem,
      );
  }
}

/** So much of the typed text is repeated. */
const MOST_TYPED = 80;
const cut = (text: string): string => (text.length > MOST_TYPED ? `${text.slice(0, MOST_TYPED)}…` : text);

/** A row that has another name now is linked by it. */
const othersText = (others: number): string =>
  others === 0 ? '' : others === 1 ? ', and 1 other note with it' : `, and ${others} other notes with it`;

const doneNotice = (table: string, text: string, step: LaneStep | null = null): EditNotice => ({
  ...{ kind: 'done', table, text, short: text, step, isShownElsewhere: false },
});

/** The panel of a row may be of another table than the one that is shown. */
const reversal = (table: string, verb: string, what: string): EditNotice => ({
  ...doneNotice(table, `${verb} in ${tableName(table)}: ${what}.`),
  ...{ short: `${verb}: ${what}.`, isShownElsewhere: true },
});

function refusal(table: string, start: string, { message, hint }: ProblemText): EditNotice {
  const text = [start, message, hint].filter((part) => part !== null).join(' ');
  return { kind: 'refused', table, short: start, text, step: null, isShownElsewhere: true };
}

/** No cell shows the reason. */
function wholeRefusal(table: string, start: string, problem: ProblemText): EditNotice {
  const notice = refusal(table, start, problem);
  return { ...notice, short: notice.text };
}
