/** Runs one conformance case through whatever calls operations, and holds every promise that is common to all. D4, D5, D7, D17 */

import { expect } from 'vitest';
import type { ErrorResult, Json, JsonObject } from '../../src/engine/index';
import { UUID, checkPlannedNotes, withoutIds } from '../planned-notes';
import type { Call, ConformanceCase, Edits, ExpectedError } from './case';

export type WireError = ErrorResult['error'];

/** A program that serves one vault. */
export interface Subject {
  call(operation: string, args: JsonObject): Promise<{ readonly result: JsonObject } | { readonly error: WireError }>;
  /** Somebody else's edits, taken in when it resolves. */
  edit(edits: Edits): Promise<void>;
  restart(): Promise<void>;
  /** Every file that is not hidden. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** True when the operation takes `dry_run`. */
  takesDryRun(operation: string): boolean;
}

const WRITE_KEYS = [
  'operation',
  'table',
  'migrationId',
  'summary',
  'deed',
  'dryRun',
  'changed',
  'plannedCreates',
  'plannedUpdates',
  'plannedDeletes',
  'planned_moves',
  'version',
  'warnings',
];

/** They take dry_run, and answer otherwise than a write. */
const NO_WRITES: ReadonlySet<string> = new Set([
  'configure_database',
  'create_webhook',
  'delete_webhook',
  'switch_rule',
  'undo_rule',
]);

export async function runCase(subject: Subject, example: ConformanceCase): Promise<void> {
  const answers: JsonObject[] = [];
  for (const call of example.given ?? []) answers.push(await done(subject, filled(call, answers)));
  if (example.edits !== undefined) await subject.edit(example.edits);
  if (example.restarted === true) await subject.restart();
  const [operation, args = {}] = filled(example.call, answers);
  if (example.error !== undefined)
    await refused(subject, operation, args, { ...example, error: named(example.error, answers) });
  else await accepted(subject, operation, args, example);
  if (example.tree !== undefined) await checkTree(subject, example.tree);
  for (const [name, input, holds] of example.then ?? []) {
    expect(withoutIds(await done(subject, filled([name, input ?? {}], answers)))).toMatchObject(holds);
  }
}

async function done(subject: Subject, [operation, args = {}]: Call): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

