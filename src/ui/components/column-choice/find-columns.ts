/** The columns that somebody may mean who types a part of a name. */

import type { GridColumn } from '../grid-column';
import { foldText } from '../../../kernel/fold-text';
import { nearNames } from '../../../kernel/near-names';

export interface ChoosableColumn extends GridColumn {
  /** What it is listed under, as those through a link are. */
  readonly heading?: string | null;
}

export interface FoundColumns {
  /** Those without a heading first. */
  readonly columns: readonly ChoosableColumn[];
  /** Which of them is meant most probably; -1: none. */
  readonly best: number;
  /** Why these, where none is called so. */
  readonly note: string | null;
}

/** Each word is a part of the label, or the typed text is a part of the name of the property. */
export function findColumns(columns: readonly ChoosableColumn[], typed: string): FoundColumns {
  const all = byHeading(columns);
  const text = foldText(typed.trim());
  const words = text.split(/\s+/);
  const found = all.filter(({ label, name }) => {
    const lower = foldText(label);
    return words.every((word) => lower.includes(word)) || foldText(name).includes(text);
  });
  if (found.length > 0) return { columns: found, best: bestOf(found, text), note: null };
  const near = nearNames(
    text,
    all.map(({ label }) => label),
  );
  const meant = all.filter(({ label }) => near.includes(label));
  if (meant.length > 0) return { columns: meant, best: 0, note: 'Did you mean' };
  return { columns: [], best: -1, note: `No property is called “${typed.trim()}”.` };
}

function bestOf(found: readonly ChoosableColumn[], text: string): number {
  const isSame = found.findIndex(({ label }) => foldText(label) === text);
  if (isSame >= 0) return isSame;
  return Math.max(
    0,
    found.findIndex(({ label }) => foldText(label).startsWith(text)),
  );
}

function byHeading(columns: readonly ChoosableColumn[]): readonly ChoosableColumn[] {
  const headings = [...new Set(columns.map(({ heading = null }) => heading))];
  return [null, ...headings.filter((heading) => heading !== null)].flatMap((heading) =>
    columns.filter((column) => (column.heading ?? null) === heading),
  );
}
