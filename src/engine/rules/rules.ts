/** The rules that this device runs: switched on and off, tried, and run while the vault is open. docs/rules.md */

import type { Catalog } from '../catalog/catalog';
import type { RuleDefinition, TableDefinition } from '../catalog/definition';
import { sameDefinition } from '../catalog/metastore/definition-changes';
import { followedRule } from '../catalog/references/followed-rules';
import { NotedbError } from '../errors';
import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { Published, Publisher } from '../feed/published';
import { Follower } from '../followers/follower';
import { isAtRest, paused, startingAt } from '../followers/follower-state';
import type { App, Caller } from '../history/caller';
import type { Journal } from '../history/journal/journal';
import type { RuleOrigin } from '../history/journal/migration';
import type { JsonObject } from '../json';
import type { Host } from '../ports/host';
import { KnownWrites } from './known-writes';
import { type TokenNames, type TokenRow, filledSteps } from './row-tokens';
import { callerOfRule, presentCaller, requireRuleRights } from './rule-caller';
import { type RuleConsumerDeps, RuleConsumer } from './rule-consumer';
import { RuleFiles } from './rule-files';
import { type EnabledRule, type RuleApp, type RuleBatch, filterOfRule, withFollowedDefinition } from './rule-state';
import { type RuleTrial, tryRule } from './rule-trial';
import { type UndoneRuns, undoRuns } from './undo-runs';

export interface RulesDeps {
  readonly host: Pick<Host, 'clock' | 'crypto' | 'ids' | 'logger' | 'privateStore' | 'readOnly' | 'scheduler'>;
  readonly feed: ChangeFeed;
  readonly publisher: Publisher;
  readonly journal: Pick<Journal, 'last' | 'newestFirst'>;
  /** What an app may do now; null: its token is gone. Absent: the same as when it switched a rule on. */
  readonly apps: ((id: string) => App | null) | undefined;
  /** The last committed moment, as this caller, or the owner, sees it. */
  open(caller?: Caller): FeedReader;
  /** Runs an operation. */
  run(name: string, args: JsonObject, caller: Caller, rule?: RuleOrigin): Promise<JsonObject>;
  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

type RuleFollower = Follower<EnabledRule, RuleBatch>;

export interface RuleStates {
  /** What this device keeps of a rule; null: it was never switched on here. */
  state(name: string): Promise<EnabledRule | null>;
  try(definition: RuleDefinition): Promise<RuleTrial>;
}

/** Handed to commands. */
export interface RuleEditor extends RuleStates {
  /** Throws `forbidden` for what the caller may not do by itself. */
  requireRights(definition: RuleDefinition): void;
  /** Durable when it resolves. It is for the next changes. */
  switchOn(definition: RuleDefinition): Promise<EnabledRule>;
  switchOff(name: string): Promise<void>;
  /** Takes back what it wrote since, the newest run first, up to the first refusal. */
  undo(name: string, since: number, isDryRun: boolean): Promise<UndoneRuns>;
}

export class Rules {
  private readonly files: RuleFiles;
  private readonly writes = new KnownWrites();
  private readonly followers = new Map<string, RuleFollower>();
  private readonly consumerDeps: RuleConsumerDeps;
  private loading: Promise<void> = Promise.resolve();
  private isClosed = false;
  private unsubscribe = (): void => undefined;

  constructor(private readonly deps: RulesDeps) {
    const { host, feed, publisher } = deps;
    this.files = new RuleFiles(host);
    this.consumerDeps = {
      ...{ host, feed, writes: this.writes },
      callerOf: ({ definition, app }) => presentCaller(definition, app, deps.apps),
      open: (caller) => deps.open(caller),
      perform: (rule, row, origin) => this.perform(rule, row, origin),
      write: (rule) => this.files.write(rule),
    };
    if (host.readOnly !== true) this.unsubscribe = publisher.subscribe((published) => this.publish(published));
  }

