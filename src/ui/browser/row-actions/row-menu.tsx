/** What can be done to a row, or to all rows of a selection: by the other button, Shift+F10, or a long touch. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../components/icon';
import { Floating } from '../../components/overlay/floating';

export interface MenuItem {
  readonly icon: IconName;
  readonly label: string;
  readonly run: (event: MouseEvent) => void;
}

export interface RowMenuProps {
  readonly anchor: () => Element | null;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** `toGrid`: the keyboard goes back there. */
  readonly close: (toGrid: boolean) => void;
}

export function RowMenu({ anchor, label, items, close }: RowMenuProps): JSX.Element {
  return (
    <Floating anchor={anchor} class="ndb-row-menu" place="below" onOutside={() => close(false)}>
      <MenuList {...{ label, items, close }} />
    </Floating>
  );
}

function MenuList({ label, items, close }: Omit<RowMenuProps, 'anchor'>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => entries()[0]?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const all = entries();
    const at = all.findIndex((entry) => entry === entry.ownerDocument.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div class="ndb-menu-entries" role="menu" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {items.map(({ icon, label: text, run }) => (
        <button
          type="button"
          role="menuitem"
          key={text}
          class="ndb-menu-entry"
          tabIndex={-1}
          onClick={(event) => {
            close(true);
            run(event);
          }}
        >
          <Icon name={icon} />
          {text}
        </button>
      ))}
    </div>
  );
}
