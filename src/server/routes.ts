/** Which route a request target names. Targets are taken as they come: `..`, `//` and the like lead nowhere. D3, D12 */

/** `unknown` leads nowhere, `malformed` can't be read. */
export type Route =
  | { readonly kind: 'about' }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

/** What each route takes. */
export const METHODS: Readonly<Record<Route['kind'], readonly string[]>> = {
  about: ['GET', 'HEAD'],
  operation: ['POST'],
  unknown: [],
  malformed: [],
};

/** Routes that answer without a token; they say nothing of the vault. D12 */
export const OPEN_ROUTES: ReadonlySet<Route['kind']> = new Set(['about']);

/** The trailing slash is optional; a query is not looked at. */
export function findRoute(url: string): Route {
  const segments = segmentsOf(url);
  if (segments === null) return { kind: 'malformed' };
  if (segments.length === 0) return { kind: 'about' };
  const [first, second, name, ...rest] = segments;
  if (first === 'notedb' && second === 'operations' && name !== undefined && name !== '' && rest.length === 0) {
    return { kind: 'operation', name };
  }
  return { kind: 'unknown' };
}

/** Split at real slashes, each segment decoded once; null when the target is no path or can't be decoded. */
function segmentsOf(url: string): readonly string[] | null {
  if (!url.startsWith('/')) return null;
  const path = url.slice(1).split('?', 1)[0] ?? '';
  const segments = path.split('/');
  if (segments.at(-1) === '') segments.pop();
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}
