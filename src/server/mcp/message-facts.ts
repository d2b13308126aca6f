/** What a message of the protocol asks for, before the official package reads it. */

import { type ApiRequest, headerValues } from '../http-message';

interface Message {
  readonly method?: unknown;
  readonly params?: {
    readonly _meta?: { readonly progressToken?: unknown } | null;
    readonly uri?: unknown;
    readonly notifications?: { readonly resourceSubscriptions?: unknown } | null;
  } | null;
}

export const methodOf = (message: unknown): unknown => (message as Message | null)?.method;

/** The resources that a client of 2026-07-28 wants to hear of; null: the message is another one. */
export function listenedUris(message: unknown): readonly string[] | null {
  if (methodOf(message) !== 'subscriptions/listen') return null;
  const uris = (message as Message).params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) ? uris.filter((each) => typeof each === 'string').slice(0, MOST_LISTENED) : [];
}

/** The resource that a client of 2025 wants to hear of; null: the message is another one. */
export function subscribedUri(message: unknown): string | null {
  if (methodOf(message) !== 'resources/subscribe') return null;
  const uri = (message as Message).params?.uri;
  return typeof uri === 'string' ? uri : null;
}

const MOST_LISTENED = 100;

/** The client wants to hear how far its call is. */
export const hasProgressToken = (message: unknown): boolean =>
  (message as Message | null)?.params?._meta?.progressToken !== undefined;

export const takesStreams = (raw: ApiRequest): boolean =>
  headerValues(raw, 'accept').some((each) => each.includes('text/event-stream'));
