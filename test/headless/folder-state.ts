/** Every file and folder of a folder: its bytes, and the time of its last change. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export function folderState(folder: string): ReadonlyMap<string, string> {
  const names = ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()];
  return new Map(
    names.map((name) => {
      const file = path.join(folder, name);
      const { mtimeNs, ino } = fs.statSync(file, { bigint: true });
      const isFile = fs.statSync(file).isFile();
      const bytes = isFile ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : 'folder';
      return [name, `${bytes} ${mtimeNs} ${ino}`];
    }),
  );
}
