/** Calls that wait for a change. docs/feed.md#long-poll; D10, D12 */

import { NotedbError } from '../errors';
import type { SchedulerPort } from '../ports/host';
import type { ChangeFeed, FeedPage, FeedReader, FeedRequest } from './change-feed';

/** More at a time are refused. A server takes fewer (D12), but a call goes on here when its client is gone. */
export const MOST_LONG_POLLS = 1000;

export class LongPolls {
  /** What ends each of them. */
  private readonly ends = new Set<() => void>();
  private readonly running = new Set<Promise<FeedPage>>();

  constructor(
    private readonly feed: Pick<ChangeFeed, 'head' | 'onNews' | 'read'>,
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
  async wait(open: () => FeedReader, request: FeedRequest, page: FeedPage, milliseconds: number): Promise<FeedPage> {
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
    request: FeedRequest,
    first: FeedPage,
    milliseconds: number,
  ): Promise<FeedPage> {
    let page = first;
    let isOver = false;
    // Something may have come while the first page was read.
    let hasNews = this.feed.head > first.head;
    let wake = (): void => undefined;
    const end = (): void => {
      isOver = true;
      wake();
    };
    this.ends.add(end);
    const stopTimer = this.scheduler.after(milliseconds, end);
    const stopNews = this.feed.onNews(request.filter, () => {
      hasNews = true;
      wake();
    });
    const woken = (): Promise<void> => new Promise((resolve) => (wake = resolve));
    try {
      while (isEmpty(page)) {
        if (!hasNews && !isOver) await woken();
        const isLast = isOver && !hasNews && this.feed.head === page.head;
        if (isLast) break;
        hasNews = false;
        page = await this.feed.read(open, { ...request, since: page.last });
        if (isOver) break;
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
