/** Warns about notes of a write whose names do not fit their values. D25 */

import type { TableDefinition } from '../catalog/definition';
import { filenamePattern, partitionPattern } from '../catalog/row-patterns';
import { quoteText } from '../text/cut-text';
import { folderOf, noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { inTurns } from '../ports/in-turns';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { Transaction } from '../storage/transaction/transaction';
import type { Row } from '../storage/row';
import { DerivedColumns } from '../values/generated-columns';
import { fillPartition } from '../values/patterns';
import type { ValidatedContext } from '../contexts';
import { fileNameFor, isNumberedFrom } from '../rows/row-path';

/** Notes that are named; the others are counted. */
const MOST_NAMED = 5;

/** What an undo brings back has the name that it had. */
export async function warnOfNames({ transaction, zone, host }: ValidatedContext): Promise<void> {
  const found: string[] = [];
  await inTurns(transaction.staging(), host.scheduler, (change) => {
    const { becomes, to } = change;
    const table = becomes === null ? null : transaction.catalog.table(becomes.table);
    if (becomes === null || table === null || to === null || change.kind === 'restore' || isFollower(change)) return;
    const placed = { table, row: becomes.decoded.row, path: to, zone };
    found.push(
      ...(isNamedAnew(change)
        ? adaptedNameWarnings(placed, change.from)
        : unfollowedNameWarnings(transaction, placed, change)),
    );
  });
  transaction.warnings.push(...found.slice(0, MOST_NAMED));
  const more = found.length - MOST_NAMED;
  if (more > 0) transaction.warnings.push(`${more} more notes are called otherwise than their values ask`);
}

interface NamedRowPlace {
  readonly table: TableDefinition;
  readonly row: Row;
  readonly path: NotePath;
  readonly zone: string;
}

const isNamedAnew = ({ from, to }: StagedChange): boolean => from !== to;

/** The pattern gave a name or a folder, and a file system or a link can't have it as it is. */
function adaptedNameWarnings({ table, row, path, zone }: NamedRowPlace, from: NotePath | null): string[] {
  const warnings: string[] = [];
  const name = fileNameFor(table, row.values, row.id, zone);
  const isNew = from === null || noteNameOf(from) !== noteNameOf(path);
  if (isNew && 'text' in name && isAdapted(name) && isNumberedFrom(noteNameOf(path), name.text))
    warnings.push(
      `${path}: no file can be called ${quoteText(name.asked)}, so the note is ${quoteText(noteNameOf(path))}`,
    );
  const pattern = partitionPattern(table);
  if (pattern === null || pattern === '' || (from !== null && folderOf(from) === folderOf(path))) return warnings;
  const values = DerivedColumns.of(table.columns, zone).with({ values: row.values, id: '', name: null });
  const folder = fillPartition(pattern, table.columns, values, zone);
  if ('text' in folder && isAdapted(folder) && folderOf(path).endsWith(folder.text))
    warnings.push(`${path}: no folder can be called ${quoteText(folder.asked)}, so it is ${quoteText(folder.text)}`);
  return warnings;
}

/** Space at the ends and the Unicode form are nothing to speak of. */
const isAdapted = ({ text, asked }: { readonly text: string; readonly asked: string }): boolean =>
  text !== asked && text !== asked.trim().normalize('NFC');

/** The pattern has all its values since this write; a note that had no name by it before is not renamed. D6 */
function unfollowedNameWarnings(
  transaction: Transaction,
  { table, row, path, zone }: NamedRowPlace,
  { from }: StagedChange,
): string[] {
  const pattern = filenamePattern(table);
  const was = from === null || pattern === null || transaction.catalogChanged ? null : transaction.before.rowAt(from);
  if (was?.table.qualified !== table.qualified) return [];
  const before = fileNameFor(table, was.row.values, was.row.id, zone);
  const now = fileNameFor(table, row.values, row.id, zone);
  if ('text' in before || 'missing' in now || isNumberedFrom(noteNameOf(path), now.text)) return [];
  const empty = before.missing.join(', ');
  return [
    `${path}: the note keeps its name, since ${empty} was empty; ${pattern} would call it ${quoteText(now.text)}`,
  ];
}
