/** The plugin: puts vault, server and interface together, and takes them apart again in reverse. D1, D15 */

import { type Editor, type Events, Notice, Platform, Plugin } from 'obsidian';
import { consoleLogger } from './plugin/console-logger';
import { UnconfirmedDeletionsNotice } from './plugin/unconfirmed-deletions-notice';
import { type PluginSettings, readSettings, USUAL_PORT } from './plugin/plugin-settings';
import { appTokens, ownerToken, pluginAuthentication, tokenUse } from './plugin/plugin-tokens';
import { announceClosing } from './plugin/previous-instance';
import { registerCliHandlers } from './plugin/cli-handlers';
import { connectableClients, vaultFolderOf } from './plugin/connectable-clients';
import { JavascriptApi, type NotedbApi } from './plugin/javascript-api';
import { embedWithRuntime, semanticSource } from './plugin/semantic-source';
import { readMirror } from './plugin/kept-mirror';
import { mirrorSource } from './plugin/mirror-source';
import { MirrorSwitch } from './plugin/mirror-switch';
import { webhookSource } from './plugin/webhook-source';
import { ServerSwitch } from './plugin/server-switch';
import { tokenSource } from './plugin/token-source';
import { VaultSession } from './plugin/vault-session';
import { WriteNotices } from './plugin/write-notices';
import { RUNTIME_EVENT } from './hosts/obsidian/model-plugin';
import { allowedOriginsIn, originProblem, originsIn } from './server/allowed-origins';
import { SettingsTab } from './ui/shells/obsidian/settings/settings-tab';
import { BASES_VIEW, BasesViews } from './ui/shells/obsidian/bases-view';
import { showStatus } from './ui/shells/obsidian/status-bar';
import { TableBlocks } from './ui/shells/obsidian/table-blocks';
import { HOVER_SOURCE } from './ui/shells/obsidian/hover-preview';
import { TABLE_VIEW, TablesItemView } from './ui/shells/obsidian/table-view';
import type { BrowserScreen, TableChoice } from './ui/rows/table-choice';

export default class NotedbPlugin extends Plugin {
  private config: PluginSettings = readSettings(null);
  private statusItem: HTMLElement | null = null;
  private lastWrite: string | null = null;
  private lastProblem: string | null = null;
  /** Not private: tests reach the engine of the built plugin by this name. */
  readonly session = new VaultSession(this.app, this, consoleLogger);
  private readonly javascript = new JavascriptApi(this.session, this.manifest.version, {
    logger: consoleLogger,
    newId: () => crypto.randomUUID(),
  });
  /** For other plugins. docs/javascript-api.md */
  readonly api: NotedbApi = this.javascript;
  private readonly lostRows = new UnconfirmedDeletionsNotice(this.app, () => this.session.engine);
  private readonly notices = new WriteNotices({
    isOn: () => this.config.notices,
    isOfView: (migrationId) => this.session.viewWrites.made(migrationId),
    client: () => (this.session.state.kind === 'open' ? this.session.state.client : null),
    view: (table) => void this.openTables({ table }),
  });
  private readonly mirror = new MirrorSwitch(consoleLogger, () => this.settingsTab.mirrorChanged());
  private readonly settingsTab = new SettingsTab(this.app, this, this.settingsSource());
  private readonly server = new ServerSwitch(this.manifest.version, consoleLogger, () => this.serverChanged());

  override async onload(): Promise<void> {
    this.config = readSettings(await this.loadData());
    this.registerHoverLinkSource(HOVER_SOURCE, { display: 'NoteDB', defaultMod: true });
    this.registerView(TABLE_VIEW, (leaf) => new TablesItemView(leaf, this.session));
    const openTable = (choice: TableChoice): void => void this.openTables(choice);
    const blocks = new TableBlocks(this.app, this.session, openTable);
    this.register(() => blocks.unload());
    this.registerMarkdownCodeBlockProcessor('notedb', (text, element, context) => blocks.show(text, element, context));
    // The app answers false where its Bases are turned off.
    const bases = new BasesViews({ app: this.app, database: this.session, openTable });
    this.register(() => bases.unload());
    this.registerBasesView(BASES_VIEW, bases.registration);
    this.addSettingTab(this.settingsTab);
    this.addRibbonIcon('table-2', 'Open tables', () => void this.openTables());
    this.addCommands();
    registerCliHandlers(this, this.api);
    if (Platform.isDesktop) this.statusItem = this.addStatusBarItem();
    this.registerEvent(this.app.workspace.on('quit', (tasks) => tasks.addPromise(this.close())));
    const events: Events = this.app.workspace;
    this.registerEvent(events.on(RUNTIME_EVENT, () => this.modelRuntimeChanged()));
    this.register(this.session.onState(() => this.sessionChanged()));
    this.app.workspace.onLayoutReady(() => void this.session.open());
    this.drawStatus();
  }

