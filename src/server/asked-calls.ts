/** Calls that wait until the user of the calling program has answered, where the host itself can't ask. docs/rights.md#ask-first */

import { type ApprovalPort, type ApprovalRequest, type Caller, NotedbError } from '../engine/index';
import type { ForwardedOutcome } from './forwarded-outcome';

/** In place of an outcome: the caller shows the question, and brings the answer with the id. */
export interface AskedQuestion {
  readonly asked: { readonly id: string; readonly question: ApprovalRequest };
}

/** What a call comes to, or what it asks before. */
export type AskedOutcome = ForwardedOutcome | AskedQuestion;

interface AskedCall {
  readonly by: string | null;
  readonly answer: (isAllowed: boolean) => void;
  readonly outcome: Promise<ForwardedOutcome>;
}

/** Questions whose answer never came are forgotten then, the oldest first. */
const MOST_KEPT = 64;

export class AskedCalls {
  private readonly calls = new Map<string, AskedCall>();

  constructor(private readonly newId: () => string) {}

  /** `gone`: of the caller. From the question on the call waits for its answer instead. */
  run(
    caller: Caller,
    gone: Promise<void> | undefined,
    work: (gone: Promise<void>, asker: ApprovalPort) => Promise<ForwardedOutcome>,
  ): Promise<AskedOutcome> {
    let isAsked = false;
    let tell: (question: AskedQuestion) => void = () => undefined;
    const asked = new Promise<AskedQuestion>((resolve) => (tell = resolve));
    const left = new Promise<void>((resolve) => void gone?.then(() => (isAsked ? undefined : resolve())));
    const asker: ApprovalPort = {
      ask: (question, answer) => {
        isAsked = true;
        const id = this.newId();
        this.keep(id, { by: idOf(caller), answer, outcome });
        tell({ asked: { id, question } });
        return () => undefined;
      },
    };
    const outcome = work(left, asker);
    return Promise.race([outcome, asked]);
  }

  /** Throws `not_found` for the question of another caller, or an answered one. */
  answer(caller: Caller, id: string, isAllowed: boolean): Promise<ForwardedOutcome> {
    const call = this.calls.get(id);
    if (call === undefined || call.by !== idOf(caller)) throw noQuestion();
    this.calls.delete(id);
    call.answer(isAllowed);
    return call.outcome;
  }

  private keep(id: string, call: AskedCall): void {
    this.calls.set(id, call);
    const [oldest] = this.calls.keys();
    if (this.calls.size > MOST_KEPT && oldest !== undefined) this.calls.delete(oldest);
  }
}

const idOf = (caller: Caller): string | null => (caller.kind === 'app' ? caller.id : null);

const noQuestion = (): NotedbError =>
  new NotedbError('not_found', 'no write waits for this answer', {
    hint: 'call it again, and the question comes again',
  });
