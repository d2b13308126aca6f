/** A button that says which column is chosen, and opens the list of all of them to choose another one. */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useElementId } from '../use-element-id';
import { Icon } from '../icon';
import { isComposing } from '../composing';
import { Floating } from '../overlay/floating';
import { typeIcon } from '../cells/type-icon';
import type { ColumnChoiceProps } from './column-choice-props';
import { ColumnList } from './column-list';

export function ColumnChoice(props: ColumnChoiceProps): JSX.Element {
  const { label, name, columns, none } = props;
  const button = useRef<HTMLButtonElement>(null);
  const list = useElementId();
  // The text that was typed while the list was closed; null: the list is closed.
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = typed !== null;
  const column = columns.find((each) => each.name === name);
  const close = (hasFocus: boolean): void => {
    if (hasFocus) button.current?.focus();
    setTyped(null);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        role="combobox"
        class="ndb-column-choice"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setTyped(isOpen ? null : '')}
        onKeyDown={(event) => {
          const begun = beginsBy(event);
          if (begun === null) return;
          event.preventDefault();
          event.stopPropagation();
          setTyped(begun);
        }}
      >
        {column !== undefined && <Icon name={typeIcon(column)} />}
        <span class="ndb-ellipsis">{name === null ? none?.label : (column?.label ?? name)}</span>
        <Icon name="chevron-down" />
      </button>
      {isOpen && (
        <Floating
          anchor={() => button.current}
          class="ndb-column-list"
          place="below"
          isSheet
          onOutside={() => close(false)}
        >
          <ColumnList
            id={list}
            {...props}
            begun={typed}
            close={close}
            goOn={(event) => isKept(button.current, event)}
          />
        </Floating>
      )}
    </>
  );
}

/** An arrow opens the list, a letter begins to search in it; null: the key is none of the list's. */
function beginsBy(event: KeyboardEvent): string | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'ArrowDown' || key === 'ArrowUp') return '';
  return key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || isComposing(event) ? null : key;
}

/** Tab goes on from the button, as if it had been pressed there. True where other code moved the focus already. */
function isKept(button: HTMLButtonElement | null, { key, shiftKey }: KeyboardEvent): boolean {
  const again = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  return button?.dispatchEvent(again) === false;
}
