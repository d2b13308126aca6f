/** The columns to choose from, with a field that finds them by a part of their name. */

import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isComposing } from '../composing';
import { Icon } from '../icon';
import { typeIcon } from '../cells/type-icon';
import type { ColumnChoiceProps } from './column-choice-props';
import { type ChoosableColumn, type FoundColumns, findColumns } from './find-columns';

export interface ColumnListProps extends ColumnChoiceProps {
  readonly id: string;
  /** The search text as the list opens. */
  readonly begun: string;
  /** `hasFocus`: the button gets it. */
  readonly close: (hasFocus: boolean) => void;
  /** Tab, after the button has the focus; true when the focus was led on. */
  readonly goOn: (event: KeyboardEvent) => boolean;
}

/** So many are seen at a glance: more of them have a field to search by. */
const FEW = 8;

/** Null: no column. */
type Item = ChoosableColumn | null;

export function ColumnList(props: ColumnListProps): JSX.Element {
  const { id, label, none } = props;
  const list = useColumnList(props);
  const { found, items, active, isSearched, typed } = list;
  const activeId = active < 0 ? undefined : `${id}-${active}`;
  const option = (item: Item): JSX.Element => (
    <ColumnOption
      key={item?.name ?? ''}
      {...{ item }}
      id={`${id}-${items.indexOf(item)}`}
      label={item?.label ?? none?.label ?? ''}
      isChosen={(item?.name ?? null) === props.name}
      isActive={items[active] === item && active >= 0}
      pick={() => list.pick(item)}
    />
  );
  return (
    <div class="ndb-column-list-body ndb-surface ndb-stack" onKeyDown={list.onKeyDown}>
      {isSearched && <FindField {...{ label, typed, activeId }} list={id} field={list.field} type={list.type} />}
      {found.note !== null && (
        <p class="ndb-column-find-note ndb-small-text" role="status">
          {found.note}
        </p>
      )}
      <div
        ref={list.place}
        {...{ id }}
        class="ndb-option-list"
        role="listbox"
        aria-label={label}
        aria-activedescendant={activeId}
        tabIndex={isSearched ? -1 : 0}
      >
        {sectionsOf(items).map(({ heading, items: part }) =>
          heading === null ? (
            part.map(option)
          ) : (
            <div key={heading} role="group" aria-label={heading}>
              <div class="ndb-column-heading ndb-small-text" aria-hidden="true">
                {heading}
              </div>
              {part.map(option)}
            </div>
          ),
        )}
      </div>
    </div>
  );
}

interface FindFieldProps extends Pick<ListState, 'field' | 'typed' | 'type'> {
  readonly label: string;
  /** The id of the list. */
  readonly list: string;
  readonly activeId: string | undefined;
}

const FindField = ({ label, list, activeId, field, typed, type }: FindFieldProps): JSX.Element => (
  <label class="ndb-column-find ndb-line">
    <Icon name="search" />
    <input
      ref={field}
      type="text"
      class="ndb-column-typed"
      role="combobox"
      aria-label={`${label}: find`}
      aria-autocomplete="list"
      aria-expanded="true"
      aria-controls={list}
      aria-activedescendant={activeId}
      autocomplete="off"
      spellcheck={false}
      placeholder="Find a column"
      value={typed}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  </label>
);

interface ColumnOptionProps {
  readonly id: string;
  readonly item: Item;
  readonly label: string;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly pick: () => void;
}

const ColumnOption = ({ id, item, label, isChosen, isActive, pick }: ColumnOptionProps): JSX.Element => (
  <div
    {...{ id }}
    role="option"
    class={isActive ? 'ndb-option ndb-line ndb-is-active' : 'ndb-option ndb-line'}
    aria-selected={isChosen}
    // The field keeps the focus, and with it the text.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    onClick={pick}
  >
    {item === null ? <span class="ndb-icon" /> : <Icon name={typeIcon(item)} />}
    <span class="ndb-option-label ndb-ellipsis">{label}</span>
    {isChosen && <Icon name="tick" />}
  </div>
);

interface Section {
  readonly heading: string | null;
  readonly items: readonly Item[];
}

function sectionsOf(items: readonly Item[]): readonly Section[] {
  const headings = [...new Set(items.map((item) => item?.heading ?? null))];
  return headings.map((heading) => ({ heading, items: items.filter((item) => (item?.heading ?? null) === heading) }));
}

interface ListState {
  readonly field: { current: HTMLInputElement | null };
  readonly place: { current: HTMLDivElement | null };
  readonly typed: string;
  readonly isSearched: boolean;
  readonly found: FoundColumns;
  readonly items: readonly Item[];
  readonly active: number;
  readonly type: (text: string) => void;
  readonly pick: (item: Item | undefined) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function useColumnList({ name, columns, none, begun, choose, close, goOn }: ColumnListProps): ListState {
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(begun);
  const [isTyping, setTyping] = useState(begun !== '');
  const [walked, setWalked] = useState<number | null>(null);
  const found = useMemo(() => findColumns(columns, typed), [columns, typed]);
  const isAll = typed.trim() === '';
  const items: readonly Item[] = none !== undefined && isAll ? [null, ...found.columns] : found.columns;
  const active = walked ?? (isAll ? items.findIndex((item) => (item?.name ?? null) === name) : found.best);
  useLayoutEffect(() => {
    const { current: input } = field;
    const hasField = input !== null && (isTyping || !isByFinger(input));
    (hasField ? input : place.current)?.focus({ preventScroll: true });
    if (hasField) input.setSelectionRange(input.value.length, input.value.length);
  }, [isTyping]);
  useLayoutEffect(() => {
    place.current?.querySelector('.ndb-is-active')?.scrollIntoView({ block: 'nearest' });
  }, [active, typed]);
  const type = (text: string): void => {
    setTyped(text);
    setWalked(null);
    setTyping(true);
  };
  const pick = (item: Item | undefined): void => {
    if (item === undefined) return;
    close(true);
    if (item !== null) choose(item.name);
    else none?.choose();
  };
  /** Whether the key is used up. */
  const press = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const isInField = event.target === field.current;
    const next = nextPlace(key, active, items.length, isInField);
    if (next !== null) setWalked(next);
    else if (key === 'Enter') pick(items[active]);
    else if (key === 'Escape') close(true);
    else if (key === 'Tab') return isTabbed(event);
    else if (isInField || !isLetter(event)) return false;
    else type(typed + key);
    return true;
  };
  const isTabbed = (event: KeyboardEvent): boolean => {
    pick(items[active]);
    close(true);
    return goOn(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (!isComposing(event) && press(event)) event.preventDefault();
  };
  const isSearched = columns.length > FEW || isTyping;
  return { field, place, typed, isSearched, found, items, active, type, pick, onKeyDown };
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Where a key leads in the list; null: nowhere. Home and End are of the text where there is one. */
function nextPlace(key: string, at: number, length: number, isInField: boolean): number | null {
  if (length === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (Math.max(at, 0) - 1 + length) % length;
  if (isInField) return null;
  return key === 'Home' ? 0 : key === 'End' ? length - 1 : null;
}

/** A finger first sees the list, without a keyboard over it. */
const isByFinger = ({ ownerDocument }: HTMLElement): boolean =>
  ownerDocument.defaultView?.matchMedia?.('(pointer: coarse)').matches === true;
