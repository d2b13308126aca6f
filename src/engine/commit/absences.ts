/**
 * Rows whose notes were found gone while others still come and go: they are judged together, once it is quiet. Many that are gone
 * may be on their way to another place. docs/lost-rows.md
 */

import type { ClockPort } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import { MASS_ROWS } from './lost-rows';

/** So long nothing is heard before notes are taken for gone, in milliseconds. */
const QUIET = 50;
/** The same when they are many. */
const QUIET_OF_MANY = 250;
/** They wait no longer than this, whatever is heard. */
const LONGEST = 500;

export class Absences {
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

  /** So long they are not judged yet, in milliseconds. */
  get wait(): number {
    const now = this.clock.now();
    const quiet = this.paths.size > MASS_ROWS ? QUIET_OF_MANY : QUIET;
    // A clock that was put back must not keep them for hours.
    if (now < this.since || now < this.heardAt) return 0;
    return Math.max(0, Math.min(this.since + LONGEST, this.heardAt + quiet) - now);
  }

  /** All of them; none waits from now on. */
  take(): ReadonlySet<NotePath> {
    const { paths } = this;
    this.paths = new Set();
    return paths;
  }
}
