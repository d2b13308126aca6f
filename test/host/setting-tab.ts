/** A settings page: declarative definitions become rows; without any, the plugin's own `display` draws. */

import type {
  SettingControl,
  SettingDefinition,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionPage,
  SettingGroupItem,
} from 'obsidian';
import type { TestAppCore } from './app';
import { Setting, SettingGroup } from './setting';

type Predicate = boolean | (() => boolean) | undefined;

interface DrawnRow {
  readonly setting: Setting;
  readonly visible: Predicate;
  readonly disabled: Predicate;
}

export abstract class SettingTab {
  icon = '';
  containerEl: HTMLElement = createDiv('vertical-tab-content');
  settingItems: SettingDefinitionItem[] = [];
  private rows: DrawnRow[] = [];
  private cleanUps: (() => void)[] = [];

  constructor(readonly app: TestAppCore) {}

  getSettingDefinitions(): SettingDefinitionItem[] {
    return [];
  }

  /** Asks for the definitions again, and draws again while the page is open. */
  update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.containerEl.isConnected) this.draw();
  }

  getControlValue(key: string): unknown {
    return this.app.vault.getConfig(key);
  }

  setControlValue(key: string, value: unknown): unknown {
    return this.app.vault.setConfig(key, value);
  }

  refreshDomState(): void {
    for (const { setting, visible, disabled } of this.rows) {
      setting.settingEl.toggle(holds(visible, true));
      if (disabled !== undefined) setting.setDisabled(holds(disabled, false));
    }
  }

  display(): void {
    // For plugins that draw themselves.
  }

  hide(): void {
    for (const cleanUp of this.cleanUps.splice(0)) cleanUp();
    this.containerEl.empty();
  }

  /** What the settings window does when the page is opened. */
  draw(): void {
    this.hide();
    this.rows = [];
    this.settingItems = this.getSettingDefinitions();
    if (this.settingItems.length === 0) this.display();
    else this.drawItems(this.settingItems, this.containerEl);
    this.refreshDomState();
  }

  private drawItems(items: readonly SettingDefinitionItem[], parent: HTMLElement): void {
    let loose: SettingGroup | null = null;
    for (const item of items) {
      if (isGroup(item)) {
        this.drawGroup(item, parent);
        loose = null;
      } else {
        loose ??= new SettingGroup(parent);
        this.drawRow(item, loose, 0);
      }
    }
  }

  private drawGroup(definition: SettingDefinitionGroup, parent: HTMLElement): void {
    if (!holds(definition.visible, true)) return;
    const group = new SettingGroup(parent);
    if (definition.heading !== undefined) group.setHeading(definition.heading);
    if (definition.cls !== undefined) group.addClass(...definition.cls.split(' '));
    definition.items?.forEach((item, index) => this.drawRow(item, group, index));
  }

  private drawRow(item: SettingGroupItem, group: SettingGroup, index: number): void {
    const setting = new Setting(group.listEl).setName(item.name).setDesc(item.desc ?? '');
    const disabled = 'disabled' in item ? item.disabled : 'control' in item ? item.control?.disabled : undefined;
    this.rows.push({ setting, visible: item.visible, disabled });
    if (isPage(item)) this.drawPage(item, setting);
    else this.drawSetting(item, setting, group, index);
  }

  private drawSetting(item: SettingDefinition, setting: Setting, group: SettingGroup, index: number): void {
    if (item.control !== undefined) this.drawControl(item.control, setting);
    else if (item.action !== undefined) {
      setting.setClass('mod-action').settingEl.addEventListener('click', () => item.action?.(setting.settingEl, index));
    } else if (item.render !== undefined) {
      const cleanUp = item.render(setting as never, group as never);
      if (typeof cleanUp === 'function') this.cleanUps.push(cleanUp);
    }
  }

  private drawPage(page: SettingDefinitionPage, setting: Setting): void {
    setting.setClass('mod-page').settingEl.addEventListener('click', () => {
      this.containerEl.empty();
      this.rows = [];
      this.drawItems(page.items ?? [], this.containerEl);
      this.refreshDomState();
    });
  }

  private drawControl(control: SettingControl, setting: Setting): void {
    const value = this.getControlValue(control.key) ?? control.defaultValue;
    const save = (next: unknown): void => void this.saveControl(control, setting, next);
    switch (control.type) {
      case 'toggle':
        setting.addToggle((toggle) => toggle.setValue(value === true).onChange(save));
        return;
      case 'dropdown':
        setting.addDropdown((dropdown) => dropdown.addOptions(control.options).setValue(asText(value)).onChange(save));
        return;
      case 'slider':
        setting.addSlider((slider) =>
          slider.setLimits(control.min, control.max, control.step).setValue(Number(value)).onChange(save),
        );
        return;
      case 'color':
        setting.addColorPicker((color) => color.setValue(asText(value)).onChange(save));
        return;
      case 'textarea':
        setting.addTextArea((area) => area.setValue(asText(value)).onChange(save));
        return;
      case 'number':
        setting.addText((input) => {
          input.inputEl.type = 'number';
          input
            .setValue(asText(value))
            .onChange((text) => save(text === '' ? (control.defaultValue ?? 0) : Number(text)));
        });
        return;
      case 'text':
      case 'file':
      case 'folder':
        setting.addText((input) =>
          input
            .setValue(asText(value))
            .setPlaceholder(control.placeholder ?? '')
            .onChange(save),
        );
    }
  }

  private async saveControl(control: SettingControl, setting: Setting, value: unknown): Promise<void> {
    const complaint = await control.validate?.(value as never);
    setting.setErrorMessage(typeof complaint === 'string' ? complaint : null);
    if (typeof complaint === 'string' && complaint !== '') return;
    await this.setControlValue(control.key, value);
    this.refreshDomState();
  }
}

export abstract class PluginSettingTab extends SettingTab {
  constructor(
    app: TestAppCore,
    readonly plugin: { settings?: unknown; saveData(data: unknown): Promise<void> },
  ) {
    super(app);
  }

  override getControlValue(key: string): unknown {
    return (this.plugin.settings as Record<string, unknown> | undefined)?.[key];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const settings = (this.plugin.settings ??= {}) as Record<string, unknown>;
    settings[key] = value;
    await this.plugin.saveData(settings);
  }
}

function holds(predicate: Predicate, otherwise: boolean): boolean {
  return typeof predicate === 'function' ? predicate() : (predicate ?? otherwise);
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isGroup = (item: SettingDefinitionItem): item is SettingDefinitionGroup =>
  'type' in item && (item.type === 'group' || item.type === 'list');

const isPage = (item: SettingGroupItem): item is SettingDefinitionPage => 'type' in item && item.type === 'page';
