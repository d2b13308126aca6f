/** update_row: one row by id or path. Source: docs/operations.md#update_row, D17. */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, badRequest, conflictError } from '../../errors';
import { findNotePath } from '../../links/find-note';
import { bodyOf } from '../../note/markdown/body';
import type { NotePath } from '../../ports/vault-port';
import { readNoteText } from '../../storage/store/note-reading';
import type { Row } from '../../storage/row';
import { linkSpecOf, type ColumnSpec } from '../../values/column-spec';
import { valuesEqual } from '../../values/compare';
import { type Json, type JsonObject, isEmpty, jsonEqual } from '../../json';
import {
  dryRun,
  isGiven,
  listPieces,
  rowValues,
  tableArgument,
  textArgument,
  textsArgument,
} from '../../schemas/arguments';
import { deedOf } from '../../schemas/deed';
import type { WriteContext } from '../../contexts';
import { defineWrite } from '../define-operation';
import { rowResult, writtenRow } from '../../rows/row-result';
import { linkTargets } from '../../rows/link-values';
import { ListPieces } from '../../rows/list-pieces';
import { type OpenRow, openRow, stageEdit, unparsableNote } from '../../rows/row-edit';
import { checkNotBoth, isSettable, unknownColumn } from '../../rows/row-values';
import { quoteValue } from '../../values/quote-value';
import { toFileName } from '../../../kernel/file-name';
import { quoteText } from '../../text/cut-text';
import { noteNameOf } from '../../note/paths';

