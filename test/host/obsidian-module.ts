/** What `require('obsidian')` gives to a plugin, and what tests of our own source put in its place. */

import { parse, stringify } from 'yaml';
import { setPlatform } from './platform';

export { TAbstractFile, TFile, TFolder } from './abstract-files';
export { TestAppCore as App } from './app';
export { BasesView, BooleanValue, NullValue, NumberValue, StringValue, Value } from './bases';
export { Component } from './component';
export {
  AbstractTextComponent,
  BaseComponent,
  ButtonComponent,
  ColorComponent,
  DropdownComponent,
  ExtraButtonComponent,
  SearchComponent,
  SliderComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
  ValueComponent,
} from './controls';
export { ConfirmationButton, ConfirmationModal } from './confirmation-modal';
export { CapacitorAdapter, FileSystemAdapter } from './data-adapter';
export { Events } from './events';
export { FileManager } from './file-manager';
export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons';
export { Keymap } from './keymap';
export { getLinkpath, parseLinktext } from './link-paths';
export { MarkdownRenderChild, MarkdownRenderer } from './markdown-renderer';
export { Editor } from './editor';
export { MarkdownView } from './markdown-view';
export { Menu, MenuItem } from './menu';
export { MetadataCache } from './metadata-cache';
export { Modal, Scope } from './modal';
export { Notice } from './notice';
export { Platform } from './platform';
export { Plugin } from './plugin';
export { requestUrl } from './request-url';
export { SecretStorage } from './local-storage';
export { Setting, SettingGroup } from './setting';
export { PluginSettingTab, SettingTab } from './setting-tab';
export { SuggestModal } from './suggest-modal';
export { TextFileView } from './text-file-view';
export { Vault } from './vault';
export { ItemView, View } from './view';
export { Workspace } from './workspace';
export { WorkspaceLeaf } from './workspace-leaf';
export { setPlatform as setPlatformForTests };

export const apiVersion = '1.13.1';

export function requireApiVersion(version: string): boolean {
  const [wanted, own] = [version, apiVersion].map((text) => text.split('.').map(Number));
  const difference = [0, 1, 2].map((index) => (own?.[index] ?? 0) - (wanted?.[index] ?? 0)).find((part) => part !== 0);
  return (difference ?? 0) >= 0;
}

/** Slashes to the front, none doubled or at the ends, plain spaces, NFC. */
export function normalizePath(path: string): string {
  const slashes = path.replace(/[\\/]+/g, '/').replace(/^\/+|\/+$/g, '');
  return (slashes === '' ? '/' : slashes).replace(/\u00a0|\u202f/g, ' ').normalize('NFC');
}

export function getLanguage(): string {
  return 'en';
}

export function parseYaml(text: string): unknown {
  return parse(text);
}

export function stringifyYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}

export function setTooltip(el: HTMLElement, tooltip: string): void {
  el.setAttribute('aria-label', tooltip);
}

/** Waits for `timeout` ms of quiet when `resetTimer`, else runs once a `timeout`. */
export function debounce<Data extends unknown[]>(
  callback: (...data: Data) => unknown,
  timeout = 0,
  resetTimer = false,
): ((...data: Data) => unknown) & { cancel(): unknown; run(): unknown } {
  let timer: number | null = null;
  let last: Data | null = null;
  const run = (): unknown => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    const data = last;
    last = null;
    return data === null ? undefined : callback(...data);
  };
  const debounced = (...data: Data): unknown => {
    last = data;
    if (timer !== null && !resetTimer) return debounced;
    if (timer !== null) window.clearTimeout(timer);
    timer = window.setTimeout(run, timeout);
    return debounced;
  };
  const cancel = (): unknown => {
    last = null;
    return run();
  };
  return Object.assign(debounced, { cancel, run });
}
