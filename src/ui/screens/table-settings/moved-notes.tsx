/** Notes that a change moves or renames: where each lies, and where it will. docs/tables.md#settings-of-a-table */

import type { JSX } from 'preact';
import { Button } from '../../components/form/button';
import { Icon } from '../../components/icon';

export interface MovedNotesProps {
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly openNote: (path: string, event: MouseEvent) => void;
}

/** More are counted. */
const MOST_MOVES = 8;

export function MovedNotes({ moves, openNote }: MovedNotesProps): JSX.Element | null {
  if (moves.length === 0) return null;
  return (
    <ul class="ndb-settings-moves ndb-plain-list" aria-label="Notes that move">
      {moves.slice(0, MOST_MOVES).map(({ from, to }) => {
        const [before, after] = shownPaths(from, to);
        return (
          <li class="ndb-line ndb-wraps" key={from}>
            <Button look="link" onClick={(event) => openNote(from, event)}>
              {before}
            </Button>
            <Icon name="chevron-right" />
            <span>{after}</span>
          </li>
        );
      })}
      {moves.length > MOST_MOVES && <li class="ndb-muted">and {moves.length - MOST_MOVES} more</li>}
    </ul>
  );
}

/** Without the folders that both have, and without the extension. */
function shownPaths(from: string, to: string): readonly [string, string] {
  const [before, after] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < Math.min(before.length, after.length) - 1 && before[same] === after[same]) same++;
  const shown = (parts: readonly string[]): string => parts.slice(same).join('/').replace(/\.md$/, '');
  return [shown(before), shown(after)];
}