const input = z.strictObject({
  table: tableArgument,
  id: textArgument.describe('Its id'),
  path: textArgument.describe('Its path'),
  set_values: rowValues.nullish().describe('New values; null empties'),
  unset: textsArgument.describe('Columns to empty'),
  add_values: listPieces.nullish().describe('To lists'),
  remove_values: listPieces.nullish().describe('From lists'),
  body: textArgument.describe('New Markdown body'),
  body_sections: z.record(z.string(), z.string().nullable()).nullish().describe('Heading -> new text; null removes it'),
  body_prepend: textArgument.describe('Text before the body'),
  body_append: textArgument.describe('Text behind the body'),
  expect: rowValues.nullish().describe('Refuse if it holds others'),
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

export const updateRow = defineWrite({
  name: 'update_row',
  group: 'rows',
  isCore: true,
  addsEachTime: true,
  permission: 'write',
  effect: 'write',
  summary: 'Changes one row, addressed by id or path.',
  description:
    'Only what changes is written; the rest of the note stays byte for byte. body_sections replaces the text under a heading, up to the next one of the same or a higher level; a missing heading is added, and warnings list the headings that there are. Signs before a heading (## Next) fix its level. expect compares first and refuses when the row holds something else. The note is renamed when a column of the file name changes, or when a column with identity filename is set, and links follow. add_values adds to the end of a list the items that it lacks; remove_values first removes every equal item; the other items keep their bytes.',
  brief: 'Give id or path. All else stays byte for byte; links follow a new name.',
  input,
  refusals: [
    'no such row',
    'id and path of different rows',
    'expect differs',
    'values that do not fit',
    'a name that another note has, or that no note can have',
  ],
  result: writtenRow,
  stage: async (context, args) => {
    if (!isGiven(args.id) && !isGiven(args.path))
      throw badRequest('update_row needs an id or a path', 'call select_rows for either');
    checkNotBoth(args.set_values, args.unset);
    checkBodyArguments(args);
    const definition = context.transaction.catalog.resolveTable(args.table);
    const row = await findRow(context, definition, args);
    const open = await openRow(context, definition, row.path);
    checkExpected(context, open, args.expect ?? {});
    const { name, values } = givenName(context, open, args.set_values ?? {});
    const pieces = ListPieces.of(context, definition, args);
    const path = stageEdit(context, open, {
      name,
      setValues: values,
      unset: args.unset ?? [],
      pieces,
      body: args.body ?? null,
      sections: {
        sections: args.body_sections ?? undefined,
        prepend: args.body_prepend ?? undefined,
        append: args.body_append ?? undefined,
      },
    });
    pieces.finish();
    return {
      deed: deedOf('update row', definition.qualified, { names: { path } }),
      tables: [definition.qualified],
      extra: () => rowResult(context, definition.qualified, path),
    };
  },
});

function checkBodyArguments(args: Input): void {
  const others = (['body_sections', 'body_prepend', 'body_append'] as const).filter((name) => isGiven(args[name]));
  if (isGiven(args.body) && others.length > 0) {
    throw badRequest(
      `body can't be given together with ${others.join(', ')}`,
      'give the whole body, or edit parts of it',
    );
  }
}

async function findRow(context: WriteContext, definition: TableDefinition, { id, path }: Input): Promise<Row> {
  const view = context.transaction.table(definition.qualified);
  const { name } = definition;
  const byId = !isGiven(id) ? null : view.rowById(id);
  if (isGiven(id) && byId === null) throw noRow(`${name} has no row with the id ${id}`, null);
  if (!isGiven(path)) return byId as Row;
  const check = findNotePath(context.transaction.links, path);
  if ('problem' in check) throw badPath(path, check.message);
  const byPath = view.row(check.path);
  if (byPath === null) throw await whyNoRow(context, definition, check.path);
  if (byId !== null && byId.path !== byPath.path) {
    throw conflictError(
      {
        path: byPath.path,
        column: 'id',
        code: 'id',
        message: 'id and path are of different rows',
        expected: id,
        actual: byPath.id,
      },
      'give only one of them',
      `the id ${id} is the row at ${byId.path}, not the one at ${byPath.path}`,
    );
  }
  return byPath;
}

/** After a cold start the row of an unparsable note is unknown. D7 */
async function whyNoRow(
  context: WriteContext,
  { name, qualified }: TableDefinition,
  path: NotePath,
): Promise<NotedbError> {
  const text = await context.transaction.read(path);
  const reading = text === null ? null : readNoteText(text);
  return reading?.status === 'unparsable' && reading.table === qualified
    ? unparsableNote(path, reading.reason)
    : noRow(`${name} has no row at ${path}`, path);
}

/** D17: a bad path in a write's argument is a violation. */
const badPath = (path: string, message: string): NotedbError =>
  new NotedbError('refused', message, {
    violations: [{ path, column: null, code: 'path', message, value: path }],
    hint: 'give the path that select_rows shows',
  });

const noRow = (message: string, path: string | null): NotedbError =>
  conflictError({ path, code: 'missing', message }, 'call select_rows to find the row');

/** `expect`: writes only if columns, fields and `body` still hold this; null means empty. D17 */
function checkExpected(context: WriteContext, open: OpenRow, expected: JsonObject): void {
  const { definition, path } = open;
  const unknown = Object.keys(expected).filter((name) => !isExpectable(definition, name));
  if (unknown.length > 0) {
    const violations = unknown.map((name) => unknownColumn(definition, path, name, expected[name] ?? null));
    throw new NotedbError('refused', `expect: ${violations.map(({ message }) => message).join('; ')}`, {
      violations,
      hint: 'expect names columns, fields or body',
    });
  }
  const conflicts = Object.entries(expected).flatMap(([name, value]) => expectConflicts(context, open, name, value));
  if (conflicts.length === 0) return;
  const differences = conflicts.map(({ message }) => message).join('; ');
  throw new NotedbError('conflict', `${path} does not hold the expected value: ${differences}`, {
    conflicts,
    hint: 'read the row again and decide anew',
  });
}

function expectConflicts(context: WriteContext, open: OpenRow, column: string, expected: Json): readonly Conflict[] {
  const { path, row, text: note } = open;
  const actual = column === 'body' ? bodyOf(note) : column === 'id' ? row.id : row.values[column];
  if (isEmpty(expected) ? isEmpty(actual) : holdsExpected(context, open, column, actual, expected)) return [];
  const message = `${column} is ${quoteValue(actual)}, not ${quoteValue(expected)}`;
  return [{ path, column, code: 'expect', message, expected, actual: actual ?? null }];
}

/** Links are compared by the note that they mean, date-times by instant. D6, D16 */
function holdsExpected(
  { transaction, zone }: WriteContext,
  { definition, path }: OpenRow,
  column: string,
  actual: Json | undefined,
  expected: Json,
): boolean {
  const spec = definition.columns.find(({ name }) => name === column);
  if (spec === undefined) return jsonEqual(actual, expected);
  const link = linkSpecOf(spec);
  if (link !== null)
    return linkTargets(transaction, link, actual, path) === linkTargets(transaction, link, expected, path);
  return valuesEqual(spec, zone)(actual, expected);
}

const isExpectable = (definition: TableDefinition, name: string): boolean =>
  name === 'body' || name === 'id' || isSettable(definition, name);

/** The name, and the values without the columns that hold it. Problems become violations. */
function givenName(
  { transaction }: WriteContext,
  { definition, path }: OpenRow,
  setValues: JsonObject,
): { readonly name: string | undefined; readonly values: JsonObject } {
  const columns = definition.columns.filter(
    (spec) => spec.identity === 'filename' && Object.hasOwn(setValues, spec.name),
  );
  if (columns.length === 0) return { name: undefined, values: setValues };
  let name: string | undefined;
  for (const spec of columns) {
    const value = setValues[spec.name] as Json;
    const problem = nameProblem(spec, value, name ?? null, noteNameOf(path));
    if (problem === null) name = value as string;
    else transaction.violate({ path, column: spec.name, value, ...problem });
  }
  const names = new Set(columns.map((spec) => spec.name));
  return { name, values: Object.fromEntries(Object.entries(setValues).filter(([key]) => !names.has(key))) };
}

/** The name that the note has is fine, whatever it is. */
function nameProblem(
  { name: column }: ColumnSpec & { readonly name: string },
  value: Json,
  other: string | null,
  present: string,
): { readonly code: 'required' | 'type'; readonly message: string } | null {
  if (value === null || value === '') return { code: 'required', message: `${column}: a note has a name` };
  if (typeof value !== 'string') return { code: 'type', message: `${column} is the name of the note, and a text` };
  if (other !== null && other !== value)
    return { code: 'type', message: `${column}: the note can't be called ${quoteText(value)} and ${quoteText(other)}` };
  if (value === present || toFileName(value) === value) return null;
  const near = toFileName(value);
  const instead = near === '' ? '' : `; it can be called ${quoteText(near)}`;
  return { code: 'type', message: `${column}: no note can be called ${quoteText(value)}${instead}` };
}
