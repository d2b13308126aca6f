/** patch_note: one section, block or property of a note. docs/http.md#writing-notes */

import * as z from 'zod';
import { badRequest } from '../../errors';
import { type PartEdit, editBlock, editSection, replaceBlock } from '../../note/parts/edit-part';
import { findBlock } from '../../note/parts/note-blocks';
import { HEADING_DELIMITER } from '../../note/parts/note-sections';
import { PartProblem } from '../../note/parts/part-problem';
import type { PartTarget } from '../../note/parts/note-part';
import { editTable, readTableRows } from '../../note/parts/edit-table';
import { dryRun, flag, isGiven, json, textArgument } from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import { defineWrite } from '../define-operation';
import { ifRevision, notePath, noteWriteResult, tablesOfNote, writtenNote } from './note-arguments';
import { noSuchNote, openNote, requireRevision, stageNoteText } from './open-note';
import { editProperty } from './edit-property';

const input = z.strictObject({
  path: notePath,
  heading: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .describe('Nested: A::B, or a list; []: the body'),
  block: textArgument.describe('Id of a block'),
  property: textArgument.describe('Key of the front matter'),
  operation: z.enum(['append', 'prepend', 'replace', 'delete']),
  content: textArgument.describe('Markdown'),
  value: json.nullish().describe('Of a property; of a block that is a table: its rows, [[cell]]'),
  create: flag.describe('Add the part where it is missing'),
  whole: flag.describe('replace, delete: the heading too'),
  trim: flag.describe('Without blank lines around the part'),
  relative: flag.describe('# in content is one level below the heading'),
  refuse_present: flag.describe('Refuse content that is there'),
  if_revision: ifRevision,
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

export const patchNote = defineWrite({
  name: 'patch_note',
  group: 'notes',
  permission: 'notes_write',
  addsEachTime: true,
  effect: 'write',
  summary: 'Changes one section, block or property of a note.',
  description:
    'A section is all below its heading, up to the next one of the same or a higher level. Several headings of one name below the same heading are named Name[1], Name[2]. A block is what `^id` marks. Content comes in lines of its own, with the line breaks of the note; the rest of the note stays byte for byte. A value is added to a list, a text or an object by append and prepend. A note that is a row stays one, and its values are validated.',
  brief: 'Give one of heading, block, property. Two headings of one name: Name[2]. All else stays byte for byte.',
  input,
  refusals: [
    'no such note',
    'a missing part, unless create; several parts of the name',
    'the note has another revision',
    'rows that do not fit the table, a value that can’t be added to the present one',
    'a row whose values do not fit',
  ],
  result: noteWriteResult,
  stage: async (context, args) => {
    const target = targetOf(args);
    const note = await openNote(context, args.path);
    requireRevision(note, args.if_revision);
    if (note === null) throw noSuchNote(args.path);
    const { text } = note;
    const after =
      target.kind === 'property'
        ? editProperty(context, note, target.key, {
            operation: args.operation,
            value: isGiven(args.value) ? args.value : (args.content ?? null),
            creates: args.create === true,
          })
        : editPart(text, target, args);
    const path = stageNoteText(context, note, note.path, after);
    const table = note.row?.table;
    return {
      deed: deedOf('update note', table?.qualified ?? null, { names: { path } }),
      tables: tablesOfNote(table),
      extra: () => writtenNote(context, path, text),
    };
  },
});

function targetOf({ heading, block, property }: Input): PartTarget {
  const given = [heading, block, property].filter(isGiven);
  if (given.length !== 1) throw badRequest('patch_note needs a heading, a block or a property, and one of them', HOW);
  if (isGiven(block)) return { kind: 'block', id: block };
  if (isGiven(property)) return { kind: 'property', key: property };
  return { kind: 'heading', path: typeof heading === 'string' ? heading.split(HEADING_DELIMITER) : (heading ?? []) };
}

const HOW = 'heading "Plan::Next", block "id", or property "status"';

function editPart(text: string, target: Exclude<PartTarget, { kind: 'property' }>, args: Input): string {
  const { operation } = args;
  if (isGiven(args.value)) return editRows(text, target, args);
  if (!isGiven(args.content) && operation !== 'delete')
    throw badRequest(`${operation} needs content`, 'content: "text"');
  const edit: PartEdit = {
    operation,
    content: args.content ?? '',
    isWhole: args.whole === true,
    trims: args.trim === true,
    isRelative: args.relative === true,
    creates: args.create === true,
    refusesPresent: args.refuse_present === true,
  };
  return target.kind === 'block' ? editBlock(text, target.id, edit) : editSection(text, target.path, edit);
}

function editRows(
  text: string,
  target: Exclude<PartTarget, { kind: 'property' }>,
  { operation, value = null }: Input,
): string {
  if (target.kind !== 'block' || operation === 'delete')
    throw badRequest('value is for properties, and for the rows of a table in a block', 'give content');
  const found = findBlock(text, target.id);
  if (found instanceof PartProblem) throw found.refusal;
  return replaceBlock(text, found, editTable(text.slice(found.start, found.end), operation, readTableRows(value)));
}
