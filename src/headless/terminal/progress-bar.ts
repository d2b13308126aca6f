/** One line on a terminal that shows how far a long command is. Only where standard error is a terminal. */

import type { CommandEnvironment } from '../command-environment';

const WIDTH = 24;
/** Short work shows no bar. */
const FIRST_AFTER_MS = 400;
const STEP_MS = 80;
const CLEAR_LINE = '\r\u001B[K';

export class ProgressBar {
  private readonly start = performance.now();
  private shownAt: number | null = null;

  constructor(
    private readonly label: string,
    private readonly environment: Pick<CommandEnvironment, 'isErrorTerminal' | 'printError'>,
  ) {}

  /** `total` null: only the count is known. */
  show(done: number, total: number | null, unit = ''): void {
    const now = performance.now();
    const { isErrorTerminal, printError } = this.environment;
    if (!isErrorTerminal || now - this.start < FIRST_AFTER_MS) return;
    if (this.shownAt !== null && now - this.shownAt < STEP_MS) return;
    this.shownAt = now;
    printError(`${CLEAR_LINE}${barText(this.label, done, total, unit)}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.shownAt !== null) this.environment.printError(CLEAR_LINE);
    this.shownAt = null;
  }
}

function barText(label: string, done: number, total: number | null, unit: string): string {
  const counted = unit === '' ? '' : ` ${unit}`;
  if (total === null) return `${label} ${done}${counted}`;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} % (${done} of ${total}${counted})`;
}
