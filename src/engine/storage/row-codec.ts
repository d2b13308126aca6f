/** From a note's front matter to a row of its table. D2, D16. */

import type { TableDefinition } from '../catalog/definition';
import type { ViolationCode } from '../errors';
import type { FrontMatterEntry } from '../yaml/front-matter/front-matter';
import { rawToJson } from '../yaml/raw-json';
import type { RawValue } from '../yaml/raw-value';
import type { ColumnSpec } from '../values/column-spec';
import { decodeKnown, decodeValue } from '../values/decode';
import { flatText } from '../text/flat-text';
import type { Json, JsonObject } from '../json';
import { storedKeys } from './columns/column-table';
import { ID_KEY, type Row, TABLE_KEY } from './row';

/** A stored value that its column does not allow. */
export interface RowProblem {
  readonly column: string;
  readonly code: ViolationCode;
  readonly message: string;
  readonly value: Json;
}

export interface DecodedRow {
  readonly row: Row;
  readonly problems: readonly RowProblem[];
  /** Keys of the note that the table does not declare, in order. */
  readonly strayKeys: readonly string[];
}

export class RowCodec {
  private readonly keys: ReadonlyMap<string, ColumnSpec | null>;
  private readonly declared: ReadonlySet<string>;

  constructor(readonly definition: TableDefinition) {
    this.keys = storedKeys(definition);
    this.declared = new Set(definition.columns.map(({ name }) => name));
  }

  /** True for a key that may stand on a row of this table. */
  knows(key: string): boolean {
    return this.keys.has(key) || key === ID_KEY || key === TABLE_KEY;
  }

  decode(path: string, modified: number, entries: readonly FrontMatterEntry[]): DecodedRow {
    const values: Record<string, Json> = {};
    const problems: RowProblem[] = [];
    const strayKeys: string[] = [];
    let id = '';
    for (const { key, raw } of entries) {
      const spec = this.keys.get(key);
      if (spec === undefined) {
        if (key === ID_KEY) id = raw.kind === 'scalar' ? flatText(raw.text) : '';
        else if (key !== TABLE_KEY) strayKeys.push(key);
      } else if (spec === null) {
        const value = untypedValue(raw);
        if (value !== null) values[key] = value;
      } else {
        const { value, problem } = decodeValue(spec, raw, this.definition.name);
        if (value !== undefined) values[key] = value;
        // Obsidian's own lists are always allowed, whatever they hold.
        if (problem !== null && this.declared.has(key)) problems.push({ column: key, ...problem });
      }
    }
    return { row: { path, id, modified, values }, problems, strayKeys };
  }

  /** The row by what the host knows of the note; null when only its text can tell. */
  decodeKnown(path: string, modified: number, frontMatter: JsonObject): Row | null {
    const values: Record<string, Json> = {};
    for (const [key, spec] of this.keys) {
      const known = Object.hasOwn(frontMatter, key) ? frontMatter[key] : undefined;
      if (known === undefined || known === null) continue;
      if (spec === null) {
        values[key] = known;
        continue;
      }
      const decoded = decodeKnown(spec, known);
      if (decoded === 'read the note') return null;
      if (decoded.value !== undefined) values[key] = decoded.value;
    }
    const id = frontMatter[ID_KEY];
    return { path, id: typeof id === 'string' ? id : '', modified, values };
  }
}

const untypedValue = (raw: RawValue): Json => rawToJson(raw);
