/** The file that a name had before another took it: a program that had it open may have written into it meanwhile. */

import fs from 'node:fs';
import { statOfName } from './note-file';

export class FormerFile {
  private constructor(
    private readonly fd: number,
    private readonly inode: number,
  ) {}

  /** Null on Windows, where no program can take the name of an open file; and where the file may not be read. */
  static open(place: string): FormerFile | null {
    if (process.platform === 'win32') return null;
    try {
      const fd = fs.openSync(place, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
      return new FormerFile(fd, fs.fstatSync(fd).ino);
    } catch {
      return null; // The comparison says why.
    }
  }

  /** Whether it still has the name. */
  isAt(place: string): boolean {
    return statOfName(place)?.ino === this.inode;
  }

  /** What it holds now. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(fs.fstatSync(this.fd).size);
    const length = fs.readSync(this.fd, bytes, 0, bytes.length, 0);
    return bytes.subarray(0, length);
  }

  close(): void {
    fs.closeSync(this.fd);
  }
}
