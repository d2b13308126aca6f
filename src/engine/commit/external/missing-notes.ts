/** Notes of rows that are missing wait until nothing more is heard: where they went may be heard of later. D7 */

import type { ClockPort } from '../../ports/host';
import type { NotePath } from '../../ports/vault-port';
import { MASS_ROWS } from './unconfirmed-deletions';

/** So long nothing is heard before notes are taken for gone, in milliseconds. */
const QUIET = 50;
const QUIET_OF_MANY = 250;
/** They wait no longer than this, whatever is heard. Many wait for the end of a checkout, so that they are judged together. */
const LONGEST = 500;
const LONGEST_OF_MANY = 5000;

export class MissingNotes {
  private paths = new Set<NotePath>();
  private since = 0;
  private heardAt = 0;

  constructor(private readonly clock: ClockPort) {}

  get size(): number {
    return this.paths.size;
  }

  /** Something came or went. */
  heard(): void {
    this.heardAt = this.clock.now();
  }

  add(path: NotePath): void {
    if (this.paths.size === 0) this.since = this.clock.now();
    this.paths.add(path);
  }

  /** Time to wait for quiet, in milliseconds. */
  get wait(): number {
    const now = this.clock.now();
    const isMany = this.paths.size > MASS_ROWS;
    const quiet = isMany ? QUIET_OF_MANY : QUIET;
    const longest = isMany ? LONGEST_OF_MANY : LONGEST;
    // A clock that was put back must not keep them for hours.
    if (now < this.since || now < this.heardAt) return 0;
    return Math.max(0, Math.min(this.since + longest, this.heardAt + quiet) - now);
  }

  /** All of them; none waits from now on. */
  take(): ReadonlySet<NotePath> {
    const { paths } = this;
    this.paths = new Set();
    return paths;
  }
}
