/** Validates the rows of a table from their notes. Source: docs/operations.md#check_table; D5, D7. */

import type { TableDefinition } from '../catalog/definition';
import type { Violation } from '../errors';
import { liesIn } from '../links/same-place';
import { isMarkdown } from '../note/paths';
import type { Host, SchedulerPort } from '../ports/host';
import {
  type FileStat,
  type NotePath,
  type NoteReader,
  type VaultFailure,
  reasonOf,
  whyUnread,
} from '../ports/vault-port';
import { RowCodec } from '../storage/row-codec';
import { readNoteText } from '../storage/store/note-reading';
import type { CommittedView } from '../storage/view';
import { DerivedColumns } from '../values/generated-columns';
import { keyViolations } from './own-violations';
import { crowdedRows } from './limited-rows';
import { ReciprocalLinkCheck } from './reciprocals';
import { RuleSet, dateContextOf } from './rules/rule-set';
import { interruptedSeries } from './series';
import { staleValues } from './stale-values';
import { checkViolations, relationViolations, valueViolations } from './validate-row';

/** Notes read in one go. */
const BATCH = 256;

/** A violation with the id of the row that has it; null where there is none. D4 */
export interface RowViolation extends Violation {
  readonly id: string | null;
}

type CheckingHost = Pick<Host, 'clock' | 'scheduler'> & { readonly vault: NoteReader };

export async function checkRows(
  view: CommittedView,
  host: CheckingHost,
  table: TableDefinition,
): Promise<RowViolation[]> {
  const found: Violation[] = [];
  const codec = new RowCodec(table);
  await view.table(table.qualified).prepareRivals(host.scheduler);
  const moment = dateContextOf(view.catalog, host, host.clock.now());
  const reader = {
    codec,
    rules: new RuleSet(view, moment),
    derived: DerivedColumns.of(table.columns, moment.zone),
    reciprocals: new ReciprocalLinkCheck(view, (path) => view.links.backlinks(path)),
  };
  const paths = [...view.table(table.qualified).pathsOfRows()].sort();
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch);
    for (const [i, path] of batch.entries()) {
      const text = texts[i] ?? null;
      if (view.unconfirmedDeletions.has(path)) found.push(unconfirmedViolation(path));
      else if (typeof text === 'string') found.push(...checkRow(view, reader, path, text));
      else found.push(unreadableViolation(path, text));
      await host.scheduler.pause();
    }
  }
  const { limits } = reader.rules.of(table);
  const rows = limits.length === 0 ? [] : paths.flatMap((path) => view.table(table.qualified).row(path) ?? []);
  found.push(...(await crowdedRows(limits, rows, host.scheduler)).map(({ violation }) => violation));
  return [...found, ...(await notRows(view, host.scheduler, table))].map((violation) => ({
    ...violation,
    id: idOf(view, violation.path),
  }));
}

function idOf(view: CommittedView, path: NotePath | null): string | null {
  if (path === null) return null;
  return view.rowAt(path)?.row.id || view.duplicates.get(path)?.row.id || null;
}

interface RowReader {
  readonly codec: RowCodec;
  readonly rules: RuleSet;
  readonly derived: DerivedColumns;
  readonly reciprocals: ReciprocalLinkCheck;
}

function checkRow(view: CommittedView, reader: RowReader, path: NotePath, text: string): Violation[] {
  const { codec, rules, derived, reciprocals } = reader;
  const reading = readNoteText(text);
  if (reading.status !== 'ok') return [unparsableViolation(path, reading.reason)];
  const { frontMatter } = reading;
  const decoded = codec.decode(path, 0, text, frontMatter);
  const { row, problems } = decoded;
  const table = codec.definition;
  const check = { view, rules, table, row, problems, before: null };
  const broken = [...valueViolations(check), ...relationViolations(check)];
  return [
    ...(row.id === '' ? [withoutId(path)] : []),
    ...broken,
    ...checkViolations(check, broken),
    ...interruptedSeries(table, row),
    ...reciprocals.violations(table, row),
    ...staleValues(table.columns, derived, row),
    ...keyViolations(table, decoded, frontMatter.entries),
  ];
}

