/** The place where a text stops being JSON. RFC 8259 */

const BLANK = '[ \\t\\n\\r]*';
const token = (pattern: string): RegExp => new RegExp(BLANK + pattern, 'y');

const STRING = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[\\da-fA-F]{4}))*"';
const KEY = token(STRING);
const SCALAR = token(`(?:${STRING}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null)`);
const [LIST, LIST_END, MAP, MAP_END] = ['\\[', '\\]', '\\{', '\\}'].map(token) as [RegExp, RegExp, RegExp, RegExp];
const COMMA = token(',');
const COLON = token(':');
const END = token('$');

/** The index of the first character that can't be there; null: the text is JSON. */
export function jsonFault(text: string): number | null {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  const items = (item: () => boolean, end: RegExp): boolean => {
    if (take(end)) return true;
    do if (!item()) return false;
    while (take(COMMA));
    return take(end);
  };
  const member = (): boolean => take(KEY) && take(COLON) && value();
  const value = (): boolean =>
    take(SCALAR) || (take(LIST) ? items(value, LIST_END) : take(MAP) && items(member, MAP_END));
  if (value() && take(END)) return null;
  take(token(''));
  return at;
}
