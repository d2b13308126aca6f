/** A text that leads out of the vault: the address of a page, an e-mail address, a phone number. docs/app/columns.md#formats */

import type { JSX } from 'preact';
import type { TextFormat } from '../../../kernel/number-format';

export interface TextLinkProps {
  readonly text: string;
  /** Null: only an address with its scheme is a link. */
  readonly format: TextFormat | null;
}

export function TextLink({ text, format }: TextLinkProps): JSX.Element {
  const href = addressOf(text.trim(), format);
  if (href === null) return <>{text}</>;
  const isPage = WEB_ADDRESS.test(href);
  return (
    <a
      class="ndb-link"
      href={href}
      tabIndex={-1}
      {...(isPage ? { rel: 'noopener', target: '_blank' } : {})}
      onClick={(event) => event.stopPropagation()}
    >
      {isPage ? text.trim().replace(/^https?:\/\/(www\.)?/, '') : text}
    </a>
  );
}

const WEB_ADDRESS = /^https?:\/\/\S+$/;
const BARE_ADDRESS = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u;
const EMAIL = /^[^\s@:?&/]+@[^\s@:?&/]+\.[^\s@:?&/]+$/;
const PHONE = /^\+?[\d\s().\u00a0/-]{3,}$/;

/** Null for a text that does not look like what the column has: it stays a text. */
function addressOf(text: string, format: TextFormat | null): string | null {
  switch (format) {
    case 'email':
      return EMAIL.test(text) ? `mailto:${text}` : null;
    case 'phone':
      return PHONE.test(text) && /\d/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : null;
    case 'url':
      if (BARE_ADDRESS.test(text)) return `https://${text}`;
      return WEB_ADDRESS.test(text) ? text : null;
    case null:
      return WEB_ADDRESS.test(text) ? text : null;
  }
}
