/** Judges a tree after notes moved: every link means the note that it meant, and nothing else in any text has changed. */

import { expect } from 'vitest';
import { LinkIndex } from '../../../src/engine/links/link-index';
import { linkpathsOf, scanLinks } from '../../../src/engine/note/links/link-syntax';

export type Notes = Readonly<Record<string, string>>;

export function indexOfNotes(notes: Notes): LinkIndex {
  const index = new LinkIndex();
  for (const [path, text] of Object.entries(notes)) index.setLinks(path, path.endsWith('.md') ? linkpathsOf(text) : []);
  return index;
}

/** What each link of a note means, in their order. */
export const meanings = (index: LinkIndex, path: string, text: string): readonly (string | null)[] =>
  scanLinks(text).map(({ linkpath }) => index.resolve(linkpath, path));

/** A text with a mark in place of every path that a link holds. */
export function withoutPaths(text: string): string {
  let result = '';
  let done = 0;
  for (const { pathStart, pathEnd } of [...scanLinks(text)].sort((a, b) => a.pathStart - b.pathStart)) {
    result += `${text.slice(done, pathStart)}<path>`;
    done = pathEnd;
  }
  return result + text.slice(done);
}

export interface Meant {
  /** By old path. */
  readonly moves: ReadonlyMap<string, string>;
  /** Notes that the call makes. */
  readonly comes: readonly string[];
  /** What the call is meant to do to a text, links aside. */
  readonly edits: (path: string, text: string) => string;
}

export function expectSameMeanings(before: Notes, after: Notes, { moves, comes, edits }: Meant): void {
  const [was, is] = [indexOfNotes(before), indexOfNotes(after)];
  const now = (path: string): string => moves.get(path) ?? path;
  const notes = Object.keys(before).filter((path) => path.endsWith('.md'));
  expect(Object.keys(after).filter((path) => path.endsWith('.md'))).toEqual([...notes.map(now), ...comes].sort());
  for (const path of notes) {
    const [text, rewritten] = [before[path] ?? '', after[now(path)] ?? ''];
    const meant = meanings(was, path, text);
    const means = meanings(is, now(path), rewritten);
    const expected = meant.map((target, at) => (target === null ? means[at] : now(target)));
    expect({ path, means }).toEqual({ path, means: expected });
    expect(comparable(rewritten)).toBe(comparable(edits(path, text)));
  }
}

export const comparable = (text: string): string =>
  withoutPaths(text).replace(/^id: [0-9a-f-]{36}(?=\r?$)/m, 'id: <id>');
