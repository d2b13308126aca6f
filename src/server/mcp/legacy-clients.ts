/** Clients of the revisions of 2025: questions in the middle of a call, and their subscriptions, by the id of their session. docs/mcp.md#http */

import type { RequestId, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ApprovalRequest } from '../../engine/index';
import { elicitationOf } from './asked-tool';
import type { RequestSender } from './running-requests';

type Transport = WebStandardStreamableHTTPServerTransport;

/** Sessions whose subscriptions are kept; those that came first go first. */
const MOST_SESSIONS = 200;

export class LegacyClients {
  /** What waits for the answer of a client. */
  private readonly waiting = new Map<string, (isAllowed: boolean) => void>();
  private readonly subscribed = new Map<string, Set<string>>();

  constructor(private readonly newId: () => string) {}

  /** Sends the question on the stream of the call, which the package would number anew in each of them. */
  async ask(transport: Transport, sender: RequestSender, question: ApprovalRequest, call: RequestId): Promise<boolean> {
    const id = `ask-${this.newId()}`;
    const key = keyOf(sender, id);
    const answer = new Promise<boolean>((resolve) => this.waiting.set(key, resolve));
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), question.patience));
    const params = { ...elicitationOf(question) };
    await transport.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params }, { relatedRequestId: call });
    return Promise.race([answer, late]).finally(() => this.waiting.delete(key));
  }

  /** Whether the message is the answer to a question. */
  takeAnswer(sender: RequestSender, message: unknown): boolean {
    const { id, method, result } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (method !== undefined || typeof id !== 'string') return false;
    const waiting = this.waiting.get(keyOf(sender, id));
    const { action } = (result ?? {}) as { readonly action?: unknown };
    waiting?.(action === 'accept');
    return waiting !== undefined;
  }

  /** The resources that the client of the session watches. */
  subscriptionsOf(sender: RequestSender): Set<string> {
    const key = keyOf(sender, '');
    const known = this.subscribed.get(key) ?? new Set<string>();
    this.subscribed.delete(key);
    this.subscribed.set(key, known);
    const [oldest] = this.subscribed.keys();
    if (this.subscribed.size > MOST_SESSIONS && oldest !== undefined) this.subscribed.delete(oldest);
    return known;
  }
}

const keyOf = ({ caller, session }: RequestSender, id: string): string =>
  JSON.stringify([caller.kind === 'app' ? caller.id : null, session, id]);
