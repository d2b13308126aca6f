/** Sets properties in the text of a note, with every other byte as it was. docs/inline-properties.md */

import { NotedbError } from '../../errors';
import { lineAt, lineBreakOf } from '../../text/text-line';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { type RawValue, RAW_EMPTY, rawList } from '../../yaml/raw-value';
import { type InlineProperty, inlineProperties } from './inline-properties';
import { inlineText, readInlineItems, readInlineValue } from './inline-value';

/** A property as the column of its key reads it. */
export interface InlineKey {
  readonly key: string;
  /** Of several properties of one key a list takes all; any other column the first with a value. */
  readonly isList: boolean;
}

/** The value in the text; null where no property has the key. */
export function inlineValue(properties: readonly InlineProperty[], { key, isList }: InlineKey): RawValue | null {
  const own = properties.filter((each) => each.key === key);
  if (own.length === 0) return null;
  if (!isList) return readInlineValue(usedOf(own)?.value ?? '');
  const items = own.flatMap(({ value }) => readInlineItems(value));
  return items.length === 0 ? RAW_EMPTY : rawList(items);
}

const usedOf = (own: readonly InlineProperty[]): InlineProperty | undefined =>
  own.find(({ value }) => value !== '') ?? own[0];

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One way to write a value. A new property is the last line, or the first one where the text ends in a fence. */
interface InlineStyle {
  readonly quoted: boolean;
  readonly at: 'end' | 'start';
}

const STYLES: readonly InlineStyle[] = (['end', 'start'] as const).flatMap((at) => [
  { quoted: false, at },
  { quoted: true, at },
]);

/** `raw` null: the properties of the key go. Throws `refused` where the text can't hold the value. */
export function setInline(text: string, target: InlineKey, raw: RawValue | null): string {
  const { bodyStart } = parseFrontMatter(text);
  const before = inlineProperties(text, bodyStart);
  if (raw !== null && isSameValue(inlineValue(before, target) ?? RAW_EMPTY, raw)) return text;
  const own = before.filter(({ key }) => key === target.key);
  const others = before.filter(({ key }) => key !== target.key);
  for (const style of STYLES) {
    const after =
      raw === null ? withoutProperties(text, own, style) : withValue(text, own, { bodyStart, target, raw, style });
    if (after !== null && isFaithful(after, target, raw, others)) return after;
  }
  throw unwritable(target.key);
}

/** A property that goes may leave a line that reads as another one: then its value alone goes. */
function withoutProperties(text: string, own: readonly InlineProperty[], { quoted: isCareful }: InlineStyle): string {
  return withEdits(
    text,
    own.map((each) => (isCareful ? { start: each.valueStart, end: each.valueEnd, text: '' } : removal(text, each))),
  );
}

function withValue(text: string, own: readonly InlineProperty[], wanted: WantedProperty): string | null {
  if (own.length === 0) return withNewProperty(text, wanted);
  const edits = editsOf(text, own, wanted.target, wanted.raw, wanted.style);
  return edits === null ? null : withEdits(text, edits);
}

function unwritable(key: string): NotedbError {
  const message = `${key}: the text of the note can't hold this value as a property`;
  const violation = { path: null, column: key, code: 'unparsable', message } as const;
  return new NotedbError('refused', message, { violations: [violation], hint: HINT });
}

const HINT = 'give a text of one line, or change the column with alter_column and inline: null';

/** Null: it can't be written in this style. */
function editsOf(
  text: string,
  own: readonly InlineProperty[],
  { isList }: InlineKey,
  raw: RawValue,
  { quoted }: InlineStyle,
): readonly TextEdit[] | null {
  if (isList) return listEdits(text, own, raw, quoted);
  const used = usedOf(own);
  const value = inlineText(raw, quoted);
  return used === undefined || value === null ? null : [replacement(text, used, value)];
}

/** Properties whose items stay where they are keep their bytes; the first of the others takes all items between. */
function listEdits(
  text: string,
  own: readonly InlineProperty[],
  raw: RawValue,
  quoted: boolean,
): readonly TextEdit[] | null {
  const wanted = raw.kind === 'list' ? raw.items : raw.kind === 'empty' ? [] : [raw];
  const items = own.map(({ value }) => readInlineItems(value));
  let [first, last] = [0, own.length];
  let [from, to] = [0, wanted.length];
  for (; first < last && isPart(items[first] ?? [], wanted, from, to); first++) from += items[first]?.length ?? 0;
  for (; last > first && isPart(items[last - 1] ?? [], wanted, to - (items[last - 1]?.length ?? 0), to, from); last--)
    to -= items[last - 1]?.length ?? 0;
  // New items join the property before them, else the one behind.
  if (first === last && from < to) {
    if (first > 0) from -= items[--first]?.length ?? 0;
    else to += items[last++]?.length ?? 0;
  }
  const [changed, ...gone] = own.slice(first, last);
  if (changed === undefined) return [];
  if (from === to) return [changed, ...gone].map((each) => removal(text, each));
  const value = inlineText(rawList(wanted.slice(from, to)), quoted);
  return value === null ? null : [replacement(text, changed, value), ...gone.map((each) => removal(text, each))];
}

