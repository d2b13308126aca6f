/** A tool above the rows: a button, and the popover that it opens. */

import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from '../../components/icon';
import { Popover } from '../../components/overlay/popover';

export interface ToolButtonProps {
  readonly icon: IconName;
  /** Also the title of the popover. */
  readonly label: string;
  /** In place of the label, where it says more: `28 results`. */
  readonly text?: string | undefined;
  /** How many are set; 0: none. */
  readonly count?: number | undefined;
  /** It narrows, orders or groups the rows. */
  readonly isOn?: boolean | undefined;
  /** Stays with its words when the toolbar is narrow. */
  readonly hasWords?: boolean | undefined;
  readonly place?: 'below' | 'below-end' | undefined;
  readonly isOpen: boolean;
  readonly open: (isOpen: boolean) => void;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ToolButton(props: ToolButtonProps): JSX.Element {
  const { icon, label, text = label, count = 0, isOn = false, hasWords = false, isOpen, open } = props;
  const button = useRef<HTMLButtonElement>(null);
  const names = ['ndb-tool', isOn && 'ndb-is-on', isOpen && 'ndb-is-open'];
  return (
    <>
      <button
        type="button"
        ref={button}
        class={names.filter((name) => name !== false).join(' ')}
        aria-label={count > 0 ? `${text} ${count}` : text}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        <Icon name={icon} />
        <span class="ndb-tool-text">{text}</span>
        {count > 0 && ' '}
        {count > 0 && <span class="ndb-tool-count">{count}</span>}
        {hasWords && <Icon name="chevron-down" />}
      </button>
      {isOpen && (
        <Popover
          anchor={() => button.current}
          label={label}
          place={props.place ?? 'below-end'}
          tools={props.tools}
          close={() => open(false)}
        >
          {props.children}
        </Popover>
      )}
    </>
  );
}
