/** `notedb webhooks`: lists webhooks, retries, pauses, resumes and tests one, and sends a delivery of it again. docs/webhooks.md#commands */

import { parseArgs } from 'node:util';
import type { Operations } from '../engine/index';
import { WEBHOOK_ACTIONS, type WebhookCall } from '../server/webhook-calls';
import { webhookStateText } from '../server/webhook-text';
import { withClient } from './command-client';
import type { CommandEnvironment } from './command-environment';
import { ProgramError, UsageError, vaultFolderOf } from './usage';

type Webhook = Operations['list_webhooks']['result']['webhooks'][number];

interface WebhookAnswer {
  readonly webhooks: readonly Webhook[];
  readonly test: { readonly status: number | null; readonly ms: number; readonly error: string | null } | null;
}

export async function runWebhooks(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { call, vault, json } = readCall(args);
  const { print } = environment;
  return withClient(vaultFolderOf(vault), environment, async (client) => {
    const outcome = await client.webhooks(call);
    if ('error' in outcome) {
      const { message, hint } = outcome.error;
      throw new ProgramError(hint === null ? message : `${message} (${hint})`);
    }
    const { webhooks, test } = outcome.result as unknown as WebhookAnswer;
    if (test !== null && test.error !== null)
      throw new ProgramError(`${call.action === 'test' ? 'the test' : 'the delivery'} failed: ${test.error}`);
    if (json) print(`${JSON.stringify(webhooks, null, 2)}\n`);
    else if (test !== null) print(`The receiver answered ${test.status ?? ''} after ${test.ms} ms.\n`);
    else print(webhooks.length === 0 ? 'There are no webhooks.\n' : webhooks.map(describe).join(''));
    return 0;
  });
}

function readCall(args: readonly string[]): {
  readonly call: WebhookCall;
  readonly vault: string | undefined;
  readonly json: boolean;
} {
  const [action, ...rest] = args;
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { vault: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const { vault, json } = values;
  const [webhook = null, ...more] = positionals;
  const [delivery = null, ...others] = action === 'resend' ? more : [null, ...more];
  const asked = action === 'list' ? action : WEBHOOK_ACTIONS.find((each) => each === action);
  if (asked === undefined)
    throw new UsageError(`there is no command "webhooks${action === undefined ? '' : ` ${action}`}"`);
  if (others.length > 0 || (asked === 'list' && webhook !== null))
    throw new UsageError(`"${others[0] ?? webhook ?? ''}" is one argument too many`);
  if (asked !== 'list' && webhook === null) throw new UsageError('which webhook? Give its id or its URL');
  if (asked === 'resend' && delivery === null)
    throw new UsageError('which delivery? "notedb webhooks list --json" has their ids');
  return { call: { action: asked, webhook, delivery }, vault, json };
}

const describe = (webhook: Webhook): string => `${webhook.id}  ${webhook.url}\n  ${webhookStateText(webhook)}\n`;
