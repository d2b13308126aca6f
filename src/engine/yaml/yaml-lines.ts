/** Locates the parts of a YAML file in whole lines, for splices. */

import { Lexer, type Pair, type Scalar, type YAMLMap, type YAMLSeq, isMap, isScalar, isSeq } from 'yaml';
import { keyText } from './yaml-document';

/** One pair or item of a block collection. */
export interface YamlPart {
  /** First character of the key, or of the item's dash. */
  readonly start: number;
  /** Behind the line break of its last line of content. */
  readonly end: number;
  /** As `end`, with the comments below that are indented more: they are its own. */
  readonly commentEnd: number;
  /** Nothing but white space is before it in its line, so that its lines are its own. */
  readonly isAlone: boolean;
}

export class YamlLines {
  /** `text` ends with a line break. */
  constructor(readonly text: string) {}

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Behind the line break of the line that `offset` is in. */
  lineEnd(offset: number): number {
    const feed = this.text.indexOf('\n', offset);
    return feed < 0 ? this.text.length : feed + 1;
  }

  column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  isBlank(lineStart: number): boolean {
    return this.text.slice(lineStart, this.lineEnd(lineStart)).trim() === '';
  }

  pair({ key, value }: Pair): YamlPart {
    const range = (key as Scalar).range;
    const start = range?.[0] ?? 0;
    return this.part(start, this.contentEnd(value) ?? range?.[1] ?? start);
  }

  /** The parts of a list, null when a dash is not the first thing in its line. */
  items(list: YAMLSeq): readonly YamlPart[] | null {
    const column = this.column(list.range?.[0] ?? 0);
    const parts: YamlPart[] = [];
    for (const item of list.items) {
      const content = (item as Scalar | null)?.range?.[0];
      const dash = content === undefined ? null : this.dashOf(content, column);
      if (dash === null) return null;
      parts.push(this.part(dash, this.contentEnd(item) ?? dash));
    }
    return parts;
  }

  /** Start of the comments directly above a line, without a blank line between. */
  commentsAbove(lineStart: number): number {
    let start = lineStart;
    while (start > 0) {
      const previous = this.lineStart(start - 1);
      if (!this.text.slice(previous, start).trimStart().startsWith('#')) break;
      start = previous;
    }
    return start;
  }

  /** Those within a value that is in braces or brackets or is a text, and behind it. Those of lines of its own go with them. */
  commentsIn(node: unknown, { end }: YamlPart): readonly string[] {
    const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
    const start = (node as Scalar | null)?.range?.[0];
    if (isBlock || start === undefined) return [];
    return [...new Lexer().lex(this.text.slice(start, end))].filter((token) => token.startsWith('#'));
  }

  private part(start: number, contentEnd: number): YamlPart {
    const lineStart = this.lineStart(start);
    const end = this.lineEnd(contentEnd);
    return {
      start,
      end,
      commentEnd: this.commentEnd(end, start - lineStart),
      isAlone: this.text.slice(lineStart, start).trim() === '',
    };
  }

  private commentEnd(end: number, column: number): number {
    let last = end;
    let line = end;
    while (line < this.text.length) {
      const next = this.lineEnd(line);
      const content = this.text.slice(line, next).trimStart();
      if (content !== '' && !(content.startsWith('#') && next - line - content.length > column)) break;
      line = next;
      if (content !== '') last = next;
    }
    return last;
  }

  /** Up from an item's content to the line that begins with its dash. */
  private dashOf(content: number, column: number): number | null {
    for (let line = this.lineStart(content); ; line = this.lineStart(line - 1)) {
      const dash = line + column;
      if (this.text[dash] === '-') return this.text.slice(line, dash).trim() === '' ? dash : null;
      if (line === 0) return null;
    }
  }

  /** Last offset of a value's own content; null when there is none in the text (`key:`). */
  private contentEnd(node: unknown): number | null {
    if (isScalar(node)) return this.scalarEnd(node);
    if (isMap(node) && node.flow !== true) return this.mapEnd(node);
    if (isSeq(node) && node.flow !== true) {
      const last = node.items.at(-1);
      return this.contentEnd(last) ?? (last as Scalar | undefined)?.range?.[0] ?? null;
    }
    return isMap(node) || isSeq(node) ? (node.range?.[1] ?? null) : null;
  }

  private mapEnd({ items }: YAMLMap): number | null {
    const last = items.at(-1);
    if (last === undefined) return null;
    return this.contentEnd(last.value) ?? (last.key as Scalar).range?.[1] ?? null;
  }

  private scalarEnd({ range, type }: Scalar): number | null {
    if (range === null || range === undefined || range[0] === range[1]) return null;
    if (type !== 'BLOCK_LITERAL' && type !== 'BLOCK_FOLDED') return range[1];
    const source = this.text.slice(range[0], range[1]);
    const keepsEnd = source.slice(0, source.indexOf('\n')).split('#')[0]?.includes('+') === true;
    return range[0] + (keepsEnd ? source.length : source.trimEnd().length) - 1;
  }
}

export const pairByKey = ({ items }: YAMLMap): ReadonlyMap<string, Pair> =>
  new Map(items.map((pair) => [keyText(pair.key) ?? '', pair]));
