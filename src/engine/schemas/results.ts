/** What several operations answer with, as schemas. Source: docs/operations.md#answers */

import * as z from 'zod';
import { ERROR_CODES, violationCodesWith } from '../errors';
import { deedResult } from './deed';
import { count, json, listOf, mapOf, textList, textOrNull } from '../values/json-schema';

const change = z
  .strictObject({ before: json, after: json, diff: z.string().exactOptional() })
  .meta({ id: 'Change', description: 'A value; a long one is given as its sizes in bytes and the lines that differ' });

const plannedNote = z
  .strictObject({
    path: z.string().describe('Where it lies before the write, or where it is made'),
    moved_to: z.string().exactOptional(),
    before: mapOf(json).nullable().describe('Null: the write makes it'),
    after: mapOf(json).nullable().describe('Null: the write deletes it'),
    front_matter: textOrNull.describe(
      'All of it as the write leaves it, with both lines of ---; null: no note, or no right to it',
    ),
  })
  .meta({ id: 'PlannedNote', description: 'The front matter of a note: before and after as far as they differ' });

export type PlannedNote = z.infer<typeof plannedNote>;

/** Of each write. What an operation says beside it, it declares as its own `result`. Source: docs/http.md#the-result-of-a-write */
export const writeResult = z
  .strictObject({
    operation: z.string(),
    table: textOrNull.describe('The first table that it touches'),
    summary: z.string(),
    deed: deedResult,
    changed: count.describe('Notes that change'),
    plannedCreates: textList.describe('Paths'),
    plannedUpdates: listOf(z.strictObject({ path: z.string(), changes: mapOf(change) })),
    plannedDeletes: textList.describe('Paths'),
    planned_moves: listOf(z.strictObject({ from: z.string(), to: z.string() })),
    notes: listOf(plannedNote).exactOptional().describe('Of a dry run: the front matter that changes'),
    truncated: z.literal(true).exactOptional().describe('A list has more'),
    version: count.nullable().describe('The new version of the table; null without history'),
    warnings: textList,
    migrationId: textOrNull.describe('Null for a dry run, and where nothing changes'),
    dryRun: z.boolean(),
    versions: mapOf(count).exactOptional().describe('New versions by table, of a write to several'),
  })
  .meta({ id: 'WriteResult' });

export type WriteResult = z.infer<typeof writeResult>;

const near = textList.exactOptional().describe('Names or values that were probably meant, the best first');
const step = count.exactOptional().describe('Of a batch: index of the step');

const violation = z
  .strictObject({
    path: textOrNull,
    column: textOrNull,
    code: z.enum(violationCodesWith(() => true)),
    message: z.string(),
    columns: textList.exactOptional().describe('Those that a CHECK reads, if several'),
    value: json,
    severity: z.literal('warning').exactOptional(),
    near,
    fix: json.exactOptional().describe('The probable value'),
    step,
  })
  .meta({ id: 'Violation', description: 'A value that breaks a rule of its table' });

/** Who wrote. docs/http.md: Actor */
export const actorResult = z
  .strictObject({
    app: textOrNull.describe('Null: the owner'),
    harness: textOrNull,
    model: textOrNull,
    session: textOrNull,
  })
  .meta({ id: 'Actor' });

/** As check_table lists it, with the id of the row and always with its severity. */
export const foundViolation = violation
  .extend({
    id: textOrNull,
    severity: z.enum(['error', 'warning']),
    table: z.string().exactOptional().describe('Qualified, in an answer about every table'),
  })
  .meta({ id: 'FoundViolation' });

export type FoundViolation = z.infer<typeof foundViolation>;

const conflict = z
  .strictObject({
    path: textOrNull,
    column: textOrNull,
    code: z.string(),
    message: z.string(),
    expected: json,
    actual: json,
    near,
    step,
  })
  .meta({ id: 'Conflict', description: 'Something else that prevents the write' });

/** A link in a filter. docs/links.md#definitions-that-follow */
export const danglingLink = z
  .strictObject({
    column: z.string(),
    message: z.string(),
    value: z.string(),
    near,
    fix: json.exactOptional().describe('The probable value'),
  })
  .meta({ id: 'DanglingLink', description: 'A link that leads to no row' });

const textPlace = z.strictObject({ at: count.describe('From 0'), length: count });

const refusal = z
  .strictObject({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    operation: textOrNull,
    violations: listOf(violation),
    conflicts: listOf(conflict),
    hint: textOrNull.describe('What to do next'),
    near,
    place: textPlace.exactOptional().describe('The mistake in a formula'),
    step: count.exactOptional().describe('Index of the first step of a batch that was refused'),
    rolledBack: listOf(count).exactOptional().describe('Indexes of the steps that were taken back'),
    violations_total: count.exactOptional().describe('How many there are, where the list was cut'),
    conflicts_total: count.exactOptional(),
  })
  .meta({ id: 'Error', description: 'Every reason against a call at once' });

/** What a refused call answers with. Source: docs/http.md#errors */
export const errorResult = z.strictObject({ error: refusal });

export type ErrorResult = z.infer<typeof errorResult>;
