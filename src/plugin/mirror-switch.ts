/** Whether the vault is mirrored into PostgreSQL, as the settings and the vault want it. docs/mirror.md#from-obsidian */

import { Platform } from 'obsidian';
import type { Engine, LoggerPort } from '../engine/index';
import type { MirrorEvent } from '../mirror/vault-mirror';
import type { KeptMirror } from './kept-mirror';

export interface MirroredVault {
  readonly engine: Engine;
  readonly vault: string;
  readonly kept: KeptMirror;
}

export type MirrorNews =
  | { readonly kind: 'off' | 'connecting' | 'reading' }
  | { readonly kind: 'following'; readonly seq: number }
  | { readonly kind: 'waiting' | 'stopped'; readonly problem: string };

interface Running {
  readonly mirrored: MirroredVault;
  readonly end: AbortController;
  readonly ended: Promise<void>;
}

const END_MS = 1_000;

export class MirrorSwitch {
  news: MirrorNews = { kind: 'off' };
  private running: Running | null = null;
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;
  /** The newest that it had. */
  private seq: number | null = null;

  constructor(
    private readonly logger: LoggerPort,
    private readonly changed: () => void,
  ) {}

  /** Null: nothing is mirrored. The same again changes nothing. */
  mirror(mirrored: MirroredVault | null): Promise<void> {
    if (!this.isClosed) this.work = this.work.then(() => this.become(mirrored));
    return this.work;
  }

  /** Instead of waiting. */
  tryNow(): void {
    const mirrored = this.running?.mirrored ?? null;
    void this.mirror(null);
    void this.mirror(mirrored);
  }

  /** For good. */
  close(): Promise<void> {
    const closed = this.mirror(null);
    this.isClosed = true;
    return closed;
  }

  private async become(mirrored: MirroredVault | null): Promise<void> {
    const { running } = this;
    if (mirrored !== null && running !== null && isSame(running.mirrored, mirrored)) return;
    this.running = null;
    running?.end.abort();
    // A connection that is being made does not end sooner, and writes nothing any more.
    if (running !== null) await Promise.race([running.ended, new Promise((resolve) => setTimeout(resolve, END_MS))]);
    // On a phone there are no connections.
    if (mirrored !== null && Platform.isDesktop) this.running = this.start(mirrored);
    else this.tell({ kind: 'off' });
  }

  private start(mirrored: MirroredVault): Running {
    const end = new AbortController();
    this.seq = null;
    this.tell({ kind: 'connecting' });
    return { mirrored, end, ended: this.run(mirrored, end.signal) };
  }

  private async run(mirrored: MirroredVault, signal: AbortSignal): Promise<void> {
    const tell = (news: MirrorNews): void => {
      if (!signal.aborted) this.tell(news);
    };
    try {
      const { runMirror } = await import('./run-mirror');
      const problem = await runMirror({
        ...mirrored,
        signal,
        report: (event) => tell(this.newsOf(event)),
        tell: (waitsFor) => tell(this.newsAfter(waitsFor)),
      });
      if (problem !== null) tell({ kind: 'stopped', problem });
    } catch (thrown) {
      const problem = thrown instanceof Error ? thrown.message : String(thrown);
      this.logger.log('error', 'mirror_failed', { detail: problem });
      tell({ kind: 'stopped', problem });
    }
  }

  private newsOf(event: MirrorEvent): MirrorNews {
    if (event.kind === 'reading') return { kind: 'reading' };
    this.seq = event.seq;
    return { kind: 'following', seq: event.seq };
  }

  private newsAfter(problem: string | null): MirrorNews {
    if (problem !== null) return { kind: 'waiting', problem };
    return this.seq === null ? { kind: 'connecting' } : { kind: 'following', seq: this.seq };
  }

  private tell(news: MirrorNews): void {
    this.news = news;
    this.changed();
  }
}

const isSame = (one: MirroredVault, other: MirroredVault): boolean =>
  one.engine === other.engine && JSON.stringify(one.kept) === JSON.stringify(other.kept);
