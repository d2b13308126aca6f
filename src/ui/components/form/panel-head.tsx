/** The head of a panel or a screen of its own: its title, and the way out. */

import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../icon';
import type { ProblemText } from '../text/problem-text';
import { IconButton } from './button';
import { Refusal } from './refusal';
import { ServerAway } from './server-away';

export interface PanelHeadProps {
  readonly children: ComponentChildren;
  readonly closeLabel?: string;
  readonly close: () => void;
}

export const PanelHead = ({ children, closeLabel = 'Close', close }: PanelHeadProps): JSX.Element => (
  <header class="ndb-form-head ndb-line">
    <h2 class="ndb-ellipsis">{children}</h2>
    <IconButton icon="close" label={closeLabel} onClick={close} />
  </header>
);

export interface FootProps {
  /** Said before the buttons. */
  readonly promise?: ComponentChildren;
  /** In place of the promise. */
  readonly problem?: ProblemText | null;
  /** The buttons. */
  readonly children: ComponentChildren;
}

export const Foot = ({ promise, problem = null, children }: FootProps): JSX.Element => (
  <footer class="ndb-form-foot ndb-line">
    <ServerAway />
    <Refusal {...{ problem }} />
    {problem === null && promise !== undefined && (
      <p class="ndb-form-promise" role="status">
        <Icon name="shield" />
        <span>{promise}</span>
      </p>
    )}
    {children}
  </footer>
);
