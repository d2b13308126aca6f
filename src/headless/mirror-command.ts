/** `notedb mirror`: copies a vault into a PostgreSQL database and follows its changes. docs/mirror.md, docs/adr/0012-mirror.md */

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { JsonObject } from '../engine/index';
import type { openPostgresTarget } from '../hosts/node/postgres/postgres-target';
import { keepFollowing } from '../mirror/keep-following';
import { type AskVault, SourceFailure } from '../mirror/vault-source';
import { type MirrorEvent, VaultMirror } from '../mirror/vault-mirror';
import { isSchemaName, patternsIn, schemaFor, unclearPattern } from '../server/mirror-choice';
import { wantedTables } from '../server/wanted-tables';
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
    wants: wantedTables(patterns),
    keepsLog,
    waitMs: WAIT_MS,
    report: (event) => print(textOf(event, schema)),
  });
  const looks = setInterval(() => client.yieldIfWanted(), LOOK_MS);
  try {
    const tell = (problem: string | null): void =>
      printError(problem === null ? 'notedb: it goes on\n' : `notedb: ${problem}. It tries again\n`);
    const { signal } = end;
    const sleep = (milliseconds: number): Promise<void> =>
      wait(milliseconds, undefined, { signal }).catch(() => undefined);
    const problem = await keepFollowing(mirror, { isOnce, signal, sleep, tell });
    if (problem !== null) throw new ProgramError(problem);
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
  const patterns = values.tables === undefined ? null : patternsIn(values.tables);
  const unclear = unclearPattern(patterns ?? []);
  if (unclear !== undefined) throw new UsageError(`"${unclear}" is not the name of tables`);
  return {
    ...{ url, folder, patterns, keepsLog: values.log, isOnce: values.once },
    schema: nameOf(values.schema, '--schema') ?? schemaFor(path.basename(folder)),
    team: nameOf(values.team, '--team'),
  };
}

function nameOf(given: string | undefined, option: string): string | null {
  if (given === undefined) return null;
  if (!isSchemaName(given)) throw new UsageError(`${option} needs the name of a schema`);
  return given;
}

const askBy =
  (client: VaultClient): AskVault =>
  async (operation, args): Promise<JsonObject> => {
    const outcome = await client.run(operation, args, { actor: { harness: 'notedb mirror' } });
    if ('result' in outcome) return outcome.result;
    throw new SourceFailure(outcome.error.message, outcome.error.code);
  };

function textOf(event: MirrorEvent, schema: string): string {
  switch (event.kind) {
    case 'known':
      return '';
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
