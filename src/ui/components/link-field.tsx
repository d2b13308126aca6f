/** A field for a link, with the rows that it may lead to below it. docs/quick-find.md#in-link-cells */

import type { JSX, TargetedEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface LinkSuggestion {
  readonly name: string;
  /** As it is written into the cell. */
  readonly link: string;
  /** The alias that was found; null when the name says it. */
  readonly why: string | null;
}

export interface LinkFieldProps {
  readonly inputRef: (element: HTMLInputElement | null) => void;
  /** Attributes of the field, with `value`, `onKeyDown` and `onInput`. */
  readonly common: Readonly<Record<string, unknown>> & {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onInput: (event: TargetedEvent<HTMLInputElement>) => void;
  };
  /** What is typed already; empty lists all. */
  readonly typed: string;
  readonly suggest: (typed: string) => Promise<readonly LinkSuggestion[]>;
  /** `key`: the one that chose it, null for a click. */
  readonly take: (link: string, key: KeyboardEvent | null) => void;
}

export function LinkField({ inputRef, common, typed, suggest, take }: LinkFieldProps): JSX.Element {
  const { suggestions, ask } = useSuggestions(typed, suggest);
  const [chosen, choose] = useState(-1);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextChosen(event, chosen, suggestions.length);
    const suggestion = suggestions[chosen];
    if (next !== null) choose(next);
    else if (suggestion !== undefined && isTaking(event)) take(suggestion.link, event);
    else return common.onKeyDown(event);
    event.stopPropagation();
    event.preventDefault();
  };
  const onInput = (event: TargetedEvent<HTMLInputElement>): void => {
    choose(-1);
    common.onInput(event);
    ask(event.currentTarget.value);
  };
  return (
    <>
      <input
        {...common}
        {...{ onKeyDown, onInput }}
        ref={inputRef}
        type="text"
        role="combobox"
        autocomplete="off"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
      />
      <ul class="ndb-choices" id={listId} role="listbox" aria-label="Rows to link to" hidden={suggestions.length === 0}>
        {suggestions.map((suggestion, at) => (
          <Choice
            key={suggestion.link}
            id={`${listId}-${at}`}
            isChosen={at === chosen}
            {...{ suggestion }}
            take={() => take(suggestion.link, null)}
          />
        ))}
      </ul>
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly suggestion: LinkSuggestion;
  readonly isChosen: boolean;
  readonly take: () => void;
}

function Choice({ id, suggestion, isChosen, take }: ChoiceProps): JSX.Element {
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (isChosen) item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li
      {...{ id }}
      ref={item}
      class={isChosen ? 'ndb-choice ndb-is-chosen' : 'ndb-choice'}
      role="option"
      aria-selected={isChosen}
      // The field keeps the focus, and is not committed before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={take}
    >
      {suggestion.name}
      {suggestion.why !== null && <span class="ndb-choice-why">{suggestion.why}</span>}
    </li>
  );
}

interface Suggestions {
  readonly suggestions: readonly LinkSuggestion[];
  readonly ask: (typed: string) => void;
}

/** The answer to the last question; one that was overtaken is dropped. */
function useSuggestions(typed: string, suggest: LinkFieldProps['suggest']): Suggestions {
  const [suggestions, show] = useState<readonly LinkSuggestion[]>([]);
  const asked = useRef(0);
  const ask = (text: string): void => {
    const question = ++asked.current;
    void suggest(text).then((found) => {
      if (question === asked.current) show(found);
    });
  };
  useLayoutEffect(() => {
    ask(typed);
    return () => void (asked.current = -1);
  }, []);
  return { suggestions, ask };
}

/** Down from the last one, and up from the first, leads back to what was typed. */
function nextChosen({ key, altKey, isComposing }: KeyboardEvent, chosen: number, count: number): number | null {
  if (isComposing || altKey || count === 0) return null;
  if (key === 'ArrowDown') return chosen + 1 >= count ? -1 : chosen + 1;
  if (key === 'ArrowUp') return chosen < 0 ? count - 1 : chosen - 1;
  return null;
}

const isTaking = ({ key, isComposing }: KeyboardEvent): boolean => !isComposing && (key === 'Enter' || key === 'Tab');
