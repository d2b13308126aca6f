/** read_note: one note, whole or a part of its text. Source: docs/operations.md#read_note; D17, D19. */

import * as z from 'zod';
import { type NotedbError, badRequest, notFound } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { partNamed, readPart } from '../../note/parts/note-part';
import { PartProblem } from '../../note/parts/part-problem';
import { PATH_HINT } from '../../note/paths';
import { textArgument } from '../../schemas/arguments';
import { MOST_TEXT, nextResult, truncatedResult } from '../../schemas/text-budget';
import { cutToUtf8, utf8Length } from '../../../kernel/utf8-length';
import { datetimeAt } from '../../values/time/dates';
import { count, jsonObject, textList } from '../../values/json-schema';
import { defineRead } from '../define-operation';
import { noteContent } from './note-content';

export const readNote = defineRead({
  name: 'read_note',
  group: 'query',
  isCore: true,
  permission: 'notes',
  summary: 'Reads one note: its whole text, front matter, tags and times.',
  description:
    '.md is appended when missing. content holds the whole text including the front matter, or the part that offset and length ask for; everything else is about the whole note. section gives the text below one heading, up to the next one of the same or a higher level, or the block of an id; offset and length then count in it. Beyond its end content is empty. content has at most 10 MB: next reads on.',
  brief: 'content has the front matter too.',
  input: z.strictObject({
    path: z.string().describe('Vault path of the note'),
    section: textArgument.describe('Only below this heading (A::B: B in A), or ^block'),
    offset: z.int().min(0).nullish().describe('Where content begins, in UTF-16 units'),
    length: z.int().min(0).nullish().describe('At most so many of them'),
  }),
  refusals: ['no such note', 'no such section, or several', 'a text that is not UTF-8', 'a path that leaves the vault'],
  result: z.strictObject({
    path: z.string(),
    content: z.string(),
    truncated: truncatedResult,
    total: count.exactOptional().describe('Where content is cut: UTF-16 units of the whole text'),
    next: nextResult.exactOptional(),
    front_matter: jsonObject,
    tags: textList,
    modified_at: z.string(),
    created_at: z.string(),
    size: count.describe('Bytes'),
  }),
  run: async ({ host, zone, view }, input) => {
    const check = findNotePath(view.links, input.path);
    if ('problem' in check)
      throw check.problem === 'hidden' ? noSuchNote(input.path) : badRequest(check.message, PATH_HINT);
    const { path } = check;
    const [content, stat] = [await host.vault.read(path), await host.vault.stat(path)];
    if (content === null || stat === null) throw noSuchNote(path);
    return {
      path,
      ...partOf(sectionOf(content, input.section), input.offset ?? 0, input.length ?? Infinity),
      ...noteContent(content),
      modified_at: datetimeAt(Math.floor(stat.mtime), zone),
      created_at: datetimeAt(Math.floor(stat.ctime), zone),
      size: stat.size,
    };
  },
});

const noSuchNote = (path: string): NotedbError =>
  notFound(`there is no note ${path}`, 'call list_folder to see what there is');

function sectionOf(text: string, section: string | null | undefined): string {
  if (section === null || section === undefined) return text;
  const part = readPart(text, partNamed(section));
  if (part instanceof PartProblem) throw part.whenRead;
  return 'text' in part ? part.text : '';
}

interface CutText {
  readonly content: string;
  readonly truncated?: true;
  readonly total?: number;
  readonly next?: { readonly offset: number };
}

function partOf(text: string, start: number, length: number): CutText {
  const asked = text.slice(start, start + length);
  if (3 * asked.length <= MOST_TEXT || utf8Length(asked) <= MOST_TEXT) return { content: asked };
  const content = cutToUtf8(asked, MOST_TEXT);
  return { content, truncated: true, total: text.length, next: { offset: start + content.length } };
}
