/** What lives as long as an open vault and goes on by itself. docs/architecture.md: Parts */

import { Approvals } from './approval/approvals';
import type { ReadSnapshot } from './commit/lane/snapshot-readers';
import type { OpenedView } from './commit/open-view';
import { Retirement } from './commit/retirement';
import { JournaledFeed } from './feed/journaled-feed';
import type { Publisher } from './feed/published';
import type { App, Caller } from './history/caller';
import type { Journal } from './history/journal/journal';
import type { RuleOrigin } from './history/journal/migration';
import type { JsonObject } from './json';
import type { Host } from './ports/host';
import { ProblemIndex } from './problems/problem-index';
import { NameIndex } from './search/names/name-index';
import { SemanticPart } from './semantic/semantic-part';
import { TextIndex } from './search/text-index';
import { Rules } from './rules/rules';
import { Webhooks } from './webhooks/webhooks';

/** Lives as long as the vault is open. */
export interface EnginePart {
  /** The vault is open, and the findings of the opening are published. Must not wait for anything. */
  start(): void;
  /** Lets go of timers and listeners, and ends calls under way. The journal and the vault are still there. */
  close(): Promise<void>;
}

/** What parts are made of. */
export interface PartsDeps {
  readonly host: Host;
  readonly journal: Journal;
  /** Publishes every change. */
  readonly publisher: Publisher;
  /** The last committed moment, as the owner or another caller sees it. */
  open(caller?: Caller): OpenedView<ReadSnapshot>;
  /** What an app may do now; null: its token is gone. Absent: unknown. */
  readonly apps: ((id: string) => App | null) | undefined;
  /** Runs an operation, for a rule where one is given. */
  run(name: string, args: JsonObject, caller: Caller, rule?: RuleOrigin): Promise<JsonObject>;
  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
  /** The id of the vault, which distinguishes it from another one at the same path. Null where there is none yet. */
  vaultId(): Promise<string | null>;
}

/** All parts by name, in the order in which they start; they close in the reverse order. */
export interface EngineParts {
  readonly approvals: Approvals;
  readonly feed: JournaledFeed;
  readonly webhooks: Webhooks;
  readonly rules: Rules;
  readonly retirement: Retirement;
  readonly names: NameIndex;
  readonly problems: ProblemIndex;
  readonly semantic: SemanticPart;
  readonly texts: TextIndex;
}

export function createParts(deps: PartsDeps): EngineParts {
  const feed = new JournaledFeed(deps);
  const { host, apps, journal, publisher } = deps;
  return {
    approvals: new Approvals(deps),
    feed,
    webhooks: new Webhooks({ host, feed, journal, publisher, apps, open: (caller) => deps.open(caller) }),
    rules: new Rules({ ...deps, feed }),
    retirement: new Retirement(deps),
    names: new NameIndex(deps),
    problems: new ProblemIndex(deps),
    semantic: new SemanticPart(deps),
    texts: new TextIndex(deps),
  };
}
