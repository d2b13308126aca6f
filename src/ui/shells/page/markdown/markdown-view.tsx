/** The text of a note, drawn: no text becomes markup, and nothing is fetched from elsewhere. docs/page.md#a-row */

import type { ComponentChildren, JSX } from 'preact';
import type { Tokens } from 'marked';
import { type NoteToken, decodeEntities, markdownTokens } from './markdown-tokens';

export interface MarkdownViewProps {
  readonly text: string;
  readonly openLink: (target: string, event: MouseEvent) => void;
  /** In place of a `notedb` block. */
  readonly drawBlock: (text: string) => JSX.Element;
}

type Drawing = Omit<MarkdownViewProps, 'text'>;

export function MarkdownView({ text, ...drawing }: MarkdownViewProps): JSX.Element {
  return <div class="ndb-markdown">{drawAll(markdownTokens(text), drawing)}</div>;
}

const drawAll = (tokens: readonly unknown[], drawing: Drawing): ComponentChildren =>
  (tokens as readonly NoteToken[]).map((token, index) => <Piece key={index} {...{ token, drawing }} />);

interface PieceProps {
  readonly token: NoteToken;
  readonly drawing: Drawing;
}

function Piece({ token, drawing }: PieceProps): JSX.Element | null {
  const inner = (): ComponentChildren => drawAll('tokens' in token ? (token.tokens ?? []) : [], drawing);
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{inner()}</Heading>;
    case 'paragraph':
      return <p>{inner()}</p>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'code':
      if (token.lang === 'notedb') return drawing.drawBlock(token.text);
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'list':
      return <ListPiece {...{ token, drawing }} />;
    case 'list_item':
      return <ItemPiece {...{ token, drawing }} />;
    case 'checkbox':
      return <input type="checkbox" class="ndb-checkbox" aria-label="Done" checked={token.checked} disabled />;
    case 'table':
      return <TablePiece {...{ token, drawing }} />;
    default:
      return <InlinePiece {...{ token, drawing }} inner={inner} />;
  }
}

type InlineToken = Exclude<
  NoteToken,
  { type: 'heading' | 'paragraph' | 'blockquote' | 'code' | 'hr' | 'list' | 'list_item' | 'checkbox' | 'table' }
>;

interface InlineProps {
  readonly token: InlineToken;
  readonly drawing: Drawing;
  readonly inner: () => ComponentChildren;
}

function InlinePiece({ token, drawing, inner }: InlineProps): JSX.Element | null {
  switch (token.type) {
    case 'text':
      return <>{'tokens' in token && token.tokens !== undefined ? inner() : decodeEntities(token.text)}</>;
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'highlight':
      return <mark>{inner()}</mark>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'tag':
      return <span class="ndb-pill">{token.text}</span>;
    case 'wikilink':
      return (
        <NoteLink target={token.target} openLink={drawing.openLink}>
          {token.text}
        </NoteLink>
      );
    case 'link':
      return (
        <AnyLink href={token.href} openLink={drawing.openLink}>
          {inner()}
        </AnyLink>
      );
    case 'image':
      return (
        <AnyLink href={token.href} openLink={drawing.openLink}>
          {token.text === '' ? token.href : token.text}
        </AnyLink>
      );
    case 'escape':
      return <>{token.text}</>;
    case 'html':
      return <>{token.text}</>;
    case 'space':
    case 'def':
    case 'comment':
      return null;
  }
}

function Heading({ depth, children }: { readonly depth: number; readonly children: ComponentChildren }): JSX.Element {
  // Below the heading of the panel, so that the outline of the page holds.
  const Tag = `h${Math.min(depth + 2, 6)}` as 'h3';
  return <Tag class={`ndb-heading-${depth}`}>{children}</Tag>;
}

function ListPiece({ token, drawing }: { readonly token: Tokens.List; readonly drawing: Drawing }): JSX.Element {
  const items = drawAll(token.items, drawing);
  if (token.ordered) return <ol start={token.start === '' ? 1 : token.start}>{items}</ol>;
  return <ul>{items}</ul>;
}

function ItemPiece({ token, drawing }: { readonly token: Tokens.ListItem; readonly drawing: Drawing }): JSX.Element {
  const name = token.task ? `ndb-task${token.checked === true ? ' ndb-is-done' : ''}` : undefined;
  return <li class={name}>{drawAll(token.tokens, drawing)}</li>;
}

function TablePiece({ token, drawing }: { readonly token: Tokens.Table; readonly drawing: Drawing }): JSX.Element {
  const aligned = (cell: Tokens.TableCell): string | undefined =>
    cell.align === null ? undefined : `ndb-align-${cell.align}`;
  return (
    <div class="ndb-markdown-table">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index} class={aligned(cell)}>
                {drawAll(cell.tokens, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at} class={aligned(cell)}>
                  {drawAll(cell.tokens, drawing)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LinkProps {
  readonly openLink: Drawing['openLink'];
  readonly children: ComponentChildren;
}

function NoteLink({ target, openLink, children }: LinkProps & { readonly target: string }): JSX.Element {
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    openLink(target, event);
  };
  return (
    <a class="ndb-link" href="#" onClick={open} onAuxClick={open}>
      {children}
    </a>
  );
}

const OUTSIDE = /^(https?|mailto|obsidian):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** A link to another site opens in a new tab; a link with an unexpected scheme is text. */
function AnyLink({ href, openLink, children }: LinkProps & { readonly href: string }): JSX.Element {
  if (OUTSIDE.test(href)) {
    return (
      <a class="ndb-link" href={href} rel="noopener noreferrer" target="_blank">
        {children}
      </a>
    );
  }
  if (HAS_SCHEME.test(href)) return <>{children}</>;
  return (
    <NoteLink target={decoded(href)} openLink={openLink}>
      {children}
    </NoteLink>
  );
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
