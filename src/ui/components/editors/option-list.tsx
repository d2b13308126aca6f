/** Values to pick from, below a field that keeps the focus. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../icon';
import type { Suggestion, Suggestions } from './suggestions';

export interface OptionListProps {
  readonly id: string;
  readonly suggestions: Suggestions;
  /** -1: none. */
  readonly active: number;
  readonly pick: (option: Suggestion) => void;
}

export function OptionList({ id, suggestions, active, pick }: OptionListProps): JSX.Element | null {
  const { options, note } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  if (options.length === 0 && note === null) return null;
  return (
    <div class="ndb-options">
      {note !== null && <p class="ndb-editor-note ndb-small-text">{note}</p>}
      <div role="listbox" id={id} class="ndb-option-list" ref={list} aria-label="Values">
        {options.map((option, index) => (
          <div
            role="option"
            key={option.value + option.label}
            id={`${id}-${index}`}
            class={optionClass(option, index === active)}
            aria-selected={index === active}
            // The field keeps the focus, and with it the text.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            {option.creates !== undefined && <Icon name="plus" />}
            <span class="ndb-option-label ndb-ellipsis">{option.label}</span>
            {option.detail !== null && (
              <span class="ndb-option-detail ndb-small-text ndb-ellipsis">{option.detail}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function optionClass({ creates }: Suggestion, isActive: boolean): string {
  const names = ['ndb-option ndb-line'];
  if (isActive) names.push('ndb-is-active');
  if (creates !== undefined) names.push('ndb-is-create');
  return names.join(' ');
}
