/**
 * One process owns a vault. D1
 *
 * Every contender listens on a socket of its own, and only then looks at the others. Of two that listen, at least one finds
 * the other; the one whose socket sorts first stays, the other gives way, and one that finds an owner gives way to it. A socket
 * whose process was killed refuses connections at once. Only the owner removes such sockets: a contender that has its name but
 * does not listen yet looks just as dead, but will find the owner when it does.
 */

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Json } from '../../../engine/json';
import { errorCode } from '../file-errors';
import {
  type SocketListener,
  answerAt,
  askSocket,
  listSockets,
  pipeName,
  socketFolder,
  socketPrefix,
} from './owner-sockets';
import { removeQuietly } from '../vault/whole-write';

export interface OwnerInfo {
  /** Null when the owner is there but does not answer. */
  readonly pid: number | null;
  /** Where it serves HTTP, null before it does or when it does not. */
  readonly address: string | null;
}

/** An operation that another process of the same user hands over. */
export interface OwnerCall {
  readonly op: string;
  readonly args: Json;
  /** On whose behalf, as both sides have agreed upon. */
  readonly actor?: Json;
  /** Of the app that calls; the handler judges it. */
  readonly token?: Json;
}

/** Gives the result or the error JSON, whatever the two sides have agreed upon. `gone` resolves when the process that calls does not wait any more. */
export type OwnerHandler = (call: OwnerCall, gone: Promise<void>) => Promise<Json>;

/** Held while the process owns the vault. */
export interface VaultOwnership {
  /** Answers with the address of the server. */
  setAddress(address: string | null): void;
  /** Answers forwarded calls; before it is set they get `unavailable`. */
  serveOwner(handler: OwnerHandler): void;
  /** Another process asks again and again who the owner is, and hands over no call: it wants the vault for itself. */
  readonly isWanted: boolean;
  release(): Promise<void>;
}

export interface OwnershipOptions {
  /** Where the sockets lie. Default: a private folder of the user, see `socketFolder`. */
  readonly socketFolder?: string;
}

/** The owner must say who it is within this time; a stopped process keeps its vault all the same. */
const PATIENCE_MS = 2000;
/** A contender that has precedence makes up its mind within some of these. */
const WAIT_MS = 15;

/** A process that hands over a call asks fewer times before. */
const WANTED_ASKS = 4;
const ASKS_WITHIN_MS = 2000;

const UNAVAILABLE: Json = { error: { code: 'unavailable', message: 'The owner of the vault is still opening it.' } };

/** A handler turns its refusals into JSON by itself; what it throws is a defect, and no news for the other process. */
const INTERNAL: Json = { error: { code: 'internal', message: 'The owner of the vault failed to answer.' } };

/** Takes the vault, or returns its owner. Of processes that ask at once exactly one gets it. */
export async function acquireOwnership(
  vaultFolder: string,
  options: OwnershipOptions = {},
): Promise<{ readonly owned: VaultOwnership } | { readonly owner: OwnerInfo }> {
  if (process.platform === 'win32') return acquirePipe(vaultFolder);
  const folder = options.socketFolder ?? socketFolder();
  const prefix = socketPrefix(vaultFolder);
  for (;;) {
    const contender = await OwnershipContender.enter(
      path.join(folder, `${prefix}-${randomBytes(4).toString('hex')}.sock`),
    );
    const owner = await contender.standAgainst(() => listSockets(folder, prefix));
    if (owner === null) return { owned: contender };
    await contender.release();
    if (owner !== 'contender') return { owner };
    await waitFor(WAIT_MS);
  }
}

/** Hands a call to the owner of the vault; null when it has no owner. Throws when the owner goes away before it answers. */
export async function askOwner(
  vaultFolder: string,
  call: OwnerCall,
  options: OwnershipOptions & { readonly gone?: Promise<void> } = {},
): Promise<Json | null> {
  const found = await findOwner(vaultFolder, options);
  if (found === null) return null;
  const answer = await askSocket(found.socketPath, { ...call }, null, options.gone);
  if (answer.kind === 'answer') return answer.value;
  throw new Error('the owner of the vault went away before it answered');
}

/** The owner of the vault, or null. */
export async function ownerOf(vaultFolder: string, options: OwnershipOptions = {}): Promise<OwnerInfo | null> {
  return (await findOwner(vaultFolder, options))?.info ?? null;
}

