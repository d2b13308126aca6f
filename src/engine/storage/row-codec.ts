/** From a note to a row of its table: by its front matter, and by its text where a column is `inline`. D2, D16. */

import type { TableDefinition } from '../catalog/definition';
import type { ViolationCode } from '../errors';
import { isOwnedKey } from '../note/owned-properties';
import { type FrontMatter, type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import { inlineProperties } from '../note/inline/inline-properties';
import { type InlineKey, inlineValue } from '../note/inline/splice-inline';
import { rawToJson } from '../yaml/raw-json';
import type { RawValue } from '../yaml/raw-value';
import { type ColumnSpec, noteKeyOf } from '../values/column-spec';
import { decodeKnown, decodeValue } from '../values/decode';
import { addTo } from '../values/maps';
import { flatText } from '../text/flat-text';
import type { Json, JsonObject } from '../json';
import {
  OBSIDIAN_LISTS,
  type ObsidianList,
  knownListSource,
  listSources,
  obsidianItems,
  obsidianListOf,
} from '../note/obsidian-lists';
import { type NoteKey, OBSIDIAN_LIST_SPECS, noteKeys } from './columns/column-table';
import { ID_KEY, type Row, TABLE_KEY } from './row';

/** A stored value that its column does not allow. */
export interface RowProblem {
  readonly column: string;
  readonly code: ViolationCode;
  readonly message: string;
  readonly value: Json;
  readonly fix?: Json;
}

export interface DecodedRow {
  readonly row: Row;
  readonly problems: readonly RowProblem[];
  /** Keys of the note that the table does not declare, in order. */
  readonly strayKeys: readonly string[];
}

export class RowCodec {
  private readonly keys: ReadonlyMap<string, NoteKey>;
  /** By name, of columns that keep another key in the notes. */
  private readonly otherKeys: ReadonlyMap<string, string>;
  /** By front matter key. */
  private readonly inlineKeys: ReadonlyMap<string, InlineKey>;
  /** Of Obsidian's lists those that the table declares as nothing else. */
  private readonly lists: ReadonlySet<ObsidianList>;

  constructor(readonly definition: TableDefinition) {
    this.keys = noteKeys(definition);
    const keyed = definition.columns.filter((spec) => noteKeyOf(spec) !== spec.name);
    this.otherKeys = new Map(keyed.map((spec) => [spec.name, noteKeyOf(spec)]));
    const inline = definition.columns.filter((spec) => spec.inline === true);
    this.inlineKeys = new Map(
      inline.map((spec) => [noteKeyOf(spec), { key: noteKeyOf(spec), isList: spec.type === 'list' }]),
    );
    this.lists = new Set(OBSIDIAN_LISTS.filter((list) => this.keys.get(list)?.spec === OBSIDIAN_LIST_SPECS.get(list)));
  }

  /** True for a key that a row of this table may have. */
  knows(key: string): boolean {
    return this.keys.has(key) || key === ID_KEY || key === TABLE_KEY || this.listOf(key) !== null || isOwnedKey(key);
  }

  /** The front matter key of a column; any other name is its own key. */
  keyOf(name: string): string {
    return this.otherKeys.get(name) ?? name;
  }

  /** The column of a front matter key; any other key is its own name. */
  nameOf(key: string): string {
    return this.keys.get(key)?.name ?? key;
  }

  /** The list of Obsidian's that a key of a note means, where the table declares neither the key nor the list. */
  listOf(key: string): ObsidianList | null {
    const list = obsidianListOf(key);
    return list === null || !this.lists.has(list) || (key !== list && this.keys.has(key)) ? null : list;
  }

  /** Null for a key that only the front matter has. */
  inlineKey(key: string): InlineKey | null {
    return this.inlineKeys.get(key) ?? null;
  }

  /** The values that columns read in the text of a note without front matter. */
  valuesInText(body: string): JsonObject {
    return this.inlineKeys.size === 0 ? {} : this.decode('', 0, body, NO_FRONT_MATTER).row.values;
  }

  /** The entries of the front matter, and the properties in the text that columns read. A value in the front matter wins. */
  entriesOf(text: string, { entries, bodyStart }: FrontMatter): readonly FrontMatterEntry[] {
    if (this.inlineKeys.size === 0 || !text.includes('::', bodyStart)) return entries;
    const properties = inlineProperties(text, bodyStart);
    const given = new Set(entries.filter(({ raw }) => raw.kind !== 'empty').map(({ key }) => key));
    const added = [...this.inlineKeys.values()].flatMap((column): FrontMatterEntry[] => {
      const first = properties.find(({ key }) => key === column.key);
      const raw = given.has(column.key) ? null : inlineValue(properties, column);
      return first === undefined || raw === null ? [] : [{ key: column.key, raw, start: first.start, end: first.end }];
    });
    const found = new Set(added.map(({ key }) => key));
    return [...entries.filter(({ key }) => !found.has(key)), ...added];
  }

  decode(path: string, modified: number, text: string, frontMatter = parseFrontMatter(text)): DecodedRow {
    const entries = this.entriesOf(text, frontMatter);
    const values: Record<string, Json> = {};
    const problems: RowProblem[] = [];
    const strayKeys: string[] = [];
    const lists = new Set<ObsidianList>();
    let id = '';
    for (const { key, raw } of entries) {
      const known = this.keys.get(key);
      if (known === undefined) {
        if (key === ID_KEY) id = raw.kind === 'scalar' ? flatText(raw.text) : '';
        else if (key !== TABLE_KEY) this.takeUndeclared(key, lists, strayKeys);
        continue;
      }
      const { name, spec } = known;
      if (spec === null) {
        const value = untypedValue(raw);
        if (value !== null) values[name] = value;
      } else if (this.isList(spec)) {
        lists.add(spec.name);
      } else {
        const { value, problem } = decodeValue(spec, raw, this.definition.name);
        if (value !== undefined) values[name] = value;
        if (problem !== null) problems.push({ column: name, ...problem });
      }
    }
    for (const list of lists) {
      const items = obsidianItems(
        list,
        listSources(entries, (key) => this.listOf(key) === list),
      );
      if (items.length > 0) values[list] = items;
    }
    return { row: { path, id, modified, values }, problems, strayKeys };
  }

  private takeUndeclared(key: string, lists: Set<ObsidianList>, strayKeys: string[]): void {
    const list = this.listOf(key);
    if (list !== null) lists.add(list);
    else if (!isOwnedKey(key)) strayKeys.push(key);
  }

  private isList(spec: ColumnSpec): spec is ColumnSpec & { readonly name: ObsidianList } {
    return OBSIDIAN_LIST_SPECS.get(spec.name) === spec;
  }

  /** The row by what the host knows of the note; null when only its text shows it. */
  decodeKnown(path: string, modified: number, frontMatter: JsonObject): Row | null {
    if (this.inlineKeys.size > 0) return null;
    const values: Record<string, Json> = {};
    for (const [list, known] of knownLists(frontMatter, (key) => this.listOf(key))) {
      const sources = known.map(knownListSource);
      if (sources.includes(null)) return null;
      const items = obsidianItems(
        list,
        sources.filter((source) => source !== null),
      );
      if (items.length > 0) values[list] = items;
    }
    for (const [key, { name, spec }] of this.keys) {
      if (spec !== null && this.isList(spec)) continue;
      const known = Object.hasOwn(frontMatter, key) ? frontMatter[key] : undefined;
      if (known === undefined || known === null) continue;
      if (spec === null) {
        values[name] = known;
        continue;
      }
      const decoded = decodeKnown(spec, known);
      if (decoded === 'read the note') return null;
      if (decoded.value !== undefined) values[name] = decoded.value;
    }
    const id = frontMatter[ID_KEY];
    return { path, id: typeof id === 'string' ? id : '', modified, values };
  }
}

const NO_FRONT_MATTER: FrontMatter = { status: 'none', reason: '', entries: [], bodyStart: 0 };

/** What a host knows of the keys of each list. */
function knownLists(
  frontMatter: JsonObject,
  listOf: (key: string) => ObsidianList | null,
): ReadonlyMap<ObsidianList, readonly Json[]> {
  const known = new Map<ObsidianList, Json[]>();
  for (const [key, value] of Object.entries(frontMatter)) {
    const list = listOf(key);
    if (list !== null && value !== undefined) addTo(known, list, value);
  }
  return known;
}

const untypedValue = (raw: RawValue): Json => rawToJson(raw);
