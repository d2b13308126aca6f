/** One sequence of calls on an engine and on the model, and everything taken back again. */

import { expect } from 'vitest';
import { NotedbError } from '../../src/engine/index';
import { type TestVault, openVault } from '../engine/open-vault';
import { type Call, Draw, type Make, type Making, Names } from './calls';
import { compare } from './compare';
import { NOTE_CALLS, handEditOf } from './note-calls';
import { NOTE_OPERATIONS, applyHandEdit } from './note-operations';
import { looseNote, partsOf } from './note-text';
import { ROW_CALLS } from './row-calls';
import { ROW_OPERATIONS, type Apply, remove } from './row-operations';
import { SCHEMA_CALLS } from './schema-calls';
import { SCHEMA_OPERATIONS } from './schema-operations';
import { Model, Refused, nameOf } from './state';

const APPLY: Readonly<Record<string, Apply>> = { ...ROW_OPERATIONS, ...SCHEMA_OPERATIONS, ...NOTE_OPERATIONS };

/** A batch has no writes of notes. */
const BATCHED: Readonly<Record<string, Make>> = { ...ROW_CALLS, ...SCHEMA_CALLS };

const CALLS: Readonly<Record<string, Make>> = { ...BATCHED, ...NOTE_CALLS };

/** A step of no operation: somebody edits a file. */
export const HAND_EDIT = 'hand_edit';

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
  const files = Object.fromEntries(LOOSE.map((path) => [path, looseNote(nameOf(path), 'Text\n# Log\n')]));
  const vault = await openVault({ files });
  const model = new Model();
  for (const path of LOOSE) model.others.set(path, { ...partsOf(files[path] ?? ''), links: [] });
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
    const op = making.draw.of(Object.keys(BATCHED)) ?? 'insert_row';
    const args = BATCHED[op]?.(draft) ?? null;
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
  /** Null: a hand did it, to the note `path`, which had `text`. */
  readonly migration: string | null;
  readonly edited: { readonly path: string; readonly text: string | undefined } | null;
  readonly tree: string;
  readonly folders: readonly string[];
  /** The note that the call left, as long as its undo may be tried. */
  note: LeftNote | null;
}

interface LeftNote {
  readonly path: string;
  readonly text: string;
  /** The state without the call; null: its undo is refused. */
  readonly without: (model: Model) => Model | null;
}

/** The undo of a call whose note nothing touched since. */
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

/** How a write of a loose note, or of a body, is taken back in the model; null: the test does not try it. */
function withoutWrite(before: Model, [operation, args]: Call): LeftNote['without'] | null {
  const path = args['path'] as string;
  const [, row] = before.rowAt(path) ?? [];
  const other = before.others.get(path);
  const isBody = operation === 'patch_note' && args['heading'] !== undefined;
  if (operation === 'move_note' || (row !== undefined && !isBody)) return null;
  return (model) => {
    const next = model.copy();
    const [, present] = next.rowAt(path) ?? [];
    if (row !== undefined && present !== undefined) present.body = row.body;
    else if (other === undefined) next.others.delete(path);
    else next.others.set(path, { ...other, links: next.others.get(path)?.links ?? [] });
    return next;
  };
}

function leftBy(vault: TestVault, before: Model, call: Call, inserted: string | null): LeftNote | null {
  const [operation, args] = call;
  const isWrite = NOTE_OPERATIONS[operation] !== undefined;
  const path = inserted ?? (isWrite ? (args['path'] as string) : null);
  if (path === null) return null;
  const without = isWrite ? withoutWrite(before, call) : (model: Model) => withoutRow(model, path);
  return without === null ? null : { path, text: vault.text(path) ?? '', without };
}

/** A sequence while it runs. */
class Sequence {
  private readonly names = new Names();
  private readonly done: Done[] = [];
  private readonly log: unknown[] = [];

