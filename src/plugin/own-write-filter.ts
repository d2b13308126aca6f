/** Writes by the plugin's own views, which show a notice of their own. docs/rights.md#notices */

export class OwnWriteFilter {
  private readonly running = new Set<Promise<unknown>>();

  /** A call of a view. */
  watch<Result>(call: Promise<Result>): Promise<Result> {
    this.running.add(call);
    const done = (): void => void this.running.delete(call);
    call.then(done, done);
    return call;
  }

  /** Ask while the write is being announced: its call is under way until then. */
  async made(migrationId: string | null): Promise<boolean> {
    const calls = await Promise.allSettled([...this.running]);
    return calls.some((call) => call.status === 'fulfilled' && migrationOf(call.value) === migrationId);
  }
}

function migrationOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'migrationId' in answer ? answer.migrationId : undefined;
}
