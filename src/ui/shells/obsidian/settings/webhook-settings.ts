/** The settings of webhooks: how each is doing, and what a person does about it. docs/webhooks.md#commands */

import { Notice, type Setting, type SettingDefinitionItem, type SettingGroupItem } from 'obsidian';

/** What the settings show and do; the plugin implements it. Each may throw an error whose message is for a person. */
export interface WebhookSource {
  /** In the order in which they were made. */
  list(): readonly ShownWebhook[];
  change(action: 'retry' | 'pause' | 'resume', id: string): Promise<void>;
  /** Resolves to what came of it, a sentence. */
  test(id: string): Promise<string>;
}

export interface ShownWebhook {
  readonly id: string;
  readonly name: string;
  readonly status: 'ok' | 'failing' | 'paused' | 'disabled';
  readonly state: string;
}

export function webhookGroup(source: WebhookSource, update: () => void): SettingDefinitionItem {
  return {
    type: 'group',
    heading: 'Webhooks',
    visible: () => source.list().length > 0,
    items: source.list().map((webhook) => webhookRow(source, webhook, update)),
  };
}

function webhookRow(
  source: WebhookSource,
  { id, name, status, state }: ShownWebhook,
  update: () => void,
): SettingGroupItem {
  const isAtRest = status === 'paused' || status === 'disabled';
  return {
    name,
    desc: state,
    searchable: false,
    render: (setting: Setting) => {
      const button = (text: string, action: () => Promise<void>): void => {
        setting.addButton((each) => each.setButtonText(text).onClick(() => void attempt(action, update)));
      };
      if (status === 'failing') button('Retry now', () => source.change('retry', id));
      if (isAtRest) button('Resume', () => source.change('resume', id));
      else button('Pause', () => source.change('pause', id));
      button('Send a test', async () => void new Notice(await source.test(id)));
    },
  };
}

async function attempt(action: () => Promise<void>, update: () => void): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    new Notice(thrown instanceof Error ? thrown.message : String(thrown));
  }
  update();
}
