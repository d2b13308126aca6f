/** Shown while an answer is missing. */

import type { JSX } from 'preact';
import { StateMessage } from '../components/state-message';
import type { LiveQueryState } from '../client/live-query';

interface LoadingPaneProps {
  readonly answer: LiveQueryState<unknown>;
  readonly refresh: () => Promise<void>;
  readonly title: string;
}

export function LoadingPane({ answer, refresh, title }: LoadingPaneProps): JSX.Element {
  if (answer.kind !== 'problem') return <StateMessage kind="loading" title={title} />;
  const { message, hint } = answer.problem;
  const action = { label: 'Try again', run: () => void refresh() };
  return <StateMessage kind="error" title={message} detail={hint} action={action} />;
}
