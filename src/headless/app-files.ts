/** The page as it lies in the package. docs/page.md#files */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageFiles } from '../server/page/page-files';

export const pageFilesIn = (packageFolder: string): PageFiles => ({
  read: (name) => readFile(path.join(packageFolder, 'dist', 'app', name)),
});
