/** A small plugin that uses the Obsidian host, to prove that built code loads as the app loads it. */

import { ItemView, MarkdownRenderChild, Notice, Platform, Plugin, PluginSettingTab } from 'obsidian';
import type { SettingDefinitionItem, TFile, WorkspaceLeaf } from 'obsidian';
import { createObsidianHost } from '../../src/hosts/obsidian/obsidian-host';
import type { ObsidianHost } from '../../src/hosts/obsidian/obsidian-host';

class NotesView extends ItemView {
  getViewType(): string {
    return 'fake-notes';
  }

  getDisplayText(): string {
    return 'Notes';
  }

  override async onOpen(): Promise<void> {
    this.addAction('plus', 'New note', () => new Notice('Made'));
    const table = this.contentEl.createEl('table');
    for (const file of this.app.vault.getMarkdownFiles()) table.createEl('tr').createEl('td', { text: file.path });
  }
}

class CountChild extends MarkdownRenderChild {
  constructor(
    containerEl: HTMLElement,
    private readonly plugin: Plugin,
  ) {
    super(containerEl);
  }

  override onload(): void {
    const show = (): void => this.containerEl.setText(`${this.plugin.app.vault.getMarkdownFiles().length} notes`);
    this.registerEvent(this.plugin.app.vault.on('create', show));
    show();
  }
}

class FakeSettingTab extends PluginSettingTab {
  override getSettingDefinitions(): SettingDefinitionItem[] {
    return [
      { name: 'Serve', desc: 'Answer requests.', control: { type: 'toggle', key: 'isServing' } },
      {
        type: 'group',
        heading: 'Server',
        items: [
          {
            name: 'Port',
            visible: () => this.getControlValue('isServing') === true,
            control: {
              type: 'number',
              key: 'port',
              defaultValue: 27390,
              validate: (port) => (port > 1023 ? undefined : 'A port above 1023.'),
            },
          },
          { name: 'Copy', action: () => new Notice('Copied') },
          { name: 'Own', render: (setting) => void setting.addText((input) => input.setValue('drawn')) },
        ],
      },
    ];
  }
}

// eslint-disable-next-line no-restricted-exports -- the app takes a plugin's class from there
export default class FakePlugin extends Plugin {
  host: ObsidianHost | null = null;
  override settings: unknown = { isServing: false };
  private starting: Promise<void> = Promise.resolve();

  override async onload(): Promise<void> {
    this.settings = { ...(this.settings as object), ...((await this.loadData()) as object | null) };
    this.addSettingTab(new FakeSettingTab(this.app, this));
    this.addStatusBarItem().setText(Platform.isMobile ? 'phone' : 'desktop');
    this.addRibbonIcon('table', 'Open notes', () => void this.open());
    this.addCommand({ id: 'open', name: 'Open notes', callback: () => this.open() });
    this.registerView('fake-notes', (leaf: WorkspaceLeaf) => new NotesView(leaf));
    this.registerMarkdownCodeBlockProcessor('fake', (_source, el, ctx) => ctx.addChild(new CountChild(el, this)));
    this.registerEvent(this.app.vault.on('modify', () => undefined));
    this.app.workspace.onLayoutReady(() => (this.starting = this.start()));
  }

  /** The app does not wait; what is under way is finished before the host lets go. */
  override onunload(): void {
    void this.starting.then(() => this.host?.close());
  }

  /** To be called once there is a host: its folder is in use until then. */
  whenStarted(): Promise<void> {
    return this.starting;
  }

  async readThrough(file: TFile): Promise<string | null> {
    return (await this.host?.vault.read(file.path)) ?? null;
  }

  private async start(): Promise<void> {
    this.host = await createObsidianHost(this.app, this, { logger: { log: () => undefined }, device: 'fake' });
    await this.host.privateStore.append('journal/log', new Uint8Array([1, 2, 3]));
    await this.host.privateStore.sync('journal/log');
    await this.host.cache.write('rows', new Uint8Array([4]));
  }

  private async open(): Promise<void> {
    const leaf = this.app.workspace.getLeaf('tab');
    await leaf.setViewState({ type: 'fake-notes', active: true });
  }
}
