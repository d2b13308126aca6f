/** Making a new file, on whichever thread. */

import type fs from 'node:fs';

type FileSystem = Pick<typeof fs, 'openSync' | 'writeSync' | 'fchmodSync' | 'fstatSync' | 'closeSync' | 'unlinkSync'>;

/**
 * Makes a file that must not exist and fills it; what can't be finished is taken away again. `mode`: exactly these bits.
 * Its text is run by another thread too, so it uses nothing but what it is given.
 */
export function makeFile(system: FileSystem, file: string, bytes: Uint8Array, mode?: number): fs.Stats {
  // Bits that no usual umask takes away from a new file.
  const usualMode = 0o600;
  const fd = system.openSync(file, 'wx', mode ?? 0o666);
  let isOpen = true;
  try {
    for (let offset = 0; offset < bytes.length;) {
      const written = system.writeSync(fd, bytes, offset, bytes.length - offset, null);
      if (written === 0) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
      offset += written;
    }
    if (mode !== undefined && (mode & ~usualMode) !== 0) system.fchmodSync(fd, mode);
    const stats = system.fstatSync(fd);
    if (stats.size !== bytes.length) throw Object.assign(new Error('short file'), { code: 'EIO' });
    isOpen = false;
    system.closeSync(fd);
    return stats;
  } catch (error) {
    if (isOpen) system.closeSync(fd);
    try {
      system.unlinkSync(file);
    } catch {
      // Gone already, or it stays: why the file could not be made is what matters.
    }
    throw error;
  }
}
