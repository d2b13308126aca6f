/** Writes the links that a call gives in the vault's own format, so that they mean what was meant. spec: Rules for links; D2, D6, D16; docs/links.md. */

import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { LinkResolver } from '../links/link-resolver';
import { linkFor } from '../links/link-text';
import { formatWikiLink } from '../note/links/link-syntax';
import type { Raw } from '../yaml/raw';
import { setFrontMatter } from '../yaml/front-matter/splice';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import type { GivenLinks } from '../storage/transaction/given-links';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { type ColumnSpec, type ValueSpec, linkSpecOf } from '../values/column';
import { encodeValue } from '../values/encode';
import { type Json, jsonEqual } from '../values/json';
import type { WriteContext } from './define-operation';
import { ambiguous, linkOf, unlinkable, isWholePath, targetsOf } from './rows/link-values';

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

/** Which note a link means that a call gives, when the call itself makes, renames and moves notes. spec: Rules for links; docs/links.md */
class LinkMeaning {
  private readonly moves: ReadonlyMap<NotePath, NotePath>;

  /** To be asked for when everything is staged that moves. */
  constructor(private readonly transaction: Transaction) {
    this.moves = transaction.moves();
  }

  /** The same from every note. */
  isFromAnywhere(linkpath: string): boolean {
    const { links } = this.transaction;
    return this.moves.size === 0 && links instanceof LinkResolver && links.meansOne(linkpath);
  }

  /**
   * Where the note lies after the call. A whole path means the note that lies there before the call. Everything else means
   * what it means after it, and where that is nothing that the column takes, what it meant before. Several rows: it is a
   * name that they share. Empty: no file.
   */
  targetsOf(ref: string | undefined, linkpath: string, source: NotePath): readonly NotePath[] {
    const after = targetsOf(this.transaction, ref, linkpath, source);
    if (this.moves.size === 0) return after;
    const before = this.targetsBefore(ref, linkpath, source);
    if (before === null) return after;
    const isOfPath = isWholePath(linkpath, before.was);
    const isTaken = after.length > 1 || (after.length === 1 && this.takes(ref, after[0] as NotePath));
    return this.takes(ref, before.is) && (isOfPath || !isTaken) ? [before.is] : after;
  }

  /** The one note that the link meant before the call; null where it meant none or several, or the note goes. */
  private targetsBefore(
    ref: string | undefined,
    linkpath: string,
    source: NotePath,
  ): { readonly was: NotePath; readonly is: NotePath } | null {
    const [was, ...others] = targetsOf(this.transaction.before, ref, linkpath, source);
    if (was === undefined || others.length > 0) return null;
    const staged = this.transaction.staged(was);
    const is = staged === null ? was : staged.to;
    return is === null ? null : { was, is };
  }

  /** Whether a column with this `ref` can hold a link to the note. */
  private takes(ref: string | undefined, path: NotePath): boolean {
    return ref === undefined || this.transaction.tableAt(path)?.qualified === ref;
  }
}
