/** The settings of semantic search: provider, model, key, and how the index is. D21 */

import {
  type App,
  ConfirmationModal,
  Notice,
  type Setting,
  type SettingDefinitionItem,
  type TextComponent,
} from 'obsidian';
import type { JsonObject, Operations, SetUpOutcome, SetUpRequest, SetUpState } from '../../../../engine/index';
import { asSentence } from '../../../../kernel/as-sentence';
import { nameControls, nameWindow } from '../accessible-names';

/** What the settings show and do; the plugin implements it. */
export interface SemanticSource {
  /** Null while the tables are not open. */
  state(): Promise<{ readonly setUp: SetUpState; readonly index: SemanticIndexState } | null>;
  set(request: SetUpRequest): Promise<SetUpOutcome>;
  off(): Promise<void>;
  /** Embeds what changed, or everything. */
  sync(action: 'update' | 'rebuild'): Promise<void>;
  readonly knownModels: readonly string[];
  readonly staticModels: readonly string[];
  /** Whether this device has folders that a model can be copied from. */
  readonly hasFolders: boolean;
  /** Why models on this computer can't run, and what to do; null: they can. */
  missingRuntime(): {
    readonly reason: string;
    readonly hint: string;
    /** Whether another plugin brings them. */
    readonly isInDirectory: boolean;
  } | null;
  /** Opens its page in the directory of plugins. */
  showModelPlugin(): void;
}

export type SemanticIndexState = Operations['sync_semantic_index']['result'];

/** `update` draws the page anew, `refresh` shows and hides its rows. */
interface TabChanges {
  readonly update: () => void;
  readonly refresh: () => void;
}

/** Values that are typed and not yet set up. */
export interface SemanticDraft {
  provider: 'static' | 'local' | 'http';
  url: string;
  model: string;
  key: string;
  from: string;
}

/** The one that starts fastest comes first. */
const PROVIDERS: Readonly<Record<SemanticDraft['provider'], string>> = {
  static: 'Small, on this device',
  local: 'On this computer',
  http: 'A provider',
};

/** Ollama's. */
const USUAL_ADDRESS = 'http://127.0.0.1:11434/v1';

const PRIVACY =
  'Finds notes by what they mean. A model on this computer reads them, or a program whose address you give: then it gets their texts.';

export const newSemanticDraft = ({ staticModels }: SemanticSource): SemanticDraft => ({
  provider: 'static',
  url: '',
  model: staticModels[0] ?? '',
  key: '',
  from: '',
});

export function semanticGroup(
  app: App,
  source: SemanticSource,
  draft: SemanticDraft,
  { update, refresh }: TabChanges,
): SettingDefinitionItem {
  return {
    type: 'group',
    heading: 'Semantic search',
    items: [
      {
        name: 'Search by meaning',
        desc: PRIVACY,
        aliases: ['embedding', 'vector', 'model', 'AI'],
        render: (setting) => drawState(setting, source, update),
      },
      {
        name: 'Model',
        desc: 'A small one for English, which starts at once on phones too. Or a better one on this computer, or one of a program with the embeddings API of OpenAI, such as Ollama.',
        aliases: ['embedding', 'provider', 'Ollama', 'OpenAI'],
        render: (setting) => drawProvider(setting, source, draft, refresh),
      },
      {
        name: 'Runtime of local models',
        desc: '',
        aliases: ['NoteDB local models', 'ONNX'],
        visible: () => draft.provider === 'local' && source.missingRuntime() !== null,
        render: (setting) => drawMissingRuntime(setting, source),
      },
      {
        name: 'Address and key of the provider',
        desc: 'Only for a provider. The key is kept in the secret storage of the app.',
        render: (setting) => drawAddress(setting, draft),
      },
      {
        name: 'Set up',
        desc: 'A model on this computer is downloaded once (24 to 136 MB), or copied from a folder if you name one. Texts leave this computer only after you agree.',
        render: (setting) => drawSetUp(setting, app, source, draft, update),
      },
    ],
  };
}

function drawState(setting: Setting, source: SemanticSource, update: () => void): void {
  void source.state().then((state) => {
    setting.setDesc(state === null ? PRIVACY : `${PRIVACY} ${describeState(state.setUp, state.index)}`);
    if (state === null || !state.index.enabled) return;
    setting.addButton((button) =>
      button.setButtonText('Update now').onClick(() => attempt(() => source.sync('update'), update)),
    );
    setting.addButton((button) =>
      button.setButtonText('Embed everything again').onClick(() => attempt(() => source.sync('rebuild'), update)),
    );
    setting.addButton((button) =>
      button
        .setButtonText('Turn off')
        .setDestructive()
        .onClick(() => attempt(() => source.off(), update)),
    );
  });
}

