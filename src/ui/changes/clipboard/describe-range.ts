/** Describes blocks of cells in words. */

import type { CellBlock } from '../../components/cells/cell-block';

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const NAMES = { paste: 'paste', fill: 'fill', clear: 'emptying', cut: 'cut', set: 'change' } as const;
const DONE = { paste: 'Pasted', fill: 'Filled', clear: 'Emptied', cut: 'Cut', set: 'Changed' } as const;

/** On buttons, in the history: `paste of 50 cells`. */
export const blockName = (kind: CellBlock['kind'], cells: number): string =>
  `${NAMES[kind]} of ${counted(cells, 'cell')}`;

interface WrittenBlock {
  readonly written: number;
  /** They stay at their cells. */
  readonly refused: number;
  /** Why others can stay nowhere: for each its reason. */
  readonly lost: readonly string[];
  /** Notes. */
  readonly changed: number;
}

/** `Pasted 48 cells in 25 notes. 2 cells keep what does not fit.` */
export function doneText(kind: CellBlock['kind'], { written, refused, lost, changed }: WrittenBlock): string {
  if (written === 0) return 'No cell was changed.';
  const done = `${DONE[kind]} ${counted(written, 'cell')} in ${counted(changed, 'note')}.`;
  const kept = `${counted(refused, 'cell')} ${refused === 1 ? 'keeps' : 'keep'} what does not fit.`;
  const left = `${counted(lost.length, 'cell')} ${lost.length === 1 ? 'was' : 'were'} left out.`;
  const reasons = [...new Set(lost)].slice(0, MOST_REASONS);
  return [done, ...(refused === 0 ? [] : [kept]), ...(lost.length === 0 ? [] : [left, ...reasons])].join(' ');
}

const MOST_REASONS = 2;

const ASKED = { paste: 'Paste', fill: 'Fill', clear: 'Empty', cut: 'Cut', set: 'Change' } as const;

/** Of the button that writes it. */
export function acceptText(kind: CellBlock['kind'], cells: number, newRows: number): string {
  const verb = `${ASKED[kind]} ${counted(cells, 'cell')}`;
  return newRows === 0 ? verb : `${verb}, add ${counted(newRows, 'row')}`;
}

export const previewTitle = (kind: CellBlock['kind'], cells: number, notes: number): string =>
  `${ASKED[kind]} ${counted(cells, 'cell')}${notes === 0 ? '' : ` in ${counted(notes, 'note')}`}`;

/** `48 of 50 cells fit, 2 do not.` */
export function fitText(cells: number, refused: number): string {
  if (refused === 0) return cells === 1 ? 'It fits.' : `All ${cells} cells fit.`;
  return `${cells - refused} of ${counted(cells, 'cell')} fit, ${refused} ${refused === 1 ? 'does' : 'do'} not.`;
}
