/** Requests that run, so that a notice in a request of its own can cancel one: clients of 2025 leave the connection open. docs/mcp.md#cancelling */

import type { Caller } from '../../engine/index';

/** As JSON-RPC names a request: a text and a number are two ids. */
export type RequestId = string | number;

/** Who sends requests: ids are of one session, and a session counts only with its token. */
export interface RequestSender {
  readonly caller: Caller;
  readonly session: string;
}

export class RunningRequests {
  private readonly cancels = new Map<string, () => void>();

  /** Resolves when the request is cancelled. `end` when it was answered. */
  begin(sender: RequestSender, id: RequestId): { readonly cancelled: Promise<void>; readonly end: () => void } {
    const key = keyOf(sender, id);
    let cancel: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    this.cancels.set(key, cancel);
    const end = (): void => {
      if (this.cancels.get(key) === cancel) this.cancels.delete(key);
    };
    return { cancelled, end };
  }

  /** An answered or unknown one is not a mistake: the notice may have crossed the answer. */
  cancel(sender: RequestSender, id: RequestId): void {
    this.cancels.get(keyOf(sender, id))?.();
  }
}

const keyOf = ({ caller, session }: RequestSender, id: RequestId): string =>
  JSON.stringify([caller.kind === 'app' ? caller.id : null, session, id]);

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** The ids that the message, or the messages, cancel. */
export const cancelledIds = (message: unknown): readonly RequestId[] =>
  messagesOf(message).flatMap(({ method, params }) => {
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    return method === 'notifications/cancelled' && isId(requestId) ? [requestId] : [];
  });

/** The id of a message that asks for an answer alone; null: it asks for none, or for several. */
export function onlyRequest(message: unknown): RequestId | null {
  const ids = messagesOf(message).flatMap(({ method, id }) => (typeof method === 'string' && isId(id) ? [id] : []));
  return ids.length === 1 && !Array.isArray(message) ? (ids[0] ?? null) : null;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

const messagesOf = (message: unknown): readonly Message[] =>
  (Array.isArray(message) ? (message as readonly unknown[]) : [message]).filter(
    (each): each is Message => typeof each === 'object' && each !== null,
  );
