/** adopt_rows: existing notes become rows. spec: Row write operations, D17 (order: rename, drop, set_values, per_row, defaults). */

import * as z from 'zod';
import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, type Violation, badRequest } from '../../errors';
import { type FrontMatter, parseFrontMatter } from '../../note/front-matter';
import { checkNotePath, isInside, noteNameOf } from '../../note/paths';
import { type Raw, RAW_EMPTY, rawString } from '../../note/raw';
import { setFrontMatter } from '../../note/splice';
import type { NotePath } from '../../ports/vault-port';
import { ID_KEY, TABLE_KEY } from '../../storage/row';
import { resolveDefault } from '../../values/default-value';
import { encodeJson } from '../../values/encode';
import type { JsonObject } from '../../values/json';
import { dryRun, jsonObject, table, texts } from '../arguments';
import { type WriteContext, defineWrite } from '../define-operation';
import { folderFor, freePath } from './row-place';
import { readValues, unknownColumn, written } from './row-values';

const input = z.strictObject({
  table,
  paths: z.array(z.string()).describe('Vault paths of the notes'),
  rename: z.record(z.string(), z.string()).nullish().describe('Front matter key -> column'),
  set_values: jsonObject.nullish().describe('Column -> value for every note'),
  per_row: z.record(z.string(), jsonObject).nullish().describe('Path -> column -> value'),
  drop: texts.describe('Front matter keys to remove'),
  relocate: z.boolean().nullish().describe('Move the notes to the table’s folder (default true)'),
  dry_run: dryRun,
});

type Input = z.infer<typeof input>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const adoptRows = defineWrite<Input>({
  name: 'adopt_rows',
  group: 'rows',
  effect: 'write',
  summary: 'Turns existing notes into rows of a table.',
  description:
    'Each note gets the key table and a system id. rename, drop, set_values and per_row are applied in this order, then defaults. With relocate the notes move to the table’s folder and links follow. Keys that the table does not know and values that do not fit are all listed, and nothing is written.',
  input,
  refusals: [
    'a note that is missing, does not parse, or is another table’s row',
    'unknown keys',
    'values that do not fit',
  ],
  stage: async (context, args) => {
    const definition = context.transaction.catalog.resolveTable(args.table);
    const adoption = new Adoption(context, definition, args);
    for (const path of adoption.paths()) {
      await adoption.adopt(path);
      await context.host.scheduler.pause();
    }
    adoption.refuseConflicts();
    return { summary: `adopted ${adoption.adopted} notes into ${definition.name}`, tables: [definition.qualified] };
  },
});

