/** The window for a new app: name, rights, tables, last day; then its token, shown once. D13, docs/rights.md#tokens */

import { type App, Modal, Setting } from 'obsidian';
import { asSentence } from '../../../../kernel/as-sentence';
import { PERMISSION_WORDS } from './token-text';
import { nameControls, nameWindow } from '../accessible-names';
import { copyText } from '../copy-text';

export interface NewToken {
  readonly name: string;
  readonly permissions: readonly string[];
  /** Patterns; null: all tables. */
  readonly tables: readonly string[] | null;
  readonly ask: boolean;
  /** A date; null: it never expires. */
  readonly expires: string | null;
}

/** What most apps need. */
const USUAL = ['read', 'write'];

/** `create` returns the token or an address with it, or throws an error whose message is for a person. */
export function openTokenForm(app: App, create: (request: NewToken) => string, done: () => void): void {
  const modal = new Modal(app).setTitle('New app');
  modal.modalEl.addClass('ndb-token-form');
  nameWindow(modal);
  const draft = { name: '', permissions: new Set(USUAL), tables: '', ask: false, expires: '' };
  drawFields(modal.contentEl, draft);
  nameControls(modal.contentEl);
  const problem = new Setting(modal.contentEl).addButton((button) =>
    button
      .setButtonText('Make the token')
      .setCta()
      .onClick(() => {
        try {
          const token = create(requestOf(draft));
          drawToken(modal, draft.name.trim(), token);
        } catch (thrown) {
          problem.setErrorMessage(asSentence(thrown instanceof Error ? thrown.message : String(thrown)));
        }
      }),
  );
  modal.setCloseCallback(done);
  modal.open();
}

interface Draft {
  name: string;
  readonly permissions: Set<string>;
  tables: string;
  ask: boolean;
  expires: string;
}

function drawFields(parent: HTMLElement, draft: Draft): void {
  new Setting(parent)
    .setName('Name')
    .setDesc('Shown with what it writes.')
    .addText((text) => text.setPlaceholder('Kitchen dashboard').onChange((value) => void (draft.name = value)));
  for (const [permission, name, meaning] of PERMISSION_WORDS) {
    new Setting(parent)
      .setName(name)
      .setDesc(meaning)
      .addToggle((toggle) =>
        toggle.setValue(draft.permissions.has(permission)).onChange((isOn) => {
          if (isOn) draft.permissions.add(permission);
          else draft.permissions.delete(permission);
        }),
      );
  }
  new Setting(parent)
    .setName('Tables')
    .setDesc(
      'Whole names or patterns, such as main.crm.* or main.default.tasks. Other tables do not exist for it. Empty: all tables.',
    )
    .addText((text) => text.setPlaceholder('All tables').onChange((value) => void (draft.tables = value)));
  new Setting(parent)
    .setName('Ask first')
    .setDesc('Each of its writes waits until you allow it here.')
    .addToggle((toggle) => toggle.setValue(draft.ask).onChange((isOn) => void (draft.ask = isOn)));
  new Setting(parent)
    .setName('Last day')
    .setDesc('It does not work any more afterwards. Empty: it always works.')
    .addText((text) => {
      text.inputEl.type = 'date';
      text.onChange((value) => void (draft.expires = value));
    });
}

function requestOf({ name, permissions, tables, ask, expires }: Draft): NewToken {
  const patterns = tables.split(/[\s,]+/).filter((part) => part !== '');
  return {
    name,
    permissions: [...permissions],
    tables: patterns.length === 0 ? null : patterns,
    ask,
    expires: expires === '' ? null : expires,
  };
}

function drawToken(modal: Modal, name: string, token: string): void {
  modal.setTitle(`The token of ${name}`);
  modal.contentEl.empty();
  modal.contentEl.createEl('p', { text: 'Copy it now: it is shown this once, and only the hash of the token is kept.' });
  modal.contentEl.createEl('code', { text: token, cls: 'ndb-token' });
  new Setting(modal.contentEl)
    .addButton((button) =>
      button
        .setButtonText('Copy')
        .setCta()
        .onClick(() => void copyText(token, 'Copied.')),
    )
    .addButton((button) => button.setButtonText('Done').onClick(() => modal.close()));
}
