/** Reads Markdown as notes write it: GitHub's, and Obsidian's links, embeds, highlights, tags and comments. docs/page.md#a-row */

import { type MarkedToken, type Token, type Tokens, type TokenizerAndRendererExtension, Marked } from 'marked';

/** Of Obsidian's own syntax. */
export interface WikiLinkToken extends Tokens.Generic {
  readonly type: 'wikilink';
  readonly target: string;
  readonly text: string;
  readonly isEmbed: boolean;
}

export interface HighlightToken extends Tokens.Generic {
  readonly type: 'highlight';
  readonly tokens: Token[];
}

export interface TagToken extends Tokens.Generic {
  readonly type: 'tag';
  readonly text: string;
}

export interface CommentToken extends Tokens.Generic {
  readonly type: 'comment';
}

export type NoteToken = MarkedToken | WikiLinkToken | HighlightToken | TagToken | CommentToken;

const WIKI_LINK = /^(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]/;
const HIGHLIGHT = /^==(?=\S)([^\n]*?\S)==/;
const TAG = /^#[\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*/u;
const COMMENT = /^%%[^]*?%%/;

const wikiLink: TokenizerAndRendererExtension = {
  name: 'wikilink',
  level: 'inline',
  start: (text) => /!?\[\[/.exec(text)?.index,
  tokenizer(text) {
    const [raw, mark, target = '', shown] = WIKI_LINK.exec(text) ?? [];
    if (raw === undefined) return undefined;
    return { type: 'wikilink', raw, target, text: shown ?? nameOf(target), isEmbed: mark === '!' };
  },
};

const highlight: TokenizerAndRendererExtension = {
  name: 'highlight',
  level: 'inline',
  start: (text) => text.indexOf('=='),
  tokenizer(text) {
    const [raw, inner = ''] = HIGHLIGHT.exec(text) ?? [];
    return raw === undefined ? undefined : { type: 'highlight', raw, tokens: this.lexer.inlineTokens(inner) };
  },
};

const tag: TokenizerAndRendererExtension = {
  name: 'tag',
  level: 'inline',
  start: (text) => {
    const found = /(^|\s)#/.exec(text);
    return found === null ? undefined : found.index + (found[1] ?? '').length;
  },
  tokenizer(text, before) {
    const last = before.at(-1)?.raw ?? '';
    const [raw] = last === '' || /\s$/.test(last) ? (TAG.exec(text) ?? []) : [];
    return raw === undefined ? undefined : { type: 'tag', raw, text: raw };
  },
};

const comment = (level: 'inline' | 'block'): TokenizerAndRendererExtension => ({
  name: 'comment',
  level,
  // A block of it begins a line; elsewhere it must not end a paragraph.
  start: (text) => (level === 'block' ? text.indexOf('\n%%') + 1 || undefined : text.indexOf('%%')),
  tokenizer(text) {
    const [raw] = COMMENT.exec(text) ?? [];
    return raw === undefined ? undefined : { type: 'comment', raw };
  },
});

/** Of the text below the front matter. */
export function markdownTokens(text: string): readonly NoteToken[] {
  const reader = new Marked({ gfm: true, extensions: [wikiLink, highlight, tag, comment('block'), comment('inline')] });
  return reader.lexer(text) as NoteToken[];
}

/** `folder/Note#Heading` is called `Note > Heading`, as the app shows it. */
function nameOf(target: string): string {
  const [path = '', ...rest] = target.split('#');
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
  return [name, ...rest].filter((part) => part !== '').join(' > ');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The reader leaves `&amp;` as it is. */
export const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (raw, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? raw;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : raw;
    },
  );
