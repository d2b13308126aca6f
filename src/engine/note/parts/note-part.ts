/** The part of a note that a call names, and its text. docs/http.md#parts */

import { type FrontMatterEntry, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { rawToJson } from '../../yaml/raw-json';
import type { Json } from '../../json';
import { fingerprintOf } from '../../text/fingerprint';
import { findBlock, namedBlocksOf } from './note-blocks';
import { HEADING_DELIMITER, addressText, findSection, sectionsOf } from './note-sections';
import { PartProblem } from './part-problem';

export type PartTarget =
  /** The texts of the headings from the top down; empty: the body. */
  | { readonly kind: 'heading'; readonly path: readonly string[] }
  | { readonly kind: 'block'; readonly id: string }
  | { readonly kind: 'property'; readonly key: string };

export type NotePart = { readonly text: string } | { readonly value: Json };

/** `^id` names a block, anything else a heading, nested by `::`. */
export const partNamed = (name: string): PartTarget =>
  /^\^[A-Za-z0-9-]+$/.test(name)
    ? { kind: 'block', id: name.slice(1) }
    : { kind: 'heading', path: name.split(HEADING_DELIMITER) };

export function readPart(text: string, target: PartTarget): NotePart | PartProblem {
  switch (target.kind) {
    case 'heading': {
      const found = findSection(text, target.path);
      return found instanceof PartProblem ? found : { text: text.slice(found.below, found.end) };
    }
    case 'block': {
      const found = findBlock(text, target.id);
      return found instanceof PartProblem ? found : { text: text.slice(found.start, found.end) };
    }
    case 'property': {
      const { entries } = parseFrontMatter(text);
      const found = entries.find(({ key }) => key === target.key);
      return found === undefined ? missingProperty(target.key, entries) : { value: rawToJson(found.raw) };
    }
  }
}

export function missingProperty(key: string, entries: readonly FrontMatterEntry[]): PartProblem {
  const keys = entries.map((entry) => entry.key);
  const hint = keys.length === 0 ? 'the note has no properties' : `the note's properties: ${keys.join(', ')}`;
  return new PartProblem('missing', `the note has no property ${JSON.stringify(key)}`, hint);
}

export interface PartNames {
  /** Each as a path of headings. */
  readonly headings: readonly (readonly string[])[];
  readonly blocks: readonly string[];
  readonly properties: readonly string[];
}

/** Everything that can be named in a note. */
export const partsOf = (text: string): PartNames => ({
  headings: sectionsOf(text).map(({ address }) => address),
  blocks: namedBlocksOf(text).map(({ id }) => id),
  properties: parseFrontMatter(text).entries.map(({ key }) => key),
});

export { addressText };

/** Names the text of a note as it is: another text has another one. */
export const revisionOf = (text: string): string => `${fingerprintOf(text).toString(36)}-${text.length.toString(36)}`;
