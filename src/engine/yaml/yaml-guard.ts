/** Looks at the tokens of a block before `yaml` builds anything of it: what we refuse, and what would exhaust it. */

import { CST, Lexer } from 'yaml';

/** Where something is wrong in the block, and what. */
export interface BlockProblem {
  readonly at: number;
  readonly message: string;
}

/** How deep collections may be nested. `yaml` composes by recursion: a block of dashes ends the process, not the call. */
export const DEEPEST = 32;

export const TOO_DEEP = `more than ${DEEPEST} levels`;

/** Some 0.2 s of work. Flat blocks of any size never come here. */
const MOST_TOKENS = 40_000;

type TokenType = ReturnType<typeof CST.tokenType>;

const REFUSED: ReadonlyMap<TokenType, string> = new Map([
  ['anchor', 'anchors are not supported: text that starts with & needs quotes'],
  ['alias', 'aliases are not supported: text that starts with * needs quotes'],
  ['explicit-key-ind', 'keys that start with ? are not supported'],
  ['directive-line', 'a line that starts with % is not supported'],
  ['doc-start', 'a second document starts here'],
  ['doc-end', 'the document ends here'],
]);

/** Tags that say what a value is anyway. Others name types of YAML 1.1, or a program's own, that no JSON has. */
const PLAIN_TAG = /^!(?:(?:!|<tag:yaml\.org,2002:)(?:str|int|float|bool|null|map|seq)>?)?$/;

const BLANK: ReadonlySet<TokenType> = new Set<TokenType>([
  'space',
  'newline',
  'comment',
  'doc-mode',
  'byte-order-mark',
]);

interface Walk {
  at: number;
  lineStart: number;
  /** Open flow collections. */
  flow: number;
  /** Whether the next token can open a block collection: the first in its line, or one behind a list's mark. */
  opens: boolean;
  /** The columns of the open block collections. */
  readonly columns: number[];
}

/** The first thing in the block that we refuse without reading it; null when it may be composed. */
export function guardBlock(block: string): BlockProblem | null {
  const walk: Walk = { at: 0, lineStart: 0, flow: 0, opens: true, columns: [] };
  let count = 0;
  let isContent = false;
  for (const token of new Lexer().lex(block)) {
    count += 1;
    if (count > MOST_TOKENS) return { at: walk.at, message: 'the front matter is too large' };
    const type: TokenType = isContent ? null : CST.tokenType(token);
    const message = type === 'tag' ? tagProblem(token) : REFUSED.get(type);
    if (message !== undefined) return { at: walk.at, message };
    if (!isContent && depthBehind(walk, type) > DEEPEST + 1) return { at: walk.at, message: TOO_DEEP };
    isContent = type === 'scalar';
    if (!isContent && type !== 'doc-mode' && type !== 'flow-error-end') advance(walk, token);
  }
  return null;
}

const tagProblem = (tag: string): string | undefined =>
  PLAIN_TAG.test(tag) ? undefined : `the tag ${tag.slice(0, 100)} is not supported`;

function depthBehind(walk: Walk, type: TokenType): number {
  if (type === 'flow-error-end') walk.flow = 0;
  if (type === 'flow-map-start' || type === 'flow-seq-start') walk.flow += 1;
  if (type === 'flow-map-end' || type === 'flow-seq-end') walk.flow = Math.max(0, walk.flow - 1);
  if (walk.flow === 0 && !BLANK.has(type)) {
    if (walk.opens) openColumn(walk);
    walk.opens = type === 'seq-item-ind';
  }
  return walk.flow + walk.columns.length;
}

function openColumn({ columns, at, lineStart }: Walk): void {
  const column = at - lineStart;
  while ((columns[columns.length - 1] ?? -1) > column) columns.pop();
  if (columns[columns.length - 1] !== column) columns.push(column);
}

function advance(walk: Walk, token: string): void {
  walk.at += token.length;
  const feed = token.lastIndexOf('\n');
  if (feed < 0) return;
  walk.lineStart = walk.at - (token.length - feed - 1);
  walk.opens = true;
}
