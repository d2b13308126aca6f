/** The buttons of every form and bar. */

import type { ButtonHTMLAttributes, ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from '../icon';

type Attributes = Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'label' | 'type' | 'disabled'>;

export interface ButtonProps extends Attributes {
  /** `main`: the one that the form is for. `link`: in a line of text. `quiet`: in a dialog of tools. `near`: a value that was probably meant. `tiny`: in a pill. */
  readonly look?: keyof typeof LOOKS;
  readonly icon?: IconName;
  readonly isOff?: boolean;
  /** It submits its form. */
  readonly submits?: boolean;
  /** When it comes. */
  readonly takesFocus?: boolean;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

const LOOKS = {
  plain: 'ndb-button',
  main: 'ndb-button mod-cta',
  warning: 'ndb-button mod-warning',
  link: 'ndb-link-button',
  quiet: 'ndb-quiet-button',
  near: 'ndb-near ndb-bare-button',
  bare: 'ndb-bare-button',
  tiny: 'ndb-tiny-button',
} as const;

export function Button(props: ButtonProps): JSX.Element {
  const { look = 'plain', icon, isOff = false, submits = false, takesFocus = false, ...rest } = props;
  const { class: own, children, ...attributes } = rest;
  return (
    <button
      {...attributes}
      ref={takesFocus ? focus : null}
      type={submits ? 'submit' : 'button'}
      class={own === undefined ? LOOKS[look] : `${LOOKS[look]} ${own}`}
      disabled={isOff}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** The same function each time: it is called once. */
export const focus = (element: HTMLElement | null): void => element?.focus();

export interface IconButtonProps extends Attributes {
  readonly icon: IconName;
  readonly label: string;
  readonly isOff?: boolean;
  readonly class?: string;
}

export const IconButton = ({ icon, label, isOff = false, class: own, ...attributes }: IconButtonProps): JSX.Element => (
  <button
    {...attributes}
    type="button"
    class={own === undefined ? 'ndb-icon-button' : `ndb-icon-button ${own}`}
    aria-label={label}
    disabled={isOff}
  >
    <Icon name={icon} />
  </button>
);
