/** The message in place of rows: loading, empty, or an error. */

import type { JSX } from 'preact';

export interface StateMessageProps {
  readonly kind: 'loading' | 'empty' | 'error';
  readonly title: string;
  readonly detail?: string | null;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export function StateMessage({ kind, title, detail, action }: StateMessageProps): JSX.Element {
  return (
    <div class={`ndb-state ndb-state-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p class="ndb-state-title">{title}</p>
      {typeof detail === 'string' && detail !== '' && <p class="ndb-state-detail">{detail}</p>}
      {action !== undefined && (
        <button type="button" class="ndb-button" onClick={() => action.run()}>
          {action.label}
        </button>
      )}
    </div>
  );
}
