/** Does something just before a call of a port, wherever in the run it comes. */

import type { MemoryHost } from '../../memory-host/memory-host';

/** `name` as in `vault.replace`; `path` null: any. Acts once, before the n-th matching call from now on. */
export function beforeCall(
  host: MemoryHost,
  { name, path = null, nth = 1 }: { readonly name: string; readonly path?: string | null; readonly nth?: number },
  action: () => void,
): void {
  let seen = 0;
  host.faults.failWhile((call) => {
    if (`${call.port}.${call.method}` !== name || (path !== null && call.path !== path)) return false;
    seen += 1;
    if (seen === nth) action();
    return false;
  }, 'EIO');
}

/** Lets every promise that can go on do so. */
export async function settle(turns = 200): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}
