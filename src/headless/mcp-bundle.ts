/** A bundle for Claude Desktop: this program and a manifest that asks for vault and token. docs/mcp.md#a-bundle-for-claude-desktop */

import fs from 'node:fs';
import path from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { serverName } from '../server/connection-text';
import { modelRuntimeIn } from './model-runtime';

/** The revision of the manifest that every version of Claude Desktop with bundles reads. */
const MANIFEST_VERSION = '0.3';
const PROGRAM = 'dist/notedb.mjs';
const LICENCES = ['LICENSE', 'THIRD-PARTY-LICENSES.txt'];

export interface BundleSource {
  readonly version: string;
  /** The folder that Claude Desktop proposes as the vault. */
  readonly vault: string;
  readonly packageFolder: string;
}

/** Has no token: Claude Desktop asks for it, and keeps it in the secret storage of the system. */
export function bundleManifest({ version, vault }: Pick<BundleSource, 'version' | 'vault'>): object {
  return {
    manifest_version: MANIFEST_VERSION,
    name: serverName(vault),
    display_name: `NoteDB: ${path.basename(vault)}`,
    version,
    description: 'A folder of Markdown notes as a typed database that refuses bad data and undoes any write.',
    author: { name: 'NoteDB contributors' },
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: PROGRAM,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${PROGRAM}`, 'mcp', '${user_config.vault}'],
        env: { NOTEDB_TOKEN: '${user_config.token}' },
      },
    },
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20' } },
    user_config: {
      vault: {
        type: 'directory',
        title: 'Vault',
        description: 'The folder of the notes.',
        required: true,
        default: vault,
      },
      token: {
        type: 'string',
        title: 'Token',
        description: 'The token that "notedb connect" printed. It says what Claude may do in the vault.',
        required: true,
        sensitive: true,
      },
    },
  };
}

/** Replaces a bundle that is there. */
export function writeBundle(file: string, source: BundleSource): void {
  const { packageFolder } = source;
  const runtime = Object.values(modelRuntimeIn(packageFolder)).map((file: string) =>
    path.relative(packageFolder, file),
  );
  const files: Zippable = { 'manifest.json': strToU8(JSON.stringify(bundleManifest(source), null, 2)) };
  for (const each of [PROGRAM, ...runtime, ...LICENCES]) {
    // Compressed already.
    const level = each.endsWith('.br') ? 0 : 9;
    const bytes = new Uint8Array(fs.readFileSync(path.join(packageFolder, each)));
    files[each.split(path.sep).join('/')] = [bytes, { level }];
  }
  fs.writeFileSync(file, zipSync(files));
}
