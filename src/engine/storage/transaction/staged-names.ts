/** Where the files that a transaction makes and moves come to lie. D6 */

import { nameKey } from '../../links/fold';
import { foldPath } from '../../links/same-place';
import type { NotePath } from '../../ports/vault-port';

export class StagedNames {
  /** New files with a name that no other file bears, here or before, by its key: of a write of many rows nearly all. */
  private readonly alone = new Map<string, NotePath>();
  /** The others, by the folded path. */
  private readonly byPlace = new Map<string, NotePath>();

  /** By the key of the name: see `nameKey`. */
  get newNames(): ReadonlyMap<string, NotePath> {
    return this.alone;
  }

  /** The file that `addAlone` told of with the name of one at this path; null when there is none. */
  namesake(path: NotePath): NotePath | null {
    return this.alone.get(nameKey(path)) ?? null;
  }

  /** The file that comes to lie there, however its path is spelt; null when none does. */
  at(path: NotePath, namesake = this.namesake(path)): NotePath | null {
    if (namesake !== null && foldPath(namesake) === foldPath(path)) return namesake;
    return this.byPlace.size === 0 ? null : (this.byPlace.get(foldPath(path)) ?? null);
  }

  /** One that is there already stays what it was told to be. */
  add(path: NotePath): void {
    if (this.namesake(path) !== path) this.byPlace.set(foldPath(path), path);
  }

  /** As `add`, for a file of whose name there is no other. */
  addAlone(path: NotePath): void {
    this.alone.set(nameKey(path), path);
  }

  remove(path: NotePath): void {
    if (this.alone.get(nameKey(path)) === path) this.alone.delete(nameKey(path));
    if (this.byPlace.get(foldPath(path)) === path) this.byPlace.delete(foldPath(path));
  }
}
