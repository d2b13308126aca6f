/** Which changes of a migration an undo takes back: all that are left, or those of the named notes. docs/history.md: Undoing a part */

import type { TableDefinition } from '../catalog/definition';
import { nearNames, suggest } from '../../kernel/near-names';
import { type Conflict, NotedbError, type Violation, badRequest, conflictError, firstOf, nearOf } from '../errors';
import type { ContentHash } from '../history/journal/content-hash';
import type { FileChange } from '../history/journal/migration';
import { columnsOfVocabulary, rowNameOf, wordsOf } from '../integrity/vocabulary';
import { nameKey } from '../links/fold-name';
import { filesMatching, resolveLinkpath } from '../links/resolve-link';
import { foldPath } from '../links/same-place';
import { linkpathIn } from '../note/links/link-syntax';
import { withMarkdownExtension } from '../note/paths';
import { rawToJson } from '../yaml/raw-json';
import type { WriteContext } from '../contexts';
import { isWrittenLink } from '../rows/link-values';
import type { NotePath } from '../ports/vault-port';
import { readNoteText } from '../storage/store/note-reading';
import { ID_KEY } from '../storage/row';
import { RowCodec } from '../storage/row-codec';
import { linkSpecOf, noteKeyOf } from '../values/column-spec';
import { toNfc } from '../values/nfc';
import { type LaterWrites, type LocatedText, isMetastore } from './later-writes';
import { addTo } from '../values/maps';

/** Notes that a hint names. */
const MOST_NAMED = 5;

const ALL = 'leave paths out to undo all of it';

/** One change of the migration with all that decides what belongs together. */
interface Part {
  readonly index: number;
  readonly change: FileChange;
  /** How the note is named now; of a deleted one its last path. */
  readonly path: NotePath;
  readonly isTakenBack: boolean;
  readonly before: References;
  readonly after: References;
}

/** What a text names. A reference is its key of the front matter, a line end, and the link path or the word. */
interface References {
  /** With those of the front matter once more under the empty key, where those of the body are. */
  readonly links: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly id: string;
}

const reference = (key: string, text: string): string => `${key}\n${text}`;

const textOf = (each: string): string => each.slice(each.indexOf('\n') + 1);

const NOTHING: References = { links: new Set(), words: new Set(), id: '' };

export interface UndoneChanges {
  readonly indexes: readonly number[];
  /** References in the other notes of the migration that were there before it and are there now. */
  readonly standing: { readonly links: readonly LocatedText[]; readonly words: readonly LocatedText[] };
}

/** `paths`: the notes as they are named now; null: everything that is left. Throws when they can't be taken back alone. */
export async function changesToUndo(
  context: WriteContext,
  later: LaterWrites,
  texts: ReadonlyMap<ContentHash, string>,
  paths: readonly string[] | null,
): Promise<UndoneChanges> {
  const { changes, op } = later.migration;
  const all = [...changes.keys()].filter((index) => isShown(later, index));
  if (paths === null && !all.some((index) => later.entry.isTakenBack(index)))
    return { indexes: all, standing: { links: [], words: [] } };
  if (paths !== null) refuseUndivided(op, changes, paths);
  const parts = await partsOf(context, later, texts);
  const chosen = new Set(paths === null ? parts.filter(({ isTakenBack }) => !isTakenBack) : named(op, parts, paths));
  if (paths !== null) refuseTorn(op, chosen, await neededBy(context, parts));
  const others = parts.filter((part) => !chosen.has(part));
  return {
    indexes: [...chosen].map(({ index }) => index),
    standing: { links: others.flatMap(standing('links')), words: others.flatMap(standing('words')) },
  };
}

/** Files hidden from the caller are not part of the caller's plan. */
const isShown = ({ entry }: LaterWrites, index: number): boolean =>
  entry.shows?.(entry.migration.changes[index] as FileChange) !== false;

function refuseUndivided(op: string, changes: readonly FileChange[], paths: readonly string[]): void {
  if (paths.length === 0) throw badRequest('paths names no note', `name one at least, or ${ALL}`);
  const file = changes.map(({ from, to }) => to ?? from ?? '').find(isMetastore);
  if (file === undefined) return;
  const message = `${op} changed the definitions: its notes belong together`;
  throw conflictError({ path: file, code: 'definition', message }, ALL);
}

