/** Copies text out of the text that it was cut from. */

/** V8 copies shorter slices: they keep nothing alive. */
const SHORTEST_SLICE = 13;

/** Text in one piece and of its own: a slice would keep its note alive, takes more memory, and is slower to compare. */
export const flatText = (text: string): string =>
  text.length < SHORTEST_SLICE ? text : [text.slice(0, 1), text.slice(1)].join('');
