/** The settings window: a list of plugin pages, one open at a time. */

import { Modal } from './modal';
import type { SettingTab } from './setting-tab';

export class SettingsWindow extends Modal {
  readonly pluginTabs: { readonly id: string; readonly tab: SettingTab }[] = [];
  activeTab: SettingTab | null = null;

  openTabById(id: string): SettingTab | null {
    this.activeTab?.hide();
    this.activeTab = this.pluginTabs.find((entry) => entry.id === id)?.tab ?? null;
    if (this.activeTab === null) return null;
    this.contentEl.empty();
    this.contentEl.append(this.activeTab.containerEl);
    this.activeTab.draw();
    return this.activeTab;
  }

  override onClose(): void {
    this.activeTab?.hide();
    this.activeTab = null;
  }
}