async function partsOf(
  { transaction, host }: WriteContext,
  later: LaterWrites,
  texts: ReadonlyMap<ContentHash, string>,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const referencesIn = (hash: ContentHash | null, table: string | undefined): References => {
    const text = hash === null ? undefined : texts.get(hash);
    return text === undefined ? NOTHING : referencesOf(text, transaction.catalog.table(table ?? ''));
  };
  for (const [index, change] of later.migration.changes.entries()) {
    if (!isShown(later, index)) continue;
    const { from, to, id, table } = change;
    const path = to === null ? (from ?? '') : ((await later.pathNow(to, id)) ?? to);
    const isTakenBack = later.entry.isTakenBack(index);
    const [before, after] = [referencesIn(change.before, table), referencesIn(change.after, table)];
    parts.push({ index, change, path, isTakenBack, before, after });
    await host.scheduler.pause();
  }
  return parts;
}

function referencesOf(text: string, table: TableDefinition | null): References {
  const { links: linkpaths, frontMatter } = readNoteText(text);
  const links = new Set(linkpaths.map((linkpath) => reference('', linkpath)));
  const words = new Set<string>();
  let id = '';
  const entries = table === null ? frontMatter.entries : new RowCodec(table).entriesOf(text, frontMatter);
  for (const { key, raw } of entries) {
    const spec = table?.columns.find((column) => noteKeyOf(column) === key);
    const isLink = spec !== undefined && linkSpecOf(spec) !== null;
    for (const word of wordsOf(rawToJson(raw))) {
      if (isLink || isWrittenLink(word)) links.add(reference(key, linkpathIn(word)));
      else words.add(reference(key, word.normalize('NFC')));
      if (key === ID_KEY) id = word;
    }
  }
  return { links, words, id };
}

/** The parts that the paths name. Throws for other paths, and for parts already taken back. */
function named(op: string, parts: readonly Part[], paths: readonly string[]): readonly Part[] {
  const byPath = new Map<string, Part[]>();
  for (const part of parts) byPath.set(toNfc(part.path), [...(byPath.get(toNfc(part.path)) ?? []), part]);
  const partsAt = (path: string): readonly Part[] =>
    byPath.get(toNfc(path)) ?? byPath.get(toNfc(withMarkdownExtension(path))) ?? [];
  const unknown = paths.filter((path) => partsAt(path).length === 0);
  if (unknown.length > 0) {
    const touched = parts.map(({ path }) => path);
    const violations = unknown.map((path): Violation => {
      const message = `the write touched no note ${path}`;
      return { path, column: null, code: 'path', message, ...nearOf(nearNames(path, touched)) };
    });
    const hint = suggest(violations[0]?.near ?? [], 'list_migrations lists its files');
    throw new NotedbError('refused', violations[0]?.message ?? '', { violations, ...hint });
  }
  const chosen = paths.flatMap(partsAt);
  const open = chosen.filter(({ isTakenBack }) => !isTakenBack);
  const gone = paths.filter((path) => partsAt(path).every(({ isTakenBack }) => isTakenBack)).flatMap(partsAt);
  if (gone.length > 0) throw refusal(op, new Set(gone), 'undone', 'is taken back already', 'undo that undo to redo it');
  return open;
}

/** Which parts have to be taken back for one to be: with it, or before. */
type Needs = ReadonlyMap<Part, ReadonlySet<Part>>;

function refuseTorn(op: string, chosen: ReadonlySet<Part>, needs: Needs): void {
  const missing = new Set<Part>();
  const visit = (part: Part): void => {
    for (const needed of needs.get(part) ?? []) {
      if (needed.isTakenBack || chosen.has(needed) || missing.has(needed)) continue;
      missing.add(needed);
      visit(needed);
    }
  };
  chosen.forEach(visit);
  if (missing.size === 0) return;
  const [first] = chosen;
  const paths = [...missing].map(({ path }) => path);
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const hint = `add ${paths.slice(0, MOST_NAMED).join(', ')}${more} to paths, or ${ALL}`;
  const alone = chosen.size > 1 ? `${first?.path ?? ''} and ${chosen.size - 1} more` : (first?.path ?? '');
  throw refusal(`${op} can't be undone for ${alone} alone`, missing, 'together', 'belongs to it', hint);
}

function refusal(what: string, parts: ReadonlySet<Part>, code: string, problem: string, hint: string): NotedbError {
  const conflicts = [...parts].map(({ path }): Conflict => ({
    path,
    column: null,
    code,
    message: `${path} ${problem}`,
  }));
  return new NotedbError('conflict', `${what}: ${firstOf(conflicts)}`, { conflicts, hint });
}

/** True when a file came, went or moved. */
const isMoved = ({ change: { from, to } }: Part): boolean => from !== to;

