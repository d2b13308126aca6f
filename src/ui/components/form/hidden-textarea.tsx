/** The hidden text area that has the keyboard in place of a selected cell: input methods and dead keys work in editable elements alone. */

import type { JSX, RefObject, TargetedEvent, TextareaHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../composing';

/** Takes the whole text. `isLeft`: the keyboard is elsewhere by now. */
export type TakeText = (text: string, isLeft: boolean) => void;

export interface HiddenTextareaProps extends Omit<TextareaHTMLAttributes, 'class' | 'ref'> {
  readonly element: RefObject<HTMLTextAreaElement | null>;
  /** Asked when a text begins: the cell that is selected then gets it. */
  readonly begin: () => TakeText;
  /** Handles a key that is not part of a text; true when the key is used up. Absent: it goes on to the elements around. */
  readonly press?: (event: KeyboardEvent) => boolean;
}

export function HiddenTextarea({ element, begin, press, onBlur, ...attributes }: HiddenTextareaProps): JSX.Element {
  const [isSeen, see] = useState(false);
  const typed = useTypedText(element, begin, () => see(false));
  return (
    <textarea
      {...attributes}
      class={isSeen ? 'ndb-hidden-textarea ndb-is-composing' : 'ndb-hidden-textarea'}
      ref={element}
      rows={1}
      dir="auto"
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      onKeyDown={(event) => {
        if (event.defaultPrevented || isComposing(event)) return;
        if (!typed.pass(event) && press?.(event) === true) event.preventDefault();
      }}
      onCompositionStart={() => {
        typed.begin();
        see(true);
      }}
      onCompositionEnd={typed.end}
      onInput={(event: TargetedEvent<HTMLTextAreaElement>) => {
        if (event instanceof InputEvent && event.isComposing) return;
        typed.begin();
        typed.end();
      }}
      onBlur={(event) => {
        typed.flush(true);
        onBlur?.(event);
      }}
    />
  );
}

interface TypedText {
  readonly begin: () => void;
  /** The text is whole, unless another composition follows at once. */
  readonly end: () => void;
  readonly flush: (isLeft: boolean) => void;
  /** Gives a key to the field that the text before it opens; false where none opens. */
  readonly pass: (event: KeyboardEvent) => boolean;
}

function useTypedText(
  element: RefObject<HTMLTextAreaElement | null>,
  begin: HiddenTextareaProps['begin'],
  done: () => void,
): TypedText {
  const latest = useRef(begin);
  latest.current = begin;
  const [typed] = useState((): TypedText => {
    let take: TakeText | null = null;
    let timer = 0;
    const flush = (isLeft: boolean): void => {
      window.clearTimeout(timer);
      const [to, text] = [take, element.current?.value ?? ''];
      if (to === null) return;
      // What takes the text may take the keyboard too, and comes here again.
      take = null;
      if (element.current !== null) element.current.value = '';
      done();
      // White space alone is not a value, and in a cell no key types it.
      if (text.trim() !== '') to(text, isLeft);
    };
    return {
      begin: () => {
        window.clearTimeout(timer);
        take ??= latest.current();
      },
      // An input method loses its next composition when the keyboard moves between two that come at once.
      end: () => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => flush(false));
      },
      flush,
      pass: (event) => {
        if (take === null) return false;
        flush(false);
        const active = element.current?.ownerDocument.activeElement ?? null;
        if (active === null || active === element.current) return false;
        event.stopPropagation();
        if (!active.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
        return true;
      },
    };
  });
  useLayoutEffect(() => () => typed.flush(true), []);
  return typed;
}
