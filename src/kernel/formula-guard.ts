/** Keeps spreadsheets from running texts of a CSV file as formulas, and takes the guard off again. docs/page.md#export */

import { type Slices, everyItem } from './slices';

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Excel, Sheets and LibreOffice run such a text when they open the file; a number is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);

/** What reads as a guarded formula already gets a second apostrophe, so that each text is read back as it was. */
const isGuarded = (text: string): boolean => /^'+[=+\-@\t\r]/.test(text);

export const guardFormula = (text: string): string => (isFormula(text) || isGuarded(text) ? `'${text}` : text);

/**
 * Texts of a file that is saved without the guard. One without any formula would be taken for a guarded one: what reads as guarded in it gets
 * an apostrophe all the same, so that it is read back as it was.
 */
export function withPlainFormulas(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (rows.some((fields) => fields.some(isFormula))) return rows;
  return rows.map((fields) => fields.map(guardFormula));
}

/** A file with a bare formula was saved without the guard: its apostrophes are text. */
export function* withoutFormulaGuard(rows: readonly (readonly string[])[]): Slices<readonly (readonly string[])[]> {
  if (!(yield* everyItem(rows, (fields) => !fields.some(isFormula)))) return rows;
  const bare: (readonly string[])[] = [];
  yield* everyItem(rows, (fields) => {
    bare.push(fields.some(isGuarded) ? fields.map((text) => (isGuarded(text) ? text.slice(1) : text)) : fields);
    return true;
  });
  return bare;
}
