/** Writes the links that a call gives in the vault's own format, so that they mean what was meant. Source: docs/operations.md#links; D2, D6, D16; docs/links.md. */

import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { LinkResolver } from '../links/link-resolver';
import { linkFor } from '../links/link-text';
import { formatWikiLink } from '../note/link-syntax';
import type { Raw } from '../note/raw';
import { setFrontMatter } from '../note/splice';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import type { GivenLinks } from '../storage/given-links';
import type { StagedChange } from '../storage/staged-change';
import type { Transaction } from '../storage/transaction';
import { type ColumnSpec, type ValueSpec, linkSpecOf } from '../values/column';
import { encodeValue } from '../values/encode';
import { type Json, jsonEqual } from '../values/json';
import type { WriteContext } from './define-operation';
import { LinkMeaning } from './link-meaning';
import { ambiguous, linkOf, unlinkable } from './rows/link-values';

/**
 * To be called when all that the call asks for is staged and links were followed: the rows that it makes, renames and moves
 * are where they will be, whichever it names first.
 */
export async function settleLinks({ transaction, host }: WriteContext): Promise<void> {
  const { givenLinks, links } = transaction;
  if (givenLinks.length === 0 || !(links instanceof LinkResolver)) return;
  const meaning = new LinkMeaning(transaction);
  const settings = host.linkSettings();
  /** Links that are written alike in every note: mostly many rows link to the same few. */
  const alike = new Map<Json, Json>();
  const settle: Settle = (spec, link, item, path) => {
    const known = alike.get(item);
    if (known !== undefined) return known;
    const parsed = linkOf(item);
    if (parsed === null) return item;
    const { linkpath, subpath, display } = parsed;
    const [target, ...others] = meaning.targetsOf(link.ref, linkpath, path);
    if (target === undefined) return formatWikiLink(linkpath, subpath, display);
    const settled =
      others.length > 0 ? null : linkFor(target, path, settings, links, { inFrontMatter: true, subpath, display });
    if (settled !== null) {
      if (settings.newLinkFormat !== 'relative' && meaning.isFromAnywhere(linkpath)) alike.set(item, settled);
      return settled;
    }
    transaction.violate(
      others.length > 0
        ? ambiguous(spec.name, link.ref, item, [target, ...others], path)
        : unlinkable(spec.name, target, item, path),
    );
    return item;
  };
  await inTurns(givenLinks, host.scheduler, (given) => settleRow(transaction, given, settle));
}

/** Keeps the links that were given for a staged note until `settleLinks`. */
export function giveLinks({ transaction }: WriteContext, given: GivenLinks): void {
  if (linkColumns(given.table).length > 0) transaction.givenLinks.push(given);
}

/** What to write for one link of a value. */
type Settle = (spec: ColumnSpec, link: ValueSpec, item: Json, source: NotePath) => Json;

function settleRow(transaction: Transaction, given: GivenLinks, settle: Settle): void {
  const { to: path = null, after: text = null, becomes = null } = stagedNow(transaction, given) ?? {};
  if (path === null || text === null) return;
  let changes: Map<string, Raw> | null = null;
  for (const { spec, link } of linkColumns(given.table)) {
    const value = given.values(spec.name);
    if (value === undefined || value === null) continue;
    const now = becomes?.decoded.row.values[spec.name];
    const settleItem = (item: Json, i: number): Json =>
      given.stays?.(spec.name, item) === true ? itemAt(now, i, item) : settle(spec, link, item, path);
    const settled = Array.isArray(value) ? (value as readonly Json[]).map(settleItem) : settleItem(value, 0);
    if (!jsonEqual(settled, now)) (changes ??= new Map<string, Raw>()).set(spec.name, encodeValue(spec, settled));
  }
  if (changes !== null) transaction.put({ from: path, to: path, before: text, after: setFrontMatter(text, changes) });
}

/** A note that the call makes may have been moved since, by a word in its path that followed a row. */
function stagedNow(transaction: Transaction, { table, from, path, id }: GivenLinks): StagedChange | null {
  if (from !== null) return transaction.staged(from);
  const staged = transaction.stagedAt(path);
  return staged ?? transaction.stagedAt(transaction.table(table.qualified).rowById(id)?.path ?? '');
}

/** An item that stands in the note may have followed what it means. */
const itemAt = (value: Json | undefined, i: number, item: Json): Json =>
  Array.isArray(value) ? ((value as readonly Json[])[i] ?? item) : item;

interface LinkColumn {
  readonly spec: ColumnSpec;
  readonly link: ValueSpec;
}

const linkColumns = ofDefinition(({ columns }: TableDefinition): readonly LinkColumn[] =>
  columns.flatMap((spec) => {
    const link = linkSpecOf(spec);
    return link === null ? [] : [{ spec, link }];
  }),
);