  start(): void {
    this.loading = this.load();
    this.loading.catch((error: unknown) => {
      this.deps.host.logger.log('error', 'rules_not_read', { detail: String(error) });
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    await this.loading.catch(() => undefined);
    for (const follower of this.followers.values()) await follower.stop();
  }

  open(caller: Caller): RuleEditor {
    return {
      state: async (name) => {
        await this.loading;
        return this.followers.get(name)?.state ?? null;
      },
      requireRights: (definition) => requireRuleRights(definition, caller),
      switchOn: (definition) => this.switchOn(definition, caller),
      switchOff: async (name) => {
        await this.loading;
        await this.followers.get(name)?.pause();
      },
      try: (definition) => this.try(definition, caller),
      undo: (name, since, isDryRun) => undoRuns(this.deps, { name, since, isDryRun, caller }),
    };
  }

  private async load(): Promise<void> {
    const { host, journal, feed } = this.deps;
    const read = await this.files.readAll();
    // Of a journal that is gone: numbers start again.
    const kept = read.map((rule) =>
      rule.cursor > feed.head ? { ...rule, ...startingAt(feed.head), status: rule.status } : rule,
    );
    if (kept.length > 0 && host.readOnly !== true) {
      const change = Math.min(...kept.map(({ cursor }) => cursor));
      const migration = Math.min(...kept.map(({ followed }) => followed));
      const missed = await this.writes.read(journal, { change, migration });
      const newest = journal.last().seq;
      for (const rule of kept) {
        const renames = missed.filter((each) => each.migration > rule.followed);
        const first = renames[0]?.first ?? feed.head + 1;
        const { catalog } = this.deps.open().view;
        const definition = followedRule(
          rule.definition,
          renames.flatMap((each) => each.renames),
          catalog,
        );
        const next = definition === rule.definition ? rule : withFollowedDefinition(rule, definition, first);
        this.hold({ ...next, followed: newest });
      }
    } else for (const rule of kept) this.hold(rule);
    if (host.readOnly === true || this.isClosed) return;
    await this.pauseOutdated();
    for (const follower of this.followers.values()) follower.start();
  }

  /** Who writes waits for it. */
  private async publish({ write, definitions, changes }: Published): Promise<void> {
    if (write !== null) this.writes.add(write.migration);
    if (!definitions) return;
    await this.loading.catch(() => undefined);
    const { renames = [], seq = null } = write?.migration ?? {};
    const first = changes.find((change) => change.seq !== null)?.seq ?? this.deps.feed.head + 1;
    const { catalog } = this.deps.open().view;
    for (const follower of this.followers.values()) {
      const { state } = follower;
      const followed = { ...state, followed: seq ?? state.followed };
      const definition = followedRule(state.definition, renames, catalog);
      if (definition === state.definition) follower.note(followed);
      else await follower.change(withFollowedDefinition(followed, definition, first));
    }
    // Other writes of the same moment may be published yet.
    void this.deps.exclusive(() => this.pauseOutdated()).catch(() => undefined);
  }

  /** A rule whose definition is another one than the one that was switched on waits for somebody to look at it. */
  private async pauseOutdated(): Promise<void> {
    const { catalog } = this.deps.open().view;
    for (const follower of this.followers.values()) {
      const { state } = follower;
      const present = catalog.rule(state.name);
      const isSame = present !== null && sameDefinition(present, state.definition);
      if (!isSame && !isAtRest(state)) await follower.change({ ...paused(state), isOutdated: true });
    }
  }

  private hold(rule: EnabledRule): RuleFollower {
    const follower: RuleFollower = new Follower(this.deps, new RuleConsumer(this.consumerDeps, rule.name), rule);
    this.followers.set(rule.name, follower);
    return follower;
  }

  private async switchOn(definition: RuleDefinition, caller: Caller): Promise<EnabledRule> {
    await this.loading;
    const { feed, journal } = this.deps;
    const { name } = definition;
    const present = this.followers.get(name);
    const state: EnabledRule = {
      ...{ name, definition, filter: filterOfRule(definition), formerFilters: [] },
      ...{ followed: journal.last().seq, app: ruleAppOf(caller), isOutdated: false },
      runs: present?.state.runs ?? [],
      ...startingAt(feed.head),
    };
    if (present !== undefined) {
      await present.change(state);
      return state;
    }
    await this.files.write(state);
    const follower = this.hold(state);
    if (!this.isClosed) follower.start();
    return state;
  }

  private try(definition: RuleDefinition, caller: Caller): Promise<RuleTrial> {
    requireRuleRights(definition, caller);
    const { feed, journal, host } = this.deps;
    return tryRule(
      {
        ...{ feed, journal, now: host.clock.now() },
        open: (as) => this.deps.open(as),
        plan: (rule, row, as) => this.deps.run('batch', { ...this.batchOf(rule, row, as), dry_run: true }, as),
      },
      definition,
      callerOfRule(definition, caller.kind === 'owner' ? null : caller),
    );
  }

  private async perform({ definition, app }: EnabledRule, row: TokenRow, origin: RuleOrigin): Promise<string | null> {
    const caller = presentCaller(definition, app, this.deps.apps);
    const answer = await this.deps.run('batch', this.batchOf(definition, row, caller), caller, origin);
    const { migrationId = null } = answer;
    return typeof migrationId === 'string' ? migrationId : null;
  }

  private batchOf(definition: RuleDefinition, row: TokenRow, caller: App): JsonObject {
    const { view } = this.deps.open(caller);
    const table = view.catalog.table(definition.table);
    if (table === null) throw new NotedbError('refused', `there is no table ${definition.table}`);
    const path = row.id === null ? null : view.pathOfId(row.id);
    const operations = filledSteps(
      definition.steps,
      { ...row, path: path ?? row.path },
      tokenNames(table),
      zoneOf(view.catalog, this.deps.host),
    );
    return { operations, summary: `rule ${definition.name}` };
  }
}

/** The columns of a table that tokens may name. */
export const tokenNames = ({ columns, fields }: TableDefinition): TokenNames =>
  new Set(['id', 'path', ...columns.map(({ name }) => name), ...Object.keys(fields)]);

const zoneOf = ({ configuration }: Catalog, { clock }: Pick<Host, 'clock'>): string =>
  configuration.timeZone ?? clock.timeZone();

function ruleAppOf(caller: Caller): RuleApp | null {
  if (caller.kind === 'owner') return null;
  const { id, name, tables, permissions } = caller;
  return { id, name, tables, permissions: [...permissions] };
}
