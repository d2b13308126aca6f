/** Keeps spreadsheets from running texts of a CSV file as formulas, and takes the guard off again. docs/page.md#export */

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Excel, Sheets and LibreOffice run such a text when they open the file; a number is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text);

/** What reads as a guarded formula already gets a second apostrophe, so that each text is read back as it was. */
const isGuarded = (text: string): boolean => /^'+[=+\-@\t\r]/.test(text);

export const guardFormula = (text: string): string => (isFormula(text) || isGuarded(text) ? `'${text}` : text);

/** A file with a bare formula was saved without the guard: its apostrophes are text. */
export function withoutFormulaGuard(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  if (rows.some((fields) => fields.some(isFormula))) return rows;
  return rows.map((fields) => fields.map((text) => (isGuarded(text) ? text.slice(1) : text)));
}
