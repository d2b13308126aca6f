/** What random histories are made of. */

import { type JsonObject, NotedbError } from '../../../src/engine/index';
import type { TestVault } from '../open-vault';

/** What happens next: a call, what somebody does to the files, or what becomes of the clock and the program. */
export type Step = (vault: TestVault) => Promise<TestVault | void>;

/** A call that may be refused. */
export const call =
  (operation: string, args: JsonObject): Step =>
  async (vault) => {
    try {
      await vault.run(operation, args);
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
    }
  };

/** Somebody changes the first note whose path ends like this, without `.md`, or takes it away (null). */
export const edit =
  (file: string, change: (text: string) => string | null): Step =>
  async (vault) => {
    const path = [...vault.host.image().files.keys()].find((each) => each.endsWith(`/${file}.md`));
    const text = path === undefined ? undefined : vault.text(path);
    if (path === undefined || text === undefined) return;
    write(vault, path, change(text));
    await vault.engine.rescan();
  };

/** Nobody looks yet. */
export function write({ host }: TestVault, path: string, text: string | null): void {
  if (text === null) host.external.remove(path);
  else host.external.write(path, text);
}
