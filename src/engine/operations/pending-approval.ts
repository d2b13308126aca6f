/** What the owner is asked before an app writes, and whether the write is still that one afterwards. docs/rights.md#ask-first; D12 */

import type { PendingApproval } from '../approval/approvals';
import type { Catalog } from '../catalog/catalog';
import type { StagedOutcome } from '../contexts';
import { NotedbError } from '../errors';
import type { JsonObject } from '../json';
import { bodyOf } from '../note/markdown/body';
import type { NotePreview } from '../ports/approval-port';
import type { SchedulerPort } from '../ports/host';
import type { WriteResult } from '../schemas/results';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { planResult } from './plan/plan-result';
import { ResultBudget } from './plan/result-budget';

/** Notes that are shown; the others are counted. */
const MOST_SHOWN = 5;
/** UTF-16 units of the body of a new note. */
const MOST_OF_A_BODY = 500;

/** A planned write as the owner is asked about it: whole, with parts hidden from the app. */
export async function askedWrite(
  operation: string,
  transaction: Transaction,
  staged: StagedOutcome,
  scheduler: Pick<SchedulerPort, 'pause'>,
): Promise<PendingApproval> {
  const budgets = { lists: new ResultBudget(scheduler), notes: null };
  const planned = await planResult(transaction, operation, staged, budgets, () => true);
  const { summary, changed, warnings } = planned;
  const notes = notesOf(planned, transaction.staging()).slice(0, MOST_SHOWN);
  const steps = (staged.steps ?? []).map(({ op }) => op);
  return { operation, summary, steps, tables: staged.tables, changed, notes, arguments: null, warnings };
}

function notesOf(
  planned: Pick<WriteResult, `planned${string}` & keyof WriteResult>,
  changes: readonly StagedChange[],
): readonly NotePreview[] {
  const { plannedCreates, plannedUpdates, plannedDeletes, planned_moves: moves } = planned;
  const froms = new Map(moves.map(({ from, to }) => [to, from]));
  const updated = new Set(plannedUpdates.map(({ path }) => path));
  return [
    ...plannedUpdates.map(({ path, changes: values }): NotePreview => {
      const from = froms.get(path) ?? null;
      return { kind: from === null ? 'update' : 'move', path, from, values };
    }),
    ...plannedCreates.slice(0, MOST_SHOWN).map((path): NotePreview => {
      const values = newValues(changes.find(({ to }) => to === path));
      return { kind: 'create', path, from: null, values };
    }),
    ...plannedDeletes.map((path): NotePreview => ({ kind: 'delete', path, from: null, values: {} })),
    ...moves
      .filter(({ to }) => !updated.has(to))
      .map(({ from, to }): NotePreview => {
        const isLeft = changes.some((change) => change.to === to && change.was !== null && change.becomes === null);
        return { kind: isLeft ? 'archive' : 'move', path: to, from, values: {} };
      }),
  ];
}

function newValues(change: StagedChange | undefined): NotePreview['values'] {
  const values = Object.entries(change?.becomes?.decoded.row.values ?? {}).filter(([, value]) => value !== null);
  const body = bodyOf(change?.after ?? '').trim();
  const shown = body.length > MOST_OF_A_BODY ? `${body.slice(0, MOST_OF_A_BODY)}…` : body;
  return Object.fromEntries(
    [...values, ...(body === '' ? [] : [['body', shown] as const])].map(([name, after]) => [
      name,
      { before: null, after },
    ]),
  );
}

/** Of a call that changes no note: `summary` says what it does. */
export const askedCall = (operation: string, summary: string, args: JsonObject): PendingApproval => ({
  operation,
  summary,
  steps: [],
  tables: typeof args['table'] === 'string' ? [args['table']] : [],
  changed: 0,
  notes: [],
  arguments: args,
  warnings: [],
});

/**
 * What a plan rests on: the definitions, and the notes that it touches as they are now. Ids and times of what it makes are new each time,
 * so that the notes as it leaves them are not compared.
 */
export interface PlanBasis {
  readonly catalog: Catalog;
  readonly notes: readonly TouchedNote[];
}

type TouchedNote = Pick<StagedChange, 'kind' | 'from' | 'before'> & { readonly table: string | null };

export function basisOf(transaction: Transaction): PlanBasis {
  const notes = transaction
    .staging()
    .map(({ kind, from, before, becomes }) => ({ kind, from, before, table: becomes?.table ?? null }));
  return { catalog: transaction.before.catalog, notes };
}

/** The owner allowed something else. Throws `refused`. */
export function requireSameBasis(asked: PlanBasis, now: PlanBasis): void {
  const isSame =
    asked.catalog === now.catalog &&
    asked.notes.length === now.notes.length &&
    asked.notes.every((note, i) => isSameNote(note, now.notes[i]));
  if (!isSame) throw basisChanged();
}

const isSameNote = (asked: TouchedNote, now: TouchedNote | undefined): boolean =>
  asked.kind === now?.kind && asked.from === now.from && asked.table === now.table && asked.before === now.before;

export const basisChanged = (): NotedbError =>
  new NotedbError(
    'refused',
    'the vault changed while the owner was asked: the write would not be the one that was allowed',
    {
      hint: 'nothing was written; call it again, and the owner is asked about what it would do now',
    },
  );
