/** Shows unconfirmed deletions, and lets the user confirm them. D7, D15 */

import { type App, Notice } from 'obsidian';
import type { Engine } from '../engine/index';
import { confirmDeletions, unconfirmedDeletionsText } from '../ui/shells/obsidian/confirm-deletions';

/** As long as the notice of an agent's write. D15 */
const NOTICE_MS = 30_000;

export class UnconfirmedDeletionsNotice {
  private told = 0;

  constructor(
    private readonly app: App,
    /** Null unless the vault is open. */
    private readonly engine: () => Engine | null,
  ) {}

  /** The lost rows, in words; null while there are none. */
  get news(): string | null {
    return unconfirmedDeletionsText(this.engine()?.unconfirmedDeletions() ?? new Map());
  }

  /** Call it whenever rows may have vanished: it says so once, and again when there are more. */
  tell(): void {
    const lost = this.engine()?.unconfirmedDeletions() ?? new Map<string, readonly string[]>();
    const count = [...lost.values()].reduce((sum, { length }) => sum + length, 0);
    if (count > this.told) {
      const text = `NoteDB: the notes of ${this.news ?? 'no row'} vanished together; the rows are kept. Bring the notes back, or accept in the settings of NoteDB that they are gone.`;
      new Notice(text, NOTICE_MS);
    }
    this.told = count;
  }

  /** Asks first. `done` is called when it is done, or could not be done. */
  accept(done: () => void = () => undefined): void {
    const engine = this.engine();
    if (engine === null || this.news === null) return;
    confirmDeletions(this.app, engine.unconfirmedDeletions(), async (paths) => {
      try {
        const { tables } = await engine.acceptDeletions(paths);
        const rows = tables.reduce((sum, table) => sum + table.rows, 0);
        new Notice(`NoteDB: ${rows} ${rows === 1 ? 'row is' : 'rows are'} gone.`);
      } catch (thrown) {
        const { describeProblem } = await import('../ui/client/describe-problem');
        const { message, hint } = describeProblem(thrown);
        new Notice([message, hint].join(' '));
      }
      this.tell();
      done();
    });
  }
}
