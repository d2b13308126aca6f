/** The violations of a row by itself, found in the text of its note. Source: docs/operations.md#check_table; D5, D16. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import { type NotePath, type VaultFailure, reasonOf } from '../ports/vault-port';
import { RowCodec } from '../storage/row-codec';
import { readNoteText } from '../storage/store/note-reading';
import { DerivedColumns } from '../values/generated-columns';
import { noteNotRead, unparsableViolation } from './notes-outside';
import { keyViolations } from './own-violations';
import { interruptedSeries } from './series';
import { staleValues } from './stale-values';
import { valueViolations } from './validate-row';

/** In the order in which check_table lists them: rules about other rows come between the two lists. */
export interface NoteViolations {
  /** The id, and the values by themselves. */
  readonly values: readonly Violation[];
  /** A series that ended, computed columns, and keys. */
  readonly keys: readonly Violation[];
  /** Nothing else of a row can be checked whose front matter does not parse, or whose note could not be read. */
  readonly reading: 'ok' | 'unparsable' | 'failed';
}

export class NoteCheck {
  private readonly codec: RowCodec;
  private readonly derived: DerivedColumns;

  /** `zone`: the database time zone. */
  constructor(
    private readonly table: TableDefinition,
    zone: string,
  ) {
    this.codec = new RowCodec(table);
    this.derived = DerivedColumns.of(table.columns, zone);
  }

  /** `text` null: the note is gone. Null where everything is in order. */
  violations(path: NotePath, text: string | null | VaultFailure): NoteViolations | null {
    if (typeof text !== 'string') return alone('failed', unreadableViolation(path, text));
    const reading = readNoteText(text);
    if (reading.status !== 'ok') return alone('unparsable', unparsableViolation(path, reading.reason));
    const { table, codec, derived } = this;
    const decoded = codec.decode(path, 0, text, reading.frontMatter);
    const { row, problems } = decoded;
    const values = [...(row.id === '' ? [withoutId(path)] : []), ...valueViolations({ table, row, problems })];
    const stale = staleValues(table.columns, derived, row);
    const keys = [
      ...interruptedSeries(table, row),
      ...stale,
      ...keyViolations(table, decoded, reading.frontMatter.entries),
    ];
    return values.length + keys.length === 0 ? null : { values, keys, reading: 'ok' };
  }
}

const alone = (reading: NoteViolations['reading'], violation: Violation): NoteViolations => ({
  values: [violation],
  keys: [],
  reading,
});

/** `failure` null: the note is gone. */
const unreadableViolation = (path: NotePath, failure: VaultFailure | null): Violation => ({
  ...(failure?.code === 'not_a_note' ? noteNotRead(path, failure.detail) : unparsableViolation(path, '')),
  message:
    failure === null
      ? `${path} is gone: it was deleted, renamed or moved a moment ago, and leaves the table within seconds`
      : `${path} can't be read: ${reasonOf(failure)}`,
});

const withoutId = (path: NotePath): Violation => ({
  path,
  column: 'id',
  code: 'identity',
  message: `${path} has no id`,
  value: null,
});
