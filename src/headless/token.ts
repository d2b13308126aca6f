/** `notedb token create|list|revoke`: tokens of the owner and of apps. D1, D13, D22; docs/rights.md#tokens */

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { TokenRequestError } from '../server/tokens/access-tokens';
import { type AppToken, PERMISSIONS } from '../server/tokens/token-book';
import type { CommandEnvironment } from './command-environment';
import { inWords, keptTokenUse, keptTokens } from './kept-tokens';
import { ProgramError, UsageError, vaultFolderOf } from './usage';

const ACTIONS: Readonly<Record<string, (args: readonly string[], environment: CommandEnvironment) => void>> = {
  create,
  list,
  revoke,
};

export function runToken(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const [action, ...rest] = args;
  const command = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (command === undefined) {
    throw new UsageError(`there is no command "token${action === undefined ? '' : ` ${action}`}"`);
  }
  try {
    inWords(() => command(rest, environment));
  } catch (error) {
    if (error instanceof TokenRequestError) throw new ProgramError(error.message);
    throw error;
  }
  return Promise.resolve(0);
}

const SHOWN_ONCE = 'This is the only time that the token is shown';

function create(args: readonly string[], environment: CommandEnvironment): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      owner: { type: 'boolean', default: false },
      name: { type: 'string' },
      permissions: { type: 'string' },
      tables: { type: 'string' },
      ask: { type: 'boolean', default: false },
      expires: { type: 'string' },
      vault: { type: 'string' },
    },
  });
  const { owner, name, permissions, tables, ask, expires, vault } = values;
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many`);
  if (owner) {
    const others = [name, permissions, tables, expires, vault].some((each) => each !== undefined) || ask;
    if (others) throw new UsageError('the owner may do everything in every vault: --owner goes with no other option');
    environment.print(`${keptTokens().createOwner()}\n`);
    environment.printError(`${SHOWN_ONCE}; the one before does not work any more.\n`);
    return;
  }
  if (name === undefined) throw new UsageError('for whom? Give --name, or --owner');
  if (permissions === undefined) {
    throw new UsageError(`what may ${name} do? Give --permissions, some of ${PERMISSIONS.join(',')}`);
  }
  const { token, app } = keptTokens().create({
    name,
    permissions: partsOf(permissions),
    tables: tables === undefined ? null : partsOf(tables),
    ask,
    expires: expires ?? null,
    vault: vault === undefined ? null : fs.realpathSync(vaultFolderOf(vault)),
  });
  environment.print(`${token}\n`);
  environment.printError(`${SHOWN_ONCE}. ${describeToken(app)}\n`);
}

const partsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function list(args: readonly string[], environment: CommandEnvironment): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is one argument too many`);
  const tokens = keptTokens();
  const { owner, apps } = tokens.book();
  const times = keptTokenUse().times();
  const lastUsed = ({ id }: AppToken): string | null => times[id] ?? null;
  if (values.json) {
    const shown = apps.map(({ sha256: _hash, ...app }) => ({ ...app, lastUsed: times[app.id] ?? null }));
    environment.print(`${JSON.stringify({ owner: owner && { created: owner.created }, apps: shown }, null, 2)}\n`);
    return;
  }
  environment.print(
    owner === null ? 'The owner has no token yet.\n' : `The owner's token was made at ${owner.created}.\n`,
  );
  if (apps.length === 0) environment.print('No app has a token.\n');
  for (const app of apps) {
    const expired = tokens.isExpired(app) ? ' It has expired.' : '';
    environment.print(`${describeToken(app)} Last used: ${lastUsed(app) ?? 'never'}.${expired}\n`);
  }
}

/** "Bot may read, write in main.crm.*, asks before it writes, until …, in …" */
export function describeToken({ name, permissions, tables, ask, expires, vault }: AppToken): string {
  const parts = [
    `${name} may ${permissions.join(', ')} in ${tables === null ? 'all tables' : tables.join(', ')}`,
    ...(ask ? ['asks before it writes'] : []),
    ...(expires === null ? [] : [`until ${expires}`]),
    ...(vault === null ? [] : [`in ${vault} alone`]),
  ];
  return `${parts.join(', ')}.`;
}

function revoke(args: readonly string[], environment: CommandEnvironment): void {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [named, ...rest] = positionals;
  if (named === undefined) throw new UsageError('which token? Give the name of the app, or the id');
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one argument too many`);
  const revoked = keptTokens().revoke(named);
  if (revoked === null) throw new ProgramError(`there is no token "${named}": "notedb token list" shows them`);
  environment.printError(`The token of ${revoked.name} does not work any more.\n`);
}
