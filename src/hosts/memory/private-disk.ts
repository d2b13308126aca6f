/**
 * The disk under the memory host's private store, with what a crash may undo.
 *
 * The model: a whole write is atomic and durable. Appended bytes that were not synced may survive up to any point, and what
 * follows that point may be zeros or rubbish. A removal may be undone. After a failed sync the bytes stay readable but never
 * become durable, whatever later syncs say: that is what Linux does.
 */

/** A file as the process sees it. */
export interface PrivateFile {
  parts: Uint8Array[];
  length: number;
  /** So many bytes from the start survive a crash. */
  durable: number;
  /** Where each append since the last sync began. */
  unsynced: number[];
  /** A sync failed: nothing becomes durable any more. */
  isPoisoned: boolean;
}

/** Files by name; `lost` holds what a crash may bring back in place of a removed file. */
export class PrivateDisk {
  readonly files = new Map<string, PrivateFile>();
  readonly lost = new Map<string, PrivateFile>();

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    for (const [name, bytes] of files) this.files.set(name, wholeFile(bytes));
  }

  read(name: string): Uint8Array | null {
    const file = this.files.get(name);
    return file === undefined ? null : wholeBytes(file);
  }

  write(name: string, bytes: Uint8Array): void {
    this.lost.delete(name);
    this.files.set(name, wholeFile(bytes.slice()));
  }

  append(name: string, bytes: Uint8Array): void {
    let file = this.files.get(name);
    if (file === undefined) {
      file = { parts: [], length: 0, durable: 0, unsynced: [], isPoisoned: false };
      this.files.set(name, file);
    }
    file.unsynced.push(file.length);
    file.parts.push(bytes.slice());
    file.length += bytes.length;
  }

  sync(name: string): void {
    const file = this.files.get(name);
    if (file === undefined || file.isPoisoned) return;
    this.lost.delete(name);
    file.durable = file.length;
    file.unsynced = [];
  }

  failSync(name: string): void {
    const file = this.files.get(name);
    if (file !== undefined) file.isPoisoned = true;
  }

  remove(name: string): void {
    const file = this.files.get(name);
    if (file === undefined) return;
    this.files.delete(name);
    if (file.durable > 0 && !this.lost.has(name)) this.lost.set(name, file);
  }
}

/** The whole content in one piece; kept that way, so that asking again costs nothing. */
export function wholeBytes(file: PrivateFile): Uint8Array {
  const [first] = file.parts;
  if (first !== undefined && file.parts.length === 1) return first;
  const joined = new Uint8Array(file.length);
  let offset = 0;
  for (const part of file.parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  file.parts = [joined];
  return joined;
}

function wholeFile(bytes: Uint8Array): PrivateFile {
  return { parts: [bytes], length: bytes.length, durable: bytes.length, unsynced: [], isPoisoned: false };
}
