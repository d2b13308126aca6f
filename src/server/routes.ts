/** Finds the route that a request target names. Targets are taken as they come: `..`, `//` and the like lead nowhere. docs/http.md#routes */

/** Values of the placeholders of a pattern, decoded once. */
export type RouteParameters = Readonly<Record<string, string>>;

export interface HttpRoute<Handler> {
  /**
   * Segments with `/` between them. `:name` matches one segment that is not empty, `*` at the end for a path of any length
   * behind a slash. The trailing slash is optional, but for `*`, where it means a folder.
   */
  readonly pattern: string;
  /** Answers without a token, so it says nothing of the vault. */
  readonly isOpen?: true;
  /** Takes the token of a feed, as `token` in the query, and no other one. Absent: the header. */
  readonly tokenIn?: 'address';
  /** By method; every other method is a 405. */
  readonly methods: Readonly<Record<string, Handler>>;
}

/** The part that `*` matches. */
export interface RoutePath {
  /** Decoded once; they may hold slashes then. */
  readonly segments: readonly string[];
  /** Whether a slash follows the last segment, or nothing but the slash is there. */
  readonly isFolder: boolean;
}

export type RouteMatch<Handler> =
  | {
      readonly kind: 'route';
      readonly route: HttpRoute<Handler>;
      readonly parameters: RouteParameters;
      readonly path: RoutePath;
      /** Without the question mark. */
      readonly query: string;
    }
  /** No route has this address. */
  | { readonly kind: 'unknown'; readonly segments: readonly string[] }
  /** The target is not a path, or can't be decoded. */
  | { readonly kind: 'malformed' };

/** The query decides nothing. */
export function findRoute<Handler>(routes: readonly HttpRoute<Handler>[], url: string): RouteMatch<Handler> {
  const target = readTarget(url);
  if (target === null) return { kind: 'malformed' };
  for (const route of routes) {
    const matched = matchPattern(route.pattern, target);
    if (matched !== null) return { kind: 'route', route, ...matched, query: target.query };
  }
  return { kind: 'unknown', segments: target.segments };
}

interface Matched {
  readonly parameters: RouteParameters;
  readonly path: RoutePath;
}

function matchPattern(pattern: string, { segments, isFolder }: Target): Matched | null {
  const expected = pattern.split('/').filter((part) => part !== '');
  const hasPath = expected.at(-1) === '*';
  const fixed = hasPath ? expected.slice(0, -1) : expected;
  const rest = segments.slice(fixed.length);
  if (hasPath ? rest.length === 0 && !isFolder : rest.length > 0) return null;
  const parameters: [string, string][] = [];
  for (const [i, part] of fixed.entries()) {
    const segment = segments[i] ?? '';
    if (!part.startsWith(':')) {
      if (segment !== part) return null;
    } else if (segment === '') return null;
    else parameters.push([part.slice(1), segment]);
  }
  return { parameters: Object.fromEntries(parameters), path: { segments: rest, isFolder } };
}

interface Target extends RoutePath {
  readonly query: string;
}

/** Split at real slashes, each segment decoded once; null when the target is not a path or can't be decoded. */
function readTarget(url: string): Target | null {
  if (!url.startsWith('/')) return null;
  const start = url.indexOf('?');
  const path = url.slice(1, start === -1 ? undefined : start);
  const segments = path.split('/');
  const isFolder = segments.at(-1) === '';
  if (isFolder) segments.pop();
  try {
    return { segments: segments.map(decodeURIComponent), isFolder, query: start === -1 ? '' : url.slice(start + 1) };
  } catch {
    return null;
  }
}
