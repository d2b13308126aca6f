/** The settings of webhooks: how each is doing, and what a person does about it. docs/webhooks.md#commands */

import { type App, Modal, Notice, Setting, type SettingDefinitionItem, type SettingGroupItem } from 'obsidian';

/** What the settings show and do; the plugin implements it. Each may throw an error whose message is for a person. */
export interface WebhookSource {
  /** In the order in which they were made. */
  list(): readonly ShownWebhook[];
  change(action: 'retry' | 'pause' | 'resume', id: string): Promise<void>;
  /** Resolves to what came of it, a sentence. */
  test(id: string): Promise<string>;
  /** The newest first. */
  deliveries(id: string): readonly ShownDelivery[];
  /** Resolves to what came of it, a sentence. */
  resend(id: string, delivery: string): Promise<string>;
}

interface ShownDelivery {
  readonly id: string;
  readonly isTaken: boolean;
  readonly text: string;
}

export interface ShownWebhook {
  readonly id: string;
  readonly name: string;
  readonly status: 'ok' | 'failing' | 'paused' | 'disabled';
  readonly state: string;
}

export function webhookGroup(app: App, source: WebhookSource, update: () => void): SettingDefinitionItem {
  return {
    type: 'group',
    heading: 'Webhooks',
    visible: () => source.list().length > 0,
    items: source.list().map((webhook) => webhookRow(app, source, webhook, update)),
  };
}

function webhookRow(
  app: App,
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
      button('Deliveries', async () => new DeliveryLog(app, source, id, update).open());
    },
  };
}

/** The last deliveries of a webhook; each may be sent again. */
class DeliveryLog extends Modal {
  constructor(
    app: App,
    private readonly source: WebhookSource,
    private readonly webhook: string,
    private readonly update: () => void,
  ) {
    super(app);
  }

  override onOpen(): void {
    this.setTitle('Deliveries');
    this.draw();
  }

  private draw(): void {
    const { contentEl, source, webhook } = this;
    contentEl.empty();
    const deliveries = source.deliveries(webhook);
    if (deliveries.length === 0) contentEl.createEl('p', { text: 'Nothing was delivered yet.' });
    for (const { id, isTaken, text } of deliveries) {
      const resend = async (): Promise<void> => void new Notice(await source.resend(webhook, id));
      new Setting(contentEl)
        .setName(text)
        .setDesc(isTaken ? 'Delivered.' : 'Not delivered.')
        .addButton((each) => each.setButtonText('Send again').onClick(() => void attempt(resend, () => this.redraw())));
    }
  }

  private redraw(): void {
    this.draw();
    this.update();
  }
}

async function attempt(action: () => Promise<void>, update: () => void): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    new Notice(thrown instanceof Error ? thrown.message : String(thrown));
  }
  update();
}
