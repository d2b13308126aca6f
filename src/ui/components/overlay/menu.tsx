/** A menu that floats below the element that opened it: arrows walk, Enter takes, Escape and a press elsewhere close it. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../icon';
import { Floating } from './floating';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Absent: nothing that is chosen or not. */
  readonly isChecked?: boolean | undefined;
  /** Takes something away. */
  readonly isDanger?: boolean | undefined;
  /** Shown below a dividing line. */
  readonly startsGroup?: boolean | undefined;
  readonly run: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly anchor: () => Element | null;
  /** `hasFocus`: the focus was in the menu, and belongs to what opened it. */
  readonly close: (hasFocus: boolean) => void;
}

export function Menu({ label, items, anchor, close }: MenuProps): JSX.Element {
  return (
    <Floating anchor={anchor} class="ndb-floating-menu" place="below" onOutside={() => close(false)}>
      <MenuList {...{ label, items, close }} />
    </Floating>
  );
}

function MenuList({ label, items, close }: Omit<MenuProps, 'anchor'>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const checked = list.current?.querySelector<HTMLElement>('[aria-checked=true]');
    (checked ?? list.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      class="ndb-menu-list ndb-surface ndb-stack"
      role="menu"
      aria-label={label}
      ref={list}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault();
          event.stopPropagation();
          close(true);
        } else if (walkMenu(list.current, event.key)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      {items.map(({ label: text, icon, isChecked, isDanger, startsGroup, run }) => (
        <button
          type="button"
          key={text}
          role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={isChecked}
          class={[
            'ndb-menu-item ndb-bare-button ndb-line',
            isDanger === true && 'ndb-is-danger',
            startsGroup === true && 'ndb-starts-group',
          ]
            .filter((name) => name !== false)
            .join(' ')}
          tabIndex={-1}
          onClick={() => {
            close(true);
            run();
          }}
        >
          {icon !== undefined && <Icon name={icon} />}
          <span>{text}</span>
          {isChecked === true && <Icon name="tick" />}
        </button>
      ))}
    </div>
  );
}

/** Whether the key leads somewhere in the list: arrows, Home and End, the first letter of an item. */
function walkMenu(list: HTMLElement | null, key: string): boolean {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('button') ?? [])];
  const at = buttons.findIndex((button) => button === button.ownerDocument.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const next =
    step !== undefined
      ? buttons[(at + step + buttons.length) % buttons.length]
      : key === 'Home'
        ? buttons[0]
        : key === 'End'
          ? buttons.at(-1)
          : buttonByLetter(buttons, at, key);
  next?.focus();
  return next !== undefined;
}

function buttonByLetter(buttons: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  const inTurn = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
  return inTurn.find((button) => button.textContent.toLocaleLowerCase().startsWith(key.toLocaleLowerCase()));
}
