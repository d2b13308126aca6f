/** An owner who is asked: the test answers, in whatever order it likes. */

import type { ApprovalPort, ApprovalRequest } from '../../src/engine/ports/approval-port';

interface OpenRequest {
  readonly request: ApprovalRequest;
  readonly answer: (isAllowed: boolean) => void;
}

export class MemoryApprovals implements ApprovalPort {
  private open: readonly OpenRequest[] = [];
  /** How many requests were withdrawn before somebody answered. */
  withdrawn = 0;

  /** Those that nobody has answered yet, the oldest first. */
  get requests(): readonly ApprovalRequest[] {
    return this.open.map(({ request }) => request);
  }

  ask(request: ApprovalRequest, answer: (isAllowed: boolean) => void): () => void {
    const asked = { request, answer };
    this.open = [...this.open, asked];
    return () => {
      if (this.take(asked)) this.withdrawn += 1;
    };
  }

  /** Answers the request at `index`. Throws when there is none. */
  answer(isAllowed: boolean, index = 0): void {
    const asked = this.open[index];
    if (asked === undefined) throw new Error('nobody asks');
    this.take(asked);
    asked.answer(isAllowed);
  }

  private take(asked: OpenRequest): boolean {
    const before = this.open.length;
    this.open = this.open.filter((each) => each !== asked);
    return this.open.length < before;
  }
}
