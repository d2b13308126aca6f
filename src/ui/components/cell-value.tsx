/** A value as its type is read at a glance: chips, pills, links, check boxes, numbers to the right. */

import type { JSX } from 'preact';
import type { Json } from '../../engine/index';
import { type CellType, type GridColumn, isEmptyValue } from './grid-column';

export interface CellValueProps {
  readonly column: GridColumn;
  readonly value: Json | undefined;
  readonly openLink: (target: string, event: MouseEvent) => void;
  /** Absent where nothing is edited. */
  toggle?: () => void;
}

/** As many colours as the theme has names for; further values take them in turn. */
const HUES = 8;
const WEB_ADDRESS = /^https?:\/\/\S+$/;

export function CellValue({ column, value, openLink, toggle }: CellValueProps): JSX.Element | null {
  if (column.type === 'boolean') return <CheckBox column={column} value={value} toggle={toggle} />;
  if (value === undefined || isEmptyValue(value)) return null;
  if (column.type !== 'list') return <Single type={column.type} {...{ column, value, openLink }} />;
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  return (
    <span class="ndb-pills">
      {items.map((item, index) => (
        <span class="ndb-pill" key={index}>
          <Single type={column.itemType} {...{ column, value: item, openLink }} />
        </span>
      ))}
    </span>
  );
}

interface SingleProps {
  readonly type: CellType;
  readonly column: GridColumn;
  readonly value: Json;
  readonly openLink: (target: string, event: MouseEvent) => void;
}

function Single({ type, column, value, openLink }: SingleProps): JSX.Element {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (type) {
    case 'enum':
      return <span class={`ndb-chip ndb-hue-${hueOf(column, text)}`}>{text}</span>;
    case 'link':
      return <Link source={text} openLink={openLink} />;
    case 'date':
      return (
        <time class="ndb-date" dateTime={text}>
          {text}
        </time>
      );
    case 'datetime':
      return (
        <time class="ndb-date" dateTime={text} title={text}>
          {shortTime(text)}
        </time>
      );
    case 'json':
      return <code class="ndb-json">{JSON.stringify(value)}</code>;
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'list':
      return WEB_ADDRESS.test(text) ? <WebAddress href={text} /> : <>{text}</>;
  }
}

/** A value that is not among the allowed ones stays without a colour of its own. */
const hueOf = ({ values }: GridColumn, text: string): string => {
  const position = values.indexOf(text);
  return position < 0 ? 'none' : String(position % HUES);
};

/** `2026-11-21T09:30:00+01:00` is read as `2026-11-21 09:30`; the whole text is in the tooltip. */
function shortTime(text: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text);
  return parts === null ? text : `${parts[1]} ${parts[2]}`;
}

function Link({ source, openLink }: Pick<SingleProps, 'openLink'> & { readonly source: string }): JSX.Element {
  const link = parseLink(source);
  if (link === null) return <>{source}</>;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    openLink(link.target, event);
  };
  return (
    <a class="ndb-link" href={link.target} tabIndex={-1} onClick={open} onAuxClick={open}>
      {link.text}
    </a>
  );
}

function WebAddress({ href }: { readonly href: string }): JSX.Element {
  return (
    <a
      class="ndb-link"
      href={href}
      tabIndex={-1}
      rel="noopener"
      target="_blank"
      onClick={(event) => event.stopPropagation()}
    >
      {href.replace(/^https?:\/\/(www\.)?/, '')}
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

/** A link as it is stored, taken apart for showing: where it points and what it says. */

interface LinkText {
  /** With heading or block, as the app opens it. */
  readonly target: string;
  readonly text: string;
}

const WIKI = /^!?\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]$/;
const MARKDOWN = /^!?\[([^\]]*)\]\(<?([^()<>]+)>?\)$/;

/** Null when the text is no link: then it is shown as it stands. */
export function parseLink(source: string): LinkText | null {
  const wiki = WIKI.exec(source.trim());
  if (wiki !== null) {
    const target = wiki[1] ?? '';
    return { target, text: wiki[2] ?? nameOf(target) };
  }
  const markdown = MARKDOWN.exec(source.trim());
  if (markdown === null) return null;
  const target = decoded(markdown[2] ?? '');
  return { target, text: markdown[1] === '' || markdown[1] === undefined ? nameOf(target) : markdown[1] };
}

/** `folder/Note.md#Heading` is called `Note > Heading`, as the app shows it. */
function nameOf(target: string): string {
  const [path = '', ...rest] = target.split('#');
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
  return [name, ...rest].filter((part) => part !== '').join(' > ');
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
