/** A dialog beside the button that opens it: it takes the focus, keeps it, and gives it back. On narrow windows a sheet. */

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComposing } from '../composing';
import { Floating } from './floating';

export interface PopoverProps {
  readonly anchor: () => HTMLElement | null;
  readonly label: string;
  /** `below-end`: their right edges meet. */
  readonly place?: 'below' | 'below-end';
  readonly class?: string;
  /** Beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly close: () => void;
}

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

export function Popover(props: PopoverProps): JSX.Element {
  const { anchor, place = 'below-end', close } = props;
  return (
    <Floating
      anchor={anchor}
      class={`ndb-popover ${props.class ?? ''}`}
      place={place}
      isSheet
      onOutside={(event) => {
        // The first press only closes a sheet.
        if ((event.target as Element).classList.contains('ndb-sheet')) event.preventDefault();
        close();
      }}
    >
      <PopoverBody {...props} />
    </Floating>
  );
}

function PopoverBody({ anchor, label, tools, children, close }: PopoverProps): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = body;
    // A field that took the focus when it came keeps it.
    const hasFocus = current?.contains(current.ownerDocument.activeElement) === true;
    if (!hasFocus) (current?.querySelector<HTMLElement>('[autofocus]') ?? focusable(current)[0] ?? current)?.focus();
    return () => {
      const active = current?.ownerDocument.activeElement ?? null;
      // After a press elsewhere the focus is there already.
      if (active === null || active === current?.ownerDocument.body || current?.contains(active) === true) {
        anchor()?.focus();
      }
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (isComposing(event) || event.defaultPrevented) return;
    if (event.key === 'Escape') close();
    else if (event.key !== 'Tab' || !turnFocus(body.current, event.shiftKey)) return;
    event.preventDefault();
  };
  return (
    <div
      role="dialog"
      aria-label={label}
      class="ndb-popover-body ndb-surface ndb-stack"
      tabIndex={-1}
      ref={body}
      onKeyDown={onKeyDown}
    >
      <div class="ndb-popover-head ndb-line">
        <h3 class="ndb-popover-title">{label}</h3>
        {tools}
        <button type="button" class="ndb-sheet-done" onClick={close}>
          Done
        </button>
      </div>
      {children}
    </div>
  );
}

/** The dialog lies at the end of the document: at its last field Tab goes to the first one. True when it did. */
function turnFocus(body: HTMLElement | null, isBack: boolean): boolean {
  const all = focusable(body);
  const active = body?.ownerDocument.activeElement;
  const end = isBack ? all[0] : all.at(-1);
  if (active !== end && active !== body) return false;
  (isBack ? all.at(-1) : all[0])?.focus();
  return true;
}

const focusable = (body: HTMLElement | null): readonly HTMLElement[] =>
  [...(body?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility?.() !== false,
  );
