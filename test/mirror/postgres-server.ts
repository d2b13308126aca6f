/** A PostgreSQL of the tests' own: made, started and thrown away. It refuses to run as root, so another user runs it then. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

const NOBODY = 65534;

/** The folder with initdb and postgres; null: this machine has none. */
function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name)))) ?? null
  );
}

const programs = findPrograms();

/** Why the tests of PostgreSQL do not run; null: they do. */
export const whyNoPostgres = programs === null ? 'there is no initdb and postgres on this machine' : null;
if (whyNoPostgres !== null) console.log(`the tests of the mirror on PostgreSQL are skipped: ${whyNoPostgres}`);

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export class PostgresServer {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<PostgresServer> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-postgres-'));
    const server = new PostgresServer(folder, await freePort());
    if (process.getuid?.() === 0) fs.chownSync(folder, NOBODY, NOBODY);
    execFileSync(
      path.join(programs ?? '', 'initdb'),
      ['-D', server.data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8'],
      {
        ...server.spawning,
        stdio: 'pipe',
      },
    );
    await server.run();
    return server;
  }

  private get data(): string {
    return path.join(this.folder, 'data');
  }

  private get spawning(): { readonly cwd: string; readonly uid?: number; readonly gid?: number } {
    return process.getuid?.() === 0 ? { cwd: this.folder, uid: NOBODY, gid: NOBODY } : { cwd: this.folder };
  }

  /** Also after `kill`. Resolves when it answers. */
  async run(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.folder,
      shared_buffers: '32MB',
      max_connections: '30',
      fsync: 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.child = spawn(path.join(programs ?? '', 'postgres'), ['-D', this.data, '-p', String(this.port), ...options], {
      ...this.spawning,
      stdio: 'ignore',
    });
    for (;;) {
      const client = await this.connect().catch(() => null);
      if (client !== null) return client.end();
      if (this.child.exitCode !== null) throw new Error('postgres does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  url(user = 'postgres'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/postgres`;
  }

  async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.url() });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Connections break. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('close', resolve));
    // Its children end with it: SIGQUIT is the way that it calls immediate.
    child.kill('SIGQUIT');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
