/** The numbered changes of one record of the journal, without the texts of their notes. docs/formats.md#changes */

import type { ChangeKind, ChangeRun, ExternalChange, ExternalRecord, RowValues } from '../history/change-record';
import type { ChangeRecord } from '../history/journal/change-records';
import type { FileChange, Migration } from '../history/journal/migration';
import type { Row } from '../storage/row';
import type { DefinitionDifference } from '../catalog/definition-difference';
import type { NumberedHead } from './feed-entry';

/** One change of a record, with the source of its rows. */
export interface FoundChange {
  readonly head: NumberedHead;
  /** The texts of its row before and after; absent: `rows` has them. */
  readonly file?: FileChange;
  readonly rows?: { readonly before: Row | null; readonly after: Row | null };
}

/** In the order of their numbers; those of a migration from about `since` on. */
export const changesOf = (record: ChangeRecord, since: number): Iterable<FoundChange> =>
  'op' in record ? changesOfMigration(record, since) : changesOfOthers(record);

function* changesOfMigration(record: Migration, since: number): Generator<FoundChange, void, void> {
  const { changes, changeRuns = [], changeSeq = 0, time } = record;
  const left = changeRuns.some(([kind]) => kind === 'insert') ? changeRuns.filter(([kind]) => kind === 'delete') : [];
  const isWay = new Set(left.flatMap(filesOf));
  let next = changeSeq;
  for (const [kind, table, first, last, values] of changeRuns) {
    if (typeof first === 'string') {
      yield untouchedChange({ seq: next, kind, table, path: first, id: last as string, from: null }, values, time);
      next += 1;
      continue;
    }
    const start = Math.min(Math.max(0, since + 1 - next), (last as number) - first + 1);
    for (let i = first + start; i <= (last as number); i++) {
      const file = changes[i] as FileChange;
      yield { head: headOf(next + i - first, { kind, table, file, isWay: isWay.has(i) }), file };
    }
    next += (last as number) - first + 1;
  }
}

/** Its file is not touched: a row that leaves its table stays where it is. */
function untouchedChange(head: NumberedHead, values: RowValues | undefined, time: number): FoundChange {
  const { kind, path, id } = head;
  if (kind === 'schema')
    return { head: { ...head, ...(values === undefined ? {} : { definition: values as DefinitionDifference }) } };
  const row = values === undefined ? null : { path, id, modified: time, values };
  if (kind === 'delete') return { head: { ...head, to: path }, rows: { before: row, after: null } };
  return { head, rows: { before: null, after: row } };
}

/** The files of a run, as indexes into the changes of its migration. */
export const filesOf = ([, , first, last]: ChangeRun): readonly number[] =>
  typeof first === 'number' ? Array.from({ length: (last as number) - first + 1 }, (_, i) => first + i) : [];

/** `isWay`: the row leaves one table and comes to another one. */
function headOf(
  seq: number,
  { kind, table, file, isWay }: { kind: ChangeKind; table: string | null; file: FileChange; isWay: boolean },
): NumberedHead {
  const { from, to, id = '' } = file;
  switch (kind) {
    case 'delete':
      return { seq, kind, table, id, path: from ?? '', from: null, ...(to === null ? {} : { to }) };
    case 'insert':
      return { seq, kind, table, id, path: to ?? '', from: isWay ? from : null };
    default:
      return { seq, kind, table, id, path: to ?? '', from: from === to ? null : from };
  }
}

function changesOfOthers({ changes, seq, time }: ExternalRecord): readonly FoundChange[] {
  return changes.map(({ kind, table, id, path, from = null, to, rows, before, after, rest, stat }, i) => {
    const head = {
      ...{ seq: seq + i, kind, table, id, path, from },
      ...(to === undefined ? {} : { to }),
      ...(rows === undefined ? {} : { rows }),
    };
    const row = (values: ExternalChange['before'], at: string): Row => ({
      path: at,
      id,
      modified: stat?.[1] ?? time,
      values: Object.fromEntries(Object.entries({ ...rest, ...values }).filter(([, value]) => value !== null)),
    });
    const wasThere = kind !== 'insert' && path !== '';
    const isThere = kind !== 'delete' && path !== '';
    return {
      head,
      rows: { before: wasThere ? row(before, from ?? path) : null, after: isThere ? row(after, path) : null },
    };
  });
}
