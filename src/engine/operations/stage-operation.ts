/** Runs the pipeline of one write: follow links, normalize links of arguments, compute columns, validate, make the result of D4. docs/architecture.md: Five trips. */

import { validateChanges } from '../integrity/validate-changes';
import type { NotePath } from '../ports/vault-port';
import { computeColumns } from '../propagate/compute-columns';
import type { StagedOutcome, WriteContext } from '../contexts';
import type { WriteOperation } from './define-operation';
import { followDefaultLinks, followInverses } from '../propagate/follow-inverses';
import { NameFollower } from '../propagate/follow-names';
import { followPlaces } from '../propagate/follow-places';
import { type PlannedResult, planResult } from './plan-result';
import type { ResultBudget } from './result-budget';
import { normalizeLinks } from '../rows/normalize-links';
import { warnOfNames } from '../propagate/name-warnings';
import type { View } from '../storage/view';
import { makePlanContext } from '../query/plan/make-plan-context';
import { viewProblem } from '../query/plan/view-plan';
import { fileFacts } from '../rows/row-result';
import { linkRewriteOf, sourcesToRelink } from '../links/changed-links';
import type { NoteText } from '../history/journal/migration';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite-links';
import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { Transaction } from '../storage/transaction/transaction';

export interface StagedOperation {
  readonly staged: StagedOutcome;
  /** The result but for the migration. */
  readonly planned: PlannedResult;
}

/** Throws when the write is refused. */
export async function stageOperation(
  operation: WriteOperation,
  context: WriteContext,
  input: unknown,
  room: ResultBudget,
): Promise<StagedOperation> {
  const { transaction, host } = context;
  const staged = await operation.stage(context, input as never);
  if (staged.isSettled !== true) {
    const names = new NameFollower(context, staged.returningWords);
    await names.follow({ late: false });
    await followLinks(transaction, host, staged.returning);
    await normalizeLinks(context);
    const settle = (): Promise<void> => normalizeRows(context, names, { isUndo: staged.undoes !== undefined });
    await settle();
    const since = await staged.linksSince?.();
    const isFollowed =
      operation.group === 'schema' ? await followDefaultLinks(context) : await followInverses(context, { since });
    if (isFollowed) await settle();
    if (transaction.violations.length + transaction.refusals.length === 0) await transaction.beforeValidation?.();
    await validateStaged(context, staged);
    await warnOfBrokenViews(context);
    await warnOfNames(context);
  }
  const planned = await planResult(transaction, operation.name, staged, room);
  return { staged, planned: Object.assign(planned, staged.extra?.()) };
}

async function validateStaged({ transaction, host }: WriteContext, { explain }: StagedOutcome): Promise<void> {
  try {
    await validateChanges(transaction, host);
  } catch (error) {
    throw (await explain?.(error)) ?? error;
  }
}

/**
 * A computed column may name a note, and the name of a note may stand in a computed column, or be a word. What an undo brings back is
 * what it was, and no other row is its business but those that follow.
 */
async function normalizeRows(
  context: WriteContext,
  names: NameFollower,
  { isUndo }: { readonly isUndo: boolean },
): Promise<void> {
  const moved = new Set<NotePath>();
  do {
    await names.follow({ late: true });
    await computeColumns(context, { alsoRedeclared: !isUndo });
  } while (await followPlaces(context, moved));
}

/** A warning for each view that ran before and would not run with what is staged, but for those that are named already. */
async function warnOfBrokenViews({ transaction, host, now, zone }: WriteContext): Promise<void> {
  const { before, warnings, catalog } = transaction;
  if (catalog === before.catalog) return;
  const facts = fileFacts(before.links, host, zone);
  const planning = (view: View) => makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
  for (const view of catalog.views()) {
    await host.scheduler.pause();
    const problem = viewProblem(planning(transaction), view);
    const isNamed = warnings.some((warning) => warning.includes(`the view ${view.qualified} `));
    if (problem === null || isNamed) continue;
    const present = before.catalog.view(view.qualified);
    if (present === null || viewProblem(planning(before), present) !== null) continue;
    warnings.push(`the view ${view.qualified} can't be read any more: ${problem.message}`);
  }
}

/**
 * Stages the rewritten notes. A note that can't be read is left alone with a warning, and so is earlier content that
 * comes back. `returning`: links, by note and link path, that mean again what they meant before.
 */
async function followLinks(
  transaction: Transaction,
  host: Pick<Host, 'linkSettings' | 'scheduler'>,
  returning: readonly NoteText[] = [],
): Promise<void> {
  const after = transaction.links;
  if (!(after instanceof MovedFiles)) return;
  const before = transaction.before.links;
  const settings = host.linkSettings();
  const stays = new Map<NotePath, Set<string>>();
  for (const [note, linkpath] of returning) stays.set(note, (stays.get(note) ?? new Set()).add(linkpath));
  for (const source of await sourcesToRelink(before, after, host.scheduler)) {
    const path = after.pathAfter(source);
    if (path === null || !isMarkdown(source)) continue;
    const staged = transaction.staged(source);
    if (staged?.kind === 'restore') continue;
    const text = staged === null ? await transaction.read(source) : staged.after;
    if (text === null) continue;
    const relinking = {
      ...linkRewriteOf(source, before, after, settings),
      stays: stays.get(source) ?? new Set<string>(),
    };
    const original = staged?.before ?? null;
    const rewritten = rewriteLinks(text, original === null ? relinking : { ...relinking, original });
    if (rewritten !== text) transaction.put({ ...putOf(source, path, text, staged), after: rewritten, follows: true });
    await host.scheduler.pause();
  }
}

function putOf(
  source: string,
  path: string,
  original: string,
  staged: { readonly from: string | null; readonly to: string | null } | null,
): { from: string; to: string; before: string } {
  // A second change of a staged note goes on from where it is staged.
  return { from: staged === null ? source : path, to: path, before: original };
}
