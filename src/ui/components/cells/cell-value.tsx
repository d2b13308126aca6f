/** A value as its type is read at a glance: chips, pills, links, check boxes, numbers to the right. */

import type { JSX } from 'preact';
import type { Json } from '../../../engine/index';
import { type ChoiceColor, choiceColor } from '../../../kernel/choice-colors';
import { isDay } from '../../../kernel/day-text';
import { dayLabel, localToday, timeParts } from '../text/date-text';
import { type CellType, type GridColumn, isEmptyValue } from '../grid-column';
import { parseLink } from '../../../kernel/link-text';
import { choiceText } from '../../../kernel/names';
import { numberText } from '../../../kernel/number-text';
import { CellPicture, isPicture } from './cell-picture';
import { NumberValue } from './number-value';
import { RankSign } from './rank-sign';
import { TextLink } from './text-link';

export interface CellValueProps {
  readonly column: GridColumn;
  readonly value: Json | undefined;
  /** Pixels that the cell has. */
  readonly width: number;
  /** The one column whose choices have their colours; absent: this one. */
  readonly tinted?: string | null;
  readonly openLink: (target: string, event: MouseEvent) => void;
  /** The note that has the value: its pictures are shown. */
  readonly source?: string;
  /** Absent where nothing is edited. */
  toggle?: () => void;
}

/** What a cell shows of a text; more of it would only slow the page. */
const MOST_LETTERS = 500;

export function CellValue({
  column,
  value,
  width,
  tinted,
  openLink,
  source,
  toggle,
}: CellValueProps): JSX.Element | null {
  const isTinted = column.type !== 'enum' || tinted === undefined || tinted === column.name;
  if (column.type === 'boolean') return <CheckBox column={column} value={value} toggle={toggle} />;
  if (value === undefined || isEmptyValue(value)) return null;
  if (column.type !== 'list')
    return <SingleValue type={column.type} {...{ column, value, isTinted, openLink, source }} />;
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  const count = pillsThatFit(items.map(itemLength), width);
  return (
    <span class="ndb-pills" title={count < items.length ? items.map(plainText).join(', ') : undefined}>
      {items.slice(0, count).map((item, index) => (
        <span class={column.itemType === 'enum' ? 'ndb-pill ndb-is-chip' : 'ndb-pill'} key={index}>
          <SingleValue type={column.itemType} {...{ column, value: item, isTinted, openLink, source }} />
        </span>
      ))}
      {count < items.length && <span class="ndb-rest ndb-muted">+{items.length - count}</span>}
    </span>
  );
}

/** Of a letter, of the rest of a pill with its gap, of the cell's own edges, and of "+2". */
const LETTER = 6.6;
const PILL_ROOM = 20;
const CELL_ROOM = 16;
const REST_ROOM = 24;

/** How many pills fit whole in a cell, by the number of their letters; at least one, which is cut when it must be. */
function pillsThatFit(lengths: readonly number[], width: number): number {
  let used = CELL_ROOM;
  let count = 0;
  for (const length of lengths) {
    used += length * LETTER + PILL_ROOM;
    const isLast = count === lengths.length - 1;
    if (count > 0 && used + (isLast ? 0 : REST_ROOM) > width) return count;
    count += 1;
  }
  return count;
}

const itemLength = (item: Json): number => plainText(item).length;

/** What a person reads of a value, as text alone. */
export function plainText(value: Json): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  return parseLink(value)?.text ?? value;
}

interface SingleProps {
  readonly type: CellType;
  readonly column: GridColumn;
  readonly value: Json;
  readonly isTinted: boolean;
  readonly openLink: (target: string, event: MouseEvent) => void;
  readonly source: string | undefined;
}

function SingleValue({ type, column, value, isTinted, openLink, source }: SingleProps): JSX.Element {
  const text = shortText(typeof value === 'string' ? value : JSON.stringify(value));
  switch (type) {
    case 'enum':
      return (
        <span
          class={isTinted ? 'ndb-chip' : 'ndb-chip ndb-is-plain'}
          style={isTinted ? hueStyle(choiceColor(column.values, column.colors, text)) : undefined}
          title={column.meanings[text]}
        >
          {!isTinted && <RankSign {...{ column }} value={text} />}
          {choiceText(text)}
        </span>
      );
    case 'link':
      return <CellLink text={text} {...{ openLink, source }} />;
    case 'date':
      return <Day day={text} />;
    case 'datetime':
      return <Time text={text} />;
    case 'json':
      return <code class="ndb-json">{shortText(JSON.stringify(value))}</code>;
    case 'integer':
    case 'number':
      return typeof value === 'number' ? <NumberValue {...{ column, value }} /> : <>{text}</>;
    case 'string':
      return <TextLink {...{ text }} format={column.textFormat} />;
    case 'boolean':
    case 'list':
      return <>{text}</>;
  }
}

const shortText = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);

/** A value that is not among the allowed ones stays without a colour of its own. */
export const hueStyle = (color: ChoiceColor | null): Record<string, string> | undefined =>
  color === null ? undefined : { '--ndb-hue': `var(--color-${color})` };

function Day({ day }: { readonly day: string }): JSX.Element {
  if (!isDay(day)) return <>{day}</>;
  const { text, weekday } = dayLabel(day, localToday());
  return (
    <time class="ndb-date" dateTime={day} title={day}>
      {text}
      {weekday !== null && <span class="ndb-muted"> {weekday}</span>}
    </time>
  );
}

/** The whole text, with its zone, is in the tooltip. */
function Time({ text }: { readonly text: string }): JSX.Element {
  const parts = timeParts(text);
  return (
    <time class="ndb-date" dateTime={text} title={text}>
      {parts === null ? text : `${dayLabel(parts.day, localToday()).text}, ${parts.time.slice(0, 5)}`}
    </time>
  );
}

type CellLinkProps = Pick<SingleProps, 'openLink' | 'source'> & { readonly text: string };

function CellLink({ text, openLink, source }: CellLinkProps): JSX.Element {
  const link = parseLink(text);
  if (link === null) return <>{text}</>;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    openLink(link.target, event);
  };
  return (
    <a
      class="ndb-link"
      href={link.target}
      data-href={link.target}
      data-source={source}
      tabIndex={-1}
      onClick={open}
      onAuxClick={open}
    >
      {source !== undefined && isPicture(text, link.target) ? (
        <CellPicture {...{ source }} target={link.target} text={link.text}>
          {link.text}
        </CellPicture>
      ) : (
        link.text
      )}
    </a>
  );
}

type CheckBoxProps = Pick<CellValueProps, 'column' | 'value'> & { readonly toggle: (() => void) | undefined };

function CheckBox({ column, value, toggle }: CheckBoxProps): JSX.Element {
  return (
    <input
      type="checkbox"
      class={value === undefined || value === null ? 'ndb-checkbox ndb-is-empty' : 'ndb-checkbox'}
      aria-label={column.label}
      checked={value === true}
      disabled={toggle === undefined}
      tabIndex={-1}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        toggle?.();
      }}
    />
  );
}
