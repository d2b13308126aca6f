/** The base class of every plugin; all that it registers goes when it is unloaded. */

import type { Editor } from './editor';
import type { TestAppCore } from './app';
import type { BasesRegistration } from './bases';
import { Component } from './component';
import { setIcon } from './icons';
import type { CodeBlockProcessor, PostProcessor } from './markdown-renderer';
import type { SettingTab } from './setting-tab';
import type { ViewCreator } from './workspace';

export interface PluginManifest {
  dir?: string;
  id: string;
  name: string;
  version: string;
  minAppVersion: string;
  author: string;
  description: string;
  isDesktopOnly?: boolean;
}

export interface Command {
  id: string;
  name: string;
  icon?: string;
  callback?: () => unknown;
  editorCallback?: (editor: Editor) => unknown;
  checkCallback?: (checking: boolean) => boolean | void;
}

export abstract class Plugin extends Component {
  settings?: unknown;

  constructor(
    readonly app: TestAppCore,
    readonly manifest: PluginManifest,
  ) {
    super();
  }

  async loadData(): Promise<unknown> {
    const file = this.dataFile();
    if (!(await this.app.vault.adapter.exists(file))) return null;
    return JSON.parse(await this.app.vault.adapter.read(file)) as unknown;
  }

  async saveData(data: unknown): Promise<void> {
    await this.app.vault.adapter.mkdir(this.manifest.dir ?? '');
    await this.app.vault.adapter.write(this.dataFile(), JSON.stringify(data, null, 2));
  }

  addCommand(command: Command): Command {
    const full = {
      ...command,
      id: `${this.manifest.id}:${command.id}`,
      name: `${this.manifest.name}: ${command.name}`,
    };
    this.app.commands.commands[full.id] = full;
    this.register(() => this.removeCommand(command.id));
    return full;
  }

  removeCommand(id: string): void {
    Reflect.deleteProperty(this.app.commands.commands, `${this.manifest.id}:${id}`);
  }

  addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const ribbonEl = this.app.workspace.ribbonEl.createDiv({
      cls: 'clickable-icon side-dock-ribbon-action',
      attr: { 'aria-label': title },
    });
    setIcon(ribbonEl, icon);
    ribbonEl.addEventListener('click', callback);
    this.register(() => ribbonEl.remove());
    return ribbonEl;
  }

  addStatusBarItem(): HTMLElement {
    const itemEl = this.app.workspace.statusBarEl.createDiv(`status-bar-item plugin-${this.manifest.id}`);
    this.register(() => itemEl.remove());
    return itemEl;
  }

  addSettingTab(tab: SettingTab): void {
    this.app.setting.pluginTabs.push({ id: this.manifest.id, tab });
    tab.update();
    this.register(() => {
      const tabs = this.app.setting.pluginTabs;
      tabs.splice(
        tabs.findIndex((entry) => entry.tab === tab),
        1,
      );
      tab.hide();
    });
  }

  registerView(type: string, creator: ViewCreator): void {
    this.app.workspace.registerView(type, creator);
    this.register(() => this.app.workspace.unregisterView(type));
  }

  registerMarkdownCodeBlockProcessor(language: string, processor: CodeBlockProcessor): PostProcessor {
    this.register(this.app.markdown.registerCodeBlock(language, processor));
    return () => undefined;
  }

  registerMarkdownPostProcessor(processor: PostProcessor): PostProcessor {
    this.register(this.app.markdown.registerPost(processor));
    return processor;
  }

  registerHoverLinkSource(id: string, info: { readonly display: string; readonly defaultMod: boolean }): void {
    this.app.workspace.hoverLinkSources.set(id, info);
    this.register(() => void this.app.workspace.hoverLinkSources.delete(id));
  }

  registerObsidianProtocolHandler(action: string, handler: (parameters: Record<string, string>) => unknown): void {
    this.app.protocolHandlers.set(action, handler);
    this.register(() => this.app.protocolHandlers.delete(action));
  }

  registerCliHandler(
    command: string,
    _description: string,
    _flags: unknown,
    handler: (data: unknown) => unknown,
  ): void {
    this.app.cliHandlers.set(command, handler);
    this.register(() => this.app.cliHandlers.delete(command));
  }

  registerBasesView(type: string, registration: BasesRegistration): boolean {
    this.app.basesViews.set(type, registration);
    this.register(() => this.app.basesViews.delete(type));
    return true;
  }

  registerEditorExtension(): void {
    // No editors here.
  }

  registerEditorSuggest(): void {
    // No editors here.
  }

  registerExtensions(): void {
    // Notes only.
  }

  onUserEnable(): void {
    // For subclasses.
  }

  private dataFile(): string {
    return `${this.manifest.dir ?? ''}/data.json`;
  }
}
