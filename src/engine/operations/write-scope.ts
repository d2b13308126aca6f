/** What a write of an app may change, and what it is told of it. docs/rights.md#writes; D13, D22 */

import { type Conflict, NotedbError, type Violation } from '../errors';
import type { App, Caller } from '../history/caller';
import type { NotePath } from '../ports/vault-port';
import type { VaultView } from '../storage/view';
import { type StagedChange, isFollower } from '../storage/transaction/staged-change';
import type { PlannedResult } from './plan-result';
import { matchesPatterns } from '../text/table-patterns';

type Touched = Pick<StagedChange, 'was' | 'becomes'>;

const tablesOf = ({ was, becomes }: Touched): readonly string[] => [
  ...(was === null ? [] : [was.table]),
  ...(becomes === null ? [] : [becomes.table]),
];

/** Whether the caller may see what lies at both sides of the change. */
export function showsChange(caller: Caller, change: Touched): boolean {
  if (caller.kind === 'owner') return true;
  const tables = tablesOf(change);
  return tables.length === 0
    ? caller.permissions.has('notes')
    : tables.every((table) => matchesPatterns(table, caller.tables));
}

/**
 * Throws `forbidden` when rows of hidden tables would change, but for links that follow a move, and when notes become rows for an app
 * that may not see notes.
 */
export function requireChanges(caller: Caller, changes: readonly StagedChange[]): void {
  if (caller.kind === 'owner') return;
  for (const change of changes) {
    if (isFollower(change) || bringsBack(change)) continue;
    if (tablesOf(change).some((table) => !matchesPatterns(table, caller.tables))) throw reachesOut(caller);
    const isAdopted = change.from !== null && change.was === null && change.becomes !== null;
    if (isAdopted && !caller.permissions.has('notes')) throw needsNotes(caller);
  }
}

/** Earlier content of a note that is still there: an undo of the app's own write takes the links back that followed it. */
const bringsBack = ({ kind, from, to }: StagedChange): boolean => kind === 'restore' && from !== null && to !== null;

const reachesOut = ({ name }: App): NotedbError =>
  new NotedbError('forbidden', `${name} may not do this: rows outside of its tables would change`, {
    hint: 'ask the owner for a token with all the tables that belong together',
  });

const needsNotes = ({ name }: App): NotedbError =>
  new NotedbError('forbidden', `${name} may not turn notes into rows: its token lacks "notes"`, {
    hint: 'ask the owner for a token with that permission',
  });

const HIDDEN = 'something outside of the tables of this app stands against it';

/** The refusal without what the app may not see. `view`: the whole database, before the write. */
export function scopedRefusal(caller: Caller, error: unknown, view: VaultView): unknown {
  if (caller.kind === 'owner' || !(error instanceof NotedbError)) return error;
  const hides = hiddenIn(caller, view);
  const given = error.violations.map((each) => asLinkToNothing(each, hides));
  const violations = given.map((each) => (isHidden(each, hides) ? unnamedViolation(each) : each));
  const message = error.violations.reduce(
    (text, { message }, i) => text.replace(message, () => given[i]?.message ?? message),
    error.message,
  );
  const conflicts = error.conflicts.map((each) => (isHidden(each, hides) ? unnamedConflict(each) : each));
  const isCut =
    violations.some((each, i) => each !== given[i]) || conflicts.some((each, i) => each !== error.conflicts[i]);
  return error.with({
    message: isCut || hides.text(message) ? HIDDEN : message,
    violations: once(violations),
    conflicts: once(conflicts),
    hint: error.hint === null || hides.text(error.hint) ? undefined : error.hint,
  });
}

/** The result without what the app may not know. `view`: the whole database, before the write. */
export function scopedResult<T extends PlannedResult>(caller: Caller, planned: T, view: VaultView): T {
  if (caller.kind === 'owner') return planned;
  const isCut = caller.tables !== null || !caller.permissions.has('notes');
  const hides = isCut && planned.warnings.length > 0 ? hiddenIn(caller, view) : null;
  const warnings = hides === null ? planned.warnings : planned.warnings.filter((warning) => !hides.text(warning));
  const told = { ...planned, warnings };
  return caller.permissions.has('read') ? told : withoutValues(told);
}

interface HiddenNames {
  path(path: NotePath): boolean;
  /** Whether the text names a hidden table or note. */
  text(text: string): boolean;
}

function hiddenIn(caller: App, view: VaultView): HiddenNames {
  const sees = (qualified: string): boolean => matchesPatterns(qualified, caller.tables);
  const { definition } = view.catalog;
  const names = [...definition.tables.keys(), ...definition.views.keys()].filter((name) => !sees(name));
  const words = new Set(names.flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)]));
  const path = (each: NotePath): boolean => {
    const claimed = view.tableAt(each)?.qualified ?? view.claims.get(each) ?? view.duplicates.get(each)?.table ?? null;
    return claimed === null ? view.files.has(each) && !caller.permissions.has('notes') : !sees(claimed);
  };
  let paths: readonly NotePath[] | null = null;
  const namesPath = (text: string): boolean => {
    if (!text.includes('.md')) return false;
    paths ??= [...view.files.keys()].filter(path);
    return paths.some((each) => text.includes(each));
  };
  // A full stop may follow the name, or a column.
  const isNamed = (word: string): boolean => words.has(word) || names.some((name) => word.startsWith(`${name}.`));
  const text = (each: string): boolean =>
    (each.match(/[a-z0-9_]+(?:\.[a-z0-9_]+)*/g) ?? []).some(isNamed) || namesPath(each);
  return { path, text };
}

const isHidden = (
  { path, message }: { readonly path: NotePath | null; readonly message: string },
  hides: HiddenNames,
): boolean => (path !== null && hides.path(path)) || hides.text(message);

/** A link to a hidden note leads nowhere: whether there is a note of that name is not told. */
function asLinkToNothing(violation: Violation, hides: HiddenNames): Violation {
  const [, link = '', target = '', ref = ''] =
    /^(.*) is (.*\.md), which is no row of (.*)$/su.exec(violation.message) ?? [];
  if (violation.code !== 'ref' || !hides.path(target)) return violation;
  return { ...violation, code: 'broken_link', message: `${link} points to no row of ${ref}` };
}

const unnamedViolation = ({ code }: Violation): Violation => ({
  path: null,
  column: null,
  code,
  message: HIDDEN,
  value: null,
});

const unnamedConflict = ({ code }: Conflict): Conflict => ({ path: null, column: null, code, message: HIDDEN });

/** How many there are is hidden too. */
function once<T extends { readonly message: string; readonly code: string }>(items: readonly T[]): readonly T[] {
  const told = new Set<string>();
  return items.filter(({ message, code }) => {
    if (message !== HIDDEN) return true;
    if (told.has(code)) return false;
    told.add(code);
    return true;
  });
}

/** To an app that may write and not read: paths and counts. D22 */
const withoutValues = <T extends PlannedResult & { readonly row?: unknown }>(planned: T): T => ({
  ...planned,
  plannedUpdates: planned.plannedUpdates.map(({ path }) => ({ path, changes: {} })),
  ...('row' in planned ? { row: null } : {}),
});
