/** Where tool calls are kept: files of the private state that are appended to without a sync. docs/formats.md#tool-calls */

import { FRAME, encodeFrames, scanFrames } from '../history/journal/frame';
import type { Host } from '../ports/host';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import type { Actor } from '../history/caller';
import type { Json } from '../json';

export interface ToolCall {
  readonly seq: number;
  /** Milliseconds. */
  readonly time: number;
  readonly call: string;
  readonly args: Json;
  readonly ok: boolean;
  readonly value: Json;
  readonly servedBy: string;
  readonly actor: Actor | null;
}

const FOLDER = 'calls';
const MOST_IN_A_FILE = 1000;

/** Older calls are not kept, nor those before so many others. D23 */
const KEPT_CALLS = 10_000;
const KEPT_CALL_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/** Named by the number of its first call, so that names in order are calls in order. */
const fileOf = (seq: number): string => `${FOLDER}/${String(seq).padStart(16, '0')}.log`;

export class ToolCallFiles {
  /** The file appended to; null until the first call, and after a failure. A file of an earlier process is ended. */
  private current: { readonly file: string; count: number } | null = null;
  /** How many calls a file holds that is not appended to any more. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly host: Pick<Host, 'clock' | 'privateStore'>) {}

  /** Not durable. Rejects where the disk takes it not; some of it may be there then. */
  async append(calls: readonly ToolCall[]): Promise<void> {
    const [first] = calls;
    if (first === undefined) return;
    const isNew = this.current === null || this.current.count >= MOST_IN_A_FILE;
    const current = isNew ? { file: fileOf(first.seq), count: 0 } : (this.current as { file: string; count: number });
    this.current = null;
    const frames = calls.map((call) => ({ kind: FRAME.call, payload: encodeUtf8(JSON.stringify(call)) }));
    await this.host.privateStore.append(current.file, encodeFrames(frames));
    current.count += calls.length;
    this.current = current;
    if (isNew) await this.prune();
  }

  /** Oldest first; without those that are not kept any more. */
  async *after(seq: number): AsyncGenerator<ToolCall, void, void> {
    const files = await this.host.privateStore.list(FOLDER);
    const since = this.host.clock.now() - KEPT_CALL_MILLISECONDS;
    for (const [i, name] of files.entries()) {
      const next = files[i + 1];
      if (next !== undefined && `${FOLDER}/${next}` <= fileOf(seq + 1)) continue;
      for (const call of await this.read(`${FOLDER}/${name}`)) if (call.seq > seq && call.time >= since) yield call;
    }
  }

  private async read(file: string): Promise<readonly ToolCall[]> {
    const bytes = await this.host.privateStore.read(file);
    if (bytes === null) return [];
    const { frames } = scanFrames(bytes);
    return frames.flatMap(({ kind, payload }) =>
      kind === FRAME.call ? [JSON.parse(decodeUtf8(payload)) as ToolCall] : [],
    );
  }

  private async prune(): Promise<void> {
    const { privateStore, clock } = this.host;
    const files = (await privateStore.list(FOLDER)).map((name) => `${FOLDER}/${name}`);
    const since = clock.now() - KEPT_CALL_MILLISECONDS;
    let later = 0;
    for (const file of files.reverse()) {
      if (file === this.current?.file) {
        later += this.current.count;
        continue;
      }
      const isKnown = this.counts.has(file) && later < KEPT_CALLS;
      const calls = isKnown || later >= KEPT_CALLS ? null : await this.read(file);
      const isOld = calls !== null && (calls.at(-1)?.time ?? 0) < since;
      if (later >= KEPT_CALLS || isOld) {
        await privateStore.remove(file);
        this.counts.delete(file);
        continue;
      }
      if (calls !== null) this.counts.set(file, calls.length);
      later += this.counts.get(file) ?? 0;
    }
  }
}
