/** Texts as sentences: the spelling of their first letter and their end. */

export const withCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Messages of the engine are half sentences: `status: "don" is not allowed`. */
export function asSentence(text: string): string {
  // A path and the name of an operation keep their spelling.
  const isName = /^\S*[/_]/.test(text);
  const capital = isName ? text : withCapital(text);
  return /[.!?)]$/.test(capital) ? capital : `${capital}.`;
}
