/** Keeps both sides of every relation in step: a write that links or unlinks a row does the same on the other side. Source: docs/operations.md#column-specs (inverse); D16. */

import type { RelationLink } from '../integrity/reciprocals';
import { type LinkChanges, RelationChanges } from '../integrity/relation-changes';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { rawToJson } from '../yaml/raw-json';
import { noteKeyOf } from '../values/column-spec';
import type { StagedChange } from '../storage/transaction/staged-change';
import { type Json, jsonEqual } from '../json';
import type { ComputedContext, WriteContext } from '../contexts';
import { movePartners } from './move-partners';
import { ReciprocalLinks } from './reciprocal-links';

/** Whether a link that a staged file makes or takes away is to be followed. */
type IsMeant = (change: StagedChange, link: RelationLink) => boolean;

const NOTHING: LinkChanges = { linked: [], unlinked: [] };

/**
 * Links that were out of step before stay so (align_relations mends them). A single link on the other side that points elsewhere is an `inverse` violation, unless
 * the same call frees it. Earlier content that comes back (undo) is not touched. True when notes were changed.
 */
export async function followInverses(context: ComputedContext, isMeant: IsMeant = () => true): Promise<boolean> {
  const { transaction, host, staged } = context;
  if (!transaction.catalog.hasRelations) return false;
  // Links set and removed while the relation was away overrule the earlier content that comes back.
  const since = (await staged.linksSince?.()) ?? NOTHING;
  const relations = new RelationChanges(transaction);
  const linked: RelationLink[] = [];
  const unlinked: RelationLink[] = [];
  for (const change of transaction.staging()) {
    const own = relations.of(change);
    const all = { linked: [...own.linked, ...relations.newlyResolvedLinks(change)], unlinked: own.unlinked };
    linked.push(...all.linked.filter((link) => isMeant(change, link)));
    unlinked.push(...all.unlinked.filter((link) => isMeant(change, link)));
    await host.scheduler.pause();
  }
  if (linked.length + unlinked.length + since.linked.length + since.unlinked.length === 0) return false;
  const goneSince = new Set(since.unlinked.map((link) => linkKey(reversedLink(link))));
  const standing = linked.filter((link) => !goneSince.has(linkKey(link)));
  const wanted = new Set([...standing, ...since.linked].map(linkKey));
  const edits = new ReciprocalLinks(context, (link, present) =>
    transaction.violate(occupiedConflict(context, link, present)),
  );
  const isOpen = (link: RelationLink): boolean => !isRestored(context, link);
  // A link that the call makes on one side and takes away on the other is made: it is in a given value.
  for (const link of [...unlinked.filter(isOpen), ...since.unlinked]) {
    if (relations.isLeftBehind(link) && !wanted.has(linkKey(reversedLink(link)))) edits.remove(link);
  }
  for (const link of [...standing.filter(isOpen), ...since.linked]) if (!relations.isReciprocal(link)) edits.add(link);
  const edited = await edits.stage();
  await movePartners(context, edited);
  return edited.length > 0;
}

/** A definition that changes links no rows (align_relations does), but for the links that it writes itself. */
export async function followDefaultLinks(context: ComputedContext): Promise<boolean> {
  const { filled } = context.transaction;
  if (filled.size === 0) return false;
  return followInverses(
    context,
    ({ becomes, to, before, after }, { relation: { column }, holder }) =>
      holder === to &&
      filled.get(becomes?.table ?? '')?.has(column.name) === true &&
      !jsonEqual(valueIn(before, noteKeyOf(column)), valueIn(after, noteKeyOf(column))),
  );
}

function valueIn(text: string | null, key: string): Json | undefined {
  const raw = parseFrontMatter(text ?? '').entries.find((entry) => entry.key === key)?.raw;
  return raw === undefined ? undefined : rawToJson(raw);
}

/** The pair as its holder sees it. */
const linkKey = ({ relation, holder, target }: RelationLink): string =>
  [relation.column.name, holder, target].join('\n');

const reversedLink = ({ relation, holder, target, value }: RelationLink): RelationLink => ({
  relation: { ...relation, column: relation.partner },
  holder: target,
  target: holder,
  value,
});

/** What comes back comes back as it was, also out of step. D17 */
function isRestored({ transaction }: WriteContext, { relation, holder, target }: RelationLink): boolean {
  const mine = transaction.stagedAt(holder);
  if (transaction.stagedAt(target)?.kind === 'restore') return true;
  return mine?.kind === 'restore' && mine.restores.includes(relation.column.name);
}

function occupiedConflict(
  { transaction }: WriteContext,
  { relation, holder, target, value }: RelationLink,
  present: string,
) {
  const { column, partner } = relation;
  return {
    path: transaction.stagedAt(holder)?.from ?? holder,
    column: column.name,
    code: 'inverse' as const,
    message: `${column.name}: ${value} does not go with ${target}, whose ${partner.name} is ${present}`,
    value,
  };
}
