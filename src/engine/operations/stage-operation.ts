/** Stages one write with all that belongs to it: links follow, given links are settled, columns are computed, the gate validates, the result of D4 is made. docs/architecture.md: Five trips. */

import { validateChanges } from '../integrity/validate-changes';
import type { NotePath } from '../ports/vault-port';
import type { JsonObject } from '../values/json';
import { computeColumns } from './compute-columns';
import type { Staged, WriteContext, WriteOperation } from './define-operation';
import { followFilled, followInverses } from './follow-inverses';
import { NameFollower } from './follow-names';
import { followPlaces } from './follow-places';
import { planResult } from './plan-result';
import type { ResultRoom } from './result-room';
import { settleLinks } from './settle-links';
import { warnOfNames } from './name-warnings';
import type { View } from '../storage/view';
import { makePlanContext } from './query/make-plan-context';
import { viewProblem } from './query/view-plan';
import { fileFacts } from './row-result';
import { relinkingOf, sourcesToRelink } from '../links/changed-links';
import type { NoteText } from '../history/journal/migration';
import { MovedFiles } from '../links/moved-files';
import { rewriteLinks } from '../links/rewrite';
import { isMarkdown } from '../note/paths';
import type { Host } from '../ports/host';
import type { Transaction } from '../storage/transaction/transaction';

export interface StagedOperation {
  readonly staged: Staged;
  /** The result but for the migration. */
  readonly planned: JsonObject;
}

/** Throws when the write is refused. */
export async function stageOperation(
  operation: WriteOperation<never>,
  context: WriteContext,
  input: unknown,
  room: ResultRoom,
): Promise<StagedOperation> {
  const { transaction, host } = context;
  const staged = await operation.stage(context, input as never);
  if (staged.isSettled !== true) {
    const names = new NameFollower(context, staged.returningWords);
    await names.follow({ late: false });
    await followLinks(transaction, host, staged.returning);
    await settleLinks(context);
    const settle = (): Promise<void> => settleRows(context, names, { isUndo: staged.undoes !== undefined });
    await settle();
    const since = await staged.linksSince?.();
    const isFollowed =
      operation.group === 'schema' ? await followFilled(context) : await followInverses(context, { since });
    if (isFollowed) await settle();
    if (transaction.violations.length + transaction.refusals.length === 0) await transaction.ahead?.();
    await validate(context, staged);
    await warnOfBrokenViews(context);
    await warnOfNames(context);
  }
  const planned = await planResult(transaction, operation.name, staged, room);
  return { staged, planned: Object.assign(planned, staged.extra?.()) };
}

async function validate({ transaction, host }: WriteContext, { explain }: Staged): Promise<void> {
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
async function settleRows(
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
async function followLinks(transaction: Transaction, host: Host, returning: readonly NoteText[] = []): Promise<void> {
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
    if (staged?.restores !== undefined) continue;
    const text = staged === null ? await transaction.read(source) : staged.after;
    if (text === null) continue;
    const relinking = {
      ...relinkingOf(source, before, after, settings),
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