  constructor(
    private readonly vault: TestVault,
    private model: Model,
    private readonly counts: Counts,
  ) {}

  async run(steps: readonly Step[]): Promise<void> {
    try {
      for (const step of steps) await this.step(step);
      for (const done of this.done.reverse()) await this.takeBack(done);
    } catch (error) {
      if (error instanceof Error) error.message += `\n${this.log.map((each) => JSON.stringify(each)).join('\n')}`;
      throw error;
    }
  }

  private async step({ operation, numbers }: Step): Promise<void> {
    const { vault, model, names } = this;
    const draw = new Draw(numbers);
    const making: Making = { model, draw, names, text: (path) => vault.text(path) };
    if (operation === HAND_EDIT) return this.editByHand(making);
    const undo = operation === 'undo_migration' ? undoOf(vault, this.done, draw) : null;
    const call = operation === 'undo_migration' ? undo?.call : callOf(making, operation);
    if (call !== undefined && call !== null) await this.call(call, undo?.entry ?? null);
  }

  /** `undone`: what the call takes back. */
  private async call(call: Call, undone: Done | null): Promise<void> {
    const { vault, model } = this;
    const [operation, args] = call;
    this.log.push(call);
    const [tree, folders] = [vault.tree(), foldersOf(vault)];
    const next = undone === null ? predict(model, call) : (undone.note?.without(model) ?? null);
    // The dry run of a batch judges each step on what is there.
    const hasDryRun = this.log.length % 4 === 0 && operation !== 'batch';
    const planned = hasDryRun ? await attempt(vault, [operation, { ...args, dry_run: true }]) : null;
    const result = await attempt(vault, call);
    if (planned !== null) expect(told(planned)).toEqual(told(result));
    const verdict = result instanceof NotedbError ? `refused: ${result.message}` : 'accepted';
    expect(verdict).toMatch(next === null ? /^refused/ : /^accepted/);
    if (result instanceof NotedbError) {
      expect(vault.tree()).toBe(tree);
      count(this.counts.refused, operation);
      return;
    }
    count(this.counts.accepted, operation);
    await this.arriveAt(next as Model);
    if (undone !== null) undone.note = null;
    const { migration, inserted } = result;
    const note = leftBy(vault, model, call, inserted);
    if (migration !== null) this.done.push({ migration, edited: null, tree, folders, note });
  }

  private async editByHand(making: Making): Promise<void> {
    const { vault, model } = this;
    const edit = handEditOf(making);
    if (edit === null) return;
    const { path } = edit;
    this.log.push([HAND_EDIT, edit]);
    const [tree, folders, text] = [vault.tree(), foldersOf(vault), vault.text(path)];
    await this.writeByHand(path, edit.text ?? undefined);
    count(this.counts.accepted, HAND_EDIT);
    await this.arriveAt(applyHandEdit(model, edit));
    this.done.push({ migration: null, edited: { path, text }, tree, folders, note: null });
  }

  private async writeByHand(path: string, text: string | undefined): Promise<void> {
    const { external } = this.vault.host;
    if (text === undefined) external.remove(path);
    else external.write(path, text);
    await this.vault.engine.rescan();
  }

  private async arriveAt(next: Model): Promise<void> {
    this.model = next;
    this.model.folders = new Set(foldersOf(this.vault));
    await compare(this.vault, this.model);
  }

  private async takeBack({ migration, edited, tree, folders }: Done): Promise<void> {
    const { vault } = this;
    this.log.push(['undo', migration ?? edited]);
    if (edited !== null) await this.writeByHand(edited.path, edited.text);
    if (migration !== null) await vault.run('undo_migration', { migration_id: migration });
    expect({ tree: vault.tree(), folders: foldersOf(vault) }).toEqual({ tree, folders });
  }
}

export async function runSequence(steps: readonly Step[], counts: Counts): Promise<void> {
  const { vault, model } = await start();
  await new Sequence(vault, model, counts).run(steps);
}
