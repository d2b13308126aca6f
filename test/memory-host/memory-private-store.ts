/** Private store, cache and secrets in memory, with a gate before every call. */

import type { CachePort } from '../../src/engine/ports/cache-port';
import type { PrivateStorePort } from '../../src/engine/ports/private-store-port';
import type { SecretPort } from '../../src/engine/ports/secret-port';
import type { CallEffect, CallGate } from './call-gate';
import { type FaultCode, DiskError, type GatedPort } from './planned-faults';
import type { PrivateDisk } from './private-disk';

type StoreEffect<Result> = Omit<CallEffect<Result>, 'failure'> & { readonly onFailure?: () => void };

class GatedFiles {
  constructor(
    private readonly gate: CallGate,
    private readonly port: GatedPort,
  ) {}

  protected pass<Result>(method: string, path: string, mutates: boolean, effect: StoreEffect<Result>): Promise<Result> {
    const failure = (code: FaultCode): Error => {
      effect.onFailure?.();
      return new DiskError(code, path);
    };
    return this.gate.pass({ port: this.port, method, path, mutates }, { ...effect, failure });
  }
}

/** A `PrivateStorePort` over a `PrivateDisk`. */
export class MemoryPrivateStore extends GatedFiles implements PrivateStorePort {
  constructor(
    private readonly disk: PrivateDisk,
    gate: CallGate,
  ) {
    super(gate, 'privateStore');
  }

  list(folder: string): Promise<readonly string[]> {
    const prefix = folder === '' ? '' : `${folder}/`;
    const isChild = (name: string): boolean => name.startsWith(prefix) && !name.includes('/', prefix.length);
    return this.pass('list', folder, false, {
      run: () =>
        [...this.disk.files.keys()]
          .filter(isChild)
          .map((name) => name.slice(prefix.length))
          .sort(),
    });
  }

  read(file: string): Promise<Uint8Array | null> {
    return this.pass('read', file, false, { run: () => this.disk.read(file)?.slice() ?? null });
  }

  readRange(file: string, offset: number, length: number): Promise<Uint8Array | null> {
    return this.pass('readRange', file, false, {
      run: () => this.disk.read(file)?.slice(offset, offset + length) ?? null,
    });
  }

  write(file: string, bytes: Uint8Array): Promise<void> {
    return this.pass('write', file, true, { run: () => this.disk.write(file, bytes), half: () => undefined });
  }

  append(file: string, bytes: Uint8Array): Promise<void> {
    return this.pass('append', file, true, {
      run: () => this.disk.append(file, bytes),
      half: () => this.disk.append(file, bytes.subarray(0, bytes.length >> 1)),
      failsHalfway: true,
    });
  }

  sync(file: string): Promise<void> {
    return this.pass('sync', file, true, {
      run: () => this.disk.sync(file),
      half: () => undefined,
      onFailure: () => this.disk.failSync(file),
    });
  }

  remove(file: string): Promise<void> {
    return this.pass('remove', file, true, { run: () => this.disk.remove(file), half: () => undefined });
  }
}

/** A `CachePort` over a map of files. */
export class MemoryCache extends GatedFiles implements CachePort {
  constructor(
    readonly files: Map<string, Uint8Array>,
    gate: CallGate,
  ) {
    super(gate, 'cache');
  }

  read(name: string): Promise<Uint8Array | null> {
    return this.pass('read', name, false, { run: () => this.files.get(name)?.slice() ?? null });
  }

  write(name: string, bytes: Uint8Array): Promise<void> {
    return this.pass('write', name, true, {
      run: () => void this.files.set(name, bytes.slice()),
      half: () => undefined,
    });
  }

  remove(name: string): Promise<void> {
    return this.pass('remove', name, true, { run: () => void this.files.delete(name), half: () => undefined });
  }
}

/** A `SecretPort` over a map. What is written is durable at once. */
export class MemorySecrets extends GatedFiles implements SecretPort {
  constructor(
    readonly byName: Map<string, string>,
    gate: CallGate,
  ) {
    super(gate, 'secrets');
  }

  read(name: string): Promise<string | null> {
    return this.pass('read', name, false, { run: () => this.byName.get(name) ?? null });
  }

  write(name: string, secret: string | null): Promise<void> {
    const run = (): void => {
      if (secret === null) this.byName.delete(name);
      else this.byName.set(name, secret);
    };
    return this.pass('write', name, true, { run, half: () => undefined });
  }
}