class Adoption {
  adopted = 0;
  private readonly conflicts: Conflict[] = [];

  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly args: Input,
  ) {}

  /** Vault paths, each once. */
  paths(): readonly NotePath[] {
    const paths = new Set(this.args.paths.map((given) => this.checked(given)).filter((path) => path !== null));
    for (const given of Object.keys(this.args.per_row ?? {})) {
      const path = this.checked(given);
      if (path !== null && !paths.has(path)) throw badRequest(`per_row names ${given}, which is not among the paths`);
    }
    return [...paths];
  }

  private checked(given: string): NotePath | null {
    const check = checkNotePath(given);
    if ('path' in check) return check.path;
    this.violate(given, null, 'path', check.message);
    return null;
  }

  private violate(path: string, column: string | null, code: Violation['code'], message: string): void {
    this.context.transaction.violate({ path, column, code, message });
  }

  async adopt(path: NotePath): Promise<void> {
    const { transaction } = this.context;
    const text = await transaction.read(path);
    if (text === null) return this.violate(path, null, 'path', `there is no note at ${path}`);
    const frontMatter = parseFrontMatter(text);
    if (frontMatter.status === 'unparsable') {
      return this.violate(path, null, 'unparsable', `${path}: the front matter does not parse (${frontMatter.reason})`);
    }
    const present = transaction.rowAt(path);
    if (present !== null) {
      if (present.table.qualified !== this.definition.qualified) this.isAnothers(path, present.table.qualified);
      else transaction.warnings.push(`${path} is a row of ${this.definition.name} already`);
      return;
    }
    const place = this.place(path);
    if (place === null) return;
    const keys = this.keys(path, place, frontMatter);
    transaction.put({
      from: path,
      to: this.target(path, place, setFrontMatter(text, keys)),
      before: text,
      after: setFrontMatter(text, keys),
    });
    this.adopted++;
  }

  private isAnothers(path: NotePath, actual: string): void {
    const message = `${path} is a row of ${actual}`;
    this.conflicts.push({
      path,
      column: TABLE_KEY,
      code: 'other_table',
      message,
      expected: this.definition.qualified,
      actual,
    });
  }

  /** Where the note lies if it stays; null when it could be no row there. */
  private place(path: NotePath): NotePath | null {
    const { catalog } = this.context.transaction;
    if (this.args.relocate !== false) return path;
    if (catalog.isArchived(this.definition, path)) {
      this.violate(path, null, 'path', `${path} lies in the archive of ${this.definition.name}: it would be no row`);
      return null;
    }
    if (catalog.isExcluded(this.definition, path)) {
      this.violate(path, null, 'path', `${path} lies in a folder that ${this.definition.name} excludes`);
      return null;
    }
    return path;
  }

  /** The keys to set, in the order of D17. */
  private keys(path: NotePath, place: NotePath, { entries }: FrontMatter): Map<string, Raw | null> {
    const present = new Map(entries.map(({ key, raw }) => [key, raw] as const));
    const keys = new Map<string, Raw | null>();
    this.setSystemKeys(path, present, keys);
    const known = (key: string): Raw | undefined => (keys.has(key) ? (keys.get(key) ?? undefined) : present.get(key));
    for (const [from, to] of Object.entries(this.args.rename ?? {})) {
      const raw = present.get(from);
      if (raw === undefined) continue;
      if (present.has(to)) {
        this.violate(place, to, 'exists', `${place}: ${from} can't become ${to}, the note has a key ${to} already`);
        continue;
      }
      keys.set(from, null);
      keys.set(to, raw);
    }
    for (const key of this.args.drop ?? []) if (known(key) !== undefined) keys.set(key, null);
    this.setGiven(place, keys, this.args.set_values ?? {});
    this.setGiven(place, keys, this.perRow(path));
    this.setDefaults(keys, known);
    this.refuseStrayKeys(place, present, keys);
    return keys;
  }

  private setSystemKeys(path: NotePath, present: ReadonlyMap<string, Raw>, keys: Map<string, Raw | null>): void {
    keys.set(TABLE_KEY, rawString(this.definition.qualified));
    const id = present.get(ID_KEY);
    if (id?.kind === 'scalar' && UUID.test(id.text)) return;
    if (
      id !== undefined &&
      id.kind !== 'empty' &&
      !(this.args.drop ?? []).includes(ID_KEY) &&
      this.args.rename?.[ID_KEY] === undefined
    ) {
      const actual = id.kind === 'scalar' ? id.text : null;
      const message = `${path} has a key id that is no UUID; rename it or drop it`;
      this.conflicts.push({ path, column: ID_KEY, code: 'id', message, actual });
      return;
    }
    keys.set(ID_KEY, rawString(this.context.host.ids.uuid()));
  }

  private perRow(path: NotePath): JsonObject {
    const entry = Object.entries(this.args.per_row ?? {}).find(([given]) => this.checked(given) === path);
    return entry?.[1] ?? {};
  }

  private setGiven(path: NotePath, keys: Map<string, Raw | null>, values: JsonObject): void {
    const { transaction, zone } = this.context;
    const violate = transaction.violate.bind(transaction);
    for (const [key, { raw }] of readValues({ table: this.definition, path, zone, violate }, values))
      keys.set(key, raw);
  }

  private setDefaults(keys: Map<string, Raw | null>, known: (key: string) => Raw | undefined): void {
    const { transaction, zone } = this.context;
    const given = new Set([...Object.keys(this.args.set_values ?? {})]);
    for (const spec of this.definition.columns) {
      if (known(spec.name) !== undefined || given.has(spec.name)) continue;
      const value = resolveDefault(spec, transaction.now, zone);
      const { raw } = written(spec, value);
      if (raw !== null) keys.set(spec.name, raw);
    }
    for (const [name, value] of Object.entries(this.definition.fields)) {
      if (known(name) === undefined && !given.has(name)) keys.set(name, value === null ? RAW_EMPTY : encodeJson(value));
    }
  }

  private refuseStrayKeys(
    path: NotePath,
    present: ReadonlyMap<string, Raw>,
    keys: ReadonlyMap<string, Raw | null>,
  ): void {
    const codec = this.context.transaction.codec(this.definition);
    for (const key of new Set([...present.keys(), ...keys.keys()])) {
      if (keys.get(key) === null || codec.knows(key)) continue;
      const violation = unknownColumn(this.definition, path, key, null);
      this.violate(path, key, 'unknown_column', `${path}: ${violation.message}`);
    }
  }

  /** The path after relocating: by the partition of its values, with its own name. */
  private target(path: NotePath, place: NotePath, after: string): NotePath {
    const { transaction, zone } = this.context;
    if (this.args.relocate === false) return place;
    const { row } = transaction.codec(this.definition).decode(path, 0, parseFrontMatter(after).entries);
    const folder = folderFor(transaction.catalog, this.definition, row.values, zone);
    if ('missing' in folder) {
      this.violate(
        path,
        folder.missing[0] ?? null,
        'path',
        `${path}: the folder needs a value of ${folder.missing.join(', ')}`,
      );
      return path;
    }
    if (isInside(path, folder.text) && path === `${folder.text}/${noteNameOf(path)}.md`) return path;
    return freePath(transaction, folder.text, noteNameOf(path), path);
  }

  refuseConflicts(): void {
    if (this.conflicts.length === 0) return;
    const [first] = this.conflicts;
    throw new NotedbError('conflict', first?.message ?? 'a note can’t be adopted', {
      conflicts: this.conflicts,
      violations: this.context.transaction.violations,
      hint: this.conflicts.some(({ code }) => code === 'other_table')
        ? 'call move_rows for rows of another table'
        : 'rename or drop the key id',
    });
  }
}
