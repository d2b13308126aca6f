/** Where else a moved note may lie when a crash cut its move off, or recovery takes the move back. D7 */

import type { Migration } from '../history/migration';
import type { NotePath } from '../ports/vault-port';
import type { FileState } from './file-states';

export interface OtherPlace {
  readonly path: NotePath;
  /** What the note held on the way: anything else there is another file. */
  readonly states: readonly FileState[];
  /** Of a row. */
  readonly id: string | undefined;
}

export function otherPlaces(migrations: readonly Migration[]): ReadonlyMap<NotePath, readonly OtherPlace[]> {
  const places = new Map<NotePath, OtherPlace[]>();
  const add = (path: NotePath, place: OtherPlace): void => {
    places.set(path, [...(places.get(path) ?? []), place]);
  };
  for (const { from, to, before, after, id, asIs } of migrations.flatMap(({ changes }) => changes)) {
    if (from === null || to === null || from === to || asIs !== undefined) continue;
    add(from, { path: to, states: [before, after], id });
    add(to, { path: from, states: [before, after], id });
  }
  return places;
}