/** Notes that look like rows but are not counted as rows, by kind, in the order of their paths. */
async function notRows(view: CommittedView, scheduler: SchedulerPort, table: TableDefinition): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const [path, each] of [...view.unparsable].sort(byPath)) {
    const isOurs = each.table === table.qualified && !view.table(table.qualified).has(path);
    if (isOurs) found.push(unparsableViolation(path, each.reason));
  }
  for (const [path, copy] of [...view.duplicates].sort(byPath)) {
    if (copy.table === table.qualified) found.push(duplicateIdViolation(path, copy.row.id, view.pathOfId(copy.row.id)));
  }
  const folder = view.catalog.tableFolder(table);
  const others: [NotePath, Violation][] = [];
  for (const path of [...view.files.keys()]) {
    await scheduler.pause();
    if (!isMarkdown(path) || !liesIn(path, folder)) continue;
    if (view.catalog.isArchived(table, path) || view.catalog.isExcluded(table, path)) continue;
    const broken = view.unparsable.get(path);
    const isKnown = view.tableAt(path) !== null || view.duplicates.has(path);
    const claimed = broken?.table ?? view.claims.get(path);
    // The archived note of another table is that table's matter.
    const isAnothers = claimed !== undefined && view.catalog.table(claimed) !== null;
    const unread = whyUnread(view.files.get(path) as FileStat);
    if (unread !== null) others.push([path, noNote(path, unread)]);
    if (isKnown || isAnothers || unread !== null) continue;
    others.push([path, broken === undefined ? notARow(table, path, claimed) : noRowYet(table, path, broken.reason)]);
  }
  return [...found, ...others.sort(byPath).map(([, violation]) => violation)];
}

const byPath = ([a]: readonly [NotePath, unknown], [b]: readonly [NotePath, unknown]): number =>
  a < b ? -1 : Number(a > b);

const unparsableViolation = (path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'unparsable',
  message: `${path}: the front matter does not parse: ${reason}`,
});

const noNote = (path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'path',
  message: `${path} is not read: ${reason}`,
});

/** `failure` null: the note is gone. */
const unreadableViolation = (path: NotePath, failure: VaultFailure | null): Violation => ({
  ...(failure?.code === 'not_a_note' ? noNote(path, failure.detail) : unparsableViolation(path, '')),
  message:
    failure === null
      ? `${path} is gone: it was deleted, renamed or moved a moment ago, and leaves the table within seconds`
      : `${path} can't be read: ${reasonOf(failure)}`,
});

const unconfirmedViolation = (path: NotePath): Violation => ({
  path,
  column: null,
  code: 'suspect',
  message: `${path} vanished together with many other notes; its row is kept until the note is back or the deletion is confirmed`,
  severity: 'warning',
});

const withoutId = (path: NotePath): Violation => ({
  path,
  column: 'id',
  code: 'identity',
  message: `${path} has no id`,
  value: null,
});

const duplicateIdViolation = (path: NotePath, id: string, holder: NotePath | null): Violation => ({
  path,
  column: 'id',
  code: 'duplicate_id',
  message: `${path} is not a row: its id ${id} belongs to ${holder ?? 'another note'}`,
  value: id,
});

/** It is unknown whether it is to be one. */
const noRowYet = ({ name }: TableDefinition, path: NotePath, reason: string): Violation => ({
  path,
  column: null,
  code: 'not_a_row',
  message: `${path} lies in the folder of ${name} and is not a row: its front matter does not parse: ${reason}`,
  severity: 'warning',
});

const notARow = ({ name, qualified }: TableDefinition, path: NotePath, claimed: string | undefined): Violation => ({
  path,
  column: null,
  code: 'not_a_row',
  message:
    claimed === undefined
      ? `${path} lies in the folder of ${name} and has no key table; adopt_rows makes it a row`
      : `${path} lies in the folder of ${name}, but its key table is "${claimed}", not ${qualified}`,
  severity: 'warning',
});
