/** Sends a client that asked for it the seconds that a call has run. docs/mcp.md#progress */

import type { ServerContext } from '@modelcontextprotocol/server';

const EVERY_MS = 1000;

/** `total`: seconds after which the call ends at the latest. */
export async function withProgress<T>({ mcpReq }: ServerContext, total: number | null, work: Promise<T>): Promise<T> {
  const { progressToken } = mcpReq._meta ?? {};
  if (progressToken === undefined) return work;
  let progress = 0;
  const timer = setInterval(() => {
    progress += EVERY_MS / 1000;
    const params = { progressToken, progress, ...(total === null ? {} : { total: Math.max(total, progress) }) };
    // Who is gone gets no more; the call itself ends by other ways.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, EVERY_MS);
  return work.finally(() => clearInterval(timer));
}
