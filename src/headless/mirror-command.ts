/** `notedb mirror`: copies a vault into a PostgreSQL database and follows its changes. docs/mirror.md, docs/adr/0012-mirror.md */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type JsonObject, matchesPatterns } from '../engine/index';
import type { openPostgresTarget } from '../hosts/node/postgres/postgres-target';
import { TargetFailure } from '../mirror/mirror-target';
import { type AskVault, SourceFailure } from '../mirror/vault-source';
import { type MirrorEvent, VaultMirror } from '../mirror/vault-mirror';
import { type CommandEnvironment, stderrLogger } from './command-environment';
import { checkToken } from './kept-tokens';
import { modelRuntimeIn } from './model-runtime';
import { ProgramError, UsageError, vaultFolderOf } from './usage';
import { VaultClient } from './vault-client';

/** The bundle with the client for PostgreSQL, which this command alone loads. */
interface PostgresBundle {
  readonly openPostgresTarget: typeof openPostgresTarget;
}

interface MirrorArguments {
  readonly url: string;
  readonly folder: string;
  readonly schema: string;
  readonly team: string | null;
  readonly patterns: readonly string[] | null;
  readonly keepsLog: boolean;
  readonly isOnce: boolean;
}

/** A call that waits for a change ends before the program must. */
const WAIT_MS = 2_000;
/** How often it looks whether another program wants the vault. */
const LOOK_MS = 250;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Others do not get better by waiting. */
const LASTING = ['unauthorized', 'forbidden'];

export async function runMirror(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const { url, folder, schema, team, patterns, keepsLog, isOnce } = readArguments(args);
  const { packageFolder, printError, print } = environment;
  const token = environment.environment['NOTEDB_TOKEN'];
  const end = new AbortController();
  const ended = environment.untilEnded().then((how) => (end.abort(), how));
  // eslint-disable-next-line no-unsanitized/method -- a file of this package
  const bundle = (await import(pathToFileURL(path.join(packageFolder, 'dist', 'mirror.mjs')).href)) as PostgresBundle;
  const client = new VaultClient({
    folder,
    logger: stderrLogger(printError, true),
    modelRuntime: modelRuntimeIn(packageFolder),
    ...(token === undefined ? {} : { token: checkToken(token, 'the token in NOTEDB_TOKEN') }),
  });
  const target = bundle.openPostgresTarget({ url, schema, team });
  const mirror = new VaultMirror({
    ask: askBy(client),
    target,
    vault: path.basename(folder),
    wants: (table) => patterns === null || patterns.some((each) => isMeant(each, table)),
    keepsLog,
    waitMs: WAIT_MS,
    report: (event) => print(textOf(event, schema)),
  });
  const looks = setInterval(() => client.yieldIfWanted(), LOOK_MS);
  try {
    await follow(mirror, { isOnce, signal: end.signal, printError });
  } finally {
    clearInterval(looks);
    await target.close();
    await client.close();
  }
  return end.signal.aborted && (await ended) === 'failed' ? 1 : 0;
}

function readArguments(args: readonly string[]): MirrorArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      vault: { type: 'string' },
      schema: { type: 'string' },
      tables: { type: 'string' },
      team: { type: 'string' },
      log: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
    },
  });
  const [kind, url, ...others] = positionals;
  if (kind !== 'postgres') throw new UsageError('which database? "notedb mirror postgres URL"');
  if (url === undefined) throw new UsageError('which database? Give its URL: postgres://user@host/database');
  if (others.length > 0) throw new UsageError(`"${others[0]}" is one argument too many`);
  const folder = vaultFolderOf(values.vault);
  const patterns = values.tables?.split(',').map((each) => each.trim()) ?? null;
  const unclear = patterns?.find((each) => !PATTERN.test(each));
  if (unclear !== undefined) throw new UsageError(`"${unclear}" is not the name of tables`);
  return {
    ...{ url, folder, patterns, keepsLog: values.log, isOnce: values.once },
    schema: nameOf(values.schema, '--schema') ?? schemaFor(path.basename(folder)),
    team: nameOf(values.team, '--team'),
  };
}

function nameOf(given: string | undefined, option: string): string | null {
  if (given === undefined) return null;
  if (given === '' || given.startsWith('pg_') || given.length > 63)
    throw new UsageError(`${option} needs the name of a schema`);
  return given;
}

/** "Team Notes" is mirrored into team_notes. */
const schemaFor = (vault: string): string => {
  const name = vault
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 40);
  return name === '' ? 'notes' : name.replace(/^(?=\d|pg_)/, 'vault_');
};

/** `tasks`, `crm.people`, a whole name, or `main.crm.*`. */
const PATTERN = /^[\p{L}\p{N}_*]+(?:\.[\p{L}\p{N}_*]+){0,2}$/u;

const isMeant = (pattern: string, table: string): boolean =>
  table.endsWith(`.${pattern}`) || matchesPatterns(table, [pattern]);

const askBy =
  (client: VaultClient): AskVault =>
  async (operation, args): Promise<JsonObject> => {
    const outcome = await client.run(operation, args, { actor: { harness: 'notedb mirror' } });
    if ('result' in outcome) return outcome.result;
    throw new SourceFailure(outcome.error.message, outcome.error.code);
  };

/** Ends when it is asked to, with `isOnce` when the target has everything. Rejects for what waiting does not help against. */
async function follow(
  mirror: VaultMirror,
  {
    isOnce,
    signal,
    printError,
  }: { readonly isOnce: boolean; readonly signal: AbortSignal; readonly printError: (text: string) => void },
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let said = '';
  while (!signal.aborted) {
    try {
      const isCaughtUp = await mirror.step(!isOnce);
      if (said !== '') printError('notedb: it goes on\n');
      [pause, said] = [FIRST_PAUSE_MS, ''];
      if (isOnce && isCaughtUp) return;
    } catch (error) {
      if (signal.aborted) return;
      const message = failureText(error);
      if (isLasting(error)) throw new ProgramError(message);
      if (message !== said) printError(`notedb: ${message}. It tries again\n`);
      said = message;
      await sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

function isLasting(error: unknown): boolean {
  if (error instanceof SourceFailure) return LASTING.includes(error.code);
  return isTargetFailure(error) && error.isLasting;
}

/** Of the other bundle, which has a class of its own. */
const isTargetFailure = (error: unknown): error is TargetFailure =>
  error instanceof TargetFailure || (error instanceof Error && error.name === 'TargetFailure');

/** Rethrows a defect. */
function failureText(error: unknown): string {
  if (error instanceof SourceFailure) return `the vault: ${error.message}`;
  if (isTargetFailure(error)) return `the target: ${error.message}`;
  throw error;
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function textOf(event: MirrorEvent, schema: string): string {
  switch (event.kind) {
    case 'reading':
      return event.reason === null
        ? `Reading all tables into ${schema}.\n`
        : `Reading all tables anew: ${event.reason}.\n`;
    case 'read':
      return `Mirrored ${event.rows} rows of ${event.tables} tables, up to change ${event.seq}.\n`;
    case 'applied':
      return event.isCaughtUp ? `Up to change ${event.seq}.\n` : '';
  }
}
