/** The private state where there is no Node: hidden files through the app's adapter. ADR 0003 */

import type { DataAdapter } from 'obsidian';
import type { PrivateStorePort } from '../../engine/ports/private-store-port';
import { baseNameOf, folderOf } from '../../engine/note/paths';
import { isVaultPath } from '../vault-path';

/** Being written; may be torn. */
const DRAFT = '.draft';
/** Complete, and about to take the place of the file: the adapter's rename does not overwrite. */
const READY = '.ready';

/**
 * A `PrivateStorePort` that is safe against a killed app, not against a lost battery: the adapter can't make anything durable.
 * A write replaces in steps that a kill may stop anywhere: draft, rename to ready, remove the old, rename to the name. A file
 * that is only there as ready was on its way and counts.
 */
export class AdapterPrivateStore implements PrivateStorePort {
  /** Calls take turns: the steps of two writes must not mix. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly adapter: DataAdapter,
    private readonly root: string,
  ) {}

  async list(folder: string): Promise<readonly string[]> {
    const place = folder === '' ? this.root : this.locate(folder);
    return this.inTurn(async () => {
      if (!(await this.adapter.exists(place))) return [];
      const { files } = await this.adapter.list(place);
      const names = files.map(baseNameOf).filter((name) => !name.endsWith(DRAFT));
      const whole = names.map((name) => (name.endsWith(READY) ? name.slice(0, -READY.length) : name));
      return [...new Set(whole)].sort();
    });
  }

  async read(file: string): Promise<Uint8Array | null> {
    const place = this.locate(file);
    return this.inTurn(async () => {
      await this.finishWrite(place);
      if (!(await this.adapter.exists(place))) return null;
      return new Uint8Array(await this.adapter.readBinary(place));
    });
  }

  async readRange(file: string, offset: number, length: number): Promise<Uint8Array | null> {
    const bytes = await this.read(file);
    return bytes === null ? null : bytes.slice(offset, offset + length);
  }

  async write(file: string, bytes: Uint8Array): Promise<void> {
    const place = this.locate(file);
    await this.inTurn(async () => {
      await this.finishWrite(place);
      await this.makeFolder(folderOf(place));
      await this.adapter.writeBinary(place + DRAFT, ownBuffer(bytes));
      await this.checkSize(place + DRAFT, bytes.length);
      await this.removeIfThere(place + READY);
      await this.adapter.rename(place + DRAFT, place + READY);
      await this.removeIfThere(place);
      await this.adapter.rename(place + READY, place);
    });
  }

  async append(file: string, bytes: Uint8Array): Promise<void> {
    const place = this.locate(file);
    await this.inTurn(async () => {
      await this.finishWrite(place);
      await this.makeFolder(folderOf(place));
      const before = (await this.adapter.stat(place))?.size ?? 0;
      await this.adapter.appendBinary(place, ownBuffer(bytes));
      await this.checkSize(place, before + bytes.length);
    });
  }

  /** Nothing to do: what the adapter took survives the app. */
  async sync(): Promise<void> {
    await this.inTurn(() => Promise.resolve());
  }

  async remove(file: string): Promise<void> {
    const place = this.locate(file);
    await this.inTurn(async () => {
      await this.removeIfThere(place + READY);
      await this.removeIfThere(place);
    });
  }

  private async finishWrite(place: string): Promise<void> {
    if (!(await this.adapter.exists(place + READY))) return;
    if (await this.adapter.exists(place)) await this.adapter.remove(place + READY);
    else await this.adapter.rename(place + READY, place);
  }

  private async checkSize(place: string, size: number): Promise<void> {
    const written = (await this.adapter.stat(place))?.size;
    if (written !== size)
      throw new Error(`${baseNameOf(place)} has ${written ?? 'no'} bytes instead of ${size}: no space?`);
  }

  private async removeIfThere(place: string): Promise<void> {
    if (await this.adapter.exists(place)) await this.adapter.remove(place);
  }

  private async makeFolder(folder: string): Promise<void> {
    if (!(await this.adapter.exists(folder))) await this.adapter.mkdir(folder);
  }

  private locate(file: string): string {
    if (!isVaultPath(file)) throw new Error(`not a name of a private file: ${file}`);
    return `${this.root}/${file}`;
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }
}

/** The adapter takes whole buffers; a view of a bigger one would write too much. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer;
}
