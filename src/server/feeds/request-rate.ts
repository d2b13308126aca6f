/** How often one token may ask for feeds: an address may get into many programs. docs/calendar-feeds.md */

import { NotedbError } from '../../engine/index';

const MINUTE = 60_000;
const MOST_A_MINUTE = 30;

export class RequestRate {
  /** By token: the minute that runs, and the requests in it. */
  private readonly counts = new Map<string, { readonly since: number; count: number }>();

  constructor(private readonly now: () => number) {}

  /** Throws `too_many_requests`. */
  take(id: string): void {
    const now = this.now();
    const known = this.counts.get(id);
    if (known === undefined || now - known.since >= MINUTE) this.counts.set(id, { since: now, count: 1 });
    else if (++known.count > MOST_A_MINUTE) {
      throw new NotedbError('too_many_requests', `a feed is read at most ${MOST_A_MINUTE} times a minute`, {
        hint: 'let the calendar refresh less often',
      });
    }
  }
}
