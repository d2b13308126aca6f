/**
 * Looking for a file without asking for its time stamps. Since Linux 6.13 a file whose stamps were asked for gets a finer one with
 * its next write. A journal that is asked after each write then has a new stamp with each, which its sync must write too: that took
 * 60 of 200 microseconds. One that is left alone takes the stamp of the clock's last tick, four milliseconds long.
 */

import fs from 'node:fs';
import { isMissing } from './file-errors';

/** Where an open file lies now; another name than before when it was moved or deleted. Null where the system does not tell. */
export function nameOfOpen(fd: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

/** Whether something is there under this name. */
export function isThere(place: string): boolean {
  try {
    fs.accessSync(place);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
