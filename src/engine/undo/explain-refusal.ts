/** The hint of an undo that the gate refuses: which later writes to undo first. docs/history.md: undo_migration */

import { EMPTY_DEFINITION } from '../catalog/catalog';
import { type CatalogDefinition, type TableDefinition, columnNamed } from '../catalog/definition';
import { sameDefinition } from '../catalog/metastore/definition-changes';
import { parseMetastore } from '../catalog/metastore/metastore-file';
import { NotedbError, VIOLATION_CODES, type Violation } from '../errors';
import type { ContentHash } from '../history/journal/content-hash';
import type { Migration } from '../history/journal/migration';
import { nameKey } from '../links/fold-name';
import { resolveLinkpath } from '../links/resolve-link';
import { linkpathIn } from '../note/links/link-syntax';
import { noteNameOf } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import type { WriteContext } from '../contexts';
import type { LaterWrites, NoteTrail } from './later-writes';

/** Writes that the hint names. */
const MOST_NAMED = 3;

/** The error with another hint, where later writes prevent the undo. */
export async function explainRefusal(context: WriteContext, later: LaterWrites, error: unknown): Promise<unknown> {
  if (!(error instanceof NotedbError)) return error;
  const { violations } = error;
  const renames = await laterRenames(later, violations);
  const definitions = await laterDefinitions(context, later, violations);
  const reasons = [
    ...(renames.length === 0 ? [] : ['what these notes link to was renamed, moved or deleted since']),
    ...(definitions.length === 0 ? [] : ['their table asks something else of its rows since']),
  ];
  const writes = [...new Set([...renames, ...definitions])].sort((a, b) => b.seq - a.seq);
  if (writes.length === 0 && !isOfDefinitions(error)) return error;
  return error.with({
    hint: writes.length === 0 ? LATER_DEFINITIONS : `${reasons.join(', and ')}: ${undoFirst(writes)}`,
  });
}

/** No row has a problem: later definitions use columns that would go. */
const isOfDefinitions = ({ violations, conflicts }: NotedbError): boolean =>
  violations.length > 0 && conflicts.length === 0 && violations.every(({ path }) => path === null);

const LATER_DEFINITIONS =
  'later definitions use columns that the undo removes: undo those writes first (list_migrations), or remove these columns and rules';

/** The part of a hint that names these writes; newest first. */
export function undoFirst(writes: readonly Migration[]): string {
  const named = writes.slice(0, MOST_NAMED).map(({ id, op, summary }) => `${id} (${op}: ${summary})`);
  const more = writes.length > MOST_NAMED ? ` and ${writes.length - MOST_NAMED} more` : '';
  return `call undo_migration for ${named.join(', then for ')}${more} first, then for this one`;
}

/** True for the path of a note that the link, or the word, means as long as it is the only one of its name. */
type IsMeant = (path: NotePath) => boolean;

/** The later writes that renamed or took away what the notes that come back name. */
async function laterRenames(later: LaterWrites, violations: readonly Violation[]): Promise<readonly Migration[]> {
  const meant = violations.flatMap(meaningOf);
  if (meant.length === 0) return [];
  const notes = await later.notes();
  return meant.flatMap((isMeant) => notes.flatMap((note) => movesFrom(note, isMeant)));
}

/** The writes that took the note away from where it was meant; none when it lies there again. */
function movesFrom({ steps }: NoteTrail, isMeant: IsMeant): readonly Migration[] {
  const moves = steps.filter(({ change: { from, to } }) => from !== to);
  const first = moves.findIndex(({ change: { from } }) => from !== null && isMeant(from));
  const past = moves[first]?.change.from ?? null;
  if (past === null) return [];
  const back = moves.map(({ change }) => change.to).lastIndexOf(past);
  return moves.slice(Math.max(first, back + 1)).map(({ migration }) => migration);
}

function meaningOf({ code, path, value }: Violation): readonly IsMeant[] {
  const { names } = VIOLATION_CODES[code];
  if (names === undefined) return [];
  return [value].flat().flatMap((each): IsMeant[] => {
    if (typeof each !== 'string' || each === '') return [];
    if (names === 'word') return [(note) => noteNameOf(note) === each];
    return [(note) => mayMean(linkpathIn(each), path ?? '', note)];
  });
}

/** Whether the link would lead to this file, were it the only one of its name. */
const mayMean = (linkpath: string, source: NotePath, target: NotePath): boolean =>
  resolveLinkpath({ named: (key) => (key === nameKey(target) ? target : undefined) }, linkpath, source) === target;

/** The later writes that changed what these violations are about. */
async function laterDefinitions(
  context: WriteContext,
  later: LaterWrites,
  violations: readonly Violation[],
): Promise<readonly Migration[]> {
  const { transaction } = context;
  const broken = violations.flatMap((violation): BrokenRule[] => {
    const change = violation.path === null ? null : transaction.staged(violation.path);
    const table = change?.kind === 'restore' ? (change.reading?.table ?? null) : null;
    return table === null ? [] : [{ table, violation }];
  });
  if (broken.length === 0) return [];
  return laterRedefinitions(context, later, (old, next) =>
    broken.some(
      ({ table, violation }) =>
        !sameDefinition(
          definitionAsked(old.tables.get(table), violation),
          definitionAsked(next.tables.get(table), violation),
        ),
    ),
  );
}

/** The later writes that changed the definitions in a way that `matters`. */
export async function laterRedefinitions(
  { journal, host }: WriteContext,
  later: LaterWrites,
  matters: (old: CatalogDefinition, next: CatalogDefinition) => boolean,
): Promise<readonly Migration[]> {
  const definitionOf = async (hash: ContentHash | null): Promise<CatalogDefinition> => {
    const text = hash === null ? null : await journal.text(hash);
    const reading = text === null ? null : parseMetastore(text);
    return reading !== null && 'catalog' in reading ? reading.catalog : EMPTY_DEFINITION;
  };
  const found: Migration[] = [];
  for (const { migration, change } of later.redefinitions()) {
    if (matters(await definitionOf(change.before), await definitionOf(change.after))) found.push(migration);
    await host.scheduler.pause();
  }
  return found;
}

interface BrokenRule {
  /** Qualified, as the row names it. */
  readonly table: string;
  readonly violation: Violation;
}

/** The part of a table's definition that a violation is about. */
function definitionAsked(table: TableDefinition | undefined, { code, column }: Violation): unknown {
  if (table === undefined) return undefined;
  const { definedBy } = VIOLATION_CODES[code];
  if (definedBy === 'constraints') return table.constraints;
  if (definedBy === 'folders') return [table.archive, table.exclude];
  if (column === null) return null;
  return columnNamed(table, column) ?? table.fields[column];
}
