/** Notes with an id that another note holds: found by their path, and by that id. D7 */

import type { NotePath } from '../ports/vault-port';
import type { Copy } from './not-rows';
import { TrackedMap } from './tracked-map';

/** A checkout may leave as many copies as rows: none of them is looked for among all. */
export class Copies extends TrackedMap<NotePath, Copy> {
  private readonly pathsById = new Map<string, Set<NotePath>>();

  /** Those that bear the id. */
  of(id: string): Copy[] {
    return [...(this.pathsById.get(id) ?? [])].map((path) => this.get(path) as Copy);
  }

  override set(path: NotePath, copy: Copy): this {
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
