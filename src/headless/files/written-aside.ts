/** Writes a file of an export: aside first, then under its name, so that a reader finds the old one or the new one. */

import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export function writeAside(file: string, content: string | Uint8Array): void {
  const aside = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    fs.writeFileSync(aside, content, { flush: true });
    fs.renameSync(aside, file);
  } catch (error) {
    fs.rmSync(aside, { force: true });
    throw error;
  }
}
