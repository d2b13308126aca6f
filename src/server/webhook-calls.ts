/** What a person does with webhooks, as JSON, for the owner's commands that are forwarded to the process that has the vault. docs/webhooks.md#commands */

import { type Engine, type Json, type JsonObject, NotedbError } from '../engine/index';

/** No operation has this name: a person says so, no agent. */
export const WEBHOOKS = '?webhooks';

export const WEBHOOK_ACTIONS = ['retry', 'pause', 'resume', 'test', 'resend'] as const;

export interface WebhookCall {
  readonly action: 'list' | (typeof WEBHOOK_ACTIONS)[number];
  /** The id of a webhook, or its URL where one alone has it. */
  readonly webhook: string | null;
  /** Of `resend`: the id of a delivery. */
  readonly delivery?: string | null;
}

export const webhookCall = ({
  action,
  webhook,
  delivery = null,
}: WebhookCall): { readonly op: string; readonly args: Json } => ({
  op: WEBHOOKS,
  args: { action, webhook, delivery },
});

/** `{webhooks, test}`: all of them, or the one that is named as it is afterwards; of a test, or of a repeated delivery, the attempt with its error, else null. */
export async function runWebhookCall(engine: Pick<Engine, 'run' | 'webhookControl'>, args: Json): Promise<JsonObject> {
  const { action, webhook, delivery } = args as unknown as WebhookCall;
  const { webhookControl: control } = engine;
  const listed = async (): Promise<readonly JsonObject[]> =>
    (await engine.run('list_webhooks', {}))['webhooks'] as readonly JsonObject[];
  if (action === 'list') return { webhooks: await listed(), test: null };
  const id = idOf(await listed(), webhook ?? '');
  let test: JsonObject | null = null;
  if (action === 'test' || action === 'resend') {
    const { attempt, error } = await (action === 'test' ? control.test(id) : control.resend(id, delivery ?? ''));
    test = { status: attempt.status, ms: attempt.ms, error };
  } else await control[action](id);
  return { webhooks: (await listed()).filter((each) => each['id'] === id), test };
}

function idOf(webhooks: readonly JsonObject[], named: string): string {
  const found = webhooks.flatMap(({ id, url }) =>
    typeof id === 'string' && (id === named || url === named) ? [id] : [],
  );
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const hint = '"notedb webhooks list" shows them';
  if (only === undefined) throw new NotedbError('not_found', `there is no webhook "${named}"`, { hint });
  throw new NotedbError('bad_request', `${found.length} webhooks send to ${named}: ${found.join(', ')}`, {
    hint: 'give the id',
  });
}
