/** A command line as its words, as far as it is typed. The last word may be empty: it begins behind a space. */

export function splitLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
      else word = (word ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (sign === '\\') {
      at += 1;
      word = (word ?? '') + line.charAt(at);
    } else if (/\s/.test(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + sign;
    }
  }
  return [...words, word ?? ''];
}
