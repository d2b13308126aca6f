/** Webhooks as the page of settings sees them. docs/webhooks.md#commands */

import { type Engine, NotedbError } from '../engine/index';
import { webhookStateText } from '../server/webhook-text';
import type { WebhookSource } from '../ui/shells/obsidian/settings/webhook-settings';

/** `engine` is null unless the vault is open. */
export function webhookSource(engine: () => Engine | null): WebhookSource {
  const control = (): Engine['webhookControl'] => {
    const found = engine();
    if (found === null) throw new NotedbError('unavailable', 'the tables of this vault are not open');
    return found.webhookControl;
  };
  const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toLocaleString());
  return {
    list: () =>
      (engine()?.webhookControl.known() ?? []).map((webhook) => ({
        id: webhook.id,
        name: webhook.url,
        status: webhook.status,
        state: webhookStateText({
          ...webhook,
          lastDelivery: timeText(webhook.lastDelivery),
          nextAttempt: timeText(webhook.nextAttempt),
        }),
      })),
    change: async (action, id) => void (await control()[action](id)),
    test: async (id) => {
      const { attempt, error } = await control().test(id);
      return error === null ? `The receiver answered ${attempt.status ?? ''}.` : `The test failed: ${error}.`;
    },
    deliveries: (id) => {
      const found = (engine()?.webhookControl.known() ?? []).find((webhook) => webhook.id === id);
      return (found?.attempts ?? []).map((attempt) => ({
        id: attempt.id,
        isTaken: attempt.status !== null && attempt.status >= 200 && attempt.status < 300,
        text: `${timeText(attempt.at)}: ${attempt.status === null ? 'no answer' : `answer ${attempt.status}`} after ${attempt.ms} ms, ${attempt.events} ${attempt.events === 1 ? 'event' : 'events'}`,
      }));
    },
    resend: async (id, delivery) => {
      const { attempt, error } = await control().resend(id, delivery);
      return error === null ? `The receiver answered ${attempt.status ?? ''}.` : `It was not taken: ${error}.`;
    },
  };
}
