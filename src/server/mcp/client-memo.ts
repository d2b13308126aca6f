/**
 * Who is connected, for the revisions of 2025: a client says it once, at `initialize`. The server keeps nothing; the client brings the
 * name along with every request, as the id of its session. Two clients of one name have two ids. docs/mcp.md#who-is-calling
 */

import type { ClientInfo } from './tool-server-options';

/** What the client says at its beginning. */
interface ClientOf2025 extends ClientInfo {
  /** It shows questions to its user. */
  readonly elicits?: boolean;
}

export const SESSION_HEADER = 'mcp-session-id';
const PREFIX = 'client-';
const LONGEST_NAME = 100;

/** Visible ASCII, as the protocol asks for. `unique` differs from those of other clients. */
export function sessionIdOf({ name, version = '', elicits = false }: ClientOf2025, unique: string): string {
  const told = JSON.stringify([
    name.slice(0, LONGEST_NAME),
    version.slice(0, LONGEST_NAME),
    unique,
    elicits ? 'asks' : '',
  ]);
  return `${PREFIX}${[...new TextEncoder().encode(told)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Null for any text but a session id of ours; nothing depends on it. */
export function clientOfSession(id: string): ClientOf2025 | null {
  const digits = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : '';
  const pairs = /^([0-9a-f]{2})+$/.test(digits) ? (digits.match(/../g) ?? []) : [];
  try {
    const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
    const told: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(told) || told.length !== 4 || !told.every((each) => typeof each === 'string')) return null;
    const [name = '', version = '', , asks] = told as readonly string[];
    return { name, version, elicits: asks === 'asks' };
  } catch {
    return null;
  }
}

/** Who an `initialize` is from; null for any other message. */
export function initializingClient(message: unknown): ClientOf2025 | null {
  const { method, params } = (message ?? {}) as { readonly method?: unknown; readonly params?: unknown };
  if (method !== 'initialize' || typeof params !== 'object' || params === null) return null;
  const { clientInfo, capabilities } = params as {
    readonly clientInfo?: Partial<Record<keyof ClientInfo, unknown>> | null;
    readonly capabilities?: Readonly<Record<string, unknown>> | null;
  };
  const { name, version } = clientInfo ?? {};
  if (typeof name !== 'string' || name === '') return null;
  const elicits = showsForms(capabilities?.['elicitation']);
  return typeof version === 'string' ? { name, version, elicits } : { name, elicits };
}

const showsForms = (elicitation: unknown): boolean =>
  typeof elicitation === 'object' &&
  elicitation !== null &&
  (Object.keys(elicitation).length === 0 || 'form' in elicitation);
