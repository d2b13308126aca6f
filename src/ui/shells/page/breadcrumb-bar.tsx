/** The way from the vault to what is shown, in the head of the page and in the name of its tab. docs/page.md#where-one-is */

import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Breadcrumb } from '../../client/app-services';

export interface TrailProps {
  readonly vault: string;
  readonly trail: readonly Breadcrumb[];
  /** A table or view, qualified. */
  readonly open: (table: string) => void;
}

export function Trail({ vault, trail, open }: TrailProps): JSX.Element {
  const last = trail.at(-1)?.label;
  useLayoutEffect(() => {
    document.title = [last, vault].filter(Boolean).join(' · ') || 'NoteDB';
  }, [last, vault]);
  return (
    <nav class="ndb-trail" aria-label="Where you are">
      <ol>
        {trail.map(({ label, opens }, at) => (
          <li key={at} aria-current={at === trail.length - 1 ? 'page' : undefined}>
            {opens === null ? (
              label
            ) : (
              <button type="button" class="ndb-trail-step" onClick={() => open(opens)}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
