/** The settings of semantic search: provider, model, key, and how the index is. D21 */

import { type App, ConfirmationModal, Notice, type Setting, type SettingDefinitionItem } from 'obsidian';
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
interface SemanticDraft {
  provider: 'local' | 'http';
  url: string;
  model: string;
  key: string;
  from: string;
}

/** Ollama's. */
const USUAL_ADDRESS = 'http://127.0.0.1:11434/v1';

const PRIVACY =
  'Finds notes by what they mean. A model on this computer reads them, or a program whose address you give: then it gets their texts.';

export function semanticGroup(
  app: App,
  source: SemanticSource,
  { update, refresh }: TabChanges,
): SettingDefinitionItem {
  const draft: SemanticDraft = { provider: 'local', url: '', model: source.knownModels[0] ?? '', key: '', from: '' };
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
        desc: 'On this computer, or of a program with the embeddings API of OpenAI, such as Ollama.',
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
        desc: 'A model on this computer is downloaded once (25 to 140 MB), or copied from a folder if you name one. Texts leave this computer only after you agree.',
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
  setting
    .addDropdown((dropdown) => {
      dropdown.selectEl.setAttribute('aria-label', 'Where the model runs');
      dropdown
        .addOption('local', 'On this computer')
        .addOption('http', 'A provider')
        .setValue(draft.provider)
        .onChange((value) => {
          draft.provider = value === 'http' ? 'http' : 'local';
          refresh();
        });
    })
    .addText((text) => {
      text
        .setPlaceholder(source.knownModels[0] ?? '')
        .setValue(draft.model)
        .onChange((value) => void (draft.model = value.trim()));
    });
  nameControls(setting.settingEl);
}

function drawAddress(setting: Setting, draft: SemanticDraft): void {
  setting
    .addText((text) => {
      text.setPlaceholder(USUAL_ADDRESS).onChange((value) => void (draft.url = value.trim()));
      text.inputEl.setAttribute('aria-label', 'Address');
    })
    .addText((text) => {
      text.setPlaceholder('Key').onChange((value) => void (draft.key = value.trim()));
      text.inputEl.type = 'password';
      text.inputEl.setAttribute('aria-label', 'Key');
    });
}

function drawSetUp(setting: Setting, app: App, source: SemanticSource, draft: SemanticDraft, update: () => void): void {
  if (source.hasFolders)
    setting.addText((text) => {
      text.setPlaceholder('Folder of the model').onChange((value) => void (draft.from = value.trim()));
      text.inputEl.setAttribute('aria-label', 'Folder of the model');
    });
  setting.addButton((button) =>
    button
      .setButtonText('Set up')
      .setCta()
      .onClick(() =>
        attempt(async () => {
          const outcome = await source.set(requestOf(draft, false));
          if (outcome.kind === 'done') new Notice('Semantic search is on.');
          else confirmLeaving(app, outcome, () => attempt(() => agree(source, draft), update));
        }, update),
      ),
  );
}

async function agree(source: SemanticSource, draft: SemanticDraft): Promise<void> {
  await source.set(requestOf(draft, true));
  new Notice('Semantic search is on.');
}

function requestOf({ provider, url, model, key, from }: SemanticDraft, yes: boolean): SetUpRequest {
  const settings: JsonObject = provider === 'local' ? { provider, model } : { provider, url, model, dimensions: null };
  return {
    settings,
    yes,
    ...(provider === 'http' && key !== '' ? { key } : {}),
    ...(provider === 'local' && from !== '' ? { from } : {}),
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
