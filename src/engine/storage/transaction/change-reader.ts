/** Classifies the staged files: rows, other notes, other files. */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition } from '../../catalog/definition';
import { nameKey } from '../../links/fold-name';
import { isMarkdown } from '../../note/paths';
import type { NotePath } from '../../ports/vault-port';
import { readNoteText } from '../store/note-reading';
import { RowCodec } from '../row-codec';
import { type StagedChange, type StagedPut, isFollower } from './staged-change';
import type { View } from '../view';

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

  /** `earlier`: the earlier staged change of the same file. */
  interpret(put: StagedPut, earlier?: StagedChange): StagedChange {
    const { to, after, undoes = earlier?.undoes } = put;
    const { from, before } = earlier ?? put;
    const present = from === null ? null : this.before.rowAt(from);
    const was = present && { table: present.table.qualified, id: present.row.id };
    const { reading, becomes } = this.readingOf(put);
    // Made without spreading: a write of many rows makes as many.
    if (put.kind === 'opaque' && from !== null && to !== null)
      return { kind: 'opaque', from, to, before: null, after: null, reading, becomes, was, undoes, asIs: put.asIs };
    const restored = put.kind === 'restore' ? put : earlier;
    if (restored?.kind === 'restore') {
      const { restores, holdsId } = restored;
      return { kind: 'restore', from, to, before, after, reading, becomes, was, undoes, restores, holdsId };
    }
    if (from === null && to !== null && after !== null)
      return { kind: 'create', from, to, before: null, after, reading, becomes, was, undoes, nameKey: nameKey(to) };
    if (from === null || before === null) throw new Error('a file that is staged has a text');
    if (to === null || after === null)
      return { kind: 'remove', from, to: null, before, after: null, reading, becomes, was, undoes };
    const follows = 'follows' in put && put.follows === true && (earlier === undefined || isFollower(earlier));
    return { kind: from === to ? 'update' : 'move', from, to, before, after, reading, becomes, was, undoes, follows };
  }

  private readingOf({ to, after }: StagedPut): Pick<StagedChange, 'reading' | 'becomes'> {
    if (to === null || after === null || !isMarkdown(to)) return { reading: null, becomes: null };
    const reading = readNoteText(after);
    const owner = this.ownerOf(to, reading.table);
    if (owner === null) return { reading, becomes: null };
    const decoded = this.codec(owner).decode(to, this.now, reading.text);
    return { reading, becomes: { table: owner.qualified, decoded } };
  }

  private ownerOf(path: NotePath, table: string | null): TableDefinition | null {
    return table === null ? null : this.catalog.rowTableOf(path, table);
  }
}
