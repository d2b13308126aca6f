/** How a webhook is doing, in words for people. docs/webhooks.md#states */

export interface WebhookState {
  readonly status: string;
  readonly lastError: string | null;
  readonly warning: string | null;
  /** Times as people read them. */
  readonly lastDelivery: string | null;
  readonly nextAttempt: string | null;
}

export function webhookStateText({ status, lastError, warning, lastDelivery, nextAttempt }: WebhookState): string {
  const last = lastDelivery === null ? 'Nothing was delivered yet.' : `Last delivery: ${lastDelivery}.`;
  const error = lastError === null ? [] : [`Last error: ${lastError}.`];
  const parts: Readonly<Record<string, readonly string[]>> = {
    ok: ['Delivers.', last],
    failing: ['Fails.', ...error, ...(nextAttempt === null ? [] : [`Next attempt: ${nextAttempt}.`])],
    paused: ['Paused.', last, ...error],
    disabled: ['Stopped: nothing is tried any more.', ...error],
  };
  return [...(parts[status] ?? [status]), ...(warning === null ? [] : [`Warning: ${warning}.`])].join(' ');
}
