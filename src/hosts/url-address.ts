/** The address in a URL that names no host. */

/** `127.0.0.1` for every spelling that the URL parser knows (`127.1`, `0x7f000001`), `::1` for `[::1]`; null for a name. */
export function addressIn({ hostname }: URL): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : null;
}
