/** Tool calls as events: taken down after the answer, numbered between writes, appended without a sync. D10, D23, docs/feed.md#tool-calls */

import { type Caller, actorJson, actorOf } from '../history/caller';
import type { Journal } from '../history/journal/journal';
import type { Host } from '../ports/host';
import { cutJson } from './cut-json';
import type { FeedEntry } from './feed-entry';
import { RecentItems } from './recent-items';
import { type ToolCall, ToolCallFiles } from './tool-call-files';

/** Bytes that are kept of the arguments, and of the value. */
const MOST_BYTES = 2048;

/** Calls are gathered for so many milliseconds. */
const GATHER = 20;

/** Calls that wait while the disk does not take them; more are left out. */
const MOST_WAITING = 1000;

const MOST_RECENT = 200;

export interface ToolCallDeps {
  readonly host: Pick<Host, 'clock' | 'logger' | 'name' | 'privateStore' | 'readOnly' | 'scheduler'>;
  readonly journal: Pick<Journal, 'numbers'>;
  /** Runs `task` while no write is under way: the numbers before are published. */
  exclusive<T>(task: () => Promise<T>): Promise<T>;
}

/** A call that has its answer. `error`: the refusal, as JSON. */
export interface AnsweredCall {
  readonly call: string;
  readonly args: unknown;
  readonly caller: Caller;
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
}

export class ToolCalls {
  private waiting: Omit<ToolCall, 'seq'>[] = [];
  private callOff: (() => void) | null = null;
  private recording: Promise<void> = Promise.resolve();
  private readonly files: ToolCallFiles;
  private readonly recent: RecentItems<ToolCall>;

  /** `told`: calls have numbers now, and readers may see them. */
  constructor(
    private readonly deps: ToolCallDeps,
    private readonly told: (last: number) => void,
  ) {
    this.files = new ToolCallFiles(deps.host);
    this.recent = new RecentItems(MOST_RECENT, deps.journal.numbers.last);
  }

  /** No caller waits for it. */
  add({ call, args, caller, outcome }: AnsweredCall): void {
    const { clock, name, readOnly, scheduler } = this.deps.host;
    if (readOnly === true || this.waiting.length >= MOST_WAITING) return;
    const ok = 'value' in outcome;
    this.waiting.push({
      time: clock.now(),
      call,
      args: cutJson(args ?? {}, MOST_BYTES),
      ok,
      value: cutJson(ok ? outcome.value : outcome.error, MOST_BYTES),
      servedBy: name,
      actor: actorOf(caller),
    });
    this.callOff ??= scheduler.after(GATHER, () => void this.settled());
  }

  /** Resolves when every call so far can be read. Never rejects. */
  settled(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    this.recording = this.recording
      .then(() => this.record())
      .catch((error: unknown) => {
        this.deps.host.logger.log('warning', 'tool_calls_not_recorded', { detail: String(error) });
      });
    return this.recording;
  }

  private async record(): Promise<void> {
    if (this.waiting.length === 0) return;
    const calls = await this.deps.exclusive(async () => {
      const taken = this.waiting.splice(0);
      const first = await this.deps.journal.numbers.takeReserved(taken.length);
      const numbered = taken.map((call, i) => ({ seq: first + i, ...call }));
      this.recent.add(numbered);
      this.told(first + taken.length - 1);
      return numbered;
    });
    await this.files.append(calls);
  }

  /** Those up to `upTo`, oldest first. */
  async *after(since: number, upTo: number): AsyncGenerator<FeedEntry, void, void> {
    let last = since;
    if (since < this.recent.floor) {
      for await (const call of this.files.after(since)) {
        if (call.seq > upTo) return;
        last = call.seq;
        yield entryOf(call);
      }
    }
    // Calls on their way to the disk are among the recent ones.
    for (const call of this.recent.after(Math.max(last, this.recent.floor)) ?? [])
      if (call.seq <= upTo) yield entryOf(call);
  }
}

const entryOf = ({ seq, time, call, args, ok, value, servedBy, actor }: ToolCall): FeedEntry => ({
  ...{ seq, time, op: 'tool_call', table: null, actor, row: null },
  fields: { op: 'tool_call', call, args, ok, value, servedBy, actor: actorJson(actor) },
});
