/** What a URL says of where it leads. */

import type { HttpTarget } from '../engine/ports/http-port';

/** `127.0.0.1` for every spelling that the URL parser knows (`127.1`, `0x7f000001`), `::1` for `[::1]`; null for a name. */
export function addressIn({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null;
}

/** Null for anything but a URL with `http:` or `https:`. `resolve` is asked for names. */
export async function targetOf(
  text: string,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<HttpTarget | null> {
  const url = parse(text);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const address = addressIn(url);
  return {
    url: url.href,
    host: address ?? url.hostname,
    hasCredentials: url.username !== '' || url.password !== '',
    addresses: address === null ? await resolve(url.hostname) : [address],
  };
}

/** Phones have no `URL.canParse` yet. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
