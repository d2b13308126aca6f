/** The link graph, told plainly: each note read line by line, each link resolved, and a breadth-first walk in the order of the paths. */

import { LinkIndex } from '../../src/engine/links/link-index';

export interface NaiveLink {
  readonly source: string;
  readonly label: string;
  /** Null: no file has the name. */
  readonly target: string | null;
  readonly name: string;
}

type Direction = 'out' | 'in' | 'both';

export interface NaiveFilter {
  readonly direction: Direction;
  readonly labels: readonly string[] | null;
}

/** Every link of the vault, in the notes as the tests and the engine write them: a key a line, items of lists below it. */
export function naiveLinks(
  files: Readonly<Record<string, string>>,
  linkColumns: readonly string[],
): readonly NaiveLink[] {
  const index = new LinkIndex();
  for (const path of Object.keys(files)) index.addFile(path);
  return Object.entries(files).flatMap(([source, text]) => {
    const written = source.endsWith('.md') ? writtenLinks(text, isRow(source, text) ? linkColumns : []) : [];
    return written.flatMap(({ label, name }): readonly NaiveLink[] => {
      const target = index.resolve(name, source);
      return target === null || target.endsWith('.md') ? [{ source, label, target, name }] : [];
    });
  });
}

const isRow = (path: string, text: string): boolean =>
  text.startsWith('---\ntable: main.default.') && !path.includes('/_archive/');

function writtenLinks(
  text: string,
  linkColumns: readonly string[],
): readonly { readonly label: string; readonly name: string }[] {
  const links: { label: string; name: string }[] = [];
  let key = '';
  let isFrontMatter = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '---' && (at === 0 || isFrontMatter)) {
      isFrontMatter = at === 0;
      continue;
    }
    if (isFrontMatter) key = /^(\w+):/.exec(line)?.[1] ?? key;
    const isColumn = isFrontMatter && linkColumns.includes(key);
    for (const [, name] of line.matchAll(/\[\[([^\]|#]*)[^\]]*\]\]/g))
      if (name !== undefined && name !== '') links.push({ label: isColumn ? key : 'link', name });
    const bare = isColumn ? /^(?:\w+:| *-) ([A-Za-z][\w ]*)$/.exec(line)?.[1] : undefined;
    if (bare !== undefined) links.push({ label: key, name: bare });
  }
  return links;
}

const byPath = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** `path direction label -> count`, or `?name out label -> count`. */
export function naiveNeighbors(
  links: readonly NaiveLink[],
  starts: readonly string[],
  { direction, labels }: NaiveFilter,
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const add = (key: string): void => void (counts[key] = (counts[key] ?? 0) + 1);
  for (const { source, label, target, name } of links) {
    if (labels?.includes(label) === false) continue;
    if (direction !== 'in' && starts.includes(source)) add(`${target ?? `?${name}`} out ${label}`);
    if (direction !== 'out' && target !== null && starts.includes(target)) add(`${source} in ${label}`);
  }
  return counts;
}

interface NaiveStep {
  readonly from: string;
  readonly label: string;
  readonly direction: 'out' | 'in';
  readonly to: string;
}

export interface NaiveReached {
  readonly path: string;
  readonly depth: number;
  readonly via: readonly NaiveStep[];
}

/** Everything that the walk reaches, nearest first, then by path. */
export function naiveWalk(
  links: readonly NaiveLink[],
  starts: readonly string[],
  { direction, labels }: NaiveFilter,
  maxDepth: number,
  goesOn: (path: string) => boolean = () => true,
): readonly NaiveReached[] {
  const steps = links.flatMap(({ source, label, target }): readonly NaiveStep[] => {
    if (target === null || labels?.includes(label) === false) return [];
    const forward: NaiveStep = { from: source, label, direction: 'out', to: target };
    const back: NaiveStep = { from: target, label, direction: 'in', to: source };
    return direction === 'out' ? [forward] : direction === 'in' ? [back] : [forward, back];
  });
  const isLink = ({ label }: NaiveStep): number => Number(label === 'link');
  steps.sort(
    (a, b) =>
      byPath(a.from, b.from) || byPath(b.direction, a.direction) || isLink(a) - isLink(b) || byPath(a.label, b.label),
  );
  const reached = new Map<string, NaiveReached>(starts.map((path) => [path, { path, depth: 0, via: [] }]));
  for (let depth = 1; depth <= maxDepth; depth++) {
    const before = [...reached.values()].filter(
      (each) => each.depth === depth - 1 && (depth === 1 || goesOn(each.path)),
    );
    for (const { path, via } of before.sort((a, b) => byPath(a.path, b.path)))
      for (const step of steps.filter(({ from }) => from === path))
        if (!reached.has(step.to)) reached.set(step.to, { path: step.to, depth, via: [...via, step] });
  }
  return [...reached.values()]
    .filter(({ depth }) => depth > 0)
    .sort((a, b) => a.depth - b.depth || byPath(a.path, b.path));
}
