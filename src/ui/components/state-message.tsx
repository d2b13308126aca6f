/** The message in place of rows: loading, empty, or an error. */

import type { JSX } from 'preact';
import { Button } from './form/button';
import { ServerAway } from './form/server-away';

export interface StateAction {
  readonly label: string;
  readonly run: () => void;
}

export interface StateMessageProps {
  readonly kind: 'loading' | 'empty' | 'error';
  readonly title: string;
  readonly detail?: string | null;
  readonly action?: StateAction;
  /** Beside it. */
  readonly others?: readonly StateAction[];
}

export function StateMessage({ kind, title, detail, action, others = [] }: StateMessageProps): JSX.Element {
  const actions = [...(action === undefined ? [] : [action]), ...others];
  return (
    <div class={`ndb-state ndb-stack ndb-state-${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <p class="ndb-state-title">{title}</p>
      {typeof detail === 'string' && detail !== '' && <p class="ndb-state-detail">{detail}</p>}
      {kind === 'loading' && <ServerAway />}
      {actions.length > 0 && (
        <p class="ndb-state-actions ndb-wraps">
          {actions.map(({ label, run }) => (
            <Button key={label} onClick={() => run()}>
              {label}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
