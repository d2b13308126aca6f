/** Finds the rows that hold the keys of a merge: the table is looked through once, however many keys there are. Source: docs/operations.md#merge_rows. */

import type { TableDefinition } from '../../catalog/definition';
import type { Violation } from '../../errors';
import { joinPath } from '../../note/paths';
import { inTurns } from '../../ports/in-turns';
import type { NotePath } from '../../ports/vault-port';
import { CHUNK_SIZE, chunkOf, offsetOf } from '../../storage/columns/chunked-array';
import { type FrozenColumn, frozenValue } from '../../storage/columns/stored-column';
import type { RowsSnapshot } from '../../storage/columns/column-table';
import { NO_VALUE } from '../../storage/columns/value-dictionary';
import type { Row } from '../../storage/row';
import { type ColumnSpec, type ItemSpec, linkSpecOf } from '../../values/column-spec';
import { datetimeInstant } from '../../values/time/dates';
import { type Json, isEmpty, isJsonObject, isList } from '../../json';
import { toNfc } from '../../values/nfc';
import { itemSpec } from '../../values/validate';
import type { WriteContext } from '../../contexts';
import { ambiguousLinks, linkTargets } from '../link-values';
import { addTo } from '../../values/maps';

/** Chunks between two pauses. */
const CHUNKS_BETWEEN_PAUSES = 16;

/** A key column; null: an untyped field. */
export interface KeyColumn {
  readonly name: string;
  readonly spec: ColumnSpec | null;
}

/** Keys, or their first parts. */
type KeyLookup = Pick<ReadonlyMap<string, unknown> | ReadonlySet<string>, 'has' | 'keys'>;

export class MergeKeys {
  /** Where a new row would lie, for links that depend on their source's folder. */
  private readonly newPath: NotePath;
  /** A part may be the name of several rows. */
  readonly haveLinks: boolean;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly columns: readonly KeyColumn[],
  ) {
    this.newPath = joinPath(context.transaction.catalog.tableFolder(definition), '.md');
    this.haveLinks = columns.some(isLink);
  }

  /** Equal keys are equal texts. `values` are given by the caller, one for each key column, none empty. */
  keyOf(values: readonly Json[]): string {
    let key = '';
    for (let i = 0; i < this.columns.length; i++) {
      const part = this.part(this.columns[i]!, values[i] as Json, this.newPath);
      key = i === 0 ? part : key + SEPARATOR + part;
    }
    return key;
  }

  /** The names of several rows, which are not a key. */
  ambiguous(values: readonly Json[]): readonly Violation[] {
    const view = this.context.transaction;
    return this.columns.flatMap(({ spec }, i) =>
      spec === null ? [] : ambiguousLinks(view, spec, values[i] as Json, this.newPath),
    );
  }

  /** The paths of the rows that hold each of these keys. */
  async find(wanted: KeyLookup): Promise<ReadonlyMap<string, readonly NotePath[]>> {
    const found = new Map<string, NotePath[]>();
    const take = (key: string | null, path: NotePath): void => {
      if (key === null || !wanted.has(key)) return;
      addTo(found, key, path);
    };
    const { snapshot, hidden, added } = this.context.transaction.table(this.definition.qualified).scan();
    const firsts = this.columns.length === 1 ? wanted : new Set([...wanted.keys()].map(firstPart));
    const codes = await this.codesOf(snapshot, firsts);
    const keyAt = this.keysIn(snapshot, firsts, codes);
    const end = codes?.size === 0 ? 0 : snapshot.capacity;
    for (let slot = 0; slot < end; slot++) {
      if (slot % (CHUNK_SIZE * CHUNKS_BETWEEN_PAUSES) === 0) await this.context.host.scheduler.pause();
      if (snapshot.live[chunkOf(slot)]?.[offsetOf(slot)] !== 1) continue;
      const path = snapshot.paths[chunkOf(slot)]?.[offsetOf(slot)] as NotePath;
      if (!hidden.has(path)) take(keyAt(slot, path), path);
    }
    for (const row of added) take(this.keyOfRow(row), row.path);
    return found;
  }

  private keyOfRow({ path, values }: Row): string | null {
    const parts: string[] = [];
    for (const column of this.columns) {
      const value = values[column.name];
      if (value === undefined || isEmpty(value)) return null;
      parts.push(this.part(column, value, path));
    }
    return parts.join(SEPARATOR);
  }

  /** First-column texts a key may begin with: new rows have unknown texts and need no search. Null: only a look at the rows can show it. */
  private async codesOf(snapshot: RowsSnapshot, firsts: KeyLookup): Promise<ReadonlySet<number> | null> {
    const [first] = this.columns;
    const stored = snapshot.columns.get(first?.name ?? '');
    if (first?.spec?.type !== 'string' || stored?.kind !== 'codes') return null;
    const { dictionary } = stored;
    const codes = new Set<number>();
    await inTurns([...firsts.keys()], this.context.host.scheduler, (part) => {
      const code = dictionary.find(textOf(part));
      if (code !== NO_VALUE) codes.add(code);
    });
    for (const code of dictionary.unnormalized()) {
      if (firsts.has(keyPart(first.spec, dictionary.value(code) as Json, this.context.zone))) codes.add(code);
    }
    return codes;
  }

  /** Null for a row that has no key, or whose first part no key begins with. */
  private keysIn(
    snapshot: RowsSnapshot,
    firsts: KeyLookup,
    codes: ReadonlySet<number> | null,
  ): (slot: number, path: NotePath) => string | null {
    const parts = this.columns.map((column) => this.partsIn(column, snapshot.columns.get(column.name)));
    const [first] = this.columns;
    const stored = snapshot.columns.get(first?.name ?? '');
    return (slot, path) => {
      if (codes !== null && stored?.kind === 'codes' && !codes.has(codeAt(stored, slot))) return null;
      const key: string[] = [];
      for (const [i, partAt] of parts.entries()) {
        const part = partAt(slot, path);
        if (part === null || (i === 0 && !firsts.has(part))) return null;
        key.push(part);
      }
      return key.join(SEPARATOR);
    };
  }

  /** A value is read once, whatever the number of rows that hold it; what a link means depends on the row. */
  private partsIn(
    column: KeyColumn,
    stored: FrozenColumn | undefined,
  ): (slot: number, path: NotePath) => string | null {
    if (stored === undefined) return () => null;
    const read = (slot: number, path: NotePath): string | null => {
      const value = frozenValue(stored, slot);
      return value === undefined || isEmpty(value) ? null : this.part(column, value, path);
    };
    if (stored.kind === 'numbers' || isLink(column)) return read;
    const known: (string | null | undefined)[] = [];
    return (slot, path) => {
      const code = stored.chunks[chunkOf(slot)]?.[offsetOf(slot)] as number;
      const part = known[code];
      return part === undefined ? (known[code] = read(slot, path)) : part;
    };
  }

  private part({ spec }: KeyColumn, value: Json, path: NotePath): string {
    const link = spec === null ? null : linkSpecOf(spec);
    if (link !== null) return linkTargets(this.context.transaction, link, value, path);
    return keyPart(spec ?? { type: 'json' }, value, this.context.zone);
  }
}

