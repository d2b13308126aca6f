/** Reads a value that is one Markdown link into the vault: `[text](path.md)`, `![alt](<a picture.png>)`. */

import type { YamlQuote } from '../../yaml/yaml-line';
import { OpenBrackets } from './body-links';
import { isExternal, readInlineTarget } from './inline-target';
import { type LinkSpan, setMarkdownSpan, unquoteYaml } from './link-span';
import { isEscaped } from './wiki-link';

/** True when the text is such a link and nothing else: then `span` has its parts. */
export function readMarkdownValue(text: string, span: LinkSpan): boolean {
  const open = text.startsWith('!') ? 1 : 0;
  if (text.charAt(open) !== '[' || !text.endsWith(')') || text.includes('[[')) return false;
  const brackets = new OpenBrackets(text, open);
  for (let close = text.indexOf('](', open); close >= 0; close = text.indexOf('](', close + 2)) {
    const target = isEscaped(text, close) ? null : readInlineTarget(text, close + 1);
    if (target === null || brackets.openingOf(close, []) !== open) continue;
    setMarkdownSpan(text, span, { open, close, isImage: open === 1 }, target);
    return target.after === text.length && target.start < target.end && !isExternal(text, target);
  }
  return false;
}

/** The same of a YAML value as it is written from `start` to `end`, its quotes aside. The offsets are those of `text`. */
export function readMarkdownScalar(
  text: string,
  start: number,
  end: number,
  quote: YamlQuote,
  span: LinkSpan,
): boolean {
  const first = text.charAt(start);
  if ((first !== '[' && first !== '!') || text.charAt(end - 1) !== ')') return false;
  const written = text.slice(start, end);
  if (written.includes('\n') || !readMarkdownValue(unquoteYaml(written, quote), span)) return false;
  const offsets = writtenOffsets(written, quote);
  for (const key of OFFSETS) span[key] = start + (offsets?.[span[key]] ?? span[key]);
  span.quote = quote;
  return true;
}

const OFFSETS = [
  'start',
  'end',
  'pathStart',
  'pathEnd',
  'subpathStart',
  'subpathEnd',
  'displayStart',
  'displayEnd',
  'next',
] as const satisfies readonly (keyof LinkSpan)[];

/** Where each character of the value begins in its written form, and where the last one ends; null: they are the same. */
function writtenOffsets(written: string, quote: YamlQuote): readonly number[] | null {
  const escape = quote === 'single' ? SINGLE_ESCAPE : quote === 'double' ? DOUBLE_ESCAPE : null;
  if (escape === null) return null;
  const offsets: number[] = [];
  for (let at = 0; at < written.length;) {
    escape.lastIndex = at;
    const token = escape.exec(written)?.[0] ?? written.charAt(at);
    for (let unit = unquoteYaml(token, quote).length; unit > 0; unit--) offsets.push(at);
    at += token.length;
  }
  offsets.push(written.length);
  return offsets;
}

const SINGLE_ESCAPE = /''/y;
const DOUBLE_ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/y;
