/** One sequence of calls on an engine and on the model, and everything taken back again. */

import { expect } from 'vitest';
import { NotedbError } from '../../src/engine/index';
import { type TestVault, openVault } from '../engine/open-vault';
import { type Call, Draw, type Make, type Making, Names } from './calls';
import { compare } from './compare';
import { ROW_CALLS } from './row-calls';
import { ROW_OPERATIONS, type Apply, remove } from './row-operations';
import { SCHEMA_CALLS } from './schema-calls';
import { SCHEMA_OPERATIONS } from './schema-operations';
import { Model, Refused, nameOf } from './state';

const APPLY: Readonly<Record<string, Apply>> = { ...ROW_OPERATIONS, ...SCHEMA_OPERATIONS };

const CALLS: Readonly<Record<string, Make>> = { ...ROW_CALLS, ...SCHEMA_CALLS };

export const OPERATIONS_OF_THE_MODEL: readonly string[] = [...Object.keys(APPLY), 'batch', 'undo_migration'];

export interface Step {
  readonly operation: string;
  readonly numbers: readonly number[];
}

/** How often each operation was accepted and refused. */
export interface Counts {
  readonly accepted: Map<string, number>;
  readonly refused: Map<string, number>;
}

const count = (counts: Map<string, number>, operation: string): void => {
  counts.set(operation, (counts.get(operation) ?? 0) + 1);
};

const LOOSE = ['Inbox/Found.md', 'Inbox/Kept.md', 'Inbox/deep/Lost.md'];

async function start(): Promise<{ vault: TestVault; model: Model }> {
  const files = Object.fromEntries(LOOSE.map((path) => [path, `---\nname: ${nameOf(path)} # found\n---\nText\n`]));
  const vault = await openVault({ files });
  const model = new Model();
  for (const path of LOOSE) model.others.set(path, { name: nameOf(path), links: [] });
  model.folders = new Set(foldersOf(vault));
  return { vault, model };
}

/** The call that the numbers mean now; null when the state has nothing for it. */
function callOf(making: Making, operation: string): Call | null {
  if (operation !== 'batch') {
    const args = CALLS[operation]?.(making) ?? null;
    return args === null ? null : [operation, args];
  }
  const draft = { ...making, model: making.model.copy() };
  const operations = [];
  for (let i = 0; i < 3; i++) {
    const op = making.draw.of(Object.keys(CALLS)) ?? 'insert_row';
    const args = CALLS[op]?.(draft) ?? null;
    if (args === null) continue;
    operations.push({ op, ...args });
    // A step that is refused ends the batch; the next ones are made for the state that it would leave.
    if (!tryOn(draft, [op, args])) break;
  }
  return operations.length === 0 ? null : ['batch', { operations }];
}

function tryOn(draft: { model: Model }, call: Call): boolean {
  const next = predict(draft.model, call);
  if (next === null) return false;
  draft.model = next;
  return true;
}

