/** Runs the built program as people do: its own process, home and vault, all of it in a scratch folder. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/engine/index';

export const PROGRAM = fileURLToPath(new URL('../../dist/notedb.mjs', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly said: { stdout: string; stderr: string };
  readonly finished: Promise<Finished>;
}

export interface Serving extends Running {
  readonly address: string;
  readonly port: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly json: JsonObject;
}

/** One scratch folder with a home, and vaults in it. */
export class Scratch {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-program-'));
  private readonly children: ChildProcess[] = [];

  constructor(private readonly environment: Readonly<Record<string, string>> = {}) {}

  /** A new, empty vault. */
  vault(files: Readonly<Record<string, string>> = {}): string {
    const vault = fs.mkdtempSync(path.join(this.folder, 'vault-'));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(vault, path.dirname(name)), { recursive: true });
      fs.writeFileSync(path.join(vault, name), text);
    }
    return vault;
  }

  /** `keepsInput`: standard input stays open. */
  start(
    args: readonly string[],
    options: { readonly input?: string; readonly cwd?: string; readonly keepsInput?: boolean } = {},
  ): Running {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: options.cwd ?? this.folder,
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        XDG_STATE_HOME: path.join(this.folder, 'state'),
        XDG_CACHE_HOME: path.join(this.folder, 'cache'),
        ...this.environment,
      },
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    this.children.push(child);
    if (options.keepsInput === true) child.stdin?.write(options.input ?? '');
    else child.stdin?.end(options.input);
    const said = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    const finished = new Promise<Finished>((resolve) => {
      child.once('close', (status, signal) => resolve({ status, signal, ...said }));
    });
    return { child, said, finished };
  }

  run(args: readonly string[], options: { readonly input?: string; readonly cwd?: string } = {}): Promise<Finished> {
    return this.start(args, options).finished;
  }

  /** Starts `notedb serve` and waits for the line that says where. */
  async serve(args: readonly string[]): Promise<Serving> {
    const running = this.start(['serve', ...args]);
    const address = await new Promise<string>((resolve, reject) => {
      const look = (): void => {
        const found = /http:\/\/[^\s/]+:\d+/.exec(running.said.stdout);
        if (found !== null) resolve(found[0]);
      };
      running.child.stdout?.on('data', look);
      void running.finished.then(({ status, stderr }) => reject(new Error(`ended with ${String(status)}: ${stderr}`)));
    });
    return { ...running, address, port: Number(new URL(address).port) };
  }

  /** Kills what still runs and removes the folder. */
  async remove(): Promise<void> {
    const living = this.children.filter((child) => child.exitCode === null && child.signalCode === null);
    await Promise.all(
      living.map((child) => {
        const gone = new Promise((resolve) => child.once('close', resolve));
        child.kill('SIGKILL');
        return gone;
      }),
    );
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Calls an operation over HTTP. */
export function post(
  port: number,
  operation: string,
  args: JsonObject,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const body = JSON.stringify(args);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/notedb/operations/${operation}/`,
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: JSON.parse(text) as JsonObject,
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** A vault's files for a table of tasks with so many rows. */
export function taskVault(rows: number): Readonly<Record<string, string>> {
  const metastore = `format: 1

tables:
  main.default.tasks:
    description: Things to do.
    columns:
      - name: name
        type: string
        description: What.
        required: true
      - name: status
        type: enum
        description: How far.
        values:
          - todo
          - done
`;
  const files: Record<string, string> = { 'notedb/metastore.yaml': metastore };
  for (let i = 0; i < rows; i++) {
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    const text = `---\ntable: main.default.tasks\nid: ${id}\nname: Task number ${i}\nstatus: todo\n---\nBody ${i}.\n`;
    files[`notedb/main/default/tasks/Task number ${i}.md`] = text;
  }
  return files;
}

export const bearer = (token: string): { readonly Authorization: string } => ({ Authorization: `Bearer ${token}` });
