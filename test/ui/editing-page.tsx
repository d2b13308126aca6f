/** A browser of tables in a document over a real engine, and a hand for its grid, its clipboard and its menus. */

import { render } from 'preact';
import { eventually } from '../eventually';
import type { Json, JsonObject } from '../../src/engine/index';
import type { Database, OperationsClient } from '../../src/ui/client/operations-client';
import { TableBrowser } from '../../src/ui/screens/table/table-browser';
import { UnsentInput } from '../../src/ui/client/unsent-input';
import { openDatabase } from './open-database';
import { EMPTY_SPEC, type ViewSpec, withDisplay } from '../../src/ui/rows/view-spec';
import type { TableChoice } from '../../src/ui/rows/table-choice';
import { type TestVault, column, openVault } from '../engine/open-vault';
import { testServices } from './test-services';

/** A cell of each type; `owner` leads to people. Title and status are needed. */
const TASKS: JsonObject = {
  name: 'tasks',
  description: 'What is to do',
  filename: '{title}',
  columns: [
    column('title', 'string', { required: true }),
    column('status', 'enum', { values: ['todo', 'doing', 'done'], required: true }),
    column('hours', 'number', { max: 8 }),
    column('due', 'date'),
    column('owner', 'link', { ref: 'people' }),
    column('tags', 'list', { items: { type: 'string' } }),
    column('paid', 'boolean'),
    column('shown', 'string', { generated: '{title}!' }),
  ],
};

export type EditedVault = Pick<TestVault, 'host' | 'engine' | 'run' | 'text'>;

export interface EditingHome {
  readonly vault: EditedVault;
  readonly database: Database;
}

async function appHome(): Promise<EditingHome> {
  const vault = await openVault();
  return { vault, database: openDatabase(vault) };
}

export class EditingPage {
  readonly told: string[] = [];
  readonly opened: string[] = [];
  /** Addresses of pictures by the target of a link. */
  readonly pictures = new Map<string, string>();
  /** Texts of files that were saved. */
  readonly saved: string[] = [];
  /** Rows on the sheet, for each print. */
  readonly printed: number[] = [];
  container = document.body.appendChild(document.createElement('div'));
  /** The session of its tab. */
  private readonly session = new Map<string, Json>();
  unsent = this.newUnsent();
  private leave: () => void = () => undefined;
  /** Of pages before a reload. */
  private readonly before: Element[] = [];
  private choice: TableChoice = { table: 'main.default.tasks' };

  private constructor(
    readonly vault: EditedVault,
    private readonly home: Database,
  ) {
    this.database = this.untilReload();
  }

  private database: Database;

  private newUnsent(): UnsentInput {
    const { session } = this;
    return new UnsentInput({
      load: (name) => session.get(name) ?? null,
      save: (name, value) => void session.set(name, JSON.parse(JSON.stringify(value)) as Json),
    });
  }

  /** What the page asks after a reload is never answered. */
  private untilReload(): Database {
    const { home } = this;
    let isGone = false;
    this.leave = () => void (isGone = true);
    const clients = new WeakMap<OperationsClient, OperationsClient>();
    const ofPage = (client: OperationsClient): OperationsClient => {
      const run = ((...call: Parameters<OperationsClient['run']>) =>
        isGone ? new Promise(() => undefined) : client.run(...call)) as OperationsClient['run'];
      const made = clients.get(client) ?? { ...client, run };
      clients.set(client, made);
      return made;
    };
    return {
      get state() {
        return home.state.kind === 'open' ? { ...home.state, client: ofPage(home.state.client) } : home.state;
      },
      onState: (listener) => home.onState(listener),
      holdOpen: (work) => home.holdOpen(work),
      reopen: () => home.reopen(),
    };
  }

  /** As a browser does: nothing of the page before goes on, and the session of the tab stays. */
  async reload(): Promise<void> {
    this.unsent.keep();
    this.leave();
    this.before.push(this.container);
    document.body.replaceChildren();
    this.container = document.body.appendChild(document.createElement('div'));
    this.database = this.untilReload();
    this.unsent = this.newUnsent();
    this.draw();
    await eventually(() => {
      if (this.container.querySelector('.ndb-pane') === null) throw new Error('no pane yet');
    });
  }

  /** Closes the view, and shows it again. */
  async reopen(): Promise<void> {
    render(null, this.container);
    await pause();
    this.draw();
    await eventually(() => {
      if (this.container.querySelector('.ndb-pane') === null) throw new Error('no pane yet');
    });
  }

  /** `home`: the vault, and how its views reach it; the app's unless given. */
  static async open(rows: readonly JsonObject[], home: EditingHome | null = null): Promise<EditingPage> {
    const { vault, database } = home ?? (await appHome());
    await vault.run('create_table', {
      name: 'people',
      description: 'People',
      filename: '{name}',
      columns: [column('name', 'string', { required: true })],
    });
    await vault.run('create_table', TASKS);
    await vault.run('merge_rows', { table: 'people', on: ['name'], rows: [{ name: 'Ann' }, { name: 'Ben' }] });
    if (rows.length > 0) await vault.run('merge_rows', { table: 'tasks', on: ['title'], rows: [...rows] });
    const page = new EditingPage(vault, database);
    page.draw();
    await eventually(() => {
      if (page.container.querySelector('.ndb-pane') === null) throw new Error('no pane yet');
    });
    return page;
  }

