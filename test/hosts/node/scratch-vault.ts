/** A Node host over a scratch folder, with the hands of another program on it. */

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { NodeHost, NodeHostOptions } from '../../../src/hosts/node/node-host';
import { createNodeHost } from '../../../src/hosts/node/node-host';
import { MemoryLogger } from '../../memory-host/memory-parts';

export interface ScratchVault {
  readonly host: NodeHost;
  readonly logger: MemoryLogger;
  /** The vault's folder. */
  readonly folder: string;
  /** A folder beside the vault, for state, cache and sockets. */
  readonly beside: string;
  readonly outside: ReturnType<typeof outsideOf>;
  /** Another host over the same folder, as after a restart. */
  readonly reopen: (options?: Partial<NodeHostOptions>) => Promise<NodeHost>;
  readonly close: () => Promise<void>;
}

export async function scratchVault(options: Partial<NodeHostOptions> = {}): Promise<ScratchVault> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'notedb-'));
  const folder = options.vaultFolder ?? path.join(scratch, 'vault');
  const beside = path.join(scratch, 'beside');
  fs.mkdirSync(folder, { recursive: true });
  fs.mkdirSync(beside);
  const logger = new MemoryLogger();
  const opened: NodeHost[] = [];
  const reopen = async (more: Partial<NodeHostOptions> = {}): Promise<NodeHost> => {
    const cacheFolder = path.join(beside, 'cache');
    const host = await createNodeHost({
      vaultFolder: folder,
      logger,
      stateFolder: beside,
      cacheFolder,
      ...options,
      ...more,
    });
    opened.push(host);
    return host;
  };
  const host = await reopen();
  const close = async (): Promise<void> => {
    opened.forEach((each) => each.close());
    fs.rmSync(scratch, { recursive: true, force: true });
  };
  return { host, logger, folder, beside, outside: outsideOf(folder), reopen, close };
}

function outsideOf(folder: string) {
  const place = (file: string): string => path.join(folder, file);
  const makeParent = (file: string): void => void fs.mkdirSync(path.dirname(place(file)), { recursive: true });
  return {
    write(file: string, text: string): void {
      makeParent(file);
      fs.writeFileSync(place(file), text);
    },
    /** As editors and sync tools save: a new file takes the name. */
    replace(file: string, text: string): void {
      const temporary = place(`${path.dirname(file)}/.saving~`);
      fs.writeFileSync(temporary, text);
      fs.renameSync(temporary, place(file));
    },
    writeBytes(file: string, bytes: Uint8Array): void {
      makeParent(file);
      fs.writeFileSync(place(file), bytes);
    },
    remove(file: string): void {
      fs.rmSync(place(file), { recursive: true });
    },
    rename(from: string, to: string): void {
      makeParent(to);
      fs.renameSync(place(from), place(to));
    },
    makeFolder(file: string): void {
      fs.mkdirSync(place(file), { recursive: true });
    },
    text(file: string): string | null {
      return fs.existsSync(place(file)) ? fs.readFileSync(place(file), 'utf8') : null;
    },
    trash(): Readonly<Record<string, string>> {
      const names = fs.existsSync(place('.trash')) ? fs.readdirSync(place('.trash')) : [];
      return Object.fromEntries(names.map((name) => [name, fs.readFileSync(place(`.trash/${name}`), 'utf8')]));
    },
  };
}
