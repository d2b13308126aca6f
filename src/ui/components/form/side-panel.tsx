/** What slides over the end of a table and gives the focus back. */

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComposing } from '../composing';
import { PanelHead } from './panel-head';

export interface SidePanelProps {
  readonly title: string;
  /** In place of the title. */
  readonly head?: JSX.Element;
  /** Asked for by Escape or its button. */
  readonly leave: () => void;
  readonly closeLabel: string;
  readonly children: ComponentChildren;
}

export function SidePanel({ title, head, leave, closeLabel, children }: SidePanelProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // Layout effects: the first key belongs into the panel, and the next one behind it.
  useLayoutEffect(() => {
    const { current } = place;
    const before = current?.ownerDocument.activeElement;
    if (current?.contains(before ?? null) !== true)
      current?.querySelector<HTMLElement>('input, select, button')?.focus();
    return () => {
      const active = current?.ownerDocument.activeElement ?? null;
      // A cell may have it by now.
      const hasFocus = active === null || active.tagName === 'BODY' || current?.contains(active) === true;
      if (hasFocus && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    event.preventDefault();
    leave();
  };
  return (
    <div class="ndb-side-panel ndb-stack" role="dialog" aria-label={title} ref={place} onKeyDown={onKeyDown}>
      <PanelHead {...{ closeLabel }} close={leave}>
        {head ?? title}
      </PanelHead>
      {children}
    </div>
  );
}
