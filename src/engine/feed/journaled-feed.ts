/** The change feed on the journal: the latest changes are in memory, the rest is read from its records. docs/feed.md */

import type { Journal } from '../history/journal/journal';
import type { JsonObject } from '../json';
import type { Host } from '../ports/host';
import type { ChangeFeed, FeedPage, FeedReader, FeedRequest, FollowRequest, FollowedPage } from './change-feed';
import { TextBudget } from '../schemas/text-budget';
import { type FeedEntry, eventOf } from './feed-entry';
import type { FeedEvent, FeedFilter, ReadFilter } from './feed-event';
import { FilterTest, readFeedFilter, wantsHead } from './feed-filter';
import type { FilterArguments } from './filter-arguments';
import { LongPolls, isEmpty } from './long-polls';
import type { Published, Publisher } from './published';
import { RecentChanges } from './recent-changes';
import { type TableRename, isTableRename } from './renamed-tables';
import { RecordedChanges, type WantsHead } from './recorded-changes';
import { type AnsweredCall, ToolCalls } from './tool-calls';

export interface FeedDeps {
  readonly host: Host;
  readonly journal: Journal;
  readonly publisher: Publisher;
  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

interface NewsListener {
  readonly filter: FeedFilter;
  readonly tell: () => void;
}

type Entries = Iterable<FeedEntry> | AsyncIterable<FeedEntry>;

export class JournaledFeed implements ChangeFeed {
  private last: number;
  private named: Promise<string> | null = null;
  /** Of all tables, the oldest first; null: to be read when somebody asks. */
  private renames: Promise<readonly TableRename[]> | null = null;
  /** So many writes renamed tables. */
  private renamings = 0;
  private readonly recent: RecentChanges;
  private readonly recorded: RecordedChanges;
  private readonly calls: ToolCalls;
  private readonly polls: LongPolls;
  private readonly listeners = new Set<NewsListener>();
  private readonly unsubscribe: () => void;

  constructor(private readonly deps: FeedDeps) {
    const { host, journal } = deps;
    this.last = journal.numbers.last;
    this.recent = new RecentChanges(host.scheduler, this.last);
    this.recorded = new RecordedChanges(journal, host.scheduler);
    this.calls = new ToolCalls(deps, (last) => {
      this.last = last;
      this.tellNews(({ ops }) => ops?.includes('tool_call') === true);
    });
    this.polls = new LongPolls(this, host.scheduler);
    this.unsubscribe = deps.publisher.subscribe((published) => this.publish(published));
  }

  start(): void {
    // It has the findings of the opening already.
  }

  async close(): Promise<void> {
    this.polls.end();
    await this.polls.settled();
    await this.calls.settled();
    this.unsubscribe();
    this.recent.close();
    this.listeners.clear();
  }

  get head(): number {
    return this.last;
  }

  name(): Promise<string> {
    const { host, journal } = this.deps;
    this.named ??= this.deps.exclusive(() => journal.feedName(() => host.ids.uuid(), host.readOnly !== true));
    this.named.catch(() => (this.named = null));
    return this.named;
  }

  readFilter(args: FilterArguments, reader: FeedReader): Promise<ReadFilter> {
    const { journal, host } = this.deps;
    return readFeedFilter(args, reader, host, {
      knows: (table) => journal.changes.knowsTable(table),
      renames: () => (this.renames ??= this.readRenames()),
    });
  }

  async read(open: () => FeedReader, { since, filter, limit, upTo, withRows }: FeedRequest): Promise<FeedPage> {
    if (filter.ops?.includes('tool_call') === true) await this.calls.settled();
    const head = Math.min(this.last, upTo ?? this.last);
    if (limit === 0) return { events: [], last: since, head, gap: this.hasDropped(since) };
    // It shows all published changes, or more.
    const reader = open();
    const test = new FilterTest(filter, reader, this.deps.host, upTo !== undefined);
    const zone = reader.view.catalog.configuration.timeZone ?? this.deps.host.clock.timeZone();
    const events: FeedEvent[] = [];
    const rows: (JsonObject | null)[] = [];
    const budget = new TextBudget();
    let gap = false;
    let isTruncated = false;
    let next: FeedEntry | null = null;
    const first = Math.max(since, this.deps.journal.dropped);
    for await (const entry of this.entries({ since: first, upTo: head, test, filter, reader })) {
      if (events.length === limit) {
        next = entry;
        break;
      }
      if (entry.op === 'gap') gap = true;
      else if (test.matches(entry)) {
        const event = eventOf(entry, zone, (table) => reader.view.catalog.seesTable(table));
        isTruncated = !budget.takes(event) && events.length > 0;
        if (isTruncated) {
          next = entry;
          break;
        }
        gap ||= entry.isLost === true;
        events.push(event);
        if (withRows === true) rows.push(entry.row?.values ?? null);
      }
    }
    const migration = events.at(-1)?.['migration'] ?? null;
    const isInsideWrite = migration !== null && next?.fields['migration'] === migration;
    const last = events.length === limit || isTruncated ? (events.at(-1)?.seq ?? since) : Math.max(since, head);
    const found = withRows === true ? { rows } : {};
    return { events, ...found, last, head, isTruncated, isInsideWrite, gap: gap || this.hasDropped(since) };
  }

