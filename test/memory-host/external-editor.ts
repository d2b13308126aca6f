/** Simulates external edits in the memory vault. They pass no gate and are durable. */

import type { NotePath, VaultChange } from '../../src/engine/ports/vault-port';
import { type FileContent, type VaultFile, bytesOf, contentFrom } from './disk-image';
import type { VaultDisk } from './vault-disk';
import type { MemoryVault } from './memory-vault';

type FileStamps = Partial<Pick<VaultFile, 'mtime' | 'ctime' | 'changeTime'>>;

/** Changes the memory vault the way another program does, and tells the watchers. */
export class ExternalEditor {
  /** Hints that the watchers have yet to hear; null: they hear of each change at once. */
  private withheld: VaultChange[] | null = null;

  constructor(
    private readonly disk: VaultDisk,
    private readonly vault: MemoryVault,
    private readonly nextStamp: () => number,
  ) {}

  /** What the file holds, without a call of the port. */
  text(path: NotePath): string | null {
    return this.disk.files.get(path)?.text ?? null;
  }

  /** The paths of all files, hidden ones too. */
  paths(): readonly NotePath[] {
    return this.disk.sorted();
  }

  /** All files but the trash and other hidden ones, as one object to compare. */
  notes(): Readonly<Record<NotePath, string>> {
    const visible = this.disk.sorted().filter((path) => !path.startsWith('.') && !path.includes('/.'));
    return Object.fromEntries(visible.map((path) => [path, this.text(path) ?? '']));
  }

  /** Writes a file; `stamps` fakes a tool that sets times, and with `changeTime` a clock that has not ticked since. */
  write(path: NotePath, text: string, stamps: FileStamps = {}): void {
    this.put(path, { text }, stamps);
  }

  /** Writes bytes that may be no text. */
  writeBytes(path: NotePath, bytes: Uint8Array): void {
    this.put(path, contentFrom(bytes));
  }

  /** Leaves a file that can't be read as text, or not at all. */
  spoil(path: NotePath, flaw: 'not_utf8' | 'io' = 'io'): void {
    const text = this.text(path) ?? '';
    if (flaw === 'io') this.put(path, { text, flaw });
    else this.writeBytes(path, Uint8Array.of(...bytesOf({ text }), 0xff));
  }

  remove(path: NotePath): void {
    this.disk.delete(path);
    this.disk.sync(path);
    this.announce({ kind: 'removed', path });
  }

  /** Renames as a host does that knows about it. */
  rename(from: NotePath, to: NotePath): void {
    this.renameOnDisk(from, to);
    this.announce({ kind: 'renamed', from, path: to });
  }

  /** Renames as another program does: the watchers hear of two files. */
  move(from: NotePath, to: NotePath): void {
    this.renameOnDisk(from, to);
    this.announce({ kind: 'removed', path: from });
    this.announce({ kind: 'changed', path: to });
  }

  private renameOnDisk(from: NotePath, to: NotePath): void {
    this.disk.rename(from, to);
    this.disk.sync(to);
    this.disk.sync(from);
  }

  makeFolder(path: NotePath): void {
    this.disk.makeFolders(path);
    this.disk.sync(path);
  }

  /** The watcher lost track. */
  overflow(): void {
    this.announce({ kind: 'overflow' });
  }

  /** From now on the watchers hear what they are told, in whatever order. Returns the hints of what is done meanwhile. */
  withhold(): readonly VaultChange[] {
    return (this.withheld ??= []);
  }

  /** The watchers hear of these. */
  tell(hints: readonly VaultChange[]): void {
    for (const hint of hints) this.vault.announce(hint);
  }

  private announce(hint: VaultChange): void {
    if (this.withheld === null) this.vault.announce(hint);
    else this.withheld.push(hint);
  }

  private put(path: NotePath, content: FileContent & { readonly flaw?: 'io' }, stamps: FileStamps = {}): void {
    const stamp = this.nextStamp();
    const { mtime = stamp, ctime = this.disk.files.get(path)?.ctime ?? stamp, changeTime = stamp } = stamps;
    this.disk.put(path, { ...content, mtime, ctime, changeTime });
    this.disk.sync(path);
    this.announce({ kind: 'changed', path });
  }
}