async function findOwner(
  vaultFolder: string,
  options: OwnershipOptions,
): Promise<{ readonly socketPath: string; readonly info: OwnerInfo } | null> {
  const isWindows = process.platform === 'win32';
  const folder = isWindows ? '' : (options.socketFolder ?? socketFolder());
  const sockets = isWindows ? [pipeName(vaultFolder)] : listSockets(folder, socketPrefix(vaultFolder));
  for (const socketPath of sockets) {
    const standing = await standingOf(socketPath);
    if (typeof standing === 'object') return { socketPath, info: standing };
  }
  return null;
}

type ProcessStanding = 'dead' | 'contender' | OwnerInfo;

async function standingOf(socketPath: string): Promise<ProcessStanding> {
  const deadline = performance.now() + PATIENCE_MS;
  let answer = await askSocket(socketPath, { ask: 'owner' }, PATIENCE_MS);
  while (answer.kind === 'closed' && performance.now() < deadline) {
    await waitFor(WAIT_MS);
    answer = await askSocket(socketPath, { ask: 'owner' }, PATIENCE_MS);
  }
  if (answer.kind === 'dead') return 'dead';
  if (answer.kind !== 'answer') return { pid: null, address: null };
  const said = answer.value as { readonly isOwner?: boolean; readonly pid?: number; readonly address?: string | null };
  return said.isOwner === true ? { pid: said.pid ?? null, address: said.address ?? null } : 'contender';
}

/** One process with its socket, on its way to ownership or in it. */
class OwnershipContender implements VaultOwnership {
  private isOwner = false;
  private address: string | null = null;
  private handler: OwnerHandler = () => Promise.resolve(UNAVAILABLE);
  private listener: SocketListener | null = null;
  private readonly asked: number[] = [];

  private constructor(private readonly socketPath: string) {}

  /** Listens at the socket. Throws `EADDRINUSE` for a Windows pipe that someone has. */
  static async enter(socketPath: string): Promise<OwnershipContender> {
    const contender = new OwnershipContender(socketPath);
    contender.listener = await answerAt(socketPath, (question, gone) => contender.reply(question, gone));
    return contender;
  }

  /** Becomes the owner (null), or returns the contender to give way to. */
  async standAgainst(sockets: () => readonly string[]): Promise<OwnerInfo | 'contender' | null> {
    const dead: string[] = [];
    for (const other of sockets().filter((each) => each !== this.socketPath)) {
      let standing = await standingOf(other);
      // This one has precedence over a contender that sorts after it, and waits until that one has seen so.
      while (standing === 'contender' && this.socketPath < other) {
        await waitFor(WAIT_MS);
        standing = await standingOf(other);
      }
      if (standing === 'dead') dead.push(other);
      else return standing;
    }
    // An owner that has died since may have taken this socket for a dead one.
    if (!fs.existsSync(this.socketPath)) return 'contender';
    this.own();
    dead.forEach(removeQuietly);
    return null;
  }

  own(): void {
    this.isOwner = true;
  }

  get isWanted(): boolean {
    const since = performance.now() - ASKS_WITHIN_MS;
    return this.asked.filter((time) => time > since).length >= WANTED_ASKS;
  }

  setAddress(address: string | null): void {
    this.address = address;
  }

  serveOwner(handler: OwnerHandler): void {
    this.handler = handler;
  }

  async release(): Promise<void> {
    const { listener } = this;
    this.listener = null;
    await listener?.close();
    this.isOwner = false;
  }

  private async reply(question: Json, gone: Promise<void>): Promise<Json> {
    const { op, args, actor, token } = question as Partial<Readonly<Record<string, Json>>>;
    if (typeof op === 'string') this.asked.length = 0;
    else this.asked.splice(0, Math.max(0, this.asked.push(performance.now()) - WANTED_ASKS));
    if (typeof op !== 'string') return { isOwner: this.isOwner, pid: process.pid, address: this.address };
    if (!this.isOwner) return UNAVAILABLE;
    try {
      const by = { ...(actor === undefined ? {} : { actor }), ...(token === undefined ? {} : { token }) };
      return await this.handler({ op, args: args ?? {}, ...by }, gone);
    } catch {
      return INTERNAL;
    }
  }
}

async function acquirePipe(
  vaultFolder: string,
): Promise<{ readonly owned: VaultOwnership } | { readonly owner: OwnerInfo }> {
  for (;;) {
    try {
      const contender = await OwnershipContender.enter(pipeName(vaultFolder));
      contender.own();
      return { owned: contender };
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error;
    }
    const standing = await standingOf(pipeName(vaultFolder));
    if (typeof standing === 'object') return { owner: standing };
    await waitFor(WAIT_MS);
  }
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
