/** Notices when nothing has run for a while. */

export class IdleTimer {
  private running = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isStopped = false;

  constructor(
    private readonly milliseconds: number,
    private readonly onIdle: () => void,
  ) {}

  /** The same promise; the time begins when the last one of them has settled. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.running += 1;
    this.clear();
    try {
      return await work;
    } finally {
      this.running -= 1;
      if (this.running === 0 && !this.isStopped) this.timer = setTimeout(this.onIdle, this.milliseconds);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.clear();
  }

  private clear(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
