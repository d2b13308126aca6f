/** The front matter of a note before and after it becomes a row, line by line. */

import type { KeyChanges } from './table-design';

export interface ChangedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A key at the top with the lines that belong to it. */
interface FrontMatterBlock {
  readonly key: string | null;
  readonly lines: readonly string[];
}

const KEY = /^(["']?)([^\s#"'-][^"':]*|[^"']+)\1[ \t]*:(?:[ \t]|$)/;

/** `frontMatter`: the lines between the dashes, null without them. */
export function frontMatterChanges(
  frontMatter: readonly string[] | null,
  { written, drop }: KeyChanges,
  table: string,
): readonly ChangedLine[] {
  const blocks = blocksOf(frontMatter ?? []);
  const lines = blocks.flatMap((block) => changedBlock(block, written, drop));
  const hasId = blocks.some(({ key }) => key === 'id');
  const added = [`table: ${table}`, ...(hasId ? [] : ['id: a new id'])];
  return [
    fence(frontMatter),
    ...lines,
    ...added.map((text): ChangedLine => ({ kind: 'added', text })),
    fence(frontMatter),
  ];
}

const fence = (frontMatter: readonly string[] | null): ChangedLine => ({
  kind: frontMatter === null ? 'added' : 'same',
  text: '---',
});

function changedBlock(
  { key, lines }: FrontMatterBlock,
  written: KeyChanges['written'],
  drop: KeyChanges['drop'],
): readonly ChangedLine[] {
  const [first = '', ...others] = lines;
  if (key !== null && drop.includes(key)) return lines.map((text) => ({ kind: 'removed', text }));
  const name = key === null ? undefined : written[key];
  const rest = others.map((text): ChangedLine => ({ kind: 'same', text }));
  if (name === undefined) return [{ kind: 'same', text: first }, ...rest];
  // Quotes and what stands behind the key stay as they are.
  const renamed = first.replace(key ?? '', () => name);
  return [{ kind: 'removed', text: first }, { kind: 'added', text: renamed }, ...rest];
}

function blocksOf(lines: readonly string[]): readonly FrontMatterBlock[] {
  const blocks: { key: string | null; lines: string[] }[] = [];
  for (const line of lines) {
    const key = KEY.exec(line)?.[2]?.trim() ?? null;
    const last = blocks.at(-1);
    if (key === null && last !== undefined) last.lines.push(line);
    else blocks.push({ key, lines: [line] });
  }
  return blocks;
}
