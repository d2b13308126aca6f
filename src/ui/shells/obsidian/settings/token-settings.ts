/** The settings of apps: their tokens with rights and last use, new ones, and what to paste into known clients. D13, docs/rights.md#tokens */

import {
  type App,
  ConfirmationModal,
  Notice,
  type Setting,
  type SettingDefinitionItem,
  type SettingGroupItem,
} from 'obsidian';
import { type ShownToken, heardText, rightsText } from './token-text';
import { nameWindow } from '../accessible-names';
import { copyText } from '../copy-text';
import { type NewToken, openTokenForm } from './token-form';

/** What the settings show and do; the plugin implements it. Each may throw an error whose message is for a person. */
export interface TokenSource {
  /** In the order in which they were made. */
  list(): readonly ShownToken[];
  /** Returns the token, which can't be shown again. */
  create(request: NewToken): string;
  /** What a person copies to a program: the token, or the address of its feed. */
  shown(request: NewToken, token: string): string;
  revoke(id: string): void;
  /** Milliseconds. */
  now(): number;
  /** Agents and other programs, by name, that there is something to paste for. */
  readonly clients: readonly ConnectableClient[];
}

export interface ConnectableClient {
  readonly name: string;
  /** Where to paste it, a sentence. */
  readonly where: string;
  /** What to paste, with a new token for the client. */
  readonly paste: () => string;
}

/** Milliseconds between two looks at when a client was heard of. */
const LOOK_AGAIN = 3000;

export interface Visibility {
  /** There can be a server. */
  readonly isHere: () => boolean;
  /** It is turned on. */
  readonly isOn: () => boolean;
}

export function tokenGroup(
  app: App,
  source: TokenSource,
  { isHere, isOn }: Visibility,
  update: () => void,
): SettingDefinitionItem {
  return {
    type: 'group',
    heading: 'Apps',
    visible: isHere,
    items: [
      ...tokenRows(app, source, isHere, update),
      newApp(app, source, isHere, update),
      ...source.clients.map((client) => clientRow(client, source, isOn, update)),
    ],
  };
}

function tokenRows(app: App, source: TokenSource, visible: () => boolean, update: () => void): SettingGroupItem[] {
  let tokens: readonly ShownToken[];
  try {
    tokens = source.list();
  } catch (thrown) {
    return [{ name: 'The tokens can not be read', desc: messageOf(thrown), visible }];
  }
  return tokens.map((token) => ({
    name: token.name,
    searchable: false,
    visible,
    render: (setting: Setting) => {
      setting.addButton((button) =>
        button
          .setButtonText('Revoke')
          .setDestructive()
          .onClick(() => confirmRevoking(app, source, token, update)),
      );
      const rights = rightsText(token, source.now());
      return lookingAgain(() => {
        const lastUsed = tokensOf(source).find(({ id }) => id === token.id)?.lastUsed ?? null;
        setting.setDesc(`${rights} · ${heardText(lastUsed, source.now())}`);
      });
    },
  }));
}

function newApp(app: App, source: TokenSource, visible: () => boolean, update: () => void): SettingGroupItem {
  return {
    name: 'New app',
    desc: 'Makes a token with the rights that you choose.',
    aliases: ['token', 'permission', 'agent', 'API', 'key', 'bearer'],
    visible,
    render: (setting) =>
      void setting.addButton((button) =>
        button.setButtonText('New app').onClick(() => openTokenForm(app, (request) => source.shown(request, source.create(request)), update)),
      ),
  };
}

function clientRow(
  { name, where, paste }: ConnectableClient,
  source: TokenSource,
  visible: () => boolean,
  update: () => void,
): SettingGroupItem {
  const copy = async (): Promise<void> => {
    try {
      await copyText(paste(), `Copied. ${where}`);
    } catch (thrown) {
      new Notice(`NoteDB: ${messageOf(thrown)}`);
    }
    update();
  };
  return {
    name: `Connect ${name}`,
    desc: where,
    aliases: ['agent', 'MCP', 'API', 'documentation', 'help'],
    visible,
    render: (setting) => {
      setting.addButton((button) => button.setButtonText('Copy with a new token').onClick(() => void copy()));
      return lookingAgain(() => {
        const token = tokensOf(source).find((each) => each.name === name);
        const heard = token === undefined ? '' : ` It was ${heardText(token.lastUsed, source.now())}.`;
        setting.setDesc(`${where}${heard}`);
      });
    },
  };
}

function tokensOf(source: TokenSource): readonly ShownToken[] {
  try {
    return source.list();
  } catch {
    return []; // The group of the apps says so.
  }
}

/** Draws now and every few seconds. Returns what ends it. */
function lookingAgain(draw: () => void): () => void {
  draw();
  const timer = window.setInterval(draw, LOOK_AGAIN);
  return () => window.clearInterval(timer);
}

function confirmRevoking(app: App, source: TokenSource, { id, name }: ShownToken, update: () => void): void {
  const modal = new ConfirmationModal(app).setTitle(`Revoke the token of ${name}?`);
  nameWindow(modal);
  modal.contentEl.createEl('p', {
    text: 'It stops to work at once, and its webhooks with it. What it wrote stays, and can be undone.',
  });
  modal.addButton((button) =>
    button
      .setButtonText('Revoke')
      .setDestructive()
      .onClick(() => {
        try {
          source.revoke(id);
        } catch (thrown) {
          new Notice(`NoteDB: ${messageOf(thrown)}`);
        }
        update();
      }),
  );
  modal.addCancelButton('Keep it');
  modal.open();
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
