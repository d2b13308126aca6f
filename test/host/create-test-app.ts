/** A test app over a real folder, in Node. Views and settings need a document: `@vitest-environment happy-dom`. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import nodePath from 'node:path';
import { NodeDisk } from './node-disk';
import { setSender } from './request-url';
import { startTestApp } from './test-app';
import type { TestApp, TestAppOptions } from './test-app';

export interface NodeTestAppOptions extends TestAppOptions {
  /** The vault; a new empty folder, gone at `close`, when it is not given. */
  readonly folder?: string;
  /** Stands for the system's trash; null: the system has none. */
  readonly systemTrash?: string | null;
}

export interface NodeTestApp extends TestApp {
  readonly folder: string;
  readonly systemTrash: string | null;
}

export async function createTestApp(options: NodeTestAppOptions = {}): Promise<NodeTestApp> {
  const folder = options.folder ?? (await mkdtemp(nodePath.join(tmpdir(), 'notedb-vault-')));
  const systemTrash = options.systemTrash === undefined ? `${folder}-system-trash` : options.systemTrash;
  await mkdir(folder, { recursive: true });
  setSender(sendWithNode);
  const host = {
    disk: new NodeDisk(folder, systemTrash),
    vaultName: nodePath.basename(folder),
    basePath: folder,
    requireNode: createRequire(import.meta.url),
  };
  const testApp = await startTestApp(host, options);
  const close = async (): Promise<void> => {
    await testApp.close();
    const made = options.folder === undefined ? [folder, `${folder}-system-trash`] : [];
    for (const each of made) await rm(each, { recursive: true, force: true });
  };
  return { ...testApp, folder, systemTrash, close };
}

type Sender = Parameters<typeof setSender>[0];

const CHROMIUM_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_EMPTY_RESPONSE',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
};

const MOST_REDIRECTS = 20;

/** As the app's client, it follows redirects. */
const sendWithNode: Sender = async (request) => {
  let at = request;
  for (let count = 0; count < MOST_REDIRECTS; count += 1) {
    const response = await sendOnce(at);
    const { location } = response.headers;
    if (response.status < 300 || response.status >= 400 || location === undefined) return response;
    at = { ...at, url: new URL(location, at.url).href };
  }
  throw new Error('net::ERR_TOO_MANY_REDIRECTS');
};

const sendOnce: Sender = (request) =>
  new Promise((resolve, reject) => {
    const { url, method = 'GET', headers = {}, contentType } = request;
    const all = { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
    const outgoing = http.request(url, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Uint8Array.from(Buffer.concat(chunks)).buffer;
        const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(flat), body });
      });
    });
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(CHROMIUM_ERRORS[code ?? ''] ?? code)));
    outgoing.end(typeof request.body === 'string' ? request.body : Buffer.from(request.body ?? new ArrayBuffer(0)));
  });
