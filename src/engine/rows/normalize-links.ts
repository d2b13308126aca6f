/** Brings links in arguments to canonical form: each leads to its note, in the vault's own format. Source: docs/operations.md#links; D2, D6, D16; docs/links.md. */

import { type TableDefinition, ofDefinition } from '../catalog/definition';
import { LinkResolver } from '../links/link-resolver';
import { linkFor } from '../links/write-link';
import { formatWikiLink } from '../../kernel/link-text';
import type { RawValue } from '../yaml/raw-value';
import { inTurns } from '../ports/in-turns';
import type { NotePath } from '../ports/vault-port';
import type { PendingLinks } from '../storage/transaction/pending-links';
import type { StagedChange } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import { type ColumnSpec, type ValueSpec, linkSpecOf } from '../values/column-spec';
import { encodeValue } from '../values/encode';
import { type Json, jsonEqual, isList } from '../json';
import type { LinkedContext, WriteContext } from '../contexts';
import { setRowValues } from './list-keys';
import { ambiguousLink, parseLinkArgument, unlinkableTarget, isWholePath, targetsOfLink } from './link-values';

/** The rows that the call makes, renames and moves are where they will be, whichever it names first. */
export async function normalizeLinks({ transaction, host }: LinkedContext): Promise<void> {
  const { pendingLinks, links } = transaction;
  if (pendingLinks.length === 0 || !(links instanceof LinkResolver)) return;
  const meaning = new LinkMeaning(transaction);
  const settings = host.linkSettings();
  /** Links that are written alike in every note: mostly many rows link to the same few. */
  const alike = new Map<Json, Json>();
  const settle: NormalizeLink = (spec, link, item, path) => {
    const known = alike.get(item);
    if (known !== undefined) return known;
    const parsed = parseLinkArgument(item);
    if (parsed === null) return item;
    const { embed, linkpath, subpath, display } = parsed;
    const [target, ...others] = meaning.targetsOf(link.ref, linkpath, path);
    if (target === undefined) return `${embed ? '!' : ''}${formatWikiLink(linkpath, subpath, display)}`;
    const settled =
      others.length > 0
        ? null
        : linkFor(target, path, settings, links, { inFrontMatter: true, subpath, display, embed });
    if (settled !== null) {
      if (settings.newLinkFormat !== 'relative' && meaning.isFromAnywhere(linkpath)) alike.set(item, settled);
      return settled;
    }
    transaction.violate(
      others.length > 0
        ? ambiguousLink(spec.name, link.ref, item, [target, ...others], path)
        : unlinkableTarget(spec.name, target, item, path),
    );
    return item;
  };
  await inTurns(pendingLinks, host.scheduler, (given) => normalizeRow(transaction, given, settle));
}

/** Keeps the links that were given for a staged note until `normalizeLinks`. */
export function addPendingLinks({ transaction }: WriteContext, given: PendingLinks): void {
  if (linkColumns(given.table).length > 0) transaction.pendingLinks.push(given);
}

/** What to write for one link of a value. */
type NormalizeLink = (spec: ColumnSpec, link: ValueSpec, item: Json, source: NotePath) => Json;

function normalizeRow(transaction: Transaction, given: PendingLinks, settle: NormalizeLink): void {
  const { to: path = null, after: text = null, becomes = null } = stagedNow(transaction, given) ?? {};
  if (path === null || text === null) return;
  let changes: Map<string, RawValue> | null = null;
  for (const { spec, link } of linkColumns(given.table)) {
    const value = given.values(spec.name);
    if (value === undefined || value === null) continue;
    const now = becomes?.decoded.row.values[spec.name];
    const settleItem = (item: Json, i: number): Json =>
      given.stays?.(spec.name, i) === true ? itemAt(now, i, item) : settle(spec, link, item, path);
    const settled = isList(value) ? value.map(settleItem) : settleItem(value, 0);
    if (!jsonEqual(settled, now)) (changes ??= new Map<string, RawValue>()).set(spec.name, encodeValue(spec, settled));
  }
  if (changes === null) return;
  const after = setRowValues(transaction.codec(given.table), text, changes);
  transaction.put({ from: path, to: path, before: text, after });
}

/** A note that the call makes may have been moved since, by a word in its path that followed a row. */
function stagedNow(transaction: Transaction, { table, from, path, id }: PendingLinks): StagedChange | null {
  if (from !== null) return transaction.staged(from);
  const staged = transaction.stagedAt(path);
  return staged ?? transaction.stagedAt(transaction.table(table.qualified).rowById(id)?.path ?? '');
}

/** An item of the note may have followed its target. */
const itemAt = (value: Json | undefined, i: number, item: Json): Json => (isList(value) ? (value[i] ?? item) : item);

interface LinkTypedColumn {
  readonly spec: ColumnSpec;
  readonly link: ValueSpec;
}

const linkColumns = ofDefinition(({ columns }: TableDefinition): readonly LinkTypedColumn[] =>
  columns.flatMap((spec) => {
    const link = linkSpecOf(spec);
    return link === null ? [] : [{ spec, link }];
  }),
);

/** Resolves the links in arguments of a call that also creates, renames and moves notes. Source: docs/operations.md#links; docs/links.md */
class LinkMeaning {
  private readonly moves: ReadonlyMap<NotePath, NotePath>;

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
    const after = targetsOfLink(this.transaction, ref, linkpath, source);
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
    const [was, ...others] = targetsOfLink(this.transaction.before, ref, linkpath, source);
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
