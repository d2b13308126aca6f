/** A button that is an icon, and the menu that it opens. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon';
import { type MenuItem, Menu } from './menu';

export interface MenuButtonProps {
  /** Of the button. */
  readonly label: string;
  /** Of the menu; absent: that of the button. */
  readonly menu?: string;
  readonly icon: IconName;
  readonly items: readonly MenuItem[];
  /** Also while the menu is closed. */
  readonly isMarked?: boolean;
}

export function MenuButton({ label, menu = label, icon, items, isMarked = false }: MenuButtonProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        class={isOpen || isMarked ? 'ndb-icon-button ndb-is-open' : 'ndb-icon-button'}
        ref={button}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={icon} />
      </button>
      {isOpen && (
        <Menu
          label={menu}
          items={items}
          anchor={() => button.current}
          close={(hasFocus) => {
            setOpen(false);
            if (hasFocus) button.current?.focus();
          }}
        />
      )}
    </>
  );
}
