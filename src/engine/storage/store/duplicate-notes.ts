/** Copies of notes by path, and by the id that they bear. docs/copies.md */

import type { NotePath } from '../../ports/vault-port';
import { TrackedMap } from '../tracked-map';
import type { DuplicateNote } from '../view';

/** A checkout may leave as many copies as rows: none of them is looked for among all. */
export class DuplicateNotes extends TrackedMap<NotePath, DuplicateNote> {
  private readonly pathsById = new Map<string, Set<NotePath>>();

  of(id: string): DuplicateNote[] {
    return [...(this.pathsById.get(id) ?? [])].map((path) => this.get(path) as DuplicateNote);
  }

  override set(path: NotePath, copy: DuplicateNote): this {
    this.delete(path);
    const { id } = copy.row;
    const paths = this.pathsById.get(id);
    if (paths === undefined) this.pathsById.set(id, new Set([path]));
    else paths.add(path);
    return super.set(path, copy);
  }

  override delete(path: NotePath): boolean {
    const copy = this.get(path);
    if (copy === undefined) return false;
    const paths = this.pathsById.get(copy.row.id);
    paths?.delete(path);
    if (paths?.size === 0) this.pathsById.delete(copy.row.id);
    return super.delete(path);
  }
}
