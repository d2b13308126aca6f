/** Moves the value of a column from the text of a note to its front matter: the column is not read in the text any more. docs/inline-properties.md */

import { setInline } from '../note/inline/splice-inline';
import type { RowCodec } from '../storage/row-codec';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import { type RawValue, rawString } from '../yaml/raw-value';
import { written } from './row-values';

/** `codec`: of the former definition, with `before` as its column. A value in the front matter wins: the text stays as it is. */
export function inlineToFrontMatter(codec: RowCodec, before: ColumnSpec, path: string, text: string): string {
  const key = noteKeyOf(before);
  const column = codec.inlineKey(key);
  const frontMatter = parseFrontMatter(text);
  const isGiven = frontMatter.entries.some((entry) => entry.key === key && entry.raw.kind !== 'empty');
  const raw = codec.entriesOf(text, frontMatter).find((entry) => entry.key === key)?.raw;
  if (column === null || isGiven || raw === undefined || raw.kind === 'empty') return text;
  const { row, problems } = codec.decode(path, 0, text, frontMatter);
  const isValid = problems.every((problem) => problem.column !== before.name);
  const moved = isValid ? written(before, row.values[before.name]).raw : asText(raw);
  return setFrontMatter(setInline(text, column, null), new Map([[key, moved]]));
}

/** A value that does not fit keeps its text, which YAML might read otherwise. */
function asText(raw: RawValue): RawValue {
  if (raw.kind === 'list') return { kind: 'list', items: raw.items.map(asText) };
  return raw.kind === 'scalar' ? rawString(raw.text) : raw;
}
