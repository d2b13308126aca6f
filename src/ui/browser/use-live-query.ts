/** A live query for as long as a component is there. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LiveQueryState, LiveQuestion } from './live-query';
import { LiveQuery } from './live-query';
import type { OperationsClient } from './operations-client';

export interface LiveAnswer<Value> {
  /** Of the last question until the new one is answered. */
  readonly answer: LiveQueryState<Value>;
  readonly refresh: () => Promise<void>;
}

/**
 * `key` names the question: another key asks another one. A layout effect, because others are cleaned up only after the next
 * paint: a view that is closed listens to nothing.
 */
export function useLiveQuery<Value>(
  client: OperationsClient,
  key: string,
  question: LiveQuestion<Value>,
): LiveAnswer<Value> {
  const [answer, setAnswer] = useState<LiveQueryState<Value>>({ kind: 'loading' });
  const live = useRef<LiveQuery<Value> | null>(null);
  useLayoutEffect(() => {
    const query = new LiveQuery(client, question, () => setAnswer(query.answer));
    live.current = query;
    return () => query.stop();
  }, [client, key]);
  return { answer, refresh: () => live.current?.refresh() ?? Promise.resolve() };
}
