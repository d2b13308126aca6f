/** A question that is asked again when its answer can have changed; whoever listens hears only of other answers. D15 */

import type { Problem } from '../components/problem';
import { describeProblem } from './describe-problem';
import type { OperationsClient, TablesChanged } from './operations-client';

export type Answer<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: Problem };

export interface Question<Value> {
  ask(client: OperationsClient): Promise<Value>;
  /** Whether the change can matter, given the last answer. */
  isTouched(change: TablesChanged, last: Value | null): boolean;
}

export class LiveQuery<Value> {
  answer: Answer<Value> = { kind: 'loading' };
  private asking: Promise<void> | null = null;
  private isStale = false;
  private isStopped = false;
  private fingerprint = '';
  private readonly stopListening: () => void;

  constructor(
    private readonly client: OperationsClient,
    private readonly question: Question<Value>,
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
    // In the same moment in which the loop ends: whoever asks right then begins another one.
    this.asking = null;
  }

  private async askOnce(): Promise<Answer<Value>> {
    try {
      return { kind: 'answer', value: await this.question.ask(this.client) };
    } catch (thrown) {
      return { kind: 'problem', problem: describeProblem(thrown) };
    }
  }

  private take(answer: Answer<Value>): void {
    const fingerprint = JSON.stringify(answer);
    if (this.isStopped || fingerprint === this.fingerprint) return;
    this.fingerprint = fingerprint;
    this.answer = answer;
    this.changed();
  }
}
