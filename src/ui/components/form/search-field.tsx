/** A field to search by: it searches a moment after the last key; Enter searches at once, Escape empties it. */

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from '../composing';
import { Icon } from '../icon';

/** The pause after the last key before the search begins. */
const PAUSE_MS = 150;

export interface SearchFieldProps {
  readonly label: string;
  /** What the field holds when it is drawn anew. */
  readonly initial: string;
  readonly search: (value: string) => void;
}

export function SearchField({ label, initial, search }: SearchFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = (): void => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const tell = (): void => {
    stop();
    search(field.current?.value.trim() ?? '');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !isComposing(event)) tell();
    if (event.key !== 'Escape' || field.current === null || field.current.value === '') return;
    // The first Escape empties the field; only the next one is the app's.
    event.preventDefault();
    event.stopPropagation();
    field.current.value = '';
    tell();
  };
  return (
    <label class="ndb-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        class="ndb-search-field"
        defaultValue={initial}
        aria-label={label}
        placeholder="Search"
        spellcheck={false}
        onInput={() => {
          stop();
          timer.current = setTimeout(tell, PAUSE_MS);
        }}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
