/** The demo vault as it lies in the repository. */

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '..', '..', 'demo-vault');

export const METASTORE = 'notedb/metastore.yaml';

/** Vault path -> text, in the order of the paths. */
export function readDemoVault(): Readonly<Record<string, string>> {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => path.relative(FOLDER, path.join(file.parentPath, file.name)));
  return Object.fromEntries(
    paths
      .map((file) => file.split(path.sep).join('/'))
      .sort()
      .map((file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')]),
  );
}