function describeState({ download, source }: SetUpState, index: SemanticIndexState): string {
  if (download !== null) {
    const percent = download.total === null ? '' : ` (${Math.floor((100 * download.received) / download.total)} %)`;
    return `The model is being downloaded${percent}.`;
  }
  if (!index.enabled) return 'It is off.';
  const from = source === 'environment' ? ' from the environment' : '';
  const parts = [
    `On with ${index.model ?? 'a model'}${from}: ${index.files} notes are indexed, ${index.pending} wait.`,
    ...(index.running ? ['They are being embedded.'] : []),
    ...(index.lastError === null ? [] : [`Last error: ${index.lastError}.`]),
  ];
  return parts.join(' ');
}

function drawMissingRuntime(setting: Setting, source: SemanticSource): void {
  const missing = source.missingRuntime();
  if (missing === null) return;
  setting.setDesc(asSentence(`${missing.reason}: ${missing.hint}`));
  if (missing.isInDirectory)
    setting.addButton((button) => button.setButtonText('Show the plugin').onClick(() => source.showModelPlugin()));
}

function drawProvider(setting: Setting, source: SemanticSource, draft: SemanticDraft, refresh: () => void): void {
  const firstOf = (provider: SemanticDraft['provider']): string =>
    ({ static: source.staticModels, local: source.knownModels, http: [] })[provider][0] ?? '';
  let name: TextComponent | null = null;
  setting
    .addDropdown((dropdown) => {
      dropdown.selectEl.setAttribute('aria-label', 'Where the model runs');
      dropdown
        .addOptions(PROVIDERS)
        .setValue(draft.provider)
        .onChange((value) => {
          // A name that was typed stays; the one that was proposed is of the provider before.
          if (draft.model === firstOf(draft.provider)) draft.model = '';
          draft.provider = value === 'http' || value === 'local' ? value : 'static';
          if (draft.model === '') draft.model = firstOf(draft.provider);
          name?.setPlaceholder(firstOf(draft.provider)).setValue(draft.model);
          refresh();
        });
    })
    .addText((text) => {
      name = text;
      text
        .setPlaceholder(firstOf(draft.provider))
        .setValue(draft.model)
        .onChange((value) => void (draft.model = value.trim()));
    });
  nameControls(setting.settingEl);
}

function drawAddress(setting: Setting, draft: SemanticDraft): void {
  setting
    .addText((text) => {
      text
        .setPlaceholder(USUAL_ADDRESS)
        .setValue(draft.url)
        .onChange((value) => void (draft.url = value.trim()));
      text.inputEl.setAttribute('aria-label', 'Address');
    })
    .addText((text) => {
      text
        .setPlaceholder('Key')
        .setValue(draft.key)
        .onChange((value) => void (draft.key = value.trim()));
      text.inputEl.type = 'password';
      text.inputEl.setAttribute('aria-label', 'Key');
    });
}

function drawSetUp(setting: Setting, app: App, source: SemanticSource, draft: SemanticDraft, update: () => void): void {
  if (source.hasFolders)
    setting.addText((text) => {
      text
        .setPlaceholder('Folder of the model')
        .setValue(draft.from)
        .onChange((value) => void (draft.from = value.trim()));
      text.inputEl.setAttribute('aria-label', 'Folder of the model');
    });
  setting.addButton((button) =>
    button
      .setButtonText('Set up')
      .setCta()
      .onClick(() =>
        attempt(async () => {
          const outcome = await source.set(requestOf(draft, false));
          if (outcome.kind === 'done') isOn(draft);
          else confirmLeaving(app, outcome, () => attempt(() => agree(source, draft), update));
        }, update),
      ),
  );
}

async function agree(source: SemanticSource, draft: SemanticDraft): Promise<void> {
  await source.set(requestOf(draft, true));
  isOn(draft);
}

/** The key is kept now, and need not be in a field any more. */
function isOn(draft: SemanticDraft): void {
  draft.key = '';
  new Notice('Semantic search is on.');
}

function requestOf({ provider, url, model, key, from }: SemanticDraft, yes: boolean): SetUpRequest {
  const settings: JsonObject = provider === 'http' ? { provider, url, model, dimensions: null } : { provider, model };
  return {
    settings,
    yes,
    ...(provider === 'http' && key !== '' ? { key } : {}),
    ...(provider !== 'http' && from !== '' ? { from } : {}),
  };
}

async function attempt(task: () => Promise<void>, update: () => void): Promise<void> {
  try {
    await task();
  } catch (thrown) {
    new Notice(`Semantic search: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  update();
}

/** Asks once, with the numbers, before texts leave this computer. */
function confirmLeaving(app: App, asks: Extract<SetUpOutcome, { kind: 'asks' }>, agreed: () => Promise<void>): void {
  const { host, notes, passages, characters } = asks;
  const modal = new ConfirmationModal(app).setTitle('Send texts of notes to another computer?');
  nameWindow(modal);
  modal.contentEl.createEl('p', {
    text: `The texts of ${notes} notes (${passages} passages, about ${Math.ceil(characters / 4)} tokens) would be sent to ${host}, and what changes later too. A paid provider charges for it.`,
  });
  modal.addButton((button) => button.setButtonText('Send').onClick(agreed));
  modal.addCancelButton('Cancel');
  modal.open();
}
