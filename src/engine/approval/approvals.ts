/** Writes that wait for the owner's answer. No lane is held meanwhile. docs/rights.md#ask-first; D12 */

import { NotedbError } from '../errors';
import { type App, actorJson } from '../history/caller';
import type { ApprovalPort, ApprovalRequest } from '../ports/approval-port';
import type { Host } from '../ports/host';

/** Milliseconds for an answer: less than the 60 s after which the official clients of the Model Context Protocol give up. D12 */
const PATIENCE = 45_000;

/** Questions of one token that wait at once. */
const MOST_QUESTIONS = 3;

/** The question, without its caller and its time. */
export type PendingApproval = Omit<ApprovalRequest, 'app' | 'onBehalf' | 'patience'>;

/** How long an answer is waited for, and who else can ask. */
export interface Asking {
  /** Resolves when the caller does not wait any more. */
  readonly gone?: Promise<void> | undefined;
  /** Asks where the host can't: the program that called shows the question to its user. */
  readonly asker?: ApprovalPort | undefined;
}

type Outcome = 'allowed' | 'denied' | 'unanswered' | 'closed' | 'gone';

interface ApprovalsDeps {
  readonly host: Pick<Host, 'approvals' | 'scheduler'>;
  /** What an app may do now; null: its token is gone. */
  readonly apps: ((id: string) => App | null) | undefined;
}

export class Approvals {
  /** Questions that wait, by the id of the token. */
  private readonly countByApp = new Map<string, number>();
  /** What ends each wait. */
  private readonly waiting = new Set<(outcome: Outcome) => void>();
  private isClosed = false;

  constructor(private readonly deps: ApprovalsDeps) {}

  start(): void {
    // Waits for questions.
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.denyAll();
    return Promise.resolve();
  }

  /** Withdraws the open questions. */
  denyAll(): void {
    for (const end of [...this.waiting]) end('closed');
  }

  /** Throws `forbidden` where the owner can't be asked, `too_many_requests` where the owner has enough questions of this token. */
  requireSomebody(app: App, operation: string, asker?: ApprovalPort): void {
    if ((this.deps.host.approvals ?? asker) === undefined) throw nobodyToAsk(app, operation);
    if (this.countOf(app) >= MOST_QUESTIONS) throw tooManyQuestions(app);
  }

  /**
   * Resolves, when the owner allows it, to the app with the rights that it has by then. When the caller is `gone` the question is
   * withdrawn. Throws `forbidden`, and `too_many_requests`.
   */
  async ask(app: App, write: PendingApproval, asking: Asking = {}): Promise<App> {
    this.requireSomebody(app, write.operation, asking.asker);
    const { harness, model, session } = actorJson(app.actor);
    const onBehalf = { harness, model, session };
    this.count(app, 1);
    const request = { ...write, app: app.name, onBehalf, patience: PATIENCE };
    const outcome = await this.answerTo(request, asking).finally(() => this.count(app, -1));
    if (outcome !== 'allowed') throw notAllowed(app, write.operation, outcome);
    const { apps } = this.deps;
    const now = apps === undefined ? app : apps(app.id);
    if (now === null) throw tokenGone(app);
    return { ...now, actor: app.actor };
  }

  private countOf({ id }: App): number {
    return this.countByApp.get(id) ?? 0;
  }

  private count(app: App, more: number): void {
    const count = this.countOf(app) + more;
    if (count === 0) this.countByApp.delete(app.id);
    else this.countByApp.set(app.id, count);
  }

  private answerTo(request: ApprovalRequest, { gone, asker }: Asking): Promise<Outcome> {
    const { scheduler, approvals = asker } = this.deps.host;
    if (this.isClosed || approvals === undefined) return Promise.resolve('closed');
    return new Promise((resolve) => {
      const end = (outcome: Outcome): void => {
        if (!this.waiting.delete(end)) return;
        callOff();
        withdraw();
        resolve(outcome);
      };
      this.waiting.add(end);
      const callOff = scheduler.after(request.patience, () => end('unanswered'));
      let withdraw = (): void => undefined;
      withdraw = approvals.ask(request, (isAllowed) => end(isAllowed ? 'allowed' : 'denied'));
      void gone?.then(() => end('gone'));
    });
  }
}

const nobodyToAsk = ({ name }: App, operation: string): NotedbError =>
  new NotedbError(
    'forbidden',
    `${name} asks before it writes, and this connection can show no question about ${operation}`,
    {
      hint: 'try it with dry_run, or ask the owner for a token without "ask"',
    },
  );

function notAllowed({ name }: App, operation: string, outcome: Exclude<Outcome, 'allowed'>): NotedbError {
  switch (outcome) {
    case 'denied':
      return new NotedbError('forbidden', `the owner did not allow ${operation} of ${name}; nothing was written`, {
        hint: 'ask the owner what to do instead before you call it again',
      });
    case 'unanswered':
      return new NotedbError(
        'forbidden',
        `the owner did not answer within ${PATIENCE / 1000} s whether ${name} may call ${operation}; nothing was written`,
        {
          hint: 'say to the owner that a question is shown, and call again when the owner is there',
        },
      );
    case 'gone':
      return new NotedbError('forbidden', `${name} did not wait for the owner’s answer; nothing was written`, {
        hint: `wait ${PATIENCE / 1000} s for the answer`,
      });
    case 'closed':
      return new NotedbError(
        'forbidden',
        `the vault or its server was closed before the owner answered whether ${name} may call ${operation}; nothing was written`,
        {
          hint: 'call it again when the vault is open',
        },
      );
  }
}

const tooManyQuestions = ({ name }: App): NotedbError =>
  new NotedbError('too_many_requests', `${MOST_QUESTIONS} writes of ${name} wait for the owner’s answer already`, {
    hint: 'wait for these answers, or put the writes into one batch',
  });

const tokenGone = ({ name }: App): NotedbError =>
  new NotedbError('forbidden', `the token of ${name} was revoked, or expired, while the owner was asked`, {
    hint: 'ask the owner for a new token',
  });
