/** Calls that wait for a change. docs/feed.md#long-poll; D10, D12 */

import { NotedbError } from '../errors';
import type { SchedulerPort } from '../ports/host';
import type { ChangeFeed, FeedPage, FeedReader, FollowRequest, FollowedPage } from './change-feed';

/** More at a time are refused. A server takes fewer (D12), but a call goes on here when its client is gone. */
const MOST_LONG_POLLS = 1000;

interface PolledFeed extends Pick<ChangeFeed, 'head' | 'onNews'> {
  readAsked(open: () => FeedReader, request: FollowRequest): Promise<FollowedPage>;
}

export class LongPolls {
  /** What ends each of them. */
  private readonly ends = new Set<() => void>();
  private readonly running = new Set<Promise<FollowedPage>>();

  constructor(
    private readonly feed: PolledFeed,
    private readonly scheduler: Pick<SchedulerPort, 'after'>,
  ) {}

  /** Answers each of them now, with what there is. */
  end(): void {
    for (const end of [...this.ends]) end();
  }

  /** Resolves when none is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  /** `page`: what there was just now. */
  async wait(
    open: () => FeedReader,
    request: FollowRequest,
    page: FollowedPage,
    milliseconds: number,
  ): Promise<FollowedPage> {
    if (this.ends.size >= MOST_LONG_POLLS) {
      throw new NotedbError('too_many_requests', `${MOST_LONG_POLLS} calls wait for changes already`, {
        hint: 'ask again later, or with wait_ms 0',
      });
    }
    const run = this.run(open, request, page, milliseconds);
    this.running.add(run);
    return run.finally(() => this.running.delete(run));
  }

  private async run(
    open: () => FeedReader,
    request: FollowRequest,
    first: FollowedPage,
    milliseconds: number,
  ): Promise<FollowedPage> {
    let page = first;
    let isOver = false;
    let hasNews = false;
    let wake = (): void => undefined;
    const end = (): void => {
      isOver = true;
      wake();
    };
    this.ends.add(end);
    const stopTimer = this.scheduler.after(milliseconds, end);
    let stopNews = (): void => undefined;
    const listen = ({ filter, head }: FollowedPage): void => {
      stopNews();
      stopNews = this.feed.onNews(filter, () => {
        hasNews = true;
        wake();
      });
      // Something may have come while the page was read.
      hasNews ||= this.feed.head > head;
    };
    const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    try {
      listen(page);
      while (isEmpty(page)) {
        if (!hasNews && !isOver) await woken();
        const isLast = isOver && !hasNews && this.feed.head === page.head;
        if (isLast) break;
        hasNews = false;
        page = await this.feed.readAsked(open, { ...request, since: page.last });
        if (isOver) break;
        listen(page);
      }
      return page;
    } finally {
      stopTimer();
      stopNews();
      this.ends.delete(end);
    }
  }
}

export const isEmpty = ({ events, gap }: FeedPage): boolean => events.length === 0 && !gap;
