/** Notes that become rows of a table, wherever they come from: what adopt_rows and move_rows have in common. D2, D6, D16, D17. */

import type { TableDefinition } from '../../catalog/definition';
import { type Conflict, NotedbError, type Violation } from '../../errors';
import { isSameFolder } from '../../links/same-place';
import { type FrontMatterEntry, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { folderOf, noteNameOf } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import type { Json, JsonObject } from '../../values/json';
import type { WriteContext } from '../define-operation';
import { giveLinks } from '../settle-links';
import { Adoption } from './adoption';
import { folderFor, placeRow, whyNoRowAt } from './row-place';

export interface ArrivalOptions {
  readonly rename: Readonly<Record<string, string>>;
  readonly drop: readonly string[];
  readonly setValues: JsonObject;
  /** Whether the notes move to the table's folder. */
  readonly relocate: boolean;
  /** The table whose rows they are before; null: they are no rows. */
  readonly origin: TableDefinition | null;
}

export interface ArrivingNote {
  readonly path: NotePath;
  readonly text: string;
  readonly entries: readonly FrontMatterEntry[];
  /** For this note alone, after what is set for all. */
  readonly values: JsonObject;
}

export class Arrivals {
  constructor(
    private readonly context: WriteContext,
    private readonly definition: TableDefinition,
    private readonly options: ArrivalOptions,
  ) {}

  /** False where the note would lie in a place in which it is no row. */
  canStay(path: NotePath): boolean {
    const { catalog } = this.context.transaction;
    if (this.options.relocate) return true;
    const reason = whyNoRowAt(catalog, this.definition, path);
    if (reason !== null) this.violate(path, null, reason);
    return reason === null;
  }

  /** What is wrong becomes violations and refusals. */
  stage({ path, text, entries, values }: ArrivingNote): void {
    const { rename, drop, setValues, origin } = this.options;
    const adoption = new Adoption(this.context, this.definition, { path, entries, origin });
    adoption.take({ rename, drop, setValues, perRow: values });
    for (const conflict of adoption.conflicts) this.refuse(conflict);
    const after = adoption.written(text);
    const to = this.target(path, after);
    this.context.transaction.put({ from: path, to, before: text, after });
    const givenFor = (name: string): Json | undefined => adoption.given.get(name)?.value;
    giveLinks(this.context, { table: this.definition, from: path, path: to, id: '', values: givenFor });
  }

  /** Tells of a conflict together with all that is wrong elsewhere. */
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
    const { row } = transaction.codec(this.definition).decode(path, 0, parseFrontMatter(after).entries);
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
