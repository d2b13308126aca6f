/** list_folder: the folders and files in a folder. Source: docs/operations.md#list_folder; D17 (code-point order). */

import * as z from 'zod';
import { badRequest, notFound } from '../../errors';
import { PATH_HINT, checkVaultPath } from '../../note/paths';
import { textList } from '../../values/json-schema';
import { textArgument } from '../../schemas/arguments';
import { defineRead } from '../define-operation';

export const listFolder = defineRead({
  name: 'list_folder',
  group: 'query',
  permission: 'notes',
  summary: 'Lists the folders and files in a folder of the vault.',
  description: 'Not recursive; without folder the vault’s root. Names that start with a dot are left out.',
  input: z.strictObject({ folder: textArgument.describe('Vault path; empty for the root') }),
  refusals: ['no such folder', 'a path that leaves the vault'],
  result: z.strictObject({ folder: z.string(), folders: textList, files: textList }),
  run: async ({ host }, input) => {
    const given = stripSlash(input.folder ?? '');
    const check = checkVaultPath(given);
    const missing = notFound(`there is no folder ${given}`, 'call list_folder without folder for the root');
    if ('problem' in check) throw check.problem === 'hidden' ? missing : badRequest(check.message, PATH_HINT);
    const content = await host.vault.folder(check.path);
    if (content === null) throw missing;
    return { folder: check.path, folders: content.folders, files: content.files };
  },
});

const stripSlash = (folder: string): string =>
  folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
