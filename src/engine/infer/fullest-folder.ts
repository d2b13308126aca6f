/** Finds the folder that most likely holds the rows of a first table: that with the most notes. Source: docs/operations.md#list_tables; D31 */

import type { ReadContext } from '../contexts';
import { folderOf, isInside, isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';

/** Empty: notes lie only at the top. Null: there are none. Folders of templates and of the database do not count. */
export async function fullestFolder({ view, host }: ReadContext): Promise<NotePath | null> {
  const others = [...((await host.templateFolders?.()) ?? []), view.catalog.root];
  const counts = new Map<NotePath, number>();
  for (const path of view.files.keys()) {
    if (!isMarkdown(path) || others.some((each) => isInside(path, each))) continue;
    const folder = folderOf(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [fullest] = [...counts].sort(byNotes);
  return fullest?.[0] ?? null;
}

/** The top of a vault is a mixture: any folder comes before it. */
const byNotes = ([a, some]: readonly [NotePath, number], [b, more]: readonly [NotePath, number]): number =>
  Number(a === '') - Number(b === '') || more - some || (a < b ? -1 : 1);