/** `$2.migrationId` in a hint stands for what the call with this index answered. */
function named(error: ExpectedError, answers: readonly JsonObject[]): ExpectedError {
  const told = (index: string, key: string): string => {
    const value = answers[Number(index)]?.[key];
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const name = (part: string): string =>
    part.replace(/\$(\d+)\.(\w+)/g, (_text, index: string, key: string) => told(index, key));
  return error.hint === undefined ? error : { ...error, hint: [error.hint].flat().map(name) };
}

/** Nothing changes, and the dry run is refused for the same reasons. */
async function refused(
  subject: Subject,
  operation: string,
  args: JsonObject,
  { error: wanted, buildsUp }: ConformanceCase,
): Promise<void> {
  if (wanted === undefined) return;
  const before = await subject.files();
  const answer = await subject.call(operation, args);
  if ('result' in answer) throw new Error(`${operation} was not refused: ${JSON.stringify(answer.result)}`);
  checkError(answer.error, wanted);
  const isTried = buildsUp !== true && wanted.code !== 'metastore_invalid' && wanted.code !== 'forbidden';
  if (subject.takesDryRun(operation) && isTried) {
    const tried = await subject.call(operation, { ...args, dry_run: true });
    expect(withoutIds(tried as unknown as JsonObject)).toEqual(withoutIds(answer as unknown as JsonObject));
  }
  expect(await subject.files()).toEqual(before);
}

function checkError(error: WireError, wanted: ExpectedError): void {
  const { code, message, hint, violations, conflicts } = error;
  const label = JSON.stringify(error);
  expect(error.step, label).toBe(wanted.step);
  const before = wanted.step === undefined ? undefined : Array.from({ length: wanted.step }, (_, i) => i);
  expect(error.rolledBack, label).toEqual(wanted.rolledBack ?? before);
  expect(code, label).toBe(wanted.code);
  for (const part of [wanted.message ?? []].flat()) expect(message).toContain(part);
  for (const part of [wanted.hint ?? []].flat()) expect(hint).toContain(part);
  expect(message.length).toBeGreaterThan(0);
  const found = violations.map(({ column, code: what }) => labelled(column, what));
  if (wanted.violations !== undefined) expect(found.sort(), label).toEqual([...wanted.violations].sort());
  const against = conflicts.map(({ path, code: what }) => labelled(what, path));
  if (wanted.conflicts !== undefined) expect(against.sort(), label).toEqual([...wanted.conflicts].sort());
}

/** The parts that are there, with a space between them. */
const labelled = (...parts: readonly (Json | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string').join(' ');

async function accepted(
  subject: Subject,
  operation: string,
  args: JsonObject,
  example: ConformanceCase,
): Promise<void> {
  const before = await subject.files();
  const isTried = subject.takesDryRun(operation) && example.buildsUp !== true;
  const tried = isTried ? await done(subject, [operation, { ...args, dry_run: true }]) : null;
  expect(await subject.files()).toEqual(before);
  const result = await done(subject, [operation, args]);
  if (example.result !== undefined) expect(withoutIds(result)).toMatchObject(example.result);
  expect(Object.keys(result).filter((key) => example.lacks?.includes(key))).toEqual([]);
  // Its answer is the description: a dry run gives the same one, and the plan beside it.
  if (operation === 'configure_database' && tried !== null) {
    expect({ ...tried, dryRun: null }).toMatchObject({ ...result, dryRun: null });
  }
  if (NO_WRITES.has(operation) || !subject.takesDryRun(operation)) return;
  expect(Object.keys(result)).toEqual(expect.arrayContaining(WRITE_KEYS));
  if (tried !== null) {
    expect(tried).toMatchObject({ dryRun: true, migrationId: null });
    expect(planOf(tried)).toEqual(planOf(result));
    if (result['dryRun'] === false)
      checkPlannedNotes(tried, result, {
        before: Object.fromEntries(before),
        after: Object.fromEntries(await subject.files()),
      });
  }
  await checkUndo(subject, result, before, example);
}

/** A result without what only one of a dry run and a real run can say. */
const planOf = ({ steps, notes: _, ...result }: JsonObject): JsonObject => ({
  ...withoutIds({ ...result, dryRun: false, migrationId: null }),
  ...(steps === undefined ? {} : { steps: (steps as readonly JsonObject[]).map(planOf) }),
});

/** Undo gives the very bytes back, and the undo of the undo those of the write. */
async function checkUndo(
  subject: Subject,
  result: JsonObject,
  before: ReadonlyMap<string, string>,
  example: ConformanceCase,
): Promise<void> {
  const after = await subject.files();
  const { migrationId } = result;
  if (migrationId === null) {
    expect(after).toEqual(before);
    return;
  }
  expect(result['dryRun']).toBe(false);
  if (example.undoable === false) return;
  const undo = await done(subject, ['undo_migration', { migration_id: migrationId as string }]);
  expect(await subject.files()).toEqual(before);
  await done(subject, ['undo_migration', { migration_id: undo['migrationId'] as string }]);
  expect(await subject.files()).toEqual(after);
}

async function checkTree(subject: Subject, wanted: NonNullable<ConformanceCase['tree']>): Promise<void> {
  const files = await subject.files();
  for (const [path, text] of Object.entries(wanted)) {
    expect(files.get(path)?.replace(UUID, '<uuid>') ?? null, path).toBe(text);
  }
}

/** The call with what earlier answers told. */
export function filled([operation, args = {}]: Call, answers: readonly JsonObject[]): Call {
  return [operation, fill(args, answers) as JsonObject];
}

function fill(value: Json, answers: readonly JsonObject[]): Json {
  if (typeof value === 'string') return /^\$\d+\./.test(value) ? lookUp(value.slice(1), answers) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => fill(item, answers));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, answers)]));
}

function lookUp(reference: string, answers: readonly JsonObject[]): Json {
  const [index = '', ...keys] = reference.split('.');
  let found: unknown = answers[Number(index)];
  for (const key of keys) found = (found as Readonly<Record<string, unknown>>)[key];
  return found as Json;
}
