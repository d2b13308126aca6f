/** A hand for the settings of a table on a page of tables. docs/tables.md#settings-of-a-table */

import { expect } from 'vitest';
import { eventually } from '../../../eventually';
import type { EditingPage } from '../../editing-page';

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export class SettingsHand {
  private constructor(private readonly page: EditingPage) {}

  /** From the menu of the tasks in the list at the side. */
  static async open(page: EditingPage, section: string): Promise<SettingsHand> {
    const item = [...page.container.querySelectorAll('.ndb-sidebar-item')].find(
      (each) => each.querySelector('.ndb-table-name')?.textContent === 'Tasks',
    );
    if (item === undefined) throw new Error('no Tasks in the list');
    page.button('Menu', item).click();
    const menu = await eventually(() => {
      const found = document.querySelector('[role=menu]');
      if (found === null) throw new Error('no menu');
      return found;
    });
    page.button('Settings', menu).click();
    const hand = new SettingsHand(page);
    await eventually(() => hand.button(section));
    hand.button(section).click();
    await eventually(() => hand.section());
    return hand;
  }

  /** The settings as a whole. */
  screen(): HTMLElement {
    const found = this.page.container.querySelector<HTMLElement>('.ndb-settings');
    if (found === null) throw new Error('no settings');
    return found;
  }

  section(): HTMLElement {
    const found = this.screen().querySelector<HTMLElement>('.ndb-settings-section:not([hidden])');
    if (found === null) throw new Error('no section');
    return found;
  }

  text = (): string => this.section().textContent;

  see = (text: string): Promise<void> => eventually(() => expect(this.screen().textContent).toContain(text));

  button(label: string): HTMLButtonElement {
    const found = [...this.screen().querySelectorAll('button')].find(
      (each) => each.closest('[hidden]') === null && (each.getAttribute('aria-label') ?? each.textContent) === label,
    );
    if (found === undefined) throw new Error(`no button ${label}`);
    return found;
  }

  field(label: string): TypedField {
    const labels = [...this.section().querySelectorAll('label')];
    const labelled = labels.find((each) => (each.querySelector('span')?.textContent ?? each.textContent) === label);
    const ofLabel = labelled?.htmlFor ?? '';
    const found =
      (ofLabel === '' ? null : (document.getElementById(ofLabel) as TypedField | null)) ??
      labelled?.querySelector<TypedField>('input, select, textarea') ??
      this.section().querySelector<TypedField>(`[aria-label="${label}"]`);
    if (found === null) throw new Error(`no field ${label}`);
    return found;
  }

  type(label: string, text: string): void {
    const field = this.field(label);
    field.value = text;
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }

  /** Once the dry run accepts it. */
  async submit(label: string): Promise<void> {
    await eventually(() => expect(this.button(label).disabled).toBe(false));
    this.button(label).click();
  }

  notice = (): string => this.page.container.querySelector('.ndb-notice-text')?.textContent ?? '';

  undo = (): void => this.page.button('Undo', this.page.container.querySelector('.ndb-notice') ?? document).click();
}