/** The state after the call; null when it is refused. */
export function predict(model: Model, [operation, args]: Call): Model | null {
  const next = model.copy();
  try {
    if (operation === 'batch') {
      for (const { op, ...rest } of args['operations'] as ({ op: string } & Record<string, never>)[]) {
        APPLY[op]?.(next.begin(), rest);
      }
    } else APPLY[operation]?.(next.begin(), args);
    return next;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

interface Accepted {
  /** What the call says that it does. */
  readonly plan: readonly unknown[];
  readonly migration: string | null;
  /** The row that insert_row made. */
  readonly inserted: string | null;
}

async function attempt(vault: TestVault, [operation, args]: Call): Promise<Accepted | NotedbError> {
  try {
    const { migrationId, row, plannedCreates, plannedDeletes, planned_moves: moves } = await vault.run(operation, args);
    const inserted = operation === 'insert_row' ? (row as { path: string }).path : null;
    const plan = [plannedCreates, plannedDeletes, moves];
    return { plan, migration: (migrationId as string | undefined) ?? null, inserted };
  } catch (error) {
    if (error instanceof NotedbError && error.code !== 'internal' && error.code !== 'unavailable') return error;
    throw error;
  }
}

const told = (result: Accepted | NotedbError): unknown =>
  result instanceof NotedbError ? result.message : result.plan;

const foldersOf = (vault: TestVault): string[] =>
  [...vault.host.image().folders].filter((folder) => !folder.startsWith('.')).sort();

/** What was done, and how the vault was before. */
interface Done {
  readonly migration: string;
  readonly tree: string;
  readonly folders: readonly string[];
  /** The note that insert_row made, as long as its undo may be tried. */
  note: { readonly path: string; readonly text: string } | null;
}

/** The undo of an insert whose note nothing touched since: whether it is refused hangs on who links to the row alone. */
function undoOf(vault: TestVault, done: readonly Done[], draw: Draw): { call: Call; entry: Done } | null {
  const entry = draw.of(done.filter(({ note }) => note !== null && vault.text(note.path) === note.text));
  return entry === undefined ? null : { call: ['undo_migration', { migration_id: entry.migration }], entry };
}

/** The state without the row; null while somebody links to it, an archived note too. */
function withoutRow(model: Model, path: string): Model | null {
  const next = model.copy();
  const [table, row] = next.rowAt(path) ?? [];
  if (table === undefined || row === undefined) throw new Error(`${path} is no row of the model`);
  const isLinked = next.referrers(new Set([row])).length > 0;
  if (isLinked || [...next.others.values()].some(({ links }) => links.includes(row))) return null;
  remove(table, [row]);
  return next;
}

export async function runSequence(steps: readonly Step[], counts: Counts): Promise<void> {
  const { vault, model: empty } = await start();
  let model = empty;
  const names = new Names();
  const done: Done[] = [];
  const log: Call[] = [];
  try {
    for (const { operation, numbers } of steps) {
      const draw = new Draw(numbers);
      const undo = operation === 'undo_migration' ? undoOf(vault, done, draw) : null;
      const call = operation === 'undo_migration' ? undo?.call : callOf({ model, draw, names }, operation);
      if (call === undefined || call === null) continue;
      log.push(call);
      const [tree, folders] = [vault.tree(), foldersOf(vault)];
      const next = undo === null ? predict(model, call) : withoutRow(model, undo.entry.note?.path ?? '');
      // The dry run of a batch judges each step on what is there.
      const hasDryRun = log.length % 4 === 0 && operation !== 'batch';
      const planned = hasDryRun ? await attempt(vault, [operation, { ...call[1], dry_run: true }]) : null;
      const result = await attempt(vault, call);
      if (planned !== null) expect(told(planned)).toEqual(told(result));
      const verdict = result instanceof NotedbError ? `refused: ${result.message}` : 'accepted';
      expect(verdict).toMatch(next === null ? /^refused/ : /^accepted/);
      if (result instanceof NotedbError) {
        expect(vault.tree()).toBe(tree);
        count(counts.refused, operation);
        continue;
      }
      count(counts.accepted, operation);
      model = next as Model;
      model.folders = new Set(foldersOf(vault));
      await compare(vault, model);
      if (undo !== null) undo.entry.note = null;
      const { migration, inserted } = result;
      const note = inserted === null ? null : { path: inserted, text: vault.text(inserted) ?? '' };
      if (migration !== null) done.push({ migration, tree, folders, note });
    }
    for (const { migration, tree, folders } of done.reverse()) {
      log.push(['undo_migration', { migration_id: migration }]);
      await vault.run('undo_migration', { migration_id: migration });
      expect({ tree: vault.tree(), folders: foldersOf(vault) }).toEqual({ tree, folders });
    }
  } catch (error) {
    if (error instanceof Error) error.message += `\n${log.map((call) => JSON.stringify(call)).join('\n')}`;
    throw error;
  }
}
