/** What lives as long as an open vault and goes on by itself. docs/architecture.md: Parts */

import type { ReadSnapshot } from './commit/lane/snapshot-readers';
import type { OpenedView } from './commit/open-view';
import { Retirement } from './commit/retirement';
import type { Publisher } from './feed/published';
import type { Journal } from './history/journal/journal';
import type { Host } from './ports/host';
import { NameIndex } from './search/names/name-index';

/** Lives as long as the vault is open. */
export interface EnginePart {
  /** The vault is open, and what was found at opening is told. Must not wait for anything. */
  start(): void;
  /** Lets go of timers and listeners, and ends what is under way. The journal and the vault are still there. */
  close(): Promise<void>;
}

/** What parts are made of. */
export interface PartsSeat {
  readonly host: Host;
  readonly journal: Journal;
  /** Tells every change. */
  readonly publisher: Publisher;
  /** The last committed moment, as the owner sees it. */
  open(): OpenedView<ReadSnapshot>;
  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

/** All parts by name, in the order in which they start; they close in the reverse order. */
export interface EngineParts {
  readonly retirement: Retirement;
  readonly names: NameIndex;
}

export const createParts = (seat: PartsSeat): EngineParts => ({
  retirement: new Retirement(seat),
  names: new NameIndex(seat),
});
