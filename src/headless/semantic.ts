/** `notedb semantic`: turns semantic search on and off, and shows its state. D21; docs/semantic.md#set-up */

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type JsonObject, KNOWN_STATIC_MODELS, type Operations, type SetUpState } from '../engine/index';
import type { ForwardedOutcome } from '../server/forwarded-outcome';
import type { SemanticCall } from '../server/semantic-calls';
import { withClient } from './command-client';
import type { CommandEnvironment } from './command-environment';
import { ProgressBar } from './terminal/progress-bar';
import { ProgramError, UsageError, vaultFolderOf } from './usage';
import type { VaultClient } from './vault-client';

interface SemanticAnswer {
  readonly asks: {
    readonly host: string;
    readonly notes: number;
    readonly passages: number;
    readonly characters: number;
  } | null;
  /** Why the provider that was set up does not answer. */
  readonly failure: string | null;
  readonly state: SetUpState;
  readonly status: Operations['sync_semantic_index']['result'];
}

/** Between two lines of progress. */
const PROGRESS_MS = 1000;
const BAR_MS = 200;
/** Rough: what providers count in. */
const CHARACTERS_A_TOKEN = 4;

export async function runSemantic(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const [action, ...rest] = args;
  const [call, vault] = readCall(action, rest, environment);
  const { print, printError } = environment;
  return withClient(vaultFolderOf(vault), environment, async (client) => {
    const answer = await withProgress(client, call, environment);
    if (answer.asks !== null) throw new ProgramError(questionOf(answer.asks));
    const { failure } = answer;
    print(call.action === 'off' ? 'Semantic search is off.\n' : describe(answer));
    if (failure === null) return 0;
    printError(`${failure}\nThe settings are kept. Start the provider, or set another one: notedb semantic set\n`);
    return 1;
  });
}

function readCall(
  action: string | undefined,
  args: readonly string[],
  { environment }: CommandEnvironment,
): readonly [SemanticCall, string | undefined] {
  if (action !== 'set' && action !== 'off' && action !== 'status')
    throw new UsageError(`there is no command "semantic${action === undefined ? '' : ` ${action}`}"`);
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { vault, provider, from, yes = false } = values;
  const foreign = Object.keys(values).find((name) => name !== 'vault');
  if (action !== 'set' && foreign !== undefined) throw new UsageError(`--${foreign} is for "semantic set"`);
  if (action !== 'set') return [{ action }, vault];
  const variable = values['key-env'];
  const key = variable === undefined ? null : (environment[variable] ?? '');
  if (key === '') throw new UsageError(`the environment has no variable ${variable}`);
  const settings = provider === undefined ? null : settingsOf({ ...values, provider });
  const isYesAlone = yes && Object.keys(values).every((name) => name === 'yes' || name === 'vault');
  if (settings === null && !isYesAlone) throw new UsageError('which --provider, static, local or http?');
  return [{ action, settings, key, from: from === undefined ? null : path.resolve(from), yes }, vault];
}

const OPTIONS = {
  vault: { type: 'string' },
  provider: { type: 'string' },
  url: { type: 'string' },
  model: { type: 'string' },
  dimensions: { type: 'string' },
  'key-env': { type: 'string' },
  from: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

interface GivenSettings {
  readonly provider: string;
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly dimensions?: string | undefined;
  readonly from?: string | undefined;
  readonly 'key-env'?: string | undefined;
}

/** An argument of another provider is a mistake. The known static model needs no name. */
function settingsOf(given: GivenSettings): JsonObject {
  const { provider, url, dimensions } = given;
  if (provider !== 'http' && provider !== 'local' && provider !== 'static')
    throw new UsageError(`--provider ${provider} is neither static, local nor http`);
  const model = given.model ?? (provider === 'static' ? KNOWN_STATIC_MODELS[0] : undefined);
  const foreign = provider === 'http' ? (['from'] as const) : (['url', 'dimensions', 'key-env'] as const);
  for (const name of foreign)
    if (given[name] !== undefined) throw new UsageError(`--${name} is not for the provider ${provider}`);
  if (provider === 'http' && url === undefined) throw new UsageError('--url is missing: the address of the provider');
  if (model === undefined) throw new UsageError('--model is missing');
  if (provider !== 'http') return { provider, model };
  return { provider, url: url ?? '', model, dimensions: dimensions === undefined ? null : Number(dimensions) };
}

/** Shows the received part of a download, while it lasts. */
async function withProgress(
  client: VaultClient,
  call: SemanticCall,
  environment: CommandEnvironment,
): Promise<SemanticAnswer> {
  const bar = new ProgressBar('Downloading', environment);
  const answer = client.semantic(call).then(answerOf);
  let isDone = false;
  const end = (): void => void (isDone = true);
  answer.then(end, end);
  while (call.action === 'set' && !isDone) {
    await Promise.race([wait(environment.isErrorTerminal ? BAR_MS : PROGRESS_MS), answer.catch(() => undefined)]);
    if (isDone) break;
    const { state } = answerOf(await client.semantic({ action: 'status' }));
    if (state.download === null) continue;
    const { received, total } = state.download;
    if (environment.isErrorTerminal) bar.show(inMegabytes(received), total === null ? null : inMegabytes(total), 'MB');
    else environment.printError(`${progressOf(state.download)}\n`);
  }
  bar.end();
  return answer;
}

const inMegabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

function progressOf({ file, received, total }: NonNullable<SetUpState['download']>): string {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  return `Downloading ${file}: ${megabytes(received)}${total === null ? '' : ` of ${megabytes(total)}`}`;
}

function answerOf(outcome: ForwardedOutcome): SemanticAnswer {
  if ('result' in outcome) return outcome.result as unknown as SemanticAnswer;
  const { message, hint } = outcome.error;
  throw new ProgramError(hint === null ? message : `${message} (${hint})`);
}

const questionOf = ({ host, notes, passages, characters }: NonNullable<SemanticAnswer['asks']>): string =>
  `the texts of ${notes} notes (${passages} passages, about ${Math.ceil(characters / CHARACTERS_A_TOKEN)} tokens) would be sent to ${host}, and what changes later too; a paid provider charges for it. To agree, add --yes`;

function describe({ state, status }: SemanticAnswer): string {
  const { settings, source, hasKey, download } = state;
  if (settings === null) return 'Semantic search is off.\n';
  const { files, passages, pending, running, lastSync, lastError } = status;
  const place = settings.provider === 'http' ? `at ${settings.url}${hasKey ? ', with a key' : ''}` : 'on this computer';
  const lines = [
    `Semantic search is on: ${settings.model} ${place}${source === 'environment' ? ' (from the environment)' : ''}.`,
    ...(download === null ? [] : [progressOf(download)]),
    `${files} notes with ${passages} passages are indexed, ${pending} wait${running ? ' and are being embedded' : ''}.`,
    lastSync === null ? 'The index has not been complete yet.' : `Last complete: ${lastSync}.`,
    ...(lastError === null ? [] : [`Last error: ${lastError}`]),
    ...(pending > 0 && !running
      ? [`They are embedded while the vault is served, or by: notedb call sync_semantic_index '{"action": "update"}'`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
