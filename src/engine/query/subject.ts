/** What a filter, an order or a projection can name: a column, a field, the path, the id, a file column. spec: select_rows details. */

import type { TableDefinition } from '../catalog/definition';
import { NotedbError } from '../errors';
import { nearNames } from '../catalog/near-names';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { storedKeys } from '../storage/column-table';
import type { Row } from '../storage/row';
import type { ColumnSpec } from '../values/column';
import type { Json } from '../values/json';

/** How the file columns are known. */
export interface FileFacts {
  /** How many notes link to this one. */
  backlinkCount(path: NotePath): number;
  /** The wiki link that resolves to the note from anywhere. */
  linkTo(path: NotePath): string;
  /** Milliseconds as a date-time in the database time zone. */
  formatTime(milliseconds: number): string;
}

export interface Subject {
  readonly name: string;
  /** The column's declaration, or a stand-in that gives the type; null for a value of any kind. */
  readonly spec: ColumnSpec | null;
  /** The key in the column store; null when the value is made from path, id or mtime. */
  readonly stored: string | null;
  ofRow(row: Row): Json | undefined;
}

export const FILE_COLUMNS = ['file_name', 'file_link', 'file_modified', 'file_backlink_count'] as const;

/** Resolves names for one table. */
export class Subjects {
  private readonly stored: ReadonlyMap<string, ColumnSpec | null>;

  constructor(
    private readonly definition: TableDefinition,
    private readonly facts: FileFacts,
  ) {
    this.stored = storedKeys(definition);
  }

  /** Throws 400 with near names for a name that the table does not have. D6 */
  get(name: string): Subject {
    const found = this.find(name);
    if (found !== null) return found;
    if (name === 'body') {
      const hint = 'search_notes looks into texts; include_body of select_rows shows them';
      throw new NotedbError('bad_request', 'body is the text of the note and no column', { hint });
    }
    const near = nearNames(name, this.names());
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `columns: ${this.names().join(', ')}`;
    throw new NotedbError('bad_request', `${this.definition.name} has no column "${name}"`, { hint });
  }

  find(name: string): Subject | null {
    if (this.stored.has(name)) {
      const spec = this.stored.get(name) ?? null;
      return { name, spec, stored: name, ofRow: (row) => row.values[name] };
    }
    return this.system(name);
  }

  private system(name: string): Subject | null {
    const made = (type: ColumnSpec['type'], ofRow: (row: Row) => Json | undefined): Subject => ({
      name,
      spec: { name, type },
      stored: null,
      ofRow,
    });
    switch (name) {
      case 'path':
        return made('string', ({ path }) => path);
      case 'id':
        return made('string', ({ id }) => id || undefined);
      case 'file_name':
        return made('string', ({ path }) => noteNameOf(path));
      case 'file_link':
        return made('link', ({ path }) => this.facts.linkTo(path));
      case 'file_modified':
        return made('datetime', ({ modified }) => this.facts.formatTime(modified));
      case 'file_backlink_count':
        return made('integer', ({ path }) => this.facts.backlinkCount(path));
      default:
        return null;
    }
  }

  names(): readonly string[] {
    return [
      ...this.definition.columns.map(({ name }) => name),
      ...Object.keys(this.definition.fields),
      'path',
      'id',
      ...FILE_COLUMNS,
    ];
  }
}
