/** Admits notes as rows of a table, for adopt_rows and move_rows. D2, D6, D16, D17. */

import type { TableDefinition } from '../catalog/definition';
import { type Conflict, NotedbError, type Violation } from '../errors';
import { isSameFolder } from '../links/same-place';
import { type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { folderOf, noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { type Json, type JsonObject, isEmpty } from '../json';
import type { WriteContext } from '../contexts';
import type { RowCodec } from '../storage/row-codec';
import { addPendingLinks } from './normalize-links';
import { folderFor, placeRow, whyNoRowAt } from './row-path';
import { type RawValue, rawString } from '../yaml/raw-value';
import { rawToJson } from '../yaml/raw-json';
import { noteKeyOf } from '../values/column-spec';
import { renameKeys } from '../yaml/front-matter/rename-key';
import { ID_KEY, TABLE_KEY } from '../storage/row';
import { gapValues } from './fill-missing-keys';
import { inlineToFrontMatter } from './inline-to-front-matter';
import { renameInline } from '../note/inline/splice-inline';
import { setRowKeys } from './list-keys';
import { type GivenValue, readValues, unknownColumn } from './row-values';

export interface AdmissionOptions {
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
  readonly setValues: JsonObject;
  /** Whether the notes move to the table's folder. */
  readonly relocate: boolean;
  /** The table whose rows they are before; null: they are not rows. */
  readonly origin: TableDefinition | null;
}

export interface AdmittedNote {
  readonly path: NotePath;
  readonly text: string;
  /** For this note alone, after the values for all. */
  readonly values: JsonObject;
}

export class RowAdmission {
  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly options: AdmissionOptions,
  ) {}

  /** False where the note would lie in a place in which it is not a row. */
  canStay(path: NotePath): boolean {
    const { catalog } = this.context.transaction;
    if (this.options.relocate) return true;
    const reason = whyNoRowAt(catalog, this.definition, path);
    if (reason !== null) this.violate(path, null, reason);
    return reason === null;
  }

  /** Problems become violations and refusals. */
  stage({ path, text, values }: AdmittedNote): void {
    const { rename, drop, setValues, origin } = this.options;
    const keyed = this.withKeys(path, text);
    const entries = this.context.transaction.codec(this.definition).entriesOf(keyed, parseFrontMatter(keyed));
    const adoption = new NoteAdoption(this.context, this.definition, { path, entries, origin });
    adoption.take({ rename, drop, setValues, perRow: values });
    for (const conflict of adoption.conflicts) this.refuse(conflict);
    const after = adoption.written(keyed);
    const to = this.target(path, after);
    this.context.transaction.put({ from: path, to, before: text, after });
    const givenFor = (name: string): Json | undefined => adoption.given.get(name)?.value;
    addPendingLinks(this.context, { table: this.definition, from: path, path: to, id: '', values: givenFor });
  }

  /** Properties in the text under the keys of this table. A column that it does not read there has them in the front matter. */
  private withKeys(path: NotePath, text: string): string {
    const { rename, origin } = this.options;
    const codec = this.context.transaction.codec(this.definition);
    const isRead = (name: string): boolean => codec.inlineKey(codec.keyOf(name)) !== null;
    const names = new Map<string, string>();
    let after = text;
    if (origin === null)
      for (const [from, to] of Object.entries(rename)) if (isRead(to)) names.set(from, codec.keyOf(to));
    for (const spec of origin?.columns.filter(({ inline }) => inline === true) ?? []) {
      const to = rename[spec.name] ?? spec.name;
      if (isRead(to)) names.set(noteKeyOf(spec), codec.keyOf(to));
      else if (origin !== null) after = inlineToFrontMatter(this.context.transaction.codec(origin), spec, path, after);
    }
    return names.size === 0 ? after : renameInline(after, names);
  }

  /** Reports a conflict together with all other problems. */
  refuse(conflict: Conflict): void {
    const hint =
      conflict.code === 'other_table'
        ? 'call move_rows for rows of another table'
        : `rename or drop the key ${conflict.column ?? ''}`;
    this.context.transaction.refusals.push(
      new NotedbError('conflict', conflict.message, { conflicts: [conflict], hint }),
    );
  }

  /** The path after relocating: by the partition of its values, with its own name. */
  private target(path: NotePath, after: string): NotePath {
    const { transaction, zone } = this.context;
    if (!this.options.relocate) return path;
    const { row } = transaction.codec(this.definition).decode(path, 0, after);
    const folder = folderFor(transaction.catalog, this.definition, row.values, zone);
    if ('missing' in folder) {
      const { missing } = folder;
      this.violate(path, missing[0] ?? null, `${path}: the folder needs a value of ${missing.join(', ')}`);
      return path;
    }
    if (isSameFolder(folderOf(path), folder.text)) return path;
    const place = placeRow(transaction, this.definition, { folder: folder.text, name: noteNameOf(path) }, path);
    if (typeof place === 'string') return place;
    transaction.violate(place);
    return path;
  }

  private violate(path: NotePath, column: Violation['column'], message: string): void {
    this.context.transaction.violate({ path, column, code: 'path', message });
  }
}

interface AdoptionSteps {
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
  readonly setValues: JsonObject;
  readonly perRow: JsonObject;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const QUALIFIED = /^[a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+$/;

interface AdoptedNote {
  readonly path: NotePath;
  readonly entries: readonly FrontMatterEntry[];
  /** The table whose row it is so far; null: it is not a row. */
  readonly origin: TableDefinition | null;
}

class NoteAdoption {
  private readonly codec: RowCodec;
  /** By front matter key, as everything here but `given`. */
  private readonly changes = new Map<string, RawValue | null>();
  readonly given = new Map<string, GivenValue>();
  readonly conflicts: Conflict[] = [];
  /** Keys whose value stays in place, under another name. */
  private readonly renamed = new Map<string, string>();
  private readonly present: ReadonlyMap<string, RawValue>;
  private readonly path: NotePath;
  private readonly origin: TableDefinition | null;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    { path, entries, origin }: AdoptedNote,
  ) {
    this.path = path;
    this.origin = origin;
    this.codec = context.transaction.codec(definition);
    this.present = new Map(entries.map(({ key, raw }) => [key, raw] as const));
  }

  /** In the order of D17; the system's keys come last, so that a key of the same name can be renamed or dropped. */
  take(steps: AdoptionSteps): void {
    for (const [from, to] of this.renames(steps)) this.rename(from, this.codec.keyOf(to));
    for (const key of steps.drop.map((each) => this.sourceKey(each)))
      if (this.now(key) !== undefined) this.changes.set(key, null);
    this.set(steps.setValues);
    this.set(steps.perRow);
    this.fillDefaults();
    this.takeTableKey();
    this.takeId();
    this.refuseStrayKeys();
  }

  /** The note with all of it, the system's new keys first. */
  written(text: string): string {
    return setRowKeys(this.codec, renameKeys(text, this.renamed), this.frontMatterChanges());
  }

  /** Null takes the key away. */
  private frontMatterChanges(): ReadonlyMap<string, RawValue | null> {
    const isSystem = ([key]: readonly [string, RawValue | null]): boolean => key === TABLE_KEY || key === ID_KEY;
    const changes = [...this.changes];
    return new Map([...changes.filter(isSystem), ...changes.filter((each) => !isSystem(each))]);
  }

  /** The value of a key as the steps so far leave it. */
  private now(key: string): RawValue | undefined {
    const changed = this.changes.get(key);
    return changed === undefined ? this.present.get(key) : (changed ?? undefined);
  }

  /** A row is called by its names: its columns take the keys that the table keeps them under. */
  private renames({ rename, drop }: AdoptionSteps): readonly (readonly [string, string])[] {
    const given = Object.entries(rename).map(([from, to]) => [this.sourceKey(from), to] as const);
    const others = (this.origin?.columns ?? []).filter(
      ({ name }) => !Object.hasOwn(rename, name) && !drop.includes(name),
    );
    return [...given, ...others.map((spec) => [noteKeyOf(spec), spec.name] as const)];
  }

  private sourceKey(name: string): string {
    return this.origin === null ? name : this.context.transaction.codec(this.origin).keyOf(name);
  }

  private rename(from: string, to: string): void {
    const raw = this.present.get(from);
    if (raw === undefined || from === to) return;
    const taken = this.now(to);
    if (taken !== undefined && !isEmpty(rawToJson(taken))) {
      const message = `${this.path}: ${from} can't become ${to}, the note has a key ${to} already`;
      return this.violate(to, 'exists', message);
    }
    // What another key was renamed to keeps the value that it got.
    if (!this.changes.has(from)) this.changes.set(from, null);
    // The place of a system's key is for the system's value.
    const isSystem = from === TABLE_KEY || from === ID_KEY;
    if (!isSystem) this.renamed.set(from, to);
    this.changes.set(to, raw);
  }

  private set(values: JsonObject): void {
    const { zone, transaction } = this.context;
    const violate = (violation: Violation): void => transaction.violate(violation);
    for (const [key, value] of readValues({ table: this.definition, path: this.path, zone, violate }, values)) {
      this.changes.set(this.codec.keyOf(key), value.raw);
      this.given.set(key, value);
    }
  }

  /** Where the key is absent, and the call did not set it. D16 */
  private fillDefaults(): void {
    const born = this.context.transaction.statOf(this.path)?.ctime;
    const has = (name: string): boolean => this.now(this.codec.keyOf(name)) !== undefined || this.given.has(name);
    for (const [key, value] of gapValues(this.context, this.definition, { has, born })) {
      this.changes.set(this.codec.keyOf(key), value.raw);
      this.given.set(key, value);
    }
  }

  /** The name of a table that was dropped is not a value of the note's own. */
  private takeTableKey(): void {
    const { qualified } = this.definition;
    const raw = this.now(TABLE_KEY);
    const text = raw?.kind === 'scalar' ? raw.text : null;
    if (text === qualified) return;
    this.changes.set(TABLE_KEY, rawString(qualified));
    if (raw === undefined || isEmpty(rawToJson(raw)) || text === this.origin?.qualified) return;
    const isTable = text !== null && this.context.transaction.catalog.table(text) !== null;
    if (!isTable && text !== null && QUALIFIED.test(text)) return;
    const message = isTable
      ? `${this.path} belongs to ${text}`
      : `${this.path} has a key table that names no table; rename it or drop it`;
    this.conflict(TABLE_KEY, isTable ? 'other_table' : 'table', message, raw, qualified);
  }

  private takeId(): void {
    const raw = this.now(ID_KEY);
    // A row keeps the id that it has, whatever that is.
    if (raw?.kind === 'scalar' && (UUID.test(raw.text) || (this.origin !== null && raw.text !== ''))) return;
    this.changes.set(ID_KEY, rawString(this.context.host.ids.uuid()));
    if (raw === undefined || isEmpty(rawToJson(raw))) return;
    this.conflict(ID_KEY, 'id', `${this.path} has a key id that is not a UUID; rename it or drop it`, raw);
  }

  private refuseStrayKeys(): void {
    for (const key of new Set([...this.present.keys(), ...this.changes.keys()])) {
      const raw = this.now(key);
      if (raw === undefined || this.codec.knows(key)) continue;
      const { message } = unknownColumn(this.definition, this.path, key, null);
      this.violate(key, 'unknown_column', `${this.path}: ${message}`);
    }
  }

  private violate(column: string, code: Violation['code'], message: string): void {
    this.context.transaction.violate({ path: this.path, column, code, message });
  }

  private conflict(column: string, code: string, message: string, raw: RawValue, expected?: string): void {
    this.conflicts.push({ path: this.path, column, code, message, expected, actual: rawToJson(raw) });
  }
}
