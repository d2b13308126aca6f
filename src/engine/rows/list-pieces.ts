/** Adds items to the lists of rows and removes others, each row from its own. docs/decisions.md#d31-questions */

import type { WriteContext } from '../contexts';
import { type TableDefinition, columnNamed } from '../catalog/definition';
import { nearValues } from '../catalog/near-values';
import { type Violation, badRequest } from '../errors';
import { type Json, isList, jsonEqual } from '../json';
import { OBSIDIAN_LISTS, type ObsidianList, obsidianItems } from '../note/obsidian-lists';
import { keyerOf } from '../query/group/value-keys';
import { OBSIDIAN_LIST_SPECS } from '../storage/columns/column-table';
import { parseArgument } from '../values/argument';
import { type ColumnSpec, linkSpecOf } from '../values/column-spec';
import { decodeValue, itemsOf } from '../values/decode';
import { encodeJson } from '../values/encode';
import { quoteValue } from '../values/quote-value';
import { itemSpec } from '../values/validate';
import type { RawValue } from '../yaml/raw-value';
import { ambiguousLinks, parseLinkArgument, targetsOfLink } from './link-values';
import { entryOf } from './list-keys';
import type { OpenRow } from './row-edit';
import { GivenValue, unsettableViolation } from './row-values';

type ItemsByColumn = Readonly<Record<string, readonly Json[]>>;

/** The arguments of a call that name columns. */
export interface PieceArguments {
  readonly add_values?: ItemsByColumn | null | undefined;
  readonly remove_values?: ItemsByColumn | null | undefined;
  readonly set_values?: Readonly<Record<string, Json>> | null | undefined;
  readonly unset?: readonly string[] | null | undefined;
}

interface ListChange {
  readonly spec: ColumnSpec;
  /** Undeclared in the table: one of Obsidian's lists. */
  readonly obsidian: ObsidianList | null;
  readonly add: readonly Json[];
  readonly remove: readonly Json[];
}

interface ListItem {
  /** Undefined: an empty item, which does not count. */
  readonly value: Json | undefined;
  readonly raw: RawValue;
}

/** Equal items have equal keys. */
interface ItemKeys {
  present(value: Json): unknown;
  given(item: Json): unknown;
}

/** The changes of lists that one call asks for, checked once for all of its rows. */
export class ListPieces {
  private readonly changes: ListChange[] = [];
  /** Items to remove that do not fit their column, with the reasons: a row may hold one all the same, else it is a slip. */
  private readonly unfit = new Map<Json, readonly Violation[]>();

  private constructor(
    private readonly context: WriteContext,
    private readonly table: TableDefinition,
  ) {}

  /** Wrong items become violations. Throws a bad request for a column without lists, and for one that is given twice. */
  static of(context: WriteContext, table: TableDefinition, args: PieceArguments): ListPieces {
    const [add, remove] = [args.add_values ?? {}, args.remove_values ?? {}];
    const pieces = new ListPieces(context, table);
    for (const name of new Set([...Object.keys(add), ...Object.keys(remove)])) {
      const argument = Object.hasOwn(add, name) ? 'add_values' : 'remove_values';
      checkGivenOnce(name, argument, args);
      const refusal = unsettableViolation(table, null, name);
      if (refusal !== null) context.transaction.violate(refusal);
      else pieces.take({ ...listNamed(table, name, argument), add: add[name] ?? [], remove: remove[name] ?? [] });
    }
    return pieces;
  }

  /** The lists that change in this row, by column. */
  editsOf(open: OpenRow): ReadonlyMap<string, GivenValue> {
    const edits = new Map<string, GivenValue>();
    for (const change of this.changes) {
      const edit = this.edited(open, change);
      if (edit !== null) edits.set(change.spec.name, edit);
    }
    return edits;
  }

  /** Behind the last row: refuses items to remove that the column can't hold and that no row held. */
  finish(): void {
    for (const violation of [...this.unfit.values()].flat()) this.context.transaction.violate(violation);
  }

  private take(change: ListChange): void {
    const add = change.add.flatMap((item) => {
      const { values, violations } = this.parsed(change, item);
      for (const violation of violations) this.context.transaction.violate(violation);
      return values;
    });
    const remove = change.remove.flatMap((item) => {
      const { values, violations } = this.parsed(change, item);
      if (violations.length === 0) return values;
      this.unfit.set(item, violations);
      return [item];
    });
    this.changes.push({ ...change, add, remove });
  }

