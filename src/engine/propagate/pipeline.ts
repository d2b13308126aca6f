/** What follows every write when its handler has staged it: names, links, computed columns, places, inverses, the gate. docs/architecture.md: Five trips. */

import type { ComputedContext, LinkedContext, StagedContext, ValidatedContext } from '../contexts';
import { viewsUnder } from '../catalog/references/view-query';
import { validateChanges } from '../integrity/validate-changes';
import { sourcesToRelink } from '../links/changed-links';
import { MovedFiles } from '../links/moved-files';
import type { NotePath } from '../ports/vault-port';
import { makePlanContext } from '../query/plan/make-plan-context';
import { viewProblem } from '../query/plan/view-plan';
import { normalizeLinks } from '../rows/normalize-links';
import { fileFacts } from '../query/where/file-facts';
import type { View } from '../storage/view';
import { computeColumns } from './compute-columns';
import { continueSeries } from './continue-series';
import { followDefinitions, warnOfDanglingTexts } from './follow-definitions';
import { followDefaultLinks, followInverses } from './follow-inverses';
import { NameFollower } from './follow-names';
import { followedRules } from '../catalog/references/followed-rules';
import { stageDefinitions } from '../rows/schema-change/stage-definitions';
import { followPlaces } from './follow-places';
import { warnOfOneSidedLinks } from './inverse-warnings';
import { relinkNote } from './move-partners';
import { warnOfNames } from './name-warnings';
import { readingAhead } from '../storage/transaction/reading-ahead';

/** Throws when the write is refused. `redefines`: the operation changes definitions. */
export async function propagate(context: StagedContext, { redefines }: { readonly redefines: boolean }): Promise<void> {
  if (!redefines && context.staged.undoes === undefined) await continueSeries(context);
  const names = new NameFollower(context);
  await names.follow(null);
  const linked = await followLinks(context);
  await normalizeLinks(linked);
  const computed = await normalizeRows(linked, names);
  const isFollowed = redefines ? await followDefaultLinks(computed) : await followInverses(computed);
  const settled = isFollowed ? await normalizeRows(computed, names) : computed;
  await followDefinitions(settled);
  await followRules(settled);
  const validated = await validate(settled);
  await warnOfBrokenViews(validated);
  warnOfDanglingTexts(validated);
  if (redefines) await warnOfOneSidedLinks(validated);
  await warnOfNames(validated);
}

/** Rules name tables, columns and values. */
async function followRules(context: ComputedContext): Promise<void> {
  const { catalog, renames } = context.transaction;
  const rules = followedRules(catalog, renames);
  if (rules.size > 0) await stageDefinitions(context, catalog.withChanges({ rules }));
}

async function followLinks(context: StagedContext): Promise<LinkedContext> {
  const { transaction, host, staged } = context;
  await transaction.prepareLinks(host.scheduler);
  const { links: after } = transaction;
  const linked: LinkedContext = { ...context, isLinked: true };
  if (!(after instanceof MovedFiles)) return linked;
  const before = transaction.before.links;
  const stays = new Map<NotePath, Set<string>>();
  for (const [note, linkpath] of staged.returning ?? []) stays.set(note, (stays.get(note) ?? new Set()).add(linkpath));
  const sources = await sourcesToRelink(before, after, host.scheduler);
  const moving = sources.map((source) => ({ source, path: after.pathAfter(source) }));
  for await (const { source } of readingAhead(transaction, moving)) {
    const original = transaction.staged(source)?.before ?? undefined;
    await relinkNote(context, source, { before, after, original, stays: stays.get(source) });
  }
  return linked;
}

/** A computed column may name a note, and the name of a note may be in a computed column, or be a word. */
async function normalizeRows(linked: LinkedContext, names: NameFollower): Promise<ComputedContext> {
  const moved = new Set<NotePath>();
  do {
    await names.follow(linked);
    await computeColumns(linked);
  } while (await followPlaces(linked, moved));
  return { ...linked, isComputed: true };
}

async function validate(computed: ComputedContext): Promise<ValidatedContext> {
  const { transaction, host, staged } = computed;
  if (transaction.violations.length + transaction.refusals.length === 0) await transaction.beforeValidation?.();
  try {
    await validateChanges(transaction, host);
  } catch (error) {
    throw (await staged.explain?.(error)) ?? error;
  }
  return { ...computed, isValidated: true };
}

/** A warning for each view that ran before and would not run with the staged changes, but for those that are named already. */
async function warnOfBrokenViews({ transaction, host, now, zone }: ValidatedContext): Promise<void> {
  const { before, warnings, catalog, viewRemedies } = transaction;
  if (catalog === before.catalog) return;
  const facts = fileFacts(before.links, host, zone);
  const planning = (view: View) => makePlanContext({ view, facts, now, zone, scheduler: host.scheduler });
  for (const view of catalog.views()) {
    await host.scheduler.pause();
    const remedy = viewRemedies.get(view.qualified);
    const problem = viewProblem(planning(transaction), view);
    const isNamed = warnings.some((warning) => warning.includes(`the view ${view.qualified} `));
    if (isNamed || (problem === null && remedy === undefined)) continue;
    const present = before.catalog.view(view.qualified);
    if (present === null || viewProblem(planning(before), present) !== null) continue;
    const what = problem === null ? 'does not answer as before' : `can't be read any more: ${problem.message}`;
    const way = remedy ?? remedyBelow(transaction, view.qualified);
    warnings.push(`the view ${view.qualified} ${what}${way === null ? '' : `; ${way}`}`);
  }
}

/** A view that reads only a broken one runs again with it. */
function remedyBelow({ catalog, viewRemedies }: ValidatedContext['transaction'], qualified: string): string | null {
  const below = viewsUnder(catalog.definition, catalog.view(qualified)?.query ?? {}).find((each) =>
    viewRemedies.has(each.qualified),
  );
  return below === undefined ? null : `it runs again when ${below.qualified} does`;
}
