/** Lets a text that a filter or a default holds follow the row, the note or the word that it names. docs/links.md#definitions-that-follow; D26 */

import { type FileMoves, type FollowedText, followedLink } from '../../links/followed-text';
import type { NotePath } from '../../ports/vault-port';
import { linkSpecOf, vocabularyOf } from '../../values/column-spec';
import type { ComparedColumn } from './filter-mapper';
import { agreed } from './view-reads';

export class TextFollower {
  constructor(
    private readonly moves: FileMoves,
    /** Old name -> new one of the rows of a vocabulary, by the name that it has now. */
    private readonly wordsOf: (vocabulary: string) => ReadonlyMap<string, string>,
  ) {}

  /** `prefers`: files that a name means before others. */
  followed(columns: readonly ComparedColumn[], text: string, prefers?: (path: NotePath) => boolean): FollowedText {
    if (columns.some(({ column, spec }) => spec === null && column === 'path'))
      return { text: this.moves.moves.get(text) ?? text };
    if (columns.some(({ spec }) => spec !== null && vocabularyOf(spec) !== undefined)) return this.word(columns, text);
    const isBare = columns.some(({ column, spec }) =>
      spec === null ? column === 'file_link' : linkSpecOf(spec) !== null,
    );
    return followedLink(text, this.moves, { isBare, ...(prefers === undefined ? {} : { prefers }) });
  }

  private word(columns: readonly ComparedColumn[], text: string): FollowedText {
    const next = agreed(columns, ({ spec }) => {
      const vocabulary = spec === null ? undefined : vocabularyOf(spec);
      return vocabulary === undefined ? text : (this.wordsOf(vocabulary).get(text.normalize('NFC')) ?? text);
    });
    return next === null
      ? { problem: 'is the name of a row in some of these tables, which has another name now' }
      : { text: next };
  }
}
