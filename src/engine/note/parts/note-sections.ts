/** The sections of a note, and the one that a path of headings names. docs/http.md#parts */

import { scanBlocks } from '../markdown/block-structure';
import { bodyOf } from '../markdown/body';
import { PartProblem } from './part-problem';
import { quoteText } from '../../text/cut-text';

/** A heading with all below it, up to the next one of the same or a higher level. */
export interface NoteSection {
  /** 0: the whole body, which has no heading. */
  readonly level: number;
  /** The texts of the headings from the top down; `Name[2]` is the second one of several with the same parent. */
  readonly address: readonly string[];
  /** Of the heading. */
  readonly start: number;
  /** Behind the heading. */
  readonly below: number;
  readonly end: number;
  /** Of the heading, counted from 1. */
  readonly line: number;
}

/** Headings that a message lists. */
const MOST_LISTED = 20;
export const HEADING_DELIMITER = '::';

interface OutlineNode {
  readonly name: string;
  readonly level: number;
  readonly parent: OutlineNode | null;
  readonly start: number;
  readonly below: number;
  end: number;
  /** Those of the same name and parent, in order. */
  readonly twins: readonly OutlineNode[];
  /** Its number among them, from 1. */
  readonly nth: number;
}

export const addressText = (address: readonly string[]): string => address.join(HEADING_DELIMITER);

export const sectionsOf = (text: string): readonly NoteSection[] => {
  const lines = lineCounter(text);
  return nodesOf(text).map((node) => toSection(node, lines));
};

/** `path` empty: the whole body. A path may begin below the top where only one section fits. */
export function findSection(text: string, path: readonly string[]): NoteSection | PartProblem {
  if (path.length === 0) {
    const below = bodyStartOf(text);
    return { level: 0, address: [], start: below, below, end: text.length, line: 1 };
  }
  const nodes = nodesOf(text);
  const wanted = path.map((name) => name.trim().normalize('NFC'));
  const whole = nodes.filter((node) => fits(node, wanted, true));
  const found = whole.length > 0 ? whole : nodes.filter((node) => fits(node, wanted, false));
  const [only] = found;
  const lines = lineCounter(text);
  if (only !== undefined && found.length === 1) return toSection(only, lines);
  const sections = (only === undefined ? nodes : found).slice(0, MOST_LISTED).map((node) => toSection(node, lines));
  const name = quoteText(addressText(path));
  if (only !== undefined) {
    const all = sections.map(({ address, line }) => `${addressText(address)} (line ${line})`).join(', ');
    const addresses = sections.map(({ address }) => addressText(address));
    return new PartProblem('ambiguous', `the note has ${found.length} headings ${name}: ${all}`, NAME_ONE, addresses);
  }
  const more = nodes.length > MOST_LISTED ? `, and ${nodes.length - MOST_LISTED} more` : '';
  const listed = sections.map(({ address }) => addressText(address)).join(', ');
  const hint = nodes.length === 0 ? 'the note has no headings' : `the note's headings: ${listed}${more}`;
  return new PartProblem('missing', `there is no heading ${name}`, hint);
}

const NAME_ONE = 'name one of them as it is listed: Name[2] is the second one below the same heading';

export const bodyStartOf = (text: string): number => text.length - bodyOf(text).length;

function nodesOf(text: string): readonly OutlineNode[] {
  const nodes: OutlineNode[] = [];
  const open: OutlineNode[] = [];
  const twins = new Map<OutlineNode | null, Map<string, OutlineNode[]>>();
  for (const { level, text: heading, start, end } of scanBlocks(text, bodyStartOf(text)).headings) {
    while ((open.at(-1)?.level ?? 0) >= level) (open.pop() as OutlineNode).end = start;
    const parent = open.at(-1) ?? null;
    const name = heading.normalize('NFC');
    const siblings = twins.get(parent) ?? new Map<string, OutlineNode[]>();
    twins.set(parent, siblings);
    const same = siblings.get(name) ?? [];
    siblings.set(name, same);
    const node = { name, level, parent, start, below: end, end: text.length, twins: same, nth: same.length + 1 };
    same.push(node);
    nodes.push(node);
    open.push(node);
  }
  return nodes;
}

function fits(node: OutlineNode, path: readonly string[], isWhole: boolean): boolean {
  let at: OutlineNode | null = node;
  for (const name of [...path].reverse()) {
    if (at === null || (at.name !== name && labelOf(at) !== name)) return false;
    at = at.parent;
  }
  return !isWhole || at === null;
}

const labelOf = ({ name, nth }: OutlineNode): string => `${name}[${nth}]`;

function toSection(node: OutlineNode, lineAt: (offset: number) => number): NoteSection {
  const address: string[] = [];
  for (let at: OutlineNode | null = node; at !== null; at = at.parent) {
    address.unshift(at.twins.length > 1 ? labelOf(at) : at.name);
  }
  const { level, start, below, end } = node;
  return { level, address, start, below, end, line: lineAt(start) };
}

/** For offsets in ascending order. */
function lineCounter(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    for (let feed = text.indexOf('\n', at); feed >= 0 && feed < offset; feed = text.indexOf('\n', at)) {
      line += 1;
      at = feed + 1;
    }
    return line;
  };
}