/** The parts by what may name them. */
class NamedParts {
  private readonly byPath = new Map<NotePath, Part[]>();
  private readonly byKey = new Map<string, NotePath[]>();
  private readonly byWord = new Map<string, Part[]>();

  constructor({ transaction }: WriteContext, parts: readonly Part[]) {
    for (const part of parts) {
      const { from, to, table } = part.change;
      for (const path of new Set([from, to])) if (path !== null) this.add(path, part);
      const isWord = table !== undefined && columnsOfVocabulary(transaction.catalog, table).length > 0;
      const [old, name] = [from, to].map((path) => (path === null ? null : rowNameOf(path)));
      if (!isWord || old === name) continue;
      for (const word of [old, name]) if (typeof word === 'string') addTo(this.byWord, word, part);
    }
  }

  private add(path: NotePath, part: Part): void {
    if (!this.byPath.has(path)) addTo(this.byKey, nameKey(path), path);
    addTo(this.byPath, path, part);
  }

  /** Those that the link may have meant, or may mean: before the migration or after it. */
  linked(linkpath: string, source: NotePath): readonly Part[] {
    if (linkpath === '') return [];
    const files = { named: (key: string): readonly NotePath[] => this.byKey.get(key) ?? [] };
    const nearest = resolveLinkpath(files, linkpath, source);
    const paths = new Set([...filesMatching(files, linkpath), ...(nearest === null ? [] : [nearest])]);
    return [...paths].flatMap((path) => this.byPath.get(path) ?? []);
  }

  worded(word: string): readonly Part[] {
    return this.byWord.get(word) ?? [];
  }
}

/**
 * A note that lost a link needs the file that the link led to; a file that came needs the notes that gained a link to it. Both hold for a
 * move and the links that followed it. Two notes that changed their links to each other are the sides of an inverse.
 */
async function neededBy(context: WriteContext, parts: readonly Part[]): Promise<Needs> {
  const needs = new Map<Part, Set<Part>>(parts.map((part) => [part, new Set()]));
  const need = (part: Part, needed: Part): unknown => part !== needed && needs.get(part)?.add(needed);
  const relinked = new Map<Part, Set<Part>>(parts.map((part) => [part, new Set()]));
  const names = new NamedParts(context, parts);
  const holders = new Map(parts.filter(({ after }) => after.id !== '').map((part) => [part.after.id, part]));
  const arrivals = new Map(parts.filter(isMoved).map((part) => [foldPath(part.change.to ?? ''), part]));
  for (const part of parts) {
    const { change, before, after } = part;
    const { from, to } = change;
    const link = (source: NotePath, linkpath: string, needed: (file: Part) => unknown): void => {
      for (const file of names.linked(linkpath, source)) {
        relinked.get(part)?.add(file);
        if (isMoved(file)) needed(file);
      }
    };
    for (const each of only(before.links, after.links)) link(from ?? '', each, (file) => need(part, file));
    for (const each of only(after.links, before.links)) link(to ?? '', each, (file) => need(file, part));
    for (const word of only(before.words, after.words)) for (const row of names.worded(word)) need(part, row);
    for (const word of only(after.words, before.words)) for (const row of names.worded(word)) need(row, part);
    const holder = before.id === after.id ? undefined : holders.get(before.id);
    if (holder !== undefined)
      for (const [one, other] of [
        [part, holder],
        [holder, part],
      ] as const)
        need(one, other);
    const arrival = from === null || from === to ? undefined : arrivals.get(foldPath(from));
    if (arrival !== undefined) need(part, arrival);
    await context.host.scheduler.pause();
  }
  for (const [part, others] of relinked)
    for (const other of others) if (relinked.get(other)?.has(part) === true) need(part, other);
  return needs;
}

/** The texts of the references that only these are. */
const only = (these: ReadonlySet<string>, those: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...these].filter((each) => !those.has(each)).map(textOf));

/** The references that the migration left as they were, by their texts. */
const standing =
  (kind: 'links' | 'words') =>
  ({ change: { from, to }, path, before, after, isTakenBack }: Part): readonly LocatedText[] => {
    if (from === null || to === null) return [];
    const stands = (each: string): boolean => isTakenBack || after[kind].has(each);
    const isCounted = (each: string): boolean => kind === 'words' || each.startsWith(reference('', ''));
    const texts = new Set([...before[kind]].filter((each) => isCounted(each) && stands(each)).map(textOf));
    return [...texts].map((text) => ({ pastPath: from, path, text }));
  };
