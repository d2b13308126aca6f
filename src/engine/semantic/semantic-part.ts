/** Semantic search as a part of an open vault: set up, kept up to date by itself, asked. docs/semantic.md */

import { IndexUpkeep } from './index-upkeep';
import type { SeenNotes } from './notes-to-index';
import { SemanticReader } from './semantic-reader';
import type { SemanticDeps } from './semantic-deps';
import { SemanticSetUp } from './semantic-set-up';

/** Milliseconds after opening: nothing of it holds up the first page. */
const FIRST_LOOK = 3000;

export class SemanticPart {
  readonly setUp: SemanticSetUp;
  private readonly upkeep: IndexUpkeep;
  private opening: Promise<void> | null = null;
  private callOff = (): void => undefined;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: SemanticDeps) {
    this.upkeep = new IndexUpkeep(deps);
    this.setUp = new SemanticSetUp(deps, this.upkeep, () => this.ready());
  }

  start(): void {
    const { host, publisher } = this.deps;
    this.unsubscribe = publisher.subscribe(({ paths }) => this.upkeep.notesChanged(paths));
    this.callOff = host.scheduler.after(FIRST_LOOK, () => {
      this.ready().catch((error: unknown) =>
        host.logger.log('warning', 'semantic_not_started', { detail: String(error) }),
      );
    });
  }

  async close(): Promise<void> {
    this.callOff();
    this.unsubscribe();
    this.setUp.close();
    await this.opening?.catch(() => undefined);
    await this.upkeep.close();
  }

  /** For one caller, on the view that the caller has. */
  open(seen: SeenNotes): SemanticReader {
    return new SemanticReader(this.deps.host, this.upkeep, this.setUp, seen, () => this.ready());
  }

  /** Settings and index are there. */
  private ready(): Promise<void> {
    this.opening ??= this.setUp.load().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }
}
