/** Removes history older than the retention, soon after opening and once a day. D7 */

import type { Journal } from '../history/journal/journal';
import type { Host } from '../ports/host';

/** Milliseconds after opening. */
const FIRST_RETIREMENT = 60 * 1000;
const A_DAY = 24 * 60 * 60 * 1000;

export interface RetirementDeps {
  readonly host: Pick<Host, 'logger' | 'readOnly' | 'scheduler'>;
  readonly journal: Pick<Journal, 'retire'>;
  /** Runs `task` while no write is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

export class Retirement {
  private callOff = (): void => undefined;

  constructor(private readonly deps: RetirementDeps) {}

  start(): void {
    if (this.deps.host.readOnly !== true) this.retireIn(FIRST_RETIREMENT);
  }

  close(): Promise<void> {
    this.callOff();
    return Promise.resolve();
  }

  private retireIn(delay: number): void {
    const { host, journal } = this.deps;
    this.callOff = host.scheduler.after(delay, () => {
      void this.deps
        .exclusive(() => journal.retire())
        .catch((error: unknown) => {
          host.logger.log('warning', 'journal_not_retired', { detail: String(error) });
        });
      this.retireIn(A_DAY);
    });
  }
}