const firstPart = (key: string): string => key.split(SEPARATOR, 1)[0] as string;

/** Of the part that is a text's. */
const textOf = (part: string): string => (part.startsWith(NO_TEXT) ? (JSON.parse(part.slice(1)) as string) : part);

const codeAt = (stored: FrozenColumn & { kind: 'codes' }, slot: number): number =>
  stored.chunks[chunkOf(slot)]?.[offsetOf(slot)] ?? NO_VALUE;

/** No part holds it: control characters are escaped in JSON. */
const SEPARATOR = '\u0000';

/** Before a part that is not the text itself. */
const NO_TEXT = '\u0001';

/** In NFC, and without control characters: such a text is its own part, which takes no time. */
const OWN_PART = /^[ -\u00ff]*$/;

const isLink = ({ spec }: KeyColumn): boolean => spec !== null && linkSpecOf(spec) !== null;

/** Date-times by instant, text exactly in NFC, JSON without the order of its keys. Source: docs/operations.md#merge_rows; D16 */
function keyPart(spec: ColumnSpec | ItemSpec, value: Json, zone: string): string {
  if (typeof value === 'string' && spec.type !== 'datetime') {
    if (OWN_PART.test(value)) return value;
    const text = toNfc(value);
    if (OWN_PART.test(text)) return text;
  }
  return NO_TEXT + jsonPart(spec, value, zone);
}

function jsonPart(spec: ColumnSpec | ItemSpec, value: Json, zone: string): string {
  if (spec.type === 'list' && isList(value)) {
    return `[${value.map((item) => jsonPart(itemSpec(spec), item, zone)).join(',')}]`;
  }
  if (typeof value === 'string') {
    const instant = spec.type === 'datetime' ? datetimeInstant(value, zone) : Number.NaN;
    return Number.isNaN(instant) ? JSON.stringify(toNfc(value)) : `@${instant}`;
  }
  return JSON.stringify(withSortedObjectKeys(value));
}

function withSortedObjectKeys(value: Json): Json {
  if (isList(value)) return value.map(withSortedObjectKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedObjectKeys(value[key] as Json)]),
  );
}
