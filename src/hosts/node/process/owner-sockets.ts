/** Local sockets named after a vault: where they lie, and one-line JSON questions to the listener. D1 */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Json } from '../../../engine/json';
import { errorCode, isMissing } from '../file-errors';
import { makePrivateFolders } from '../vault/whole-write';
import { hashOfVault } from './system-folders';

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, with a closing zero; longer names are cut without a word. */
const LONGEST_SOCKET_PATH = 103;
/** The name of a socket in its folder: hash, dash, eight letters, `.sock`. */
const SOCKET_NAME_LENGTH = 32;
const LONGEST_LINE = 64 * 1024 * 1024;

export type SocketAnswer =
  /** No process listens there: it is dead, or not ready yet. */
  | { readonly kind: 'dead' }
  /** Somebody listens but said nothing in time. */
  | { readonly kind: 'silent' }
  /** Somebody listened but is too busy, or about to go: ask again. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'answer'; readonly value: Json };

/**
 * The folder for the sockets of this user. It depends on nothing that differs between a desktop session and a cron job
 * (`TMPDIR`, `XDG_RUNTIME_DIR`), or two processes would miss each other.
 */
export function socketFolder(): string {
  const user = os.userInfo();
  const name =
    process.platform === 'darwin' ? ['Library', 'Application Support', 'NoteDB'] : ['.local', 'state', 'notedb'];
  const atHome = path.join(user.homedir, ...name, 'run');
  if (fitsSocketPath(atHome) && makePrivateFolder(atHome, user.uid)) return atHome;
  const shared = path.join('/tmp', `notedb-${user.uid}`);
  if (makePrivateFolder(shared, user.uid)) return shared;
  throw new Error(`${shared} is not a folder that only this user can open`);
}

/** The beginning of the names of all sockets of a vault. */
export function socketPrefix(vaultFolder: string): string {
  return hashOfVault(vaultFolder);
}

/** On Windows the one pipe of a vault: the system gives its name to one process at a time and frees it with the process. */
export function pipeName(vaultFolder: string): string {
  const user = createHash('sha256').update(os.userInfo().username).digest('hex').slice(0, 8);
  return `\\\\.\\pipe\\notedb-${user}-${hashOfVault(vaultFolder)}`;
}

/** The sockets of a vault, those of dead processes too, in order. */
export function listSockets(folder: string, prefix: string): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(`${prefix}-`) && name.endsWith('.sock'));
  return names.sort().map((name) => path.join(folder, name));
}

/** Sends one line and reads one line. `patience` null waits as long as the other side is there, and until `gone` resolves. */
export function askSocket(
  socketPath: string,
  question: Json,
  patience: number | null,
  gone?: Promise<void>,
): Promise<SocketAnswer> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    let isConnected = false;
    let received = '';
    const finish = (answer: SocketAnswer): void => {
      socket.destroy();
      resolve(answer);
    };
    void gone?.then(() => finish({ kind: 'closed' }));
    if (patience !== null) socket.setTimeout(patience, () => finish({ kind: 'silent' }));
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      isConnected = true;
      socket.write(`${JSON.stringify(question)}\n`);
    });
    socket.on('data', (text: string) => {
      received += text;
      if (received.endsWith('\n')) finish(parseLine(received) ?? { kind: 'closed' });
    });
    socket.on('end', () => finish({ kind: 'closed' }));
    socket.on('error', (error) => finish({ kind: isConnected || isBusy(error) ? 'closed' : 'dead' }));
  });
}

/** A process that asked and was stopped reads no reply: it is waited for so long when the socket closes. */
const FAREWELL_MS = 1000;

/** A listening socket that can be closed without waiting for those who say nothing. */
export interface SocketListener {
  /** Replies under way are still sent, for a second. */
  close(): Promise<void>;
}

/** Listens and answers each line that comes; a question that can't be read closes the connection. `gone` resolves when the other side closes it. */
export function answerAt(
  socketPath: string,
  reply: (question: Json, gone: Promise<void>) => Promise<Json>,
): Promise<SocketListener> {
  const idle = new Set<net.Socket>();
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    let received = '';
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    idle.add(socket);
    open.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      idle.delete(socket);
      open.delete(socket);
    });
    socket.on('data', (text: string) => {
      received += text;
      if (received.length > LONGEST_LINE) socket.destroy();
      if (!received.endsWith('\n')) return;
      const question = parseLine(received);
      received = '';
      if (question === null) return void socket.destroy();
      idle.delete(socket);
      void reply(question.value, gone).then((value) => socket.end(`${JSON.stringify(value)}\n`));
    });
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => open.forEach((socket) => socket.destroy()), FAREWELL_MS);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      for (const socket of idle) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.removeListener('error', reject);
      resolve({ close });
    });
  });
}

/** A full queue or a lack of permission is not proof of death. */
function isBusy(error: unknown): boolean {
  return !isMissing(error) && errorCode(error) !== 'ECONNREFUSED';
}

function parseLine(line: string): { readonly kind: 'answer'; readonly value: Json } | null {
  try {
    return { kind: 'answer', value: JSON.parse(line) as Json };
  } catch {
    return null;
  }
}

function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(folder) + 1 + SOCKET_NAME_LENGTH <= LONGEST_SOCKET_PATH;
}

/** Makes a folder that only this user can open; false when that can't be had. */
function makePrivateFolder(folder: string, user: number): boolean {
  try {
    makePrivateFolders(folder);
    const stats = fs.lstatSync(folder);
    if (!stats.isDirectory() || stats.uid !== user) return false;
    if ((stats.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}
