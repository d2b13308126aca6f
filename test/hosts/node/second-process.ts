/** Starts another process that works in the same vault. */

import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { buildSync } from 'esbuild';

export interface Step {
  /** `swap`: a text with one more line takes the name; `halves`: the same in place, in two writes; `append`: at the end, in one. */
  readonly act:
    'write' | 'replace' | 'edit' | 'disguise' | 'remove' | 'move' | 'noise' | 'append' | 'swap' | 'halves' | 'copy';
  /** A vault path that is waited for, unless it is written; `folder/abc*`: the first name in the folder that begins with `abc`. */
  readonly path: string;
  readonly to?: string;
  readonly text?: string;
  /** Milliseconds from the moment in which the path is there. */
  readonly after?: number;
  /** A path that is not there is not waited for. The answer then names the words that the act itself destroyed, if any. */
  readonly isThereOnly?: boolean;
}

export function buildSecondProgram(outfile: string): void {
  const entry = path.join(import.meta.dirname, 'second-program.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm' });
}

export class SecondProcess {
  private readonly child: ChildProcess;
  private readonly waiting: ((outcome: string) => void)[] = [];

  constructor(
    private readonly program: string,
    private readonly folder: string,
  ) {
    this.child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    readline
      .createInterface({ input: this.child.stdout as NodeJS.ReadableStream })
      .on('line', (line) => this.waiting.shift()?.(line));
  }

  /** Does all steps, each at its time; resolves with what became of them, in no order. */
  run(steps: readonly Step[]): Promise<readonly string[]> {
    const answers = steps.map(() => new Promise<string>((resolve) => this.waiting.push(resolve)));
    this.child.stdin?.write(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
    return Promise.all(answers);
  }

  /** The same in a process of its own, while this one stands still. */
  runWhileStopped(steps: readonly Step[]): void {
    const input = steps.map((step) => `${JSON.stringify(step)}\n`).join('');
    const { status } = spawnSync(process.execPath, [this.program, this.folder], { input, maxBuffer: 2 ** 28 });
    if (status !== 0) throw new Error(`the second process ended with ${status}`);
  }

  stop(): void {
    this.child.kill('SIGKILL');
  }
}
