/** One note on its way into a table: its front matter after each step of adopt_rows or move_rows. D16, D17. */

import type { TableDefinition } from '../../catalog/definition';
import type { Conflict, Violation } from '../../errors';
import type { FrontMatterEntry } from '../../yaml/front-matter/front-matter';
import { type Raw, rawString } from '../../yaml/raw';
import { rawToJson } from '../../yaml/raw-json';
import { renameKeys } from '../../yaml/front-matter/rename-key';
import { setFrontMatter } from '../../yaml/front-matter/splice';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, TABLE_KEY } from '../../storage/row';
import { type JsonObject, isEmpty } from '../../values/json';
import type { WriteContext } from '../define-operation';
import { gapValues } from './fill-gaps';
import { type GivenValue, readValues, unknownColumn } from './row-values';

export interface AdoptionSteps {
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
  readonly setValues: JsonObject;
  readonly perRow: JsonObject;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const QUALIFIED = /^[a-z0-9_]+\.[a-z0-9_]+\.[a-z0-9_]+$/;

export interface AdoptedNote {
  readonly path: NotePath;
  readonly entries: readonly FrontMatterEntry[];
  /** The table whose row it is so far; null: it is no row. */
  readonly origin: TableDefinition | null;
}

export class Adoption {
  private readonly changes = new Map<string, Raw | null>();
  readonly given = new Map<string, GivenValue>();
  readonly conflicts: Conflict[] = [];
  /** Keys whose value stays where it stands, under another name. */
  private readonly renamed = new Map<string, string>();
  private readonly present: ReadonlyMap<string, Raw>;
  private readonly path: NotePath;
  private readonly origin: TableDefinition | null;

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    { path, entries, origin }: AdoptedNote,
  ) {
    this.path = path;
    this.origin = origin;
    this.present = new Map(entries.map(({ key, raw }) => [key, raw] as const));
  }

  /** In the order of D17; the system's keys come last, so that a key of the same name can be renamed or dropped. */
  take(steps: AdoptionSteps): void {
    for (const [from, to] of Object.entries(steps.rename)) this.rename(from, to);
    for (const key of steps.drop) if (this.now(key) !== undefined) this.changes.set(key, null);
    this.set(steps.setValues);
    this.set(steps.perRow);
    this.fillDefaults();
    this.takeTableKey();
    this.takeId();
    this.refuseStrayKeys();
  }

  /** The note with all of it, the system's new keys first. */
  written(text: string): string {
    return setFrontMatter(renameKeys(text, this.renamed), this.frontMatterChanges());
  }

  /** Null takes the key away. */
  private frontMatterChanges(): ReadonlyMap<string, Raw | null> {
    const isSystem = ([key]: readonly [string, Raw | null]): boolean => key === TABLE_KEY || key === ID_KEY;
    const changes = [...this.changes];
    return new Map([...changes.filter(isSystem), ...changes.filter((each) => !isSystem(each))]);
  }

  /** The value of a key as the steps so far leave it. */
  private now(key: string): Raw | undefined {
    const changed = this.changes.get(key);
    return changed === undefined ? this.present.get(key) : (changed ?? undefined);
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
      this.changes.set(key, value.raw);
      this.given.set(key, value);
    }
  }

  /** Where the key is absent, and nobody set it. D16 */
  private fillDefaults(): void {
    const born = this.context.transaction.statOf(this.path)?.ctime;
    const has = (key: string): boolean => this.now(key) !== undefined || this.given.has(key);
    for (const [key, value] of gapValues(this.context, this.definition, { has, born })) {
      this.changes.set(key, value.raw);
      this.given.set(key, value);
    }
  }

  /** The name of a table that was dropped is no value of the note's own. */
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
    this.conflict(ID_KEY, 'id', `${this.path} has a key id that is no UUID; rename it or drop it`, raw);
  }

  private refuseStrayKeys(): void {
    const codec = this.context.transaction.codec(this.definition);
    for (const key of new Set([...this.present.keys(), ...this.changes.keys()])) {
      const raw = this.now(key);
      if (raw === undefined || codec.knows(key)) continue;
      const { message } = unknownColumn(this.definition, this.path, key, null);
      this.violate(key, 'unknown_column', `${this.path}: ${message}`);
    }
  }

  private violate(column: string, code: Violation['code'], message: string): void {
    this.context.transaction.violate({ path: this.path, column, code, message });
  }

  private conflict(column: string, code: string, message: string, raw: Raw, expected?: string): void {
    this.conflicts.push({ path: this.path, column, code, message, expected, actual: rawToJson(raw) });
  }
}
