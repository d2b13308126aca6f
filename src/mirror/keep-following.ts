/** The steps of a mirror, one after the other, through what passes by itself. docs/mirror.md#when-something-fails */

import { TargetFailure } from './mirror-target';
import { SourceFailure } from './vault-source';
import type { VaultMirror } from './vault-mirror';

interface FollowOptions {
  /** It ends when the target has everything. */
  readonly isOnce: boolean;
  readonly signal: AbortSignal;
  /** What it waits for, each reason once; null: it goes on. */
  readonly tell: (problem: string | null) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Others do not get better by waiting. */
const LASTING = ['unauthorized', 'forbidden'];

/** Resolves to null when it is at its end, or to a problem that waiting does not help against. Rejects for a defect. */
export async function keepFollowing(
  mirror: VaultMirror,
  { isOnce, signal, tell }: FollowOptions,
): Promise<string | null> {
  let pause = FIRST_PAUSE_MS;
  let said: string | null = null;
  while (!signal.aborted) {
    try {
      const isCaughtUp = await mirror.step(!isOnce);
      if (said !== null) tell(null);
      [pause, said] = [FIRST_PAUSE_MS, null];
      if (isOnce && isCaughtUp) return null;
    } catch (error) {
      if (signal.aborted) return null;
      const problem = failureText(error);
      if (isLasting(error)) return problem;
      if (problem !== said) tell(problem);
      said = problem;
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
  return null;
}

function isLasting(error: unknown): boolean {
  if (error instanceof SourceFailure) return LASTING.includes(error.code);
  return isTargetFailure(error) && error.isLasting;
}

/** Of another bundle, which has a class of its own. */
const isTargetFailure = (error: unknown): error is TargetFailure =>
  error instanceof TargetFailure || (error instanceof Error && error.name === 'TargetFailure');

/** Rethrows a defect. */
function failureText(error: unknown): string {
  if (error instanceof SourceFailure) return `the vault: ${error.message}`;
  if (isTargetFailure(error)) return `the target: ${error.message}`;
  throw error;
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
