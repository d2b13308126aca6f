/** Cuts a note into its top-level blocks; what metadata cache and reading view both start from. */

export type BlockKind = 'yaml' | 'heading' | 'code' | 'list' | 'blockquote' | 'table' | 'thematicBreak' | 'paragraph';

export interface Block {
  readonly kind: BlockKind;
  readonly source: string;
  /** Offsets into the whole text; `end` is behind the last character. */
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function splitBlocks(text: string): Block[] {
  const lines = splitLines(text);
  const blocks: Block[] = [];
  let index = 0;
  while (index < lines.length) {
    const kind = kindAt(lines, index);
    if (kind === null) {
      index += 1;
      continue;
    }
    const last = lastLine(lines, index, kind);
    const start = lines[index]?.start ?? 0;
    const end = lines[last]?.end ?? text.length;
    blocks.push({ kind, source: text.slice(start, end), start, end });
    index = last + 1;
  }
  return blocks;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r?\n/g)) {
    lines.push({ text: text.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  lines.push({ text: text.slice(start), start, end: text.length });
  return lines;
}

function kindAt(lines: readonly Line[], index: number): BlockKind | null {
  const text = lines[index]?.text ?? '';
  if (text.trim() === '') return null;
  if (index === 0 && isFence(text) && lines.slice(1).some((line) => isFence(line.text))) return 'yaml';
  return kindOf(text);
}

function kindOf(text: string): BlockKind {
  if (/^ {0,3}(```|~~~)/.test(text)) return 'code';
  if (/^#{1,6}( |$)/.test(text)) return 'heading';
  if (/^ {0,3}(-{3,}|\*{3,}|_{3,})\s*$/.test(text)) return 'thematicBreak';
  if (/^\s*([-*+]|\d+[.)]) /.test(text)) return 'list';
  if (text.startsWith('>')) return 'blockquote';
  if (text.startsWith('|')) return 'table';
  return 'paragraph';
}

function lastLine(lines: readonly Line[], index: number, kind: BlockKind): number {
  if (kind === 'heading' || kind === 'thematicBreak') return index;
  if (kind === 'yaml') return seek(lines, index + 1, (text) => isFence(text));
  if (kind === 'code') {
    const mark = /(```+|~~~+)/.exec(lines[index]?.text ?? '')?.[0] ?? '```';
    return seek(lines, index + 1, (text) => text.trim().startsWith(mark));
  }
  return seek(lines, index + 1, (text) => text.trim() === '' || !belongs(text, kind)) - 1;
}

/** The first line from `from` on that is so, or the last line (for a break: one behind it). */
function seek(lines: readonly Line[], from: number, isSo: (text: string) => boolean): number {
  for (let index = from; index < lines.length; index += 1) if (isSo(lines[index]?.text ?? '')) return index;
  return lines.length;
}

function belongs(text: string, kind: BlockKind): boolean {
  const own = kindOf(text);
  return own === kind || (kind === 'list' && /^\s+\S/.test(text)) || (kind === 'blockquote' && own === 'paragraph');
}

const isFence = (text: string): boolean => /^---\s*$/.test(text);
