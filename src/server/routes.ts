/** Finds the route that a request target names. Targets are taken as they come: `..`, `//` and the like lead nowhere. docs/http.md#routes */

/** Values of the placeholders of a pattern, decoded once. */
export type RouteParameters = Readonly<Record<string, string>>;

export interface HttpRoute<Handler> {
  /** Segments with `/` between them. `:name` stands for one segment that is not empty. The trailing slash is optional. */
  readonly pattern: string;
  /** Answers without a token, so it says nothing of the vault. */
  readonly isOpen?: true;
  /** By method; every other method is a 405. */
  readonly methods: Readonly<Record<string, Handler>>;
}

export type RouteMatch<Handler> =
  | { readonly kind: 'route'; readonly route: HttpRoute<Handler>; readonly parameters: RouteParameters }
  /** No route has this address. */
  | { readonly kind: 'unknown' }
  /** The target is no path, or can't be decoded. */
  | { readonly kind: 'malformed' };

/** A query is not looked at. */
export function findRoute<Handler>(routes: readonly HttpRoute<Handler>[], url: string): RouteMatch<Handler> {
  const segments = segmentsOf(url);
  if (segments === null) return { kind: 'malformed' };
  for (const route of routes) {
    const parameters = matchPattern(route.pattern, segments);
    if (parameters !== null) return { kind: 'route', route, parameters };
  }
  return { kind: 'unknown' };
}

function matchPattern(pattern: string, segments: readonly string[]): RouteParameters | null {
  const expected = pattern.split('/').filter((part) => part !== '');
  if (expected.length !== segments.length) return null;
  const parameters: [string, string][] = [];
  for (const [i, part] of expected.entries()) {
    const segment = segments[i] ?? '';
    if (!part.startsWith(':')) {
      if (segment !== part) return null;
    } else if (segment === '') return null;
    else parameters.push([part.slice(1), segment]);
  }
  return Object.fromEntries(parameters);
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
