/** The way from the vault to what is shown, in the head of the page and in the name of its tab. docs/page.md#where-one-is */

import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Breadcrumb } from '../../client/app-services';

export interface BreadcrumbBarProps {
  readonly vault: string;
  readonly breadcrumbs: readonly Breadcrumb[];
  /** A table or view, qualified. */
  readonly open: (table: string) => void;
}

export function BreadcrumbBar({ vault, breadcrumbs, open }: BreadcrumbBarProps): JSX.Element {
  const last = breadcrumbs.at(-1)?.label;
  useLayoutEffect(() => {
    document.title = [last, vault].filter(Boolean).join(' · ') || 'NoteDB';
  }, [last, vault]);
  return (
    <nav class="ndb-trail" aria-label="Where you are">
      <ol>
        {breadcrumbs.map(({ label, opens }, at) => (
          <li key={at} aria-current={at === breadcrumbs.length - 1 ? 'page' : undefined}>
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
