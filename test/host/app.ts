/** The app: what a plugin gets as `this.app`. */

import type { BasesRegistration } from './bases';
import type { DataAdapter } from './data-adapter';
import type { Editor } from './editor';
import { Events } from './events';
import { FileManager } from './file-manager';
import { LocalStorage, SecretStorage } from './local-storage';
import type { DeviceStorage } from './local-storage';
import { MarkdownProcessors } from './markdown-renderer';
import { MarkdownView } from './markdown-view';
import { MetadataCache } from './metadata-cache';
import { Scope } from './modal';
import type { Command } from './plugin';
import { Plugins } from './plugins';
import type { Require } from './plugins';
import { SettingsWindow } from './settings-window';
import { Vault } from './vault';
import { Workspace } from './workspace';

export interface AppParts {
  readonly adapter: DataAdapter;
  readonly storage: DeviceStorage;
  readonly require: Require;
  readonly absentNames: readonly string[];
  readonly configDir?: string;
}

class Commands {
  readonly commands: Record<string, Command> = {};

  constructor(private readonly activeEditor: () => Editor | null) {}

  executeCommandById(id: string): boolean {
    const command = this.commands[id];
    if (command === undefined) return false;
    if (command.editorCallback !== undefined) {
      const editor = this.activeEditor();
      if (editor !== null) command.editorCallback(editor);
      return editor !== null;
    }
    if (command.checkCallback !== undefined)
      return command.checkCallback(true) !== false && command.checkCallback(false) !== false;
    command.callback?.();
    return true;
  }
}

export class TestAppCore extends Events {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly fileManager: FileManager;
  readonly secretStorage: SecretStorage;
  readonly plugins: Plugins;
  /** The app gives a command for editors that of the active note. */
  readonly commands = new Commands(() => this.workspace.getActiveViewOfType(MarkdownView)?.editor ?? null);
  readonly markdown = new MarkdownProcessors();
  readonly protocolHandlers = new Map<string, (parameters: Record<string, string>) => unknown>();
  readonly basesViews = new Map<string, BasesRegistration>();
  readonly cliHandlers = new Map<string, (data: unknown) => unknown>();
  readonly scope = new Scope();
  readonly keymap = { pushScope: (): void => undefined, popScope: (): void => undefined };
  readonly lastEvent = null;
  private readonly localStorage: LocalStorage;
  private windows: { readonly workspace: Workspace; readonly setting: SettingsWindow } | null = null;

  constructor({ adapter, storage, require, absentNames, configDir }: AppParts) {
    super();
    this.vault = new Vault(adapter, configDir);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this.vault, this.metadataCache);
    this.secretStorage = new SecretStorage(storage);
    this.localStorage = new LocalStorage(storage, adapter.getName());
    this.plugins = new Plugins(this, require, absentNames);
  }

  /** Made at first use, so that a test without a document can have the rest. */
  get workspace(): Workspace {
    return this.parts().workspace;
  }

  get setting(): SettingsWindow {
    return this.parts().setting;
  }

  loadLocalStorage(key: string): unknown {
    return this.localStorage.load(key);
  }

  saveLocalStorage(key: string, data: unknown): void {
    this.localStorage.save(key, data);
  }

  isDarkMode(): boolean {
    return document.body.hasClass('theme-dark');
  }

  private parts(): { readonly workspace: Workspace; readonly setting: SettingsWindow } {
    if (this.windows !== null) return this.windows;
    const workspace = new Workspace(this);
    workspace.viewCreators.set('markdown', (leaf) => new MarkdownView(leaf));
    this.windows = { workspace, setting: new SettingsWindow(this) };
    return this.windows;
  }
}