  /** The app does not wait. The next load of the plugin does. */
  override onunload(): void {
    announceClosing(this.app, this.close());
  }

  override async onExternalSettingsChange(): Promise<void> {
    this.config = readSettings(await this.loadData());
    await this.serve();
  }

  private async close(): Promise<void> {
    this.javascript.close();
    await this.server.close();
    await this.mirror.close();
    await this.session.close();
  }

  private addCommands(): void {
    this.addCommand({ id: 'open-tables', name: 'Open tables', callback: () => void this.openTables() });
    this.addCommand({ id: 'make-table', name: 'Make a table from notes', callback: () => void this.show('start') });
    this.addCommand({ id: 'history', name: 'Show the history', callback: () => void this.show('journal') });
    this.addCommand({ id: 'find-note-or-row', name: 'Find note or row', callback: () => void this.findNoteOrRow() });
    this.addCommand({
      id: 'insert-view',
      name: 'Insert view as a Markdown table',
      editorCallback: (editor) => void this.insertView(editor),
    });
    this.addCommand({ id: 'undo-last-write', name: 'Undo the last write', callback: () => void this.undoLastWrite() });
    this.addCommand({
      id: 'reopen',
      name: 'Open the tables of this vault again',
      callback: () => this.session.reopen(),
    });
    this.addCommand({
      id: 'accept-deletions',
      name: 'Accept that vanished rows are gone',
      checkCallback: (isChecking) => {
        if (!isChecking) this.lostRows.accept();
        return this.lostRows.news !== null;
      },
    });
    this.addCommand({
      id: 'toggle-server',
      name: 'Turn the server on or off',
      checkCallback: (isChecking) => {
        if (!isChecking && Platform.isDesktop) void this.change({ serve: !this.config.serve });
        return Platform.isDesktop;
      },
    });
  }

  private settingsSource(): ConstructorParameters<typeof SettingsTab>[2] {
    return {
      value: (key) => (this.config as unknown as Record<string, unknown>)[key],
      change: (key, value) => this.change({ [key]: value }),
      originsProblem: (text) => originProblem(originsIn(text)) ?? undefined,
      serverNews: () => this.serverNews(),
      token: () => ownerToken(this.app.secretStorage),
      tokens: tokenSource(
        appTokens(this.app.secretStorage),
        tokenUse(this.app.secretStorage),
        connectableClients(appTokens(this.app.secretStorage), () => ({
          address: this.server.address ?? `http://127.0.0.1:${this.config.port}`,
          vault: vaultFolderOf(this.app),
        })),
        () => this.server.address ?? `http://127.0.0.1:${this.config.port}`,
      ),
      unconfirmedDeletions: () => this.lostRows.news,
      acceptDeletions: (done) => this.lostRows.accept(done),
      semantic: semanticSource(this.app, () => this.session.engine),
      webhooks: webhookSource(() => this.session.engine),
      mirror: mirrorSource({
        secrets: this.app.secretStorage,
        switched: this.mirror,
        vault: this.app.vault.getName(),
        mirror: () => void this.followVault(),
      }),
    };
  }

  private async change(settings: Partial<PluginSettings>): Promise<void> {
    this.config = readSettings({ ...this.config, ...settings });
    await this.saveData(this.config);
    await this.serve();
  }

  private modelRuntimeChanged(): void {
    this.settingsTab.update();
    embedWithRuntime(this.app, this.session.engine).catch((error: unknown) => {
      consoleLogger.log('warning', 'semantic_update_failed', { detail: String(error) });
    });
  }

