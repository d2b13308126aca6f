/** Renames a column in the note of a row. Source: docs/operations.md#rename_column (a stray key of a different value is a conflict), docs/operations.md#define_base. */

import { type NotedbError, conflictError } from '../../errors';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { RAW_EMPTY, type RawValue } from '../../yaml/raw-value';
import { rawEqual, rawToJson } from '../../yaml/raw-json';
import { renameInline } from '../../note/inline/splice-inline';
import type { RowCodec } from '../../storage/row-codec';
import { renameKey } from '../../yaml/front-matter/rename-key';

/** The text of a note. `codec`: of the former definition, which says where notes have the key. A key of the new name that says the same goes. Throws for one that says something else. */
export function renamedKey(
  codec: RowCodec,
  { path, text }: { readonly path: string; readonly text: string },
  from: string,
  to: string,
): string {
  const { entries } = parseFrontMatter(text);
  const rawOf = (name: string): RawValue | undefined => entries.find(({ key }) => key === name)?.raw;
  const [own, stray] = [rawOf(from), rawOf(to)];
  if (stray !== undefined && !rawEqual(own ?? RAW_EMPTY, stray)) throw strayConflict(path, from, to, own, stray);
  return renameKey(codec.inlineKey(from) === null ? text : renameInline(text, new Map([[from, to]])), from, to);
}

function strayConflict(
  path: string,
  from: string,
  to: string,
  own: RawValue | undefined,
  stray: RawValue,
): NotedbError {
  const [expected, actual] = [rawToJson(own ?? RAW_EMPTY), rawToJson(stray)];
  const message = `${path} has a key ${to} already: ${JSON.stringify(actual)}, while ${from} is ${JSON.stringify(expected)}`;
  return conflictError(
    { path, column: to, code: 'exists', message, expected, actual },
    `remove the key ${to} from these notes, or take another name`,
  );
}