  /** Where a table was renamed meanwhile, the names are read again: the cursor passes no event of it. */
  async readAsked(open: () => FeedReader, { args, ...request }: FollowRequest): Promise<FollowedPage> {
    for (;;) {
      const { renamings } = this;
      const read = await this.readFilter(args, open());
      const page = await this.read(open, { ...request, filter: read.filter });
      if (renamings === this.renamings) return { ...page, ...read };
    }
  }

  async follow(open: () => FeedReader, request: FollowRequest, milliseconds: number): Promise<FollowedPage> {
    const page = await this.readAsked(open, request);
    if (milliseconds <= 0 || request.limit === 0 || !isEmpty(page)) return page;
    return this.polls.wait(open, request, page, milliseconds);
  }

  onNews(filter: FeedFilter, tell: () => void): () => void {
    const listener = { filter, tell };
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Answers every call that waits for a change. */
  endWaits(): void {
    this.polls.end();
  }

  /** To be called with each call of an operation that has its answer. */
  called(call: AnsweredCall): void {
    this.calls.add(call);
  }

  private hasDropped(since: number): boolean {
    return since < this.deps.journal.dropped;
  }

  private entries(of: {
    readonly since: number;
    readonly upTo: number;
    readonly test: FilterTest;
    readonly filter: FeedFilter;
    readonly reader: FeedReader;
  }): Entries {
    const { since, upTo, test, filter, reader } = of;
    const { catalog } = reader.view;
    const wants: WantsHead = (op, table, actor) => test.wants(op, table, actor);
    const recorded = (): Entries => this.recorded.after({ since, upTo, catalog, wants });
    const changes = upToHead(this.recent.after(since) ?? recorded(), upTo);
    return filter.ops?.includes('tool_call') === true ? inOrder(changes, this.calls.after(since, upTo)) : changes;
  }

  private async readRenames(): Promise<readonly TableRename[]> {
    const renames: TableRename[] = [];
    for await (const { migration, failed } of this.deps.journal.newestFirst())
      if (failed !== true) renames.unshift(...(migration.renames ?? []).filter(isTableRename));
    return renames;
  }

  private publish({ changes, ...published }: Published): void {
    this.recent.add({ changes, ...published });
    const isRenaming = published.write?.migration.renames?.some(isTableRename) === true;
    if (isRenaming) {
      this.renamings += 1;
      this.renames = null;
    }
    this.last = Math.max(this.last, changes.at(-1)?.seq ?? 0);
    const isNews = (filter: FeedFilter): boolean =>
      changes.some(({ seq, kind, table }) => seq !== null && wantsHead(filter, kind, table));
    this.tellNews((filter) => isRenaming || isNews(filter));
  }

  private tellNews(isNews: (filter: FeedFilter) => boolean): void {
    for (const { filter, tell } of [...this.listeners]) if (isNews(filter)) tell();
  }
}

async function* upToHead(entries: Entries, upTo: number): AsyncGenerator<FeedEntry, void, void> {
  for await (const entry of entries) {
    if (entry.seq > upTo) return;
    yield entry;
  }
}

/** Both by number. */
async function* inOrder(a: Entries, b: AsyncGenerator<FeedEntry, void, void>): AsyncGenerator<FeedEntry, void, void> {
  let next = await b.next();
  for await (const entry of a) {
    for (; next.done !== true && next.value.seq < entry.seq; next = await b.next()) yield next.value;
    yield entry;
  }
  for (; next.done !== true; next = await b.next()) yield next.value;
}