  private sessionChanged(): void {
    const { state } = this.session;
    if (state.kind === 'open') {
      if (state.writeProtection !== null) new Notice(`NoteDB: ${state.writeProtection}`);
      this.session.engine?.onChange((change) => {
        this.lastWrite = change.summary ?? this.lastWrite;
        void this.notices.tell(change);
        this.lostRows.tell();
        this.drawStatus();
      });
      this.lostRows.tell();
      this.javascript.opening(this.app);
    } else this.notices.hide();
    void this.serve();
    void this.followVault();
  }

  /** As `serve`. */
  private followVault(): Promise<void> {
    const { engine, state } = this.session;
    const kept = readMirror(this.app.secretStorage);
    const isOurs = engine !== null && state.kind === 'open' && state.writeProtection === null;
    return this.mirror.mirror(kept.isOn && isOurs ? { engine, vault: this.app.vault.getName(), kept } : null);
  }

  /** As the settings and the vault want it. Who may not write leaves serving to the one who may. */
  private serve(): Promise<void> {
    const { engine, state } = this.session;
    const { serve, port, origins } = this.config;
    if (!serve || engine === null || state.kind !== 'open' || state.writeProtection !== null) {
      return this.server.serve(null);
    }
    ownerToken(this.app.secretStorage); // made now, so that it can be copied
    const auth = pluginAuthentication(this.app.secretStorage);
    return this.server.serve({
      readStyles: () => this.app.vault.adapter.read(`${this.manifest.dir ?? ''}/styles.css`),
      engine,
      vaultName: this.app.vault.getName(),
      auth,
      allowedOrigins: allowedOriginsIn(origins),
      port: port === USUAL_PORT ? null : port,
    });
  }

  private serverChanged(): void {
    const { address, problem } = this.server;
    this.session.setAddress(address);
    if (problem !== null && problem !== this.lastProblem) new Notice(`NoteDB serves nothing: ${problem}.`);
    this.lastProblem = problem;
    this.settingsTab.serverChanged();
    this.drawStatus();
  }

  private serverNews(): string {
    const { address, problem } = this.server;
    if (address !== null) return `Served at ${address}.`;
    return problem === null ? 'Nothing is served just now.' : `Nothing is served: ${problem}.`;
  }

  private drawStatus(): void {
    if (this.statusItem === null) return;
    const { state } = this.session;
    const isReadOnly = state.kind === 'open' && state.writeProtection !== null;
    const { address, problem } = this.server;
    showStatus(this.statusItem, { address, problem, lastWrite: this.lastWrite, isReadOnly });
  }

  /** Without a choice, an open view keeps its table and order. */
  private async openTables(choice: TableChoice | null = null): Promise<void> {
    const state = choice === null ? null : (await import('./ui/shells/obsidian/draw-tables')).leafState(choice);
    await this.openLeaf((before) => state ?? before);
  }

  /** In place of the table that is open, which is there again when the screen is closed. */
  private show(screen: BrowserScreen): Promise<void> {
    return this.openLeaf((before) => ({ ...before, screen, note: undefined }));
  }

  private async openLeaf(stateAfter: (before: Record<string, unknown>) => Record<string, unknown>): Promise<void> {
    const { workspace } = this.app;
    const leaf = workspace.getLeavesOfType(TABLE_VIEW)[0] ?? workspace.getLeaf('tab');
    const now = leaf.getViewState();
    const state = stateAfter(now.type === TABLE_VIEW ? (now.state ?? {}) : {});
    await leaf.setViewState({ ...now, state, type: TABLE_VIEW, active: true });
    await workspace.revealLeaf(leaf);
  }

  private async findNoteOrRow(): Promise<void> {
    const { state } = this.session;
    if (state.kind !== 'open') return void new Notice('The tables are not open yet.');
    const { FindModal } = await import('./ui/shells/obsidian/find-modal');
    new FindModal(this.app, state.client, (table) => void this.openTables({ table })).open();
  }

  private async insertView(editor: Editor): Promise<void> {
    const { state } = this.session;
    if (state.kind !== 'open') return void new Notice('The tables are not open yet.');
    const { InsertViewModal } = await import('./ui/shells/obsidian/insert-view-modal');
    new InsertViewModal(this.app, state.client, editor).open();
  }

  private async undoLastWrite(): Promise<void> {
    const { state } = this.session;
    if (state.kind !== 'open') return void new Notice('The tables are not open yet.');
    const { undoLast } = await import('./ui/changes/undo-last');
    new Notice(await undoLast(state.client));
  }
}
