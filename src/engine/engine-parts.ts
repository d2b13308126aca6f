/** What lives as long as an open vault and goes on by itself. docs/architecture.md: Parts */

import type { ReadSnapshot } from './commit/lane/snapshot-readers';
import type { OpenedView } from './commit/open-view';
import { Retirement } from './commit/retirement';
import { JournaledFeed } from './feed/journaled-feed';
import type { Publisher } from './feed/published';
import type { Journal } from './history/journal/journal';
import type { Host } from './ports/host';
import { NameIndex } from './search/names/name-index';
import { TextIndex } from './search/text-index';

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
  /** The id of the vault, which tells it from another one at the same path. Null where there is none yet. */
  vaultId(): Promise<string | null>;
}

/** All parts by name, in the order in which they start; they close in the reverse order. */
export interface EngineParts {
  readonly feed: JournaledFeed;
  readonly retirement: Retirement;
  readonly names: NameIndex;
  readonly texts: TextIndex;
}

export const createParts = (seat: PartsSeat): EngineParts => ({
  feed: new JournaledFeed(seat),
  retirement: new Retirement(seat),
  names: new NameIndex(seat),
  texts: new TextIndex(seat),
});
