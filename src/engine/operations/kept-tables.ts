/** Renews the views that notes hold as tables of Markdown. docs/publish.md#a-table-in-a-note */

import { KEPT_TABLE_HARNESS } from '../../kernel/kept-table-marks';
import { type DescribedColumns, shownColumns } from '../../kernel/shown-columns';
import { NotedbError } from '../errors';
import type { Published, Publisher } from '../feed/published';
import { type Caller, actorOf } from '../history/caller';
import { type JsonObject, isJsonObject } from '../json';
import { type KeptTableProblem, unclosedTable, viewlessTable } from '../note/markdown/kept-table-problems';
import { type KeptTable, type RenewedTable, keptTableRanges, withKeptTables } from '../note/markdown/kept-table-ranges';
import { revisionOf } from '../note/parts/note-part';
import { isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { keptTableText } from './kept-table-text';
import type { OperationRuntime } from './operation-runtime';
import { runNamed } from './run-operation';

/** The owner's, as writes by programs are. */
const CALLER: Caller = { kind: 'owner', actor: { harness: KEPT_TABLE_HARNESS } };

/** Milliseconds from the first change on: what changes meanwhile is renewed with it. */
const DEBOUNCE = 1000;
/** After opening: when the text index, which knows the notes with such comments, has begun. */
const FIRST_LOOK = 2500;
/** Until all notes are in it. */
const INDEX_PAUSE = 1000;
const MOST_ROWS = 200;

interface KeptTablesDeps {
  readonly publisher: Pick<Publisher, 'subscribe'>;
  readonly runtime: () => OperationRuntime;
}

export class KeptTables {
  private callOff: (() => void) | null = null;
  private running: Promise<void> | null = null;
  private isClosed = false;
  private unsubscribe = (): void => undefined;
  /** Writes of this one. */
  private readonly own = new Set<string>();
  /** Problems by the note, which the log has said; empty: solved. */
  private readonly told = new Map<NotePath, string>();

  constructor(private readonly deps: KeptTablesDeps) {}

  start(): void {
    this.unsubscribe = this.deps.publisher.subscribe((published) => {
      if (!this.isOwn(published)) this.renewIn(DEBOUNCE);
    });
    this.renewIn(FIRST_LOOK);
  }

  /** By the paths of their notes, as they were looked at last: some seconds after the start, and a second after a change. */
  problems(): readonly KeptTableProblem[] {
    const found = [...this.told].map(([path, message]) => ({ path, message })).filter(({ message }) => message !== '');
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe();
    this.callOff?.();
    await this.running;
  }

  /** Its own write renews nothing. Nor does the undo of one: the text stays until something else changes. */
  private isOwn({ write }: Published): boolean {
    if (write === null) return false;
    const { undoes = null } = write.migration;
    return actorOf(write.caller)?.harness === KEPT_TABLE_HARNESS || (undoes !== null && this.own.has(undoes));
  }

  private renewIn(delay: number): void {
    if (this.isClosed || this.callOff !== null) return;
    this.callOff = this.deps.runtime().host.scheduler.after(delay, () => {
      this.callOff = null;
      this.begin();
    });
  }

  private begin(): void {
    if (this.isClosed) return;
    if (this.running !== null) return this.renewIn(DEBOUNCE);
    this.running = this.renewAll()
      .catch((error: unknown) => this.log('', String(error)))
      .finally(() => (this.running = null));
  }

  private async renewAll(): Promise<void> {
    const { parts, lane } = this.deps.runtime();
    if (!parts.texts.isReady) return this.renewIn(INDEX_PAUSE);
    const seen = lane.open(CALLER);
    const request = { query: 'notedb:', contextLength: 0, accepts: isMarkdown };
    const found = await parts.texts.open(seen).find(request);
    const paths = (found?.results ?? []).map(({ path }) => path);
    for (const path of this.told.keys()) if (!paths.includes(path)) this.told.delete(path);
    for (const path of paths) {
      if (this.isClosed) return;
      const text = await seen.vault.read(path);
      if (text !== null) await this.renewNote(path, text);
    }
  }

  private async renewNote(path: NotePath, text: string): Promise<void> {
    const { tables, unclosed } = keptTableRanges(text);
    try {
      const renewed: RenewedTable[] = [];
      const missing: string[] = [];
      for (const table of tables) {
        const next = await this.renewed(table, path);
        if (next === null) missing.push(viewlessTable(table.view));
        else renewed.push(next);
      }
      const after = withKeptTables(text, renewed);
      if (after !== text) await this.write(path, text, after);
      const problems = [...unclosed.map(unclosedTable), ...missing];
      this.tell(path, problems.join('; '));
    } catch (error) {
      if (!(error instanceof NotedbError)) throw error;
      // Somebody edits the note: what they leave is published.
      this.tell(path, error.code === 'conflict' ? '' : error.message);
    }
  }

  /** Null: its view is gone, and the text stays. */
  private async renewed(table: KeptTable, holder: NotePath): Promise<RenewedTable | null> {
    const source = await this.sourceOf(table.view);
    if (source === null) return null;
    const { view, described } = source;
    const answer = await this.run('select_rows', { table: view, limit: MOST_ROWS, this_note: holder });
    const rows = answer['rows'] as readonly JsonObject[];
    const columns = shownColumns(described as unknown as DescribedColumns);
    const { links } = this.deps.runtime().lane.open(CALLER).view;
    const markdown = keptTableText({ columns, rows, total: answer['total'] as number }, holder, links);
    return { table, view, markdown };
  }

  /** By the name of the comment, else by the one that its table has now. */
  private async sourceOf(view: string): Promise<{ readonly view: string; readonly described: JsonObject } | null> {
    const described = await this.found('describe_table', { table: view });
    if (described !== null) return { view, described };
    const changes = await this.found('list_changes', { tables: [view], limit: 0 });
    const renamed = changes?.['renamed_to'];
    const qualified = isJsonObject(renamed) ? Object.values(renamed)[0] : undefined;
    if (typeof qualified !== 'string') return null;
    const short = qualified.slice(qualified.lastIndexOf('.') + 1);
    for (const name of view.includes('.') ? [qualified] : [short, qualified]) {
      const found = await this.found('describe_table', { table: name });
      if (found !== null && found['qualified'] === qualified) return { view: name, described: found };
    }
    return null;
  }

  /** Null: it is refused. */
  private async found(operation: string, args: JsonObject): Promise<JsonObject | null> {
    try {
      return await this.run(operation, args);
    } catch (error) {
      if (error instanceof NotedbError) return null;
      throw error;
    }
  }

  private async write(path: NotePath, before: string, content: string): Promise<void> {
    const { migrationId } = await this.run('write_note', { path, content, if_revision: revisionOf(before) });
    if (typeof migrationId === 'string') this.own.add(migrationId);
  }

  private run(operation: string, args: JsonObject): Promise<JsonObject> {
    return runNamed(this.deps.runtime(), operation, args, { caller: CALLER });
  }

  /** Once, until something else is wrong. */
  private tell(path: NotePath, problem: string): void {
    if ((this.told.get(path) ?? '') === problem) return;
    this.told.set(path, problem);
    if (problem !== '') this.log(path, problem);
  }

  private log(path: NotePath, detail: string): void {
    this.deps.runtime().host.logger.log('warning', 'table_in_note_not_renewed', { path, detail });
  }
}