function isPart(
  part: readonly RawValue[],
  wanted: readonly RawValue[],
  from: number,
  to: number,
  least = from,
): boolean {
  return (
    from >= least &&
    from + part.length <= to &&
    part.every((item, i) => isSameValue(item, wanted[from + i] ?? RAW_EMPTY))
  );
}

const replacement = (text: string, { markEnd, valueStart, valueEnd }: InlineProperty, value: string): TextEdit =>
  valueStart === valueEnd && text.charAt(markEnd) !== ' '
    ? { start: markEnd, end: markEnd, text: ` ${value}` }
    : valueStart === valueEnd
      ? { start: markEnd + 1, end: markEnd + 1, text: value }
      : { start: valueStart, end: valueEnd, text: value };

/** The whole line goes with what has nothing beside it; within a line one blank goes too. */
function removal(text: string, { start, end, form }: InlineProperty): TextEdit {
  const line = lineAt(text, text.lastIndexOf('\n', start - 1) + 1);
  const isAlone = form === 'line' || (text.slice(line.start, start) + text.slice(end, line.end)).trim() === '';
  if (isAlone) return { start: line.start, end: line.next, text: '' };
  if (start > line.start && text.charAt(start - 1) === ' ') return { start: start - 1, end, text: '' };
  return { start, end: text.charAt(end) === ' ' ? end + 1 : end, text: '' };
}

interface WantedProperty {
  readonly bodyStart: number;
  readonly target: InlineKey;
  readonly raw: RawValue;
  readonly style: InlineStyle;
}

/** A property behind others joins them; text has a blank line between. */
function withNewProperty(text: string, { bodyStart, target, raw, style }: WantedProperty): string | null {
  const value = inlineText(raw, style.quoted);
  if (value === null || raw.kind === 'empty') return value === null ? null : text;
  const lineBreak = lineBreakOf(text);
  const line = `${target.key}:: ${value}${lineBreak}`;
  const body = text.slice(bodyStart);
  if (style.at === 'start') return `${text.slice(0, bodyStart)}${line}${body === '' ? '' : lineBreak}${body}`;
  if (body.trim() === '') return text + line;
  const last = inlineProperties(text, bodyStart).at(-1);
  const isBehindProperty = last?.form === 'line' && text.slice(last.end).trim() === '';
  const isParted = isBehindProperty || /\n[ \t]*\r?\n$/.test(body.slice(-LONGEST_BLANK));
  return `${text}${body.endsWith('\n') ? '' : lineBreak}${isParted ? '' : lineBreak}${line}`;
}

const LONGEST_BLANK = 80;

function withEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Reads the result: the value is the wanted one, and every other property is as before. */
function isFaithful(text: string, target: InlineKey, raw: RawValue | null, others: readonly InlineProperty[]): boolean {
  const after = inlineProperties(text, parseFrontMatter(text).bodyStart);
  const left = after.filter(({ key }) => key !== target.key);
  const isKept =
    left.length === others.length &&
    left.every(({ key, value }, i) => key === others[i]?.key && value === others[i].value);
  return isKept && isSameValue(inlineValue(after, target) ?? RAW_EMPTY, raw ?? RAW_EMPTY);
}

/** By the texts: the type of the column decides what they mean. */
function isSameValue(a: RawValue, b: RawValue): boolean {
  const textsOf = (raw: RawValue): readonly (string | null)[] =>
    raw.kind === 'empty'
      ? []
      : raw.kind === 'list'
        ? raw.items.flatMap(textsOf)
        : [raw.kind === 'scalar' ? raw.text : null];
  const [left, right] = [textsOf(a), textsOf(b)];
  return left.length === right.length && left.every((text, i) => text !== null && text === right[i]);
}

/** Gives properties another key, all at once. */
export function renameInline(text: string, names: ReadonlyMap<string, string>): string {
  const edits = inlineProperties(text, parseFrontMatter(text).bodyStart).flatMap(
    ({ key, start, markEnd }): TextEdit[] => {
      const to = names.get(key);
      if (to === undefined || to === key) return [];
      const at = text.lastIndexOf(key, markEnd);
      return at < start ? [] : [{ start: at, end: at + key.length, text: to }];
    },
  );
  return withEdits(text, edits);
}