  private parsed(
    { spec, obsidian }: ListChange,
    item: Json,
  ): { readonly values: readonly Json[]; readonly violations: readonly Violation[] } {
    const { value, problems } = parseArgument(spec, [item], { zone: this.context.zone, table: this.table.name });
    const place = { path: null, column: spec.name };
    const violations = problems.map((problem) => ({ ...place, ...problem, ...nearValues(spec, problem) }));
    const values = isList(value) ? value : [];
    return { violations, values: obsidian === null ? values : obsidianItems(obsidian, [values.map(String)]) };
  }

  private edited(open: OpenRow, change: ListChange): GivenValue | null {
    const keys = this.keysIn(open, change);
    const removed = new Map(change.remove.map((item) => [keys.given(item), item]));
    const present = this.itemsIn(open, change);
    const kept: ListItem[] = [];
    const held = new Set<unknown>();
    for (const item of present) {
      const key = item.value === undefined ? null : keys.present(item.value);
      const gone = key === null ? undefined : removed.get(key);
      if (gone === undefined) {
        kept.push(item);
        if (key !== null) held.add(key);
      } else this.unfit.delete(gone);
    }
    const added = change.add.filter((item) => {
      const key = keys.given(item);
      return !held.has(key) && held.add(key);
    });
    return added.length === 0 && kept.length === present.length ? null : GivenValue.ofPieces(change.spec, kept, added);
  }

  private itemsIn({ definition, frontMatter, row }: OpenRow, { spec, obsidian }: ListChange): readonly ListItem[] {
    const value = row.values[spec.name];
    // Obsidian's lists are read from several keys and texts.
    if (obsidian !== null) return (isList(value) ? value : []).map((item) => ({ value: item, raw: encodeJson(item) }));
    const { raw } = entryOf(this.context.transaction.codec(definition), frontMatter.entries, spec.name) ?? {};
    const items = raw === undefined || raw.kind === 'empty' ? [] : itemsOf(raw);
    return items.map((item) => ({ value: decodeValue(itemSpec(spec), item).value, raw: item }));
  }

  /** Links are equal when they lead to one note, all else as a filter compares. A given link may lean on `ref`. */
  private keysIn({ path }: OpenRow, { spec, obsidian }: ListChange): ItemKeys {
    if (obsidian === 'tags') return { present: foldedTag, given: foldedTag };
    const { transaction, zone } = this.context;
    const keyer = keyerOf(itemSpec(spec), { zone, links: transaction.links });
    const present = (value: Json): unknown => keyer.key(value, path);
    const link = linkSpecOf(spec);
    if (link === null) return { present, given: present };
    const given = (item: Json): unknown => {
      const linkpath = parseLinkArgument(item)?.linkpath;
      const targets = linkpath === undefined ? [] : targetsOfLink(transaction, link.ref, linkpath, path);
      if (targets.length > 1)
        for (const violation of ambiguousLinks(transaction, spec, item, path)) transaction.violate(violation);
      return targets[0] ?? present(item);
    };
    return { present, given };
  }
}

const foldedTag = (tag: Json): unknown => (typeof tag === 'string' ? tag.toLowerCase() : tag);

function listNamed(
  table: TableDefinition,
  name: string,
  argument: string,
): { readonly spec: ColumnSpec; readonly obsidian: ObsidianList | null } {
  const spec = columnNamed(table, name);
  if (spec?.type === 'list') return { spec, obsidian: null };
  if (spec !== undefined)
    throw badRequest(`${argument}: ${name} holds one value, not a list`, 'give its new value in set_values');
  const obsidian = OBSIDIAN_LISTS.find((list) => list === name) ?? null;
  const listSpec = OBSIDIAN_LIST_SPECS.get(name);
  if (obsidian !== null && listSpec !== undefined && !Object.hasOwn(table.fields, name))
    return { spec: listSpec, obsidian };
  throw badRequest(
    `${argument}: ${name} is a field without a type`,
    'give its whole value in set_values, or declare it as a list with add_column',
  );
}

function checkGivenOnce(name: string, argument: string, args: PieceArguments): void {
  const other = Object.hasOwn(args.set_values ?? {}, name) ? 'set_values' : 'unset';
  if (other === 'set_values' || (args.unset ?? []).includes(name))
    throw badRequest(`${name}: both in ${argument} and in ${other}`, 'change a list by piece, or set it whole');
  const removed = args.remove_values?.[name] ?? [];
  const both = (args.add_values?.[name] ?? []).filter((item) => removed.some((other) => jsonEqual(item, other)));
  if (both.length > 0)
    throw badRequest(
      `${name}: ${both.map((item) => quoteValue(item)).join(', ')} both in add_values and in remove_values`,
      'name each value in one of them',
    );
}
