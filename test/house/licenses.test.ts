/**
 * The licences of every package that is bundled, in THIRD-PARTY-LICENSES.txt: they ask for a copy beside the code.
 * `npx vitest run test/house/licenses -u` renews the file after a change of packages.
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE = path.join(root, 'THIRD-PARTY-LICENSES.txt');
/** The two plugins, the program, the page, the thread of local models, and the client for PostgreSQL. */
const ENTRIES = [
  'src/main.ts',
  'src/local-models.ts',
  'src/headless.ts',
  'src/page.tsx',
  'src/embedding-worker.ts',
  'src/hosts/node/postgres/postgres-target.ts',
];
/** Packages without a file of their licence: who holds the copyright, by their repository. All are MIT, as we are. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'onnxruntime-common': 'Copyright (c) Microsoft Corporation',
  'onnxruntime-web': 'Copyright (c) Microsoft Corporation',
  'pg-types': 'Copyright (c) 2014 Brian M. Carlson',
  pgpass: 'Copyright (c) 2013-2016 Hannes Hörl',
};
const FONT_LICENCE = 'src/ui/shells/page/fonts/OFL.txt';
const RULE = '-'.repeat(80);

const described = z.object({ version: z.string(), license: z.string() });

/** The folder of each package with code in a bundle, from the root. */
async function bundledPackages(): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: 'unwritten',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    external: [
      'obsidian',
      'electron',
      'sharp',
      '@codemirror/*',
      '@lezer/*',
      'onnxruntime-node',
      'pg-native',
      'pg-cloudflare',
    ],
    alias: { '@modelcontextprotocol/server/_shims': './scripts/build/mcp-shims.mjs' },
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

const nameOf = (folder: string): string => folder.replace(/^.*node_modules\//, '');

async function licenceOf(folder: string): Promise<string> {
  const place = path.join(root, folder);
  const { version, license } = described.parse(JSON.parse(await readFile(path.join(place, 'package.json'), 'utf8')));
  const file = (await readdir(place)).find((name) => /^licen[cs]e(?:\.|$)/i.test(name));
  const text =
    file === undefined ? await ourLicenceFor(nameOf(folder)) : await readFile(path.join(place, file), 'utf8');
  return [`${nameOf(folder)} ${version} (${license})`, text.replace(/\r\n/g, '\n').trim()].join('\n\n');
}

async function ourLicenceFor(name: string): Promise<string> {
  const holder = WITHOUT_FILE[name];
  if (holder === undefined) throw new Error(`${name} has no file with its licence: add its copyright to WITHOUT_FILE`);
  return (await readFile(path.join(root, 'LICENSE'), 'utf8')).replace(/^Copyright .*$/m, holder);
}

it('holds the licence of each package that is bundled', async () => {
  const packages = await bundledPackages();
  expect(packages.map(nameOf)).toEqual(expect.arrayContaining(['preact', 'yaml', 'zod', 'fflate']));
  const licences = await Promise.all(packages.map(licenceOf));
  const head = 'NoteDB holds code of these packages. Each keeps its own licence.';
  const font = `Inter, the font of the page (OFL-1.1)\n\n${(await readFile(path.join(root, FONT_LICENCE), 'utf8')).trim()}`;
  const text = `${[head, ...licences, font].join(`\n\n${RULE}\n\n`)}\n`;
  await expect(text).toMatchFileSnapshot(FILE);
});
