/** What the files that a transaction stages are: rows, other notes, or no notes. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { nameKey } from '../../links/fold';
import { isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { readNoteText } from '../store/note-reading';
import { RowCodec } from '../row-codec';
import type { Put, StagedChange } from './staged-change';
import type { View } from '../view';

type Interpreted = Pick<StagedChange, 'reading' | 'becomes'>;

/** By one catalog. */
export class ChangeReader {
  private readonly codecs = new Map<string, RowCodec>();

  constructor(
    private readonly catalog: Catalog,
    private readonly before: View,
    /** When the rows were changed, in milliseconds. */
    private readonly now: number,
  ) {}

  codec(definition: TableDefinition): RowCodec {
    let codec = this.codecs.get(definition.qualified);
    if (codec === undefined) this.codecs.set(definition.qualified, (codec = new RowCodec(definition)));
    return codec;
  }

  /** `earlier`: what was staged of the same file before. */
  interpret(put: Put, earlier?: StagedChange): StagedChange {
    const { to, after, forGood, holdsId, asIs } = put;
    const from = earlier === undefined ? put.from : earlier.from;
    const before = earlier === undefined ? put.before : earlier.before;
    const follows = put.follows === true && earlier?.follows !== false;
    const restores = put.restores ?? earlier?.restores;
    const was = from === null ? null : this.before.rowAt(from);
    const { reading, becomes } = this.readingOf(put);
    const old = was && { table: was.table.qualified, id: was.row.id };
    const key = from === null && to !== null ? nameKey(to) : undefined;
    // Of one shape, and made at one place: a write of many rows makes as many.
    return {
      from,
      to,
      before,
      after,
      follows,
      forGood,
      restores,
      holdsId,
      asIs,
      reading,
      becomes,
      was: old,
      nameKey: key,
    };
  }

  private readingOf({ to, after }: Put): Interpreted {
    if (to === null || after === null || !isMarkdown(to)) return { reading: null, becomes: null };
    const reading = readNoteText(after);
    const owner = this.ownerOf(to, reading.table);
    if (owner === null) return { reading, becomes: null };
    const decoded = this.codec(owner).decode(to, this.now, reading.frontMatter.entries);
    return { reading, becomes: { table: owner.qualified, decoded } };
  }

  private ownerOf(path: NotePath, table: string | null): TableDefinition | null {
    return table === null ? null : this.catalog.rowTableOf(path, table);
  }
}
