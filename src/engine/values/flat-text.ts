/** Copies text out of the text that it was cut from. */

/** Text in one piece and of its own: a slice would keep its note alive, takes more memory, and is slower to compare. */
export const flatText = (text: string): string => (text.length < 2 ? text : [text.slice(0, 1), text.slice(1)].join(''));
