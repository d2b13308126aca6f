/** Links of a filter that lead to no note, with the notes that were probably meant. docs/views.md#the-filter */

import type { JSX } from 'preact';
import { plainText } from '../cells/cell-value';
import { Button } from '../form/button';

export interface DanglingCondition {
  /** That the link is compared with, or the last part of its path. */
  readonly column: string;
  readonly value: string;
  /** Names of notes, the best first. */
  readonly near?: readonly string[];
}

export interface DanglingLinksProps {
  readonly links: readonly DanglingCondition[];
  readonly take: (link: DanglingCondition, name: string) => void;
}

export function DanglingLinks({ links, take }: DanglingLinksProps): JSX.Element {
  return (
    <div aria-live="polite">
      {links.map((link) => (
        <p key={JSON.stringify([link.column, link.value])} class="ndb-filter-problem">
          “{plainText(link.value)}” leads to no note.
          {link.near !== undefined && link.near.length > 0 && ' Did you mean '}
          {link.near?.map((name) => (
            <Button key={name} look="near" onClick={() => take(link, name)}>
              {name}
            </Button>
          ))}
        </p>
      ))}
    </div>
  );
}
