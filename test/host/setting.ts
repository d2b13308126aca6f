/** One row of a settings page, and a group of rows. */

import type { BaseComponent } from './controls';
import {
  ButtonComponent,
  ColorComponent,
  DropdownComponent,
  ExtraButtonComponent,
  SearchComponent,
  SliderComponent,
  TextAreaComponent,
  TextComponent,
  ToggleComponent,
} from './controls';

type Text = string | DocumentFragment;
type Build<Control> = (control: Control) => unknown;

export class Setting {
  readonly settingEl: HTMLElement;
  readonly infoEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly descEl: HTMLElement;
  readonly controlEl: HTMLElement;
  components: BaseComponent[] = [];
  private errorEl: HTMLElement | null = null;

  constructor(containerEl: HTMLElement) {
    this.settingEl = containerEl.createDiv('setting-item');
    this.infoEl = this.settingEl.createDiv('setting-item-info');
    this.nameEl = this.infoEl.createDiv('setting-item-name');
    this.descEl = this.infoEl.createDiv('setting-item-description');
    this.controlEl = this.settingEl.createDiv('setting-item-control');
  }

  setName(name: Text): this {
    return fill(this.nameEl, name, this);
  }

  setDesc(description: Text): this {
    return fill(this.descEl, description, this);
  }

  setClass(cls: string): this {
    this.settingEl.addClass(cls);
    return this;
  }

  setTooltip(tooltip: string): this {
    this.nameEl.setAttribute('aria-label', tooltip);
    return this;
  }

  setHeading(): this {
    return this.setClass('setting-item-heading');
  }

  setDisabled(disabled: boolean): this {
    this.settingEl.toggleClass('is-disabled', disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  setErrorMessage(message: string | null): this {
    this.errorEl?.remove();
    this.errorEl =
      message === null || message === '' ? null : this.infoEl.createDiv({ cls: 'setting-item-error', text: message });
    this.settingEl.toggleClass('is-invalid', this.errorEl !== null);
    return this;
  }

  addButton(build: Build<ButtonComponent>): this {
    return this.add(new ButtonComponent(this.controlEl), build);
  }

  addExtraButton(build: Build<ExtraButtonComponent>): this {
    return this.add(new ExtraButtonComponent(this.controlEl), build);
  }

  addToggle(build: Build<ToggleComponent>): this {
    return this.add(new ToggleComponent(this.controlEl), build);
  }

  addText(build: Build<TextComponent>): this {
    return this.add(new TextComponent(this.controlEl), build);
  }

  addSearch(build: Build<SearchComponent>): this {
    return this.add(new SearchComponent(this.controlEl), build);
  }

  addTextArea(build: Build<TextAreaComponent>): this {
    return this.add(new TextAreaComponent(this.controlEl), build);
  }

  addDropdown(build: Build<DropdownComponent>): this {
    return this.add(new DropdownComponent(this.controlEl), build);
  }

  addSlider(build: Build<SliderComponent>): this {
    return this.add(new SliderComponent(this.controlEl), build);
  }

  addColorPicker(build: Build<ColorComponent>): this {
    return this.add(new ColorComponent(this.controlEl), build);
  }

  addComponent<Control extends BaseComponent>(make: (containerEl: HTMLElement) => Control): this {
    this.components.push(make(this.controlEl));
    return this;
  }

  then(build: Build<this>): this {
    build(this);
    return this;
  }

  clear(): this {
    this.controlEl.empty();
    this.components = [];
    return this;
  }

  private add<Control extends BaseComponent>(control: Control, build: Build<Control>): this {
    this.components.push(control);
    build(control);
    return this;
  }
}

export class SettingGroup {
  readonly groupEl: HTMLElement;
  readonly listEl: HTMLElement;
  private readonly headerEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    this.groupEl = containerEl.createDiv('setting-group');
    this.headerEl = this.groupEl.createDiv('setting-item setting-item-heading');
    this.listEl = this.groupEl.createDiv('setting-items');
    this.headerEl.hide();
  }

  setHeading(text: Text): this {
    this.headerEl.show();
    return fill(this.headerEl.createDiv('setting-item-name'), text, this);
  }

  addClass(...classes: string[]): this {
    this.groupEl.addClasses(classes);
    return this;
  }

  addSetting(build: Build<Setting>): this {
    build(new Setting(this.listEl));
    return this;
  }

  addSearch(build: Build<SearchComponent>): this {
    this.headerEl.show();
    build(new SearchComponent(this.headerEl));
    return this;
  }

  addExtraButton(build: Build<ExtraButtonComponent>): this {
    this.headerEl.show();
    build(new ExtraButtonComponent(this.headerEl));
    return this;
  }
}

function fill<Self>(element: HTMLElement, text: Text, self: Self): Self {
  element.empty();
  element.append(text);
  return self;
}
