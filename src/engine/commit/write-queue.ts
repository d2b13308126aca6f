/** Who writes next: jobs are handed over in groups, one group at a time, and tasks that need quiet run in between. */

import type { SchedulerPort } from '../ports/host';

/** Writes that share one sync. */
const MOST_IN_A_CYCLE = 64;

export class WriteQueue<Job> {
  private readonly jobs: Job[] = [];
  private readonly between: (() => Promise<void>)[] = [];
  private running: Promise<void> | null = null;

  /** `handle` must not reject. */
  constructor(
    private readonly scheduler: SchedulerPort,
    private readonly handle: (jobs: readonly Job[]) => Promise<void>,
  ) {}

  add(job: Job): void {
    this.jobs.push(job);
    this.start();
  }

  /** These come first, in their order. */
  putBack(jobs: readonly Job[]): void {
    this.jobs.unshift(...jobs);
    this.start();
  }

  /** Runs `task` while no job is under way. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.between.push(() => task().then(resolve, reject));
      this.start();
    });
  }

  /** Resolves when nothing waits and nothing is under way. */
  async drain(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.jobs.length + this.between.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    while (this.jobs.length + this.between.length > 0) {
      for (const task of this.between.splice(0)) await task();
      const jobs = this.jobs.splice(0, MOST_IN_A_CYCLE);
      if (jobs.length > 0) await this.handle(jobs);
      await this.scheduler.pause();
    }
  }
}
