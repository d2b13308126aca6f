/** The path from the vault to the open table or screen, in the page header and in the tab title. docs/page.md#where-one-is */

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
    <nav class="ndb-breadcrumbs" aria-label="Where you are">
      <ol class="ndb-plain-list">
        {breadcrumbs.map(({ label, opens }, at) => (
          <li key={at} aria-current={at === breadcrumbs.length - 1 ? 'page' : undefined}>
            {opens === null ? (
              label
            ) : (
              <button type="button" class="ndb-breadcrumb" onClick={() => open(opens)}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
