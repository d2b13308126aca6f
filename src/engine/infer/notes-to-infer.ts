/** The notes that a table is proposed for: those that adopt_rows takes, and why the others are left out. D17, D25 */

import { markedBy } from '../note/owned-properties';
import { type FrontMatterEntry, parseFrontMatter } from '../yaml/front-matter/front-matter';
import type { NotePath, VaultFailure } from '../ports/vault-port';
import { ID_KEY } from '../storage/row';
import type { View } from '../storage/view';
import type { ReadContext } from '../contexts';
import { SharedInline } from './shared-inline';
import { FORBIDDEN_KEYS } from '../schemas/parse-input';
import { type NoteKeys, usesSystemKey } from './infer-columns';

const BATCH = 256;

/** What reads notes: a read, or a write that looks at them. */
interface NoteContext {
  readonly host: ReadContext['host'];
  readonly view: View;
}

/** A note that no proposal can make a row. */
export interface LeftOut {
  readonly path: NotePath;
  readonly reason: string;
}

export interface NotesToInfer {
  readonly notes: readonly NoteKeys[];
  readonly withoutKeys: readonly NotePath[];
  readonly leftOut: readonly LeftOut[];
}

/** Reads the notes. None of them is a row. */
export async function notesToInfer(context: NoteContext, paths: readonly NotePath[]): Promise<NotesToInfer> {
  const read = await readNotes(context, paths);
  const leftOut = read.leftOut.slice();
  const nameable = read.notes.filter(({ path, entries }) => {
    const forbidden = entries.find(({ key }) => FORBIDDEN_KEYS.includes(key));
    if (forbidden !== undefined) leftOut.push({ path, reason: `no argument can name its key ${forbidden.key}` });
    return forbidden === undefined;
  });
  const doubles = doubleIds(context.view, nameable);
  return {
    notes: nameable.filter(({ path }) => !doubles.has(path)),
    withoutKeys: read.withoutKeys,
    leftOut: [
      ...leftOut,
      ...[...doubles].map(([path, holder]) => ({
        path,
        reason: `its id is the one of ${holder}; adopt_rows with drop ["id"] gives it one of its own`,
      })),
    ],
  };
}

/** Reads the notes, many at a time. */
export async function forEachNote(
  { host }: Pick<NoteContext, 'host'>,
  paths: readonly NotePath[],
  take: (path: NotePath, text: string | VaultFailure | null) => void,
): Promise<void> {
  for (let from = 0; from < paths.length; from += BATCH) {
    const batch = paths.slice(from, from + BATCH);
    const texts = await host.vault.readMany(batch);
    for (const [i, path] of batch.entries()) {
      take(path, texts[i] ?? null);
      await host.scheduler.pause();
    }
  }
}

async function readNotes(context: NoteContext, paths: readonly NotePath[]): Promise<NotesToInfer> {
  const notes: NoteKeys[] = [];
  const plain = new Set<NotePath>();
  const leftOut: LeftOut[] = [];
  const inline = new SharedInline();
  await forEachNote(context, paths, (path, text) => {
    if (typeof text !== 'string') {
      leftOut.push({ path, reason: whyUnread(text) });
      return;
    }
    const { status, reason, entries, bodyStart } = parseFrontMatter(text);
    const owner = ownerOf(entries);
    if (owner !== null) leftOut.push({ path, reason: owner });
    else if (TEMPLATE.test(text.slice(0, bodyStart))) leftOut.push({ path, reason: 'it is a template' });
    else if (status !== 'unparsable') {
      notes.push({ path, entries });
      inline.add(path, text, bodyStart, entries);
      if (status === 'none') plain.add(path);
    } else leftOut.push({ path, reason: `its front matter does not parse (${reason})` });
  });
  const whole = notes.map(({ path, entries }) => ({ path, entries: [...entries, ...inline.of(path)] }));
  const isWithout = ({ path, entries }: NoteKeys): boolean => plain.has(path) && entries.length === 0;
  return {
    notes: whole.filter((note) => !isWithout(note)),
    withoutKeys: whole.filter(isWithout).map(({ path }) => path),
    leftOut,
  };
}

/** A field of Templater or of Obsidian's templates in the front matter. */
const TEMPLATE = /<%[^]*?%>|\{\{[^{}\n]*\}\}/;

/** Why a note that another plugin reads is not a row; null for any other. */
function ownerOf(entries: readonly FrontMatterEntry[]): string | null {
  const marker = entries.find(({ key }) => markedBy(key) !== null)?.key ?? '';
  const plugin = markedBy(marker);
  return plugin === null ? null : `its key ${marker} says that it belongs to the plugin ${plugin}`;
}

function whyUnread(failure: VaultFailure | null): string {
  if (failure === null) return 'it is gone';
  return failure.code === 'not_utf8' ? 'it is not UTF-8 text' : `it can't be read (${failure.detail})`;
}

/** Notes whose id another note has, with that note: a row, or the first of them. None where `id` is a key of their own. D7 */
function doubleIds(view: View, notes: readonly NoteKeys[]): ReadonlyMap<NotePath, NotePath> {
  const doubles = new Map<NotePath, NotePath>();
  if (!usesSystemKey(notes, ID_KEY)) return doubles;
  const holders = new Map<string, NotePath>();
  for (const { path, entries } of notes) {
    const raw = entries.find(({ key }) => key === ID_KEY)?.raw;
    const id = raw?.kind === 'scalar' ? raw.text : '';
    if (id === '') continue;
    const holder = holders.get(id) ?? rowWithId(view, id) ?? path;
    holders.set(id, holder);
    if (holder !== path) doubles.set(path, holder);
  }
  return doubles;
}

function rowWithId(view: View, id: string): NotePath | null {
  for (const { qualified } of view.catalog.tables()) {
    const row = view.table(qualified).rowById(id);
    if (row !== null) return row.path;
  }
  return null;
}
