/** The consumer of one rule: for each change that it is for, its steps run once. docs/rules.md#runs */

import { NotedbError } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { Consumer, NextBatch, Outcome } from '../followers/consumer';
import type { PendingBatch } from '../followers/follower-state';
import type { App } from '../history/caller';
import type { RuleOrigin } from '../history/journal/migration';
import { type JsonObject, isJsonObject } from '../json';
import type { LoggerPort } from '../ports/host';
import type { ClockPort } from '../ports/host';
import type { KnownWrites } from './known-writes';
import type { TokenRow } from './row-tokens';
import type { EnabledRule, RuleBatch, RuleRun } from './rule-state';
import { withRun } from './rule-state';

/** Rules that run one after the other, each for a change by the one before. */
const DEEPEST_CHAIN = 8;

export interface RuleConsumerDeps {
  readonly host: { readonly clock: ClockPort; readonly logger: LoggerPort };
  readonly feed: ChangeFeed;
  readonly writes: KnownWrites;
  /** Throws where the app that switched it on may not do that any more. */
  readonly callerOf: (rule: EnabledRule) => App;
  readonly open: (caller: App) => FeedReader;
  /** Runs the steps on the row. Resolves to the id of the migration; null: nothing was to be written. Throws when it is refused. */
  perform(rule: EnabledRule, row: TokenRow, origin: RuleOrigin): Promise<string | null>;
  write(rule: EnabledRule): Promise<void>;
}

/** Refusals that another attempt may not meet. */
const PASSING: readonly string[] = ['unavailable', 'too_many_requests', 'internal', 'metastore_invalid'];

const LOGGED: ReadonlySet<RuleRun['outcome']> = new Set(['refused', 'ended', 'missed']);

export class RuleConsumer implements Consumer<EnabledRule, RuleBatch> {
  constructor(
    private readonly deps: RuleConsumerDeps,
    private readonly name: string,
  ) {}

  async next(rule: () => EnabledRule): Promise<NextBatch<RuleBatch>> {
    const { feed, writes, open, callerOf } = this.deps;
    const { cursor, filter, formerFilters } = rule();
    const former = formerFilters.find(({ upTo }) => upTo > cursor);
    const caller = callerOf(rule());
    const page = await feed.read(() => open(caller), {
      since: cursor,
      limit: 1,
      withRows: true,
      ...(former ?? { filter }),
    });
    // Names changed meanwhile.
    if (rule().filter !== filter) return this.next(rule);
    const { gap } = page;
    const [event] = page.events;
    const migration = event?.['migration'];
    if (event === undefined || (typeof migration === 'string' && writes.isUndo(migration))) {
      const last = event?.seq ?? page.last;
      return gap ? { batch: { last, event: null, row: null, gap } } : { passed: last };
    }
    return { batch: { last: event.seq, event, row: page.rows?.[0] ?? null, gap } };
  }

  async deliver(rule: EnabledRule, { event, gap, ...batch }: PendingBatch<RuleBatch>): Promise<Outcome<EnabledRule>> {
    const missed = gap ? [this.missedBefore(batch.last)] : [];
    const run = event === null ? [] : [await this.run(rule, event, batch)];
    const runs = [...missed, ...run];
    for (const { outcome } of runs) {
      if (LOGGED.has(outcome)) this.log('warning', 'failed', { reason: outcome });
    }
    const record = (state: EnabledRule): EnabledRule => runs.reduce(withRun, state);
    return { error: null, isFinal: false, retryAfter: null, record, log: {} };
  }

  private async run(
    rule: EnabledRule,
    event: JsonObject,
    { row, last }: Pick<RuleBatch, 'row' | 'last'>,
  ): Promise<RuleRun> {
    const { writes } = this.deps;
    const done = writes.runOf(rule.name, last);
    const depth = depthAfter(writes, event);
    if (done !== null) return this.taken(event, { outcome: 'done', reason: null, migration: done, depth });
    if (depth > DEEPEST_CHAIN) {
      const reason = `${DEEPEST_CHAIN} rules ran before it, each for a change by the one before: the chain ends here`;
      return this.taken(event, { outcome: 'ended', reason, migration: null, depth });
    }
    try {
      const origin = { name: rule.name, change: last, depth };
      const migration = await this.deps.perform(rule, tokenRowOf(event, row), origin);
      const outcome = migration === null ? 'unchanged' : 'done';
      return this.taken(event, { outcome, reason: null, migration, depth });
    } catch (error) {
      if (!(error instanceof NotedbError) || PASSING.includes(error.code)) throw error;
      return this.taken(event, { outcome: 'refused', reason: error.message, migration: null, depth });
    }
  }

  private taken(
    { path = null, seq }: JsonObject,
    run: Pick<RuleRun, 'outcome' | 'reason' | 'migration' | 'depth'>,
  ): RuleRun {
    const at = this.deps.host.clock.now();
    return { at, change: Number(seq), path: typeof path === 'string' ? path : null, ...run };
  }

  private missedBefore(change: number): RuleRun {
    const reason = 'changes before this one are no longer in the feed: the rule did not run for them';
    return this.taken({ seq: change }, { outcome: 'missed', reason, migration: null, depth: 0 });
  }

  write(rule: EnabledRule): Promise<void> {
    return this.deps.write(rule);
  }

  log(level: 'error' | 'warning', event: 'failed' | 'not_prepared' | 'not_saved', detail: JsonObject): void {
    this.deps.host.logger.log(level, `rule_${event}`, { rule: this.name, ...detail });
  }
}

function depthAfter(writes: KnownWrites, { migration = null }: JsonObject): number {
  return (typeof migration === 'string' ? writes.depthOf(migration) : 0) + 1;
}

/** The row of an event. */
export function tokenRowOf(event: JsonObject, row: JsonObject | null): TokenRow {
  const { id = null, path, changes = null, op, timestamp } = event;
  return {
    id: typeof id === 'string' ? id : null,
    path: typeof path === 'string' ? path : '',
    values: row ?? {},
    changes: isJsonObject(changes) ? changes : {},
    isNew: op === 'insert',
    time: typeof timestamp === 'string' ? Date.parse(timestamp) : 0,
  };
}
