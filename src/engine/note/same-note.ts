/** Whether two texts are the same note to a reader: equal front matter values and equal body, line ends aside. D7 */

import { type FrontMatter, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { rawToJson } from '../yaml/raw-json';
import { jsonEqual } from '../values/json';

export function sameNote(a: string, b: string): boolean {
  const [left, right] = [parseFrontMatter(a), parseFrontMatter(b)];
  if (left.status === 'unparsable' || right.status === 'unparsable') return a === b;
  return bodyText(a, left) === bodyText(b, right) && sameValues(left, right);
}

const bodyText = (text: string, { bodyStart }: FrontMatter): string =>
  text.slice(bodyStart).replace(/\r\n/g, '\n').replace(/\n+$/, '');

function sameValues(a: FrontMatter, b: FrontMatter): boolean {
  if (a.entries.length !== b.entries.length) return false;
  const values = new Map(b.entries.map(({ key, raw }) => [key, rawToJson(raw)] as const));
  return a.entries.every(({ key, raw }) => values.has(key) && jsonEqual(rawToJson(raw), values.get(key)));
}
