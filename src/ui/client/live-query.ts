/** A query that runs again when its answer can have changed, for as long as a component is there. Listeners hear only of new answers. D15 */

import type { ProblemText } from '../components/text/problem-text';
import { describeProblem } from './describe-problem';
import type { OperationsClient, TablesChanged } from './operations-client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

export type LiveQueryState<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: ProblemText };

export interface LiveQuestion<Value> {
  ask(client: OperationsClient): Promise<Value>;
  /** Whether the change can matter, given the last answer. */
  isTouched(change: TablesChanged, last: Value | null): boolean;
}

export class LiveQuery<Value> {
  answer: LiveQueryState<Value> = { kind: 'loading' };
  private asking: Promise<void> | null = null;
  private isStale = false;
  private isStopped = false;
  private fingerprint = '';
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private readonly question: LiveQuestion<Value>,
    private readonly changed: () => void,
  ) {
    this.stopListening = client.onChange((change) => {
      const last = this.answer.kind === 'answer' ? this.answer.value : null;
      if (last === null || question.isTouched(change, last)) void this.refresh();
    });
    void this.refresh();
  }

  /** Resolves when an answer is there that was asked for after this call. */
  refresh(): Promise<void> {
    this.isStale = true;
    this.asking ??= this.askUntilFresh();
    return this.asking;
  }

  stop(): void {
    this.isStopped = true;
    this.stopListening();
  }

  private async askUntilFresh(): Promise<void> {
    while (this.isStale && !this.isStopped) {
      this.isStale = false;
      this.take(await this.askOnce());
    }
    // Set in the same moment in which the loop ends: a call right then begins another loop.
    this.asking = null;
  }

  private async askOnce(): Promise<LiveQueryState<Value>> {
    try {
      return { kind: 'answer', value: await this.question.ask(this.client) };
    } catch (thrown) {
      return { kind: 'problem', problem: describeProblem(thrown) };
    }
  }

  private take(answer: LiveQueryState<Value>): void {
    const fingerprint = JSON.stringify(answer);
    if (this.isStopped || fingerprint === this.fingerprint) return;
    this.fingerprint = fingerprint;
    this.answer = answer;
    this.changed();
  }
}

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