  private draw(): void {
    const { database } = this;
    const choose = (next: TableChoice): void => this.choose(next);
    const services = testServices({
      notify: (text) => void this.told.push(text),
      unsent: this.unsent,
      print: () => void this.printed.push(document.querySelectorAll('.ndb-print tbody tr').length),
      pictureAddress: (target) => Promise.resolve(this.pictures.get(target) ?? null),
      saveFile: ({ text }) => Promise.resolve(void this.saved.push(text)),
      notes: { open: (target) => void this.opened.push(target) },
    });
    render(<TableBrowser {...{ database, choose, services }} choice={this.choice} />, this.container);
  }

  /** As an address would: a table as it is looked at. */
  choose(next: TableChoice): void {
    this.choice = next;
    this.draw();
  }

  /** The rows in a layout, with its settings. */
  show(layout: string, settings: JsonObject = {}, more: Partial<ViewSpec> = {}): void {
    const shown = withDisplay({ ...EMPTY_SPEC, ...more }, { layout, more: { [layout]: settings } });
    this.choose({ table: 'main.default.tasks', spec: shown });
  }

  async close(): Promise<void> {
    for (const each of [this.container, ...this.before]) render(null, each);
    this.container.remove();
    await this.vault.engine.close();
  }

  get grid(): HTMLElement {
    return this.container.querySelector('[role=grid]') as HTMLElement;
  }

  get hasKeyboard(): boolean {
    const { grid } = this;
    return document.activeElement === grid || document.activeElement?.getAttribute('aria-controls') === grid.id;
  }

  /** The text of a cell by the title of its row, and the place of its column. */
  cell(title: string, at: number): HTMLElement {
    const rows = [...this.container.querySelectorAll('.ndb-row')];
    const row = rows.find((each) => each.querySelector('.ndb-cell .ndb-value')?.textContent === title);
    const found = row?.querySelectorAll<HTMLElement>('.ndb-cell')[at];
    if (found === undefined) throw new Error(`no cell ${at} of ${title}`);
    return found;
  }

  text(title: string, at: number): string {
    return this.cell(title, at).querySelector('.ndb-value')?.textContent ?? '';
  }

  async select(title: string, at: number, to: { title: string; at: number } | null = null): Promise<void> {
    for (const [target, shiftKey] of [
      [this.cell(title, at), false],
      ...(to === null ? [] : [[this.cell(to.title, to.at), true] as const]),
    ] as const) {
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, shiftKey }));
      this.grid.focus();
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));
      await pause();
    }
  }

  async press(key: string, more: KeyboardEventInit = {}): Promise<void> {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    await pause();
  }

  /** Types a text into the open field, and Enter. */
  async type(text: string, key = 'Enter'): Promise<void> {
    const field = await eventually(() => {
      const found = document.querySelector<HTMLInputElement>('.ndb-field');
      if (found === null) throw new Error('no field is open');
      return found;
    });
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await pause();
    await this.press(key);
  }

  /** What copy or cut leaves on the clipboard. */
  async take(kind: 'copy' | 'cut'): Promise<DataTransfer> {
    const clipboardData = new DataTransfer();
    document.dispatchEvent(clipboardEvent(kind, clipboardData));
    await pause();
    return clipboardData;
  }

  async paste(given: string | DataTransfer): Promise<void> {
    const data = typeof given === 'string' ? new DataTransfer() : given;
    if (typeof given === 'string') data.setData('text/plain', given);
    document.dispatchEvent(clipboardEvent('paste', data));
    await pause();
  }

  get dialog(): Element | null {
    return this.container.querySelector('[role=dialog]');
  }

  get news(): string {
    return this.container.querySelector('.ndb-pane-notice')?.textContent ?? '';
  }

  button(label: string, within: ParentNode = document): HTMLButtonElement {
    const found = [...within.querySelectorAll('button')].find(
      (each) => each.textContent?.trim() === label || each.getAttribute('aria-label') === label,
    );
    if (found === undefined) throw new Error(`no button ${label}`);
    return found;
  }

  note(title: string): string | null {
    return this.vault.text(`notedb/main/default/tasks/${title}.md`) ?? null;
  }

  /** What a row holds, as the engine says. */
  async row(title: string): Promise<JsonObject | null> {
    const { rows } = (await this.vault.run('select_rows', { table: 'tasks', where: { title } })) as {
      rows: JsonObject[];
    };
    return rows[0] === undefined ? null : { hours: null, due: null, ...rows[0] };
  }

  async migrations(): Promise<number> {
    const { migrations } = (await this.vault.run('list_migrations', {})) as { migrations: unknown[] };
    return migrations.length;
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

function clipboardEvent(type: string, clipboardData: DataTransfer): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  return event;
}
