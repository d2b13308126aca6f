/** A tiny server for browser tests: a page, some files, and the calls of a folder under `/disk`. */

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Disk } from './disk';
import { fromBase64, toBase64 } from './fetch-disk';
import type { DiskAnswer, DiskCall } from './fetch-disk';

export interface ServedFile {
  readonly type: string;
  readonly content: string | Uint8Array;
}

export interface FolderServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `files` by path: `/`, `/host.js`, … */
export async function serveFolder(disk: Disk, files: ReadonlyMap<string, ServedFile>): Promise<FolderServer> {
  const server = http.createServer((request, response) => {
    void respond(disk, files, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function respond(
  disk: Disk,
  files: ReadonlyMap<string, ServedFile>,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (path === '/disk') {
    response.setHeader('content-type', 'application/json');
    const calls = JSON.parse(await bodyOf(request)) as readonly DiskCall[];
    response.end(JSON.stringify(await Promise.all(calls.map((call) => answer(disk, call)))));
    return;
  }
  const file = files.get(path);
  response.statusCode = file === undefined ? 404 : 200;
  response.setHeader('content-type', file?.type ?? 'text/plain');
  response.end(file?.content ?? 'no such file');
}

async function answer(disk: Disk, { method, args }: DiskCall): Promise<DiskAnswer> {
  const decoded = args.map((argument, index) =>
    (method === 'write' || method === 'append') && index === 1 ? fromBase64(String(argument)) : (argument ?? undefined),
  );
  try {
    const methods = disk as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const result = await methods[method]?.(...decoded);
    return { result: result instanceof Uint8Array ? toBase64(result) : (result ?? null) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
