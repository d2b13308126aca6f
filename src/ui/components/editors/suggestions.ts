/** What an open field offers below its text. */

import { useEffect, useState } from 'preact/hooks';
import type { GridColumn } from '../grid-column';
import { foldText } from '../../../kernel/fold-text';
import { choiceText } from '../../../kernel/names';
import { nearNames } from '../../../kernel/near-names';
import { plainText } from '../cells/cell-value';

export interface Suggestion {
  /** The value that is committed when it is picked. */
  readonly value: string;
  readonly label: string;
  readonly detail: string | null;
  /** Makes the row that is missing, of this name, and links it: one write. */
  readonly creates?: string | undefined;
}

export interface Suggestions {
  readonly options: readonly Suggestion[];
  /** Why there are none, or what more there is. */
  readonly note: string | null;
}

/** Asks for what a link may lead to; null where the column does not say. */
export type Suggest = ((text: string) => Promise<Suggestions>) | null;

/** Without rows to be made: a new target is a write of its own, which the undo of a form would not take back. */
export const existingOnly =
  (suggest: NonNullable<Suggest>): NonNullable<Suggest> =>
  async (text) => {
    const { options, note } = await suggest(text);
    return { options: options.filter(({ creates }) => creates === undefined), note };
  };

const NONE: Suggestions = { options: [], note: null };
/** Quiet after the last key before the engine is asked. */
const PAUSE_MS = 60;

/** Allowed values that hold the text (case and accents aside), the ones that begin with it first; where none does, those that are nearly it. */
function choicesFor(column: GridColumn, text: string): Suggestions {
  const folded = (value: string): string => foldText(choiceText(value));
  const typed = folded(text.trim());
  const begins = column.values.filter((value) => folded(value).startsWith(typed));
  const holds = column.values.filter((value) => !begins.includes(value) && folded(value).includes(typed));
  const meant = column.values.filter(
    (value) => !folded(value).includes(typed) && foldText(column.meanings[value] ?? '').includes(typed),
  );
  const found = [...begins, ...holds, ...meant];
  const near = found.length === 0 ? nearNames(text, column.values) : [];
  const shown = found.length > 0 ? found : near.length > 0 ? near : column.values;
  const options = shown.map((value) => ({ value, label: choiceText(value), detail: column.meanings[value] ?? null }));
  if (found.length > 0 || typed === '') return { options, note: null };
  return { options, note: near.length > 0 ? 'Did you mean' : `Nothing is called "${text.trim()}". Allowed are` };
}

/** `text` is null while it is as it was when the field opened: then everything is offered. */
export function useSuggestions(column: GridColumn, text: string | null, suggest: Suggest): Suggestions {
  const [answer, setAnswer] = useState<Suggestions>(NONE);
  useEffect(() => {
    if (suggest === null) return;
    let isLatest = true;
    const timer = window.setTimeout(() => {
      suggest(text === null ? '' : plainText(text)).then(
        (found) => isLatest && setAnswer(found),
        () => isLatest && setAnswer(NONE),
      );
    }, PAUSE_MS);
    return () => {
      isLatest = false;
      window.clearTimeout(timer);
    };
  }, [text, suggest === null]);
  if (column.type === 'enum' || (column.type === 'list' && column.values.length > 0)) {
    return choicesFor(column, text ?? '');
  }
  return suggest === null ? NONE : answer;
}
