/** The last state that the disk has, and the writes of newer ones, in order. */

/** One write after the other: of two at once the disk may keep the older one, without the batch that is delivered. */
export class DurableState<S> {
  /** Resolves when the last write has ended, whichever way. */
  private writing: Promise<unknown> = Promise.resolve();
  private isForgotten = false;

  /** `state`: as the disk has it. `write`: durable when it resolves. */
  constructor(
    private state: S,
    private readonly write: (state: S) => Promise<void>,
  ) {}

  /** As the disk has it. */
  get saved(): S {
    return this.state;
  }

  /** False: it is forgotten, and nothing is written. Rejects when the disk fails. */
  save(state: S): Promise<boolean> {
    const saved = this.writing.then(async () => {
      if (this.isForgotten) return false;
      await this.write(state);
      this.state = state;
      return true;
    });
    this.writing = saved.catch(() => undefined);
    return saved;
  }

  /** Nothing is written any more. Resolves when the write under way has ended. */
  async forget(): Promise<void> {
    this.isForgotten = true;
    await this.writing;
  }
}
