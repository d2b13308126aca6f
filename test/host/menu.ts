/** A context menu that really opens, with items to click. */

import { Component } from './component';
import { setIcon } from './icons';

export class MenuItem {
  readonly dom: HTMLElement;
  private readonly titleEl: HTMLElement;
  private readonly iconEl: HTMLElement;
  private isDisabled = false;
  private callback: ((event: MouseEvent | KeyboardEvent) => unknown) | null = null;
  private submenu: Menu | null = null;

  constructor(private readonly menu: Menu) {
    this.dom = menu.dom.createDiv('menu-item');
    this.iconEl = this.dom.createDiv('menu-item-icon');
    this.titleEl = this.dom.createDiv('menu-item-title');
    this.dom.addEventListener('click', (event) => this.click(event));
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.empty();
    this.titleEl.append(title);
    return this;
  }

  setIcon(icon: string | null): this {
    if (icon !== null) setIcon(this.iconEl, icon);
    return this;
  }

  setChecked(isChecked: boolean | null): this {
    this.dom.toggleClass('mod-checked', isChecked === true);
    return this;
  }

  setDisabled(isDisabled: boolean): this {
    this.isDisabled = isDisabled;
    this.dom.toggleClass('is-disabled', isDisabled);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.toggleClass('is-warning', isWarning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.dom.toggleClass('is-label', isLabel);
    return this;
  }

  setSection(section: string): this {
    this.dom.dataset['section'] = section;
    return this;
  }

  setSubmenu(): Menu {
    this.submenu ??= new Menu();
    return this.submenu;
  }

  onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.callback = callback;
    return this;
  }

  private click(event: MouseEvent): void {
    if (this.isDisabled) return;
    if (this.submenu !== null) this.submenu.showAtMouseEvent(event);
    this.menu.hide();
    this.callback?.(event);
  }
}

export class Menu extends Component {
  readonly dom: HTMLElement = createDiv('menu');
  readonly items: MenuItem[] = [];
  private hideCallback: (() => unknown) | null = null;

  static forEvent(event: PointerEvent | MouseEvent): Menu {
    const menu = new Menu();
    window.setTimeout(() => menu.showAtMouseEvent(event), 0);
    return menu;
  }

  addItem(build: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this);
    this.items.push(item);
    build(item);
    return this;
  }

  addSeparator(): this {
    this.dom.createDiv('menu-separator');
    return this;
  }

  setNoIcon(): this {
    this.dom.addClass('mod-no-icon');
    return this;
  }

  setUseNativeMenu(): this {
    return this;
  }

  setParentElement(): this {
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition(position: { x: number; y: number }): this {
    document.body.querySelectorAll('.menu').forEach((other) => other.remove());
    this.dom.setCssStyles({ position: 'fixed', left: `${position.x}px`, top: `${position.y}px` });
    document.body.append(this.dom);
    this.load();
    return this;
  }

  hide(): this {
    if (!this.dom.isConnected) return this;
    this.dom.remove();
    this.unload();
    this.hideCallback?.();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.hideCallback = callback;
  }
}
