/** The rows of a table for as long as a component shows them. Other rows take their place when they are there, not before. */

import { effect, untracked } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type WindowQuestion, RowWindow } from './row-window';
import type { OperationsClient } from './operations-client';

export interface ShownRows {
  /** Null until a first answer is there. */
  readonly window: RowWindow | null;
  /** What is on its way to be shown: the same one, once it is. */
  readonly next: RowWindow | null;
}

/** `key` names the question: another key asks another one. */
export function useRowWindow(client: OperationsClient, key: string, question: WindowQuestion): ShownRows {
  const [shown, show] = useState<ShownRows>({ window: null, next: null });
  const current = useRef<RowWindow | null>(null);
  useLayoutEffect(() => {
    const next = new RowWindow(client, question, ({ tables }) => tables.includes(question.table));
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
  return shown;
}
