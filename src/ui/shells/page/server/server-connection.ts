/**
 * The page's way to its server. While the server is gone, or the token is not accepted, calls wait and go on afterwards: nothing that a
 * person does is lost. A write that got no answer is repeated only when the history does not have it. docs/page.md#when-the-server-is-gone
 */

import type { JsonObject } from '../../../../engine/index';
import { asSentence } from '../../../../kernel/as-sentence';
import { READING_OPERATIONS } from './reading-operations';
import { type ServerPlace, type ServerReply, ServerRefusal, callServer } from './server-call';
import { type SentWrite, answerOf, isFound } from './unanswered-write';

export type ConnectionState =
  | { readonly kind: 'ready' }
  /** It is asked again and again until it answers. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** `reason` is null before the first token. */
  | { readonly kind: 'locked'; readonly reason: string | null };

interface ServerCall {
  readonly path: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal | undefined;
  /** Null for what changes nothing: it may be asked again. */
  readonly sent: SentWrite | null;
}

/** Milliseconds between attempts to reach a server that is gone; the last one goes on. */
const RETRY_AFTER_MS: readonly number[] = [500, 1000, 2000];

/** RFC 6750, as the server reads it. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

const UNAUTHORIZED = 401;
const UNAVAILABLE = 503;

export class ServerConnection {
  state: ConnectionState = { kind: 'locked', reason: null };
  /** Writes that wait for the server or the token. */
  waitingWrites = 0;
  private token = '';
  private isOwner = false;
  /** Of this page, and how many of its writes have marks. */
  private readonly page = crypto.randomUUID();
  private marks = 0;
  private readonly listeners = new Set<() => void>();
  private readonly waiting = new Set<() => void>();
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly place: ServerPlace) {}

  /** Returns the function that stops it. */
  onState(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The answer of `/app/session` to this token, as soon as there is a server that is ready. Null when it is not accepted: `state` says why. */
  async unlock(given: string): Promise<JsonObject | null> {
    const token = given.trim();
    if (!TOKEN.test(token)) {
      this.become({ kind: 'locked', reason: token === '' ? 'Paste the token first.' : 'This is not a token.' });
      return null;
    }
    this.token = token;
    const session = { path: '/app/session', args: {}, token };
    const first = await callServer(this.place, session);
    const reply = isUnanswered(first) ? await callServer(this.place, session) : first;
    const absence = absenceIn(reply);
    if (absence !== null) {
      this.lose(absence);
      if (!(await this.isFound())) return null;
    } else if (reply.kind === 'refused') {
      this.become({ kind: 'locked', reason: lockedReason(reply) });
      return null;
    } else this.become({ kind: 'ready' });
    const answer = await this.ask('/app/session', {});
    this.isOwner = answer['app'] === null;
    return answer;
  }

  /** Runs an operation. Rejects with a ServerRefusal, or as `signal` says. */
  run(operation: string, args: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    const isRepeatable = READING_OPERATIONS.has(operation) || args['dry_run'] === true;
    const call = { path: `/notedb/operations/${operation}/`, args, signal };
    if (isRepeatable) return this.call({ ...call, sent: null });
    const mark = `${this.page} ${(this.marks += 1)}`;
    return this.call({ ...call, sent: { operation, args, mark } });
  }

  /** The same for a route of the page that changes nothing. */
  ask(path: string, args: JsonObject): Promise<JsonObject> {
    return this.call({ path, args, signal: undefined, sent: null });
  }

  /** The bytes of the picture that a link leads to; null for none, and while the server is gone. */
  async picture(target: string, source: string): Promise<Blob | null> {
    if (!this.isReady()) return null;
    try {
      const response = await this.place.fetch(`${this.place.address}/app/picture`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ target, source }),
        cache: 'no-store',
      });
      return response.ok ? await response.blob() : null;
    } catch {
      return null;
    }
  }

  /** Asks a server that is gone once more, now. */
  tryNow(): void {
    if (this.state.kind !== 'gone') return;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.attempt();
  }

  private async call({ path, args, signal, sent }: ServerCall): Promise<JsonObject> {
    for (let unanswered = 0; ;) {
      await this.ready(sent !== null);
      signal?.throwIfAborted();
      const { token } = this;
      const request = { path, args, token, mark: sent?.mark, ...(signal === undefined ? {} : { signal }) };
      const reply = await callServer(this.place, request);
      if (reply.kind === 'answer') return reply.value;
      if (isUnanswered(reply)) {
        unanswered += 1;
        // A browser may take for the answer what a connection that it opened ahead was closed with. The next one is another.
        if (unanswered > 1) this.lose(reply.reason);
        const answer = sent === null || reply.kind === 'unheard' ? null : await this.lostAnswer(sent);
        if (answer !== null) return answer;
      } else if (reply.status === UNAUTHORIZED) {
        // It may be the old token that is refused.
        if (token === this.token) this.become({ kind: 'locked', reason: lockedReason(reply) });
      } else if (reply.status === UNAVAILABLE && sent === null) {
        this.lose(asSentence(reply.refusal.message));
      } else {
        throw reply.refusal;
      }
    }
  }

  /** Waits for the server, and asks it. Null when nothing was written. */
  private async lostAnswer(sent: SentWrite): Promise<JsonObject | null> {
    if (!isFound(sent.operation, this.isOwner)) throw interrupted();
    this.countWrites(1);
    try {
      return await answerOf(sent, (operation, args) => this.run(operation, args));
    } catch {
      throw interrupted();
    } finally {
      this.countWrites(-1);
    }
  }

  private async ready(isWrite: boolean): Promise<void> {
    if (this.isReady()) return;
    if (isWrite) this.countWrites(1);
    while (!this.isReady()) await new Promise<void>((resolve) => this.waiting.add(resolve));
    if (isWrite) this.countWrites(-1);
  }

  /** Waits for the server that is gone; whether it accepts the token. */
  private async isFound(): Promise<boolean> {
    while (this.state.kind === 'gone') {
      await new Promise<void>((resolve) => {
        const stop = this.onState(() => {
          stop();
          resolve();
        });
      });
    }
    return this.isReady();
  }

  private isReady(): boolean {
    return this.state.kind === 'ready';
  }

  private countWrites(more: number): void {
    this.waitingWrites += more;
    this.tell();
  }

  private lose(reason: string): void {
    if (this.state.kind === 'gone') return;
    this.attempts = 0;
    this.become({ kind: 'gone', reason });
    this.attemptLater();
  }

  private attemptLater(): void {
    const wait = RETRY_AFTER_MS[Math.min(this.attempts, RETRY_AFTER_MS.length - 1)];
    this.attempts += 1;
    this.timer = setTimeout(() => void this.attempt(), wait);
  }

  private async attempt(): Promise<void> {
    const reply = await callServer(this.place, { path: '/app/session', args: {}, token: this.token });
    if (this.state.kind !== 'gone') return;
    if (reply.kind === 'answer') this.become({ kind: 'ready' });
    else if (reply.kind === 'refused' && reply.status === UNAUTHORIZED) {
      this.become({ kind: 'locked', reason: lockedReason(reply) });
    } else {
      const reason = absenceIn(reply) ?? this.state.reason;
      if (reason !== this.state.reason) this.become({ kind: 'gone', reason });
      this.attemptLater();
    }
  }

  private become(state: ConnectionState): void {
    this.state = state;
    if (state.kind === 'ready') {
      for (const goOn of [...this.waiting]) goOn();
      this.waiting.clear();
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

type Unanswered = Extract<ServerReply, { readonly kind: 'silent' | 'unheard' }>;

const isUnanswered = (reply: ServerReply): reply is Unanswered => reply.kind === 'silent' || reply.kind === 'unheard';

/** Why no server can answer, such as a vault that is still being read; null: one can. */
function absenceIn(reply: ServerReply): string | null {
  if (isUnanswered(reply)) return reply.reason;
  return reply.kind === 'refused' && reply.status === UNAVAILABLE ? asSentence(reply.refusal.message) : null;
}

function lockedReason({ status, refusal }: Extract<ServerReply, { kind: 'refused' }>): string {
  if (status !== UNAUTHORIZED) return refusal.message;
  const isExpired = refusal.conflicts.some(({ code }) => code === 'expired');
  return isExpired ? asSentence(refusal.message) : 'The server does not accept this token.';
}

const interrupted = (): ServerRefusal =>
  new ServerRefusal(
    'unavailable',
    'the server went away while this was written: it may be done, or not',
    'look at it when the server is back, before you do it again',
  );
