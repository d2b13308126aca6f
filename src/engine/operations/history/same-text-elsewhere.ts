/** Where a note that is gone may lie now: notes with the very text that a write left in it. D7 (by content), D17 */

import { isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { encodeUtf8 } from '../../values/utf8';
import type { WriteContext } from '../define-operation';

/** Notes that are named. */
const MOST_NAMED = 3;

export class TextsElsewhere {
  private bySize: ReadonlyMap<number, readonly NotePath[]> | null = null;

  constructor(private readonly context: WriteContext) {}

  /** In the order of their paths, at most three. Reads only notes of the same size. */
  async find(text: string): Promise<readonly NotePath[]> {
    const { transaction, host } = this.context;
    this.bySize ??= await this.notesBySize();
    const found: NotePath[] = [];
    for (const path of this.bySize.get(encodeUtf8(text).length) ?? []) {
      await host.scheduler.pause();
      if (found.length < MOST_NAMED && (await transaction.read(path)) === text) found.push(path);
    }
    return found.sort();
  }

  private async notesBySize(): Promise<ReadonlyMap<number, readonly NotePath[]>> {
    const { transaction, host } = this.context;
    const bySize = new Map<number, NotePath[]>();
    for (const [path, { size }] of transaction.before.files) {
      await host.scheduler.pause();
      const paths = bySize.get(size);
      if (!isMarkdown(path)) continue;
      if (paths === undefined) bySize.set(size, [path]);
      else paths.push(path);
    }
    return bySize;
  }
}
