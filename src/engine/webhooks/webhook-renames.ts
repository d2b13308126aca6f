/** Brings renames to the filters of all webhooks: as they are published, and missed ones at opening. docs/webhooks.md#renames; D26 */

import type { ChangeFeed, FeedReader } from '../feed/change-feed';
import type { Published } from '../feed/published';
import type { Journal } from '../history/journal/journal';
import type { Migration } from '../history/journal/migration';
import { LinkResolver } from '../links/link-resolver';
import type { LoggerPort } from '../ports/host';
import { matchesPatterns } from '../text/table-patterns';
import { type PublishedRenames, type RowMove, followedFilter } from './follow-renames';
import { type Webhook, withFollowedFilter } from './webhook';
import type { WebhookFollower } from './webhook-consumer';

/** A commit, as far as filters care. */
interface Renamed extends Pick<PublishedRenames, 'renames' | 'moves'> {
  /** The number of the migration; null: an external edit. */
  readonly migration: number | null;
  /** The number of its first change. */
  readonly first: number;
}

interface RenamesDeps {
  readonly journal: Pick<Journal, 'newestFirst'>;
  readonly feed: ChangeFeed;
  readonly logger: LoggerPort;
  readonly followers: () => Iterable<WebhookFollower>;
  /** The last committed moment, as who made the webhook sees it. */
  readonly open: (webhook: Webhook) => FeedReader;
}

export class WebhookRenames {
  /** Published before the webhooks were read. */
  private early: Renamed[] | null = [];

  constructor(private readonly deps: RenamesDeps) {}

  /** To be called with everything that is published. */
  async publish({ write, changes }: Published): Promise<void> {
    const first = changes.find(({ seq }) => seq !== null)?.seq ?? this.deps.feed.head + 1;
    const moves =
      write === null
        ? changes.flatMap(({ table, from, path }) => moveOf(table, from ?? null, path))
        : movesOf(write.migration);
    const renames = write?.migration.renames ?? [];
    const renamed = { renames, moves, migration: write?.migration.seq ?? null, first };
    if (this.early !== null) this.early.push(renamed);
    else await this.follow([renamed]);
  }

  /** To be called when the webhooks are read. */
  async start(): Promise<void> {
    const missed = await this.missed();
    const known = new Set(missed.map(({ migration }) => migration));
    const early = (this.early ?? []).filter(({ migration }) => migration === null || !known.has(migration));
    this.early = null;
    await this.follow([...missed, ...early]);
  }

  /** The number of the newest migration. */
  async newest(): Promise<number> {
    for await (const { migration } of this.deps.journal.newestFirst()) return migration.seq;
    return 0;
  }

  /** A committed rename that no filter follows: a crash came between. */
  private async missed(): Promise<readonly Renamed[]> {
    const known = [...this.deps.followers()].flatMap(({ state }) => state.followed ?? []);
    const missed: Renamed[] = [];
    if (known.length === 0) return missed;
    const oldest = Math.min(...known);
    for await (const { migration, failed } of this.deps.journal.newestFirst()) {
      if (migration.seq <= oldest) break;
      if (failed) continue;
      const first = migration.changeSeq ?? this.deps.feed.head + 1;
      missed.unshift({ renames: migration.renames ?? [], moves: movesOf(migration), migration: migration.seq, first });
    }
    return missed;
  }

  private async follow(all: readonly Renamed[]): Promise<void> {
    const newest = all.reduce((last, { migration }) => Math.max(last, migration ?? 0), 0);
    for (const follower of this.deps.followers()) {
      const followed = follower.state.followed ?? newest;
      const missing = all.filter(({ migration }) => migration === null || migration > followed);
      const to = Math.max(followed, newest);
      try {
        await this.followOne(follower, missing, to);
      } catch (error) {
        this.deps.logger.log('error', 'webhook_not_followed', { webhook: follower.state.id, detail: String(error) });
      }
    }
  }

  private async followOne(follower: WebhookFollower, missing: readonly Renamed[], followed: number): Promise<void> {
    const webhook = follower.state;
    const renames = missing.flatMap((each) => each.renames);
    const moves = composed(missing.flatMap((each) => each.moves)).filter(({ table }) => isSeen(webhook, table));
    const first = missing.reduce((least, each) => Math.min(least, each.first), Infinity);
    const isIdle = renames.length + moves.length === 0;
    if (isIdle) return follower.note({ ...webhook, followed });
    const { view } = this.deps.open(webhook);
    const { links, catalog } = view;
    if (!(links instanceof LinkResolver)) return follower.note({ ...webhook, followed });
    const { filter, problems } = followedFilter(webhook.filter, { renames, moves, catalog, links });
    const warning = problems.length === 0 ? null : problems.join('; ');
    if (warning !== null) this.deps.logger.log('warning', 'webhook_filter_not_followed', { webhook: webhook.id });
    const next = withFollowedFilter(webhook, { filter, warning, first, followed });
    if (next.filter === webhook.filter && next.warning === webhook.warning) follower.note(next);
    else await follower.change(next);
  }
}

const moveOf = (table: string | null | undefined, from: string | null, to: string | null): readonly RowMove[] =>
  from === null || to === null || from === to ? [] : [{ table: table ?? '', from, to }];

const movesOf = ({ changes }: Migration): readonly RowMove[] =>
  changes.flatMap(({ table, from, to }) => moveOf(table, from, to));

/** Moves one after the other as one each: from where a note lay first to where it lies last. */
function composed(moves: readonly RowMove[]): readonly RowMove[] {
  const byPlace = new Map<string, RowMove>();
  for (const move of moves) {
    const earlier = byPlace.get(move.from);
    byPlace.delete(move.from);
    byPlace.set(move.to, { ...move, from: earlier?.from ?? move.from });
  }
  return [...byPlace.values()].filter(({ from, to }) => from !== to);
}

/** The names of hidden rows are none of an app's. */
function isSeen({ app }: Webhook, table: string): boolean {
  if (app === null) return true;
  return table === '' ? app.permissions.includes('notes') : matchesPatterns(table, app.tables);
}
