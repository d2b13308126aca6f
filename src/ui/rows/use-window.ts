/** Rows for as long as a component shows them. Others take their place when they are there, not before. */

import { effect, untracked } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OperationsClient } from '../client/operations-client';
import type { LiveRows, RowWindow } from './row-window';

export interface Windows<Rows> {
  readonly window: Rows | null;
  /** Rows on their way to be shown: the same as `window`, once they are shown. */
  readonly next: Rows | null;
}

/** `key` names the question: another key asks another one, and so does another object that answers. */
export function useWindow<Rows extends LiveRows>(
  client: OperationsClient | RowWindow,
  key: string,
  make: () => Rows,
): Windows<Rows> {
  const [shown, show] = useState<Windows<Rows>>({ window: null, next: null });
  const current = useRef<Rows | null>(null);
  useLayoutEffect(() => {
    const next = make();
    show(({ window }) => ({ window, next }));
    const stop = effect(() => {
      if (!next.isReady.value && next.problem.value === null) return;
      untracked(() => {
        if (current.current === next) return;
        current.current?.stop();
        current.current = next;
        show({ window: next, next });
      });
    });
    return () => {
      stop();
      if (current.current !== next) next.stop();
    };
  }, [client, key]);
  useLayoutEffect(() => () => current.current?.stop(), []);
  useDrawnWith(shown.window);
  return shown;
}

/** Draws anew when a pane says something else of the rows. The rows themselves are drawn where they are shown. */
function useDrawnWith(window: LiveRows | null): void {
  const [, draw] = useState(0);
  const drawn = useRef('');
  drawn.current = window === null ? '' : factsOf(window);
  useLayoutEffect(() => {
    if (window === null) return;
    return effect(() => {
      // Both are read each time: what an effect does not read it does not follow.
      void window.version.value;
      void window.problem.value;
      untracked(() => {
        if (factsOf(window) !== drawn.current) draw((count) => count + 1);
      });
    });
  }, [window]);
}

const factsOf = ({ rowCount, warnings, problem }: LiveRows): string =>
  JSON.stringify([rowCount, warnings, problem.peek()]);
