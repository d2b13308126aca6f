/** The colour of a choice: a spot that opens the colours of the theme. docs/app/columns.md#formats */

import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CHOICE_COLORS, type ChoiceColor } from '../../../kernel/choice-colors';
import { humanName } from '../../../kernel/names';
import { hueStyle } from '../../components/cells/cell-value';
import { Menu } from '../../components/overlay/menu';

export interface ColorChoiceProps {
  /** Of the choice. */
  readonly name: string;
  readonly color: ChoiceColor;
  readonly set: (color: ChoiceColor) => void;
}

export function ColorChoice({ name, color, set }: ColorChoiceProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        class="ndb-choice-hue ndb-bare-button"
        ref={button}
        title={humanName(color)}
        aria-label={`Color of ${name}: ${color}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        style={hueStyle(color)}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <Menu
          label={`Color of ${name}`}
          anchor={() => button.current}
          close={(hasFocus) => {
            setOpen(false);
            if (hasFocus) button.current?.focus();
          }}
          items={CHOICE_COLORS.map((each) => ({
            label: humanName(each),
            isChecked: each === color,
            run: () => set(each),
          }))}
        />
      )}
    </>
  );
}
