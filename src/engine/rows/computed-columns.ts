/** Writes the generated and identity columns of a row as they have to be. Source: docs/operations.md#column-specs (generated, identity); D6, D16. */

import type { TableDefinition } from '../catalog/definition';
import { LinkResolver } from '../links/link-resolver';
import { linkFor } from '../links/write-link';
import { parseFrontMatter } from '../yaml/front-matter/front-matter';
import { parseLinkValue } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import type { RawValue } from '../yaml/raw-value';
import { setFrontMatter } from '../yaml/front-matter/splice-front-matter';
import type { NotePath } from '../ports/vault-port';
import { ID_KEY, type Row, TABLE_KEY } from '../storage/row';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { datetimeAt, dayOf } from '../values/time/dates';
import { resolveDefault } from '../values/default-value';
import { DerivedColumns, isComputed, isSameDerived } from '../values/generated-columns';
import { type Json, isEmpty } from '../json';
import type { WriteContext } from '../contexts';
import { targetsOfLink } from './link-values';
import { written } from './row-values';

/** The value of a row in an omitted column: an identity, else the default. `born`: when its note was made. D16 */
export function initialValue(
  { transaction, zone, host }: WriteContext,
  spec: ColumnSpec,
  born: number = transaction.now,
): Json | undefined {
  const second = born - (born % 1000);
  switch (spec.identity) {
    case 'created':
      return spec.type === 'date' ? dayOf(second, zone) : datetimeAt(second, zone);
    case 'uuid':
      return host.ids.uuid();
    case 'filename':
      return undefined;
    default:
      return resolveDefault(spec, transaction.now, zone);
  }
}

/** A row whose columns are to be computed. */
export interface ComputedRow {
  readonly row: Row;
  /** Columns whose present value does not fit them. */
  readonly invalidColumns: ReadonlySet<string>;
  readonly text: string;
  /** Where the note lies before this write; null: it is new. */
  readonly from: NotePath | null;
}

/** The computed columns of one table, for many rows. */
export class ColumnComputer {
  private readonly derived: DerivedColumns;
  private readonly identities: readonly ColumnSpec[];
  /** The table has none. */
  readonly isIdle: boolean;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
  ) {
    this.derived = DerivedColumns.of(definition.columns, context.zone);
    this.isIdle = !definition.columns.some(isComputed);
    this.identities = definition.columns.filter(({ identity }) => identity === 'created' || identity === 'uuid');
  }

  /** The text of the note with its computed columns; the same text when they are as they should be. */
  text(row: ComputedRow, renewed: ReadonlySet<string> = NONE): string {
    const changes = this.changes(row, renewed);
    if (changes.size === 0) return row.text;
    return row.from === null
      ? inDefinitionOrder(this.definition, row.text, changes)
      : setFrontMatter(row.text, changes);
  }

  /** By front matter key. `renewed`: identities that are not kept. */
  private changes(
    { row, invalidColumns, from }: ComputedRow,
    renewed: ReadonlySet<string>,
  ): ReadonlyMap<string, RawValue | null> {
    const changes = new Map<string, RawValue | null>();
    const values: Record<string, Json> = { ...row.values };
    for (const spec of this.identities) {
      if (!isEmpty(values[spec.name]) && !renewed.has(spec.name)) continue;
      const born = from === null ? undefined : this.context.transaction.statOf(from)?.ctime;
      const value = initialValue(this.context, spec, born);
      changes.set(noteKeyOf(spec), written(spec, value).raw);
      if (value !== undefined) values[spec.name] = value;
    }
    const facts = { values, id: row.id, name: noteNameOf(row.path) };
    for (const [spec, derived] of this.derived.of(facts)) {
      const value = this.settled(spec, derived, row.path);
      const stored = row.values[spec.name];
      if (!invalidColumns.has(spec.name) && isSameDerived(spec, stored, value)) continue;
      changes.set(noteKeyOf(spec), written(spec, value).raw);
    }
    return changes;
  }

  /** Written so that it means the one row of its name, where there is one already. */
  private settled(spec: ColumnSpec, value: Json | undefined, path: NotePath): Json | undefined {
    const { transaction, host } = this.context;
    const { links } = transaction;
    const link = spec.type === 'link' && typeof value === 'string' ? parseLinkValue(value) : null;
    if (link === null || spec.ref === undefined || !(links instanceof LinkResolver)) return value;
    const [target, ...more] = targetsOfLink(transaction, spec.ref, link.linkpath, path);
    if (target === undefined || more.length > 0 || links.resolve(link.linkpath, path) === target) return value;
    const { subpath, display } = link;
    return linkFor(target, path, host.linkSettings(), links, { inFrontMatter: true, subpath, display }) ?? value;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** A new note has its keys in the order of the definition, unless somebody laid it out by hand. */
function inDefinitionOrder(
  { columns }: TableDefinition,
  text: string,
  changes: ReadonlyMap<string, RawValue | null>,
): string {
  const { entries, bodyStart } = parseFrontMatter(text);
  const present = new Map(entries.map(({ key, raw }) => [key, raw] as const));
  if (setFrontMatter('', present) !== text.slice(0, bodyStart)) return setFrontMatter(text, changes);
  const ordered = new Map<string, RawValue | null>();
  const known = [TABLE_KEY, ID_KEY, ...columns.map(noteKeyOf)];
  for (const key of new Set([...known, ...present.keys()])) {
    const raw = changes.has(key) ? changes.get(key) : present.get(key);
    if (raw !== undefined) ordered.set(key, raw);
  }
  return setFrontMatter('', ordered) + text.slice(bodyStart);
}
