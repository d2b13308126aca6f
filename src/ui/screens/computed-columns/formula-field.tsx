/** The text of a formula, with words to go on with, and the place of a mistake underlined. docs/app/computed-columns.md */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../components/composing';
import { OptionList } from '../../components/editors/option-list';
import type { Suggestion } from '../../components/editors/suggestions';
import { Button } from '../../components/form/button';
import type { GridColumn } from '../../components/grid-column';
import { useElementId } from '../../components/use-element-id';
import { type EditedFormula, type WordAtCursor, formulaSuggestions, replaceIn, wordAt } from './formula-words';

/** Where a formula is wrong, and the words that were probably meant there. */
export interface FormulaMistake {
  readonly at: number;
  readonly length: number;
  readonly near: readonly string[];
}

export interface FormulaFieldProps {
  readonly formula: string;
  /** That a formula may read. */
  readonly columns: readonly GridColumn[];
  /** Of this text; null: none, or not known yet. */
  readonly mistake: FormulaMistake | null;
  readonly change: (formula: string) => void;
}

export function FormulaField({ formula, columns, mistake, change }: FormulaFieldProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const ids = { label: useElementId(), list: useElementId() };
  const { put, ...words } = useWords(field, { formula, columns, change });
  const { options, active } = words;
  return (
    <div class="ndb-formula ndb-stack">
      <label id={ids.label} class="ndb-formula-label">
        Formula
      </label>
      <div class={mistake === null ? 'ndb-formula-text' : 'ndb-formula-text ndb-is-refused'}>
        <div class="ndb-formula-mirror" aria-hidden="true">
          <Marked text={formula} {...{ mistake }} />
        </div>
        <textarea
          ref={field}
          dir="ltr"
          rows={2}
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          placeholder="price * 1.2"
          aria-labelledby={ids.label}
          aria-invalid={mistake !== null}
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? ids.list : undefined}
          aria-activedescendant={options.length > 0 && active >= 0 ? `${ids.list}-${active}` : undefined}
          value={formula}
          onInput={({ currentTarget }) => {
            change(currentTarget.value);
            words.look();
          }}
          onKeyDown={words.onKeyDown}
          onKeyUp={({ key }) => key.startsWith('Arrow') && words.follow()}
          onClick={words.follow}
          onBlur={words.close}
        />
      </div>
      <OptionList id={ids.list} suggestions={{ options, note: null }} {...{ active }} pick={words.pick} />
      {mistake !== null && mistake.near.length > 0 && (
        <p class="ndb-form-remark">
          Did you mean{' '}
          {mistake.near.map((name) => (
            <Button
              key={name}
              look="near"
              onClick={() => put(replaceIn(formula, { start: mistake.at, end: mistake.at + mistake.length }, name))}
            >
              {name}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly mistake: FormulaMistake | null;
}

/** Lies behind the field, and makes it as high as its text. */
function Marked({ text, mistake }: MarkedProps): JSX.Element {
  if (mistake === null) return <>{`${text} `}</>;
  const end = mistake.at + Math.max(mistake.length, 1);
  return (
    <>
      {text.slice(0, mistake.at)}
      <mark>{text.slice(mistake.at, end) || ' '}</mark>
      {`${text.slice(end)} `}
    </>
  );
}

interface Words {
  readonly options: readonly Suggestion[];
  /** -1: none. */
  readonly active: number;
  readonly pick: (option: Suggestion) => void;
  readonly put: (edited: EditedFormula) => void;
  /** Suggests for the word at the cursor. */
  readonly look: () => void;
  /** The cursor moved: an open list follows it. */
  readonly follow: () => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useWords(
  field: { readonly current: HTMLTextAreaElement | null },
  { formula, columns, change }: Pick<FormulaFieldProps, 'formula' | 'columns' | 'change'>,
): Words {
  const [word, setWord] = useState<WordAtCursor | null>(null);
  const [active, setActive] = useState(0);
  const cursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });
  const options = word === null ? [] : formulaSuggestions(word, columns);
  const look = (): void => {
    const { current } = field;
    setActive(0);
    setWord(current === null ? null : wordAt(current.value, current.selectionEnd));
  };
  const put = (edited: EditedFormula): void => {
    cursor.current = edited.cursor;
    setWord(null);
    change(edited.text);
  };
  const pick = ({ value }: Suggestion): void => {
    if (word !== null) put(replaceIn(formula, word, value));
  };
  const press = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    if (key === ' ' && (ctrlKey || metaKey)) look();
    else if (options.length === 0) return false;
    else if (key === 'Escape') setWord(null);
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      setActive((active + (key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    } else if ((key === 'Enter' || key === 'Tab') && !shiftKey && options[active] !== undefined) pick(options[active]);
    else return false;
    return true;
  };
  return {
    ...{ options, active, pick, put, look },
    follow: () => (word === null ? undefined : look()),
    close: () => setWord(null),
    onKeyDown: (event) => {
      if (!isComposing(event) && press(event)) event.preventDefault();
    },
  };
}
