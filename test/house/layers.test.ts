import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, expect, it } from 'vitest';
import config from '../../dependency-cruiser.config.mjs';

const nodeModules = fileURLToPath(new URL('../../node_modules', import.meta.url));

let folder: string | undefined;
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Names of the rules that a tree of these files breaks; every file also exports something. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  folder = await mkdtemp(path.join(tmpdir(), 'notedb-layers-'));
  await symlink(nodeModules, path.join(folder, 'node_modules'), 'junction');
  for (const [file, imports] of Object.entries(files)) {
    const target = path.join(folder, 'src', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, `${imports}\nexport const value = 1;\n`);
  }
  const { forbidden, options } = config;
  const { output } = await cruise(['src'], {
    doNotFollow: options.doNotFollow,
    tsPreCompilationDeps: options.tsPreCompilationDeps,
    enhancedResolveOptions: options.enhancedResolveOptions,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: forbidden as never },
  });
  return (output as ICruiseResult).summary.violations.map((violation) => violation.rule.name).sort();
}

const leaf = '';

it.each<[string, string, Record<string, string>]>([
  ['a room above', 'engine-room-storage', { 'engine/storage/a.ts': `import '../query/b';`, 'engine/query/b.ts': leaf }],
  [
    'a type of a room above',
    'engine-room-text',
    { 'engine/ports/a.ts': `import type { value } from '../catalog/b';`, 'engine/catalog/b.ts': leaf },
  ],
  [
    'a plan, which reads the history, from a query',
    'engine-room-integrity',
    { 'engine/query/where/a.ts': `import '../plan/b';`, 'engine/query/plan/b.ts': leaf },
  ],
  [
    'the public face from inside',
    'engine-room-engine',
    { 'engine/engine.ts': `import './index';`, 'engine/index.ts': leaf },
  ],
  [
    'a writer from a handler’s helper',
    'engine-room-history',
    { 'engine/history/a.ts': `import '../commit/b';`, 'engine/commit/b.ts': leaf },
  ],
  [
    'a room that is not on the list',
    'engine-has-only-known-rooms',
    { 'engine/query/a.ts': `import '../utils/b';`, 'engine/utils/b.ts': leaf },
  ],
  ['Node in the engine', 'engine-knows-no-host', { 'engine/note/a.ts': `import 'node:fs';` }],
  ['a package in the engine', 'engine-knows-no-host', { 'engine/note/a.ts': `import 'preact';` }],
  [
    'the insides of the engine in a host',
    'hosts-know-only-ports',
    { 'hosts/node/a.ts': `import '../../engine/storage/b';`, 'engine/storage/b.ts': leaf },
  ],
  [
    'another host in a host',
    'hosts-are-leaves',
    { 'hosts/node/a.ts': `import '../obsidian/b';`, 'hosts/obsidian/b.ts': leaf },
  ],
  ['the app in a component', 'obsidian-stays-in-its-places', { 'ui/components/a.ts': `import 'obsidian';` }],
  [
    'the insides of the engine in the server',
    'server-knows-only-the-public-face',
    { 'server/a.ts': `import '../engine/query/b';`, 'engine/query/b.ts': leaf },
  ],
  ['a socket in the server', 'server-has-no-sockets', { 'server/a.ts': `import 'node:http';` }],
  [
    'a host in the interface',
    'ui-asks-only-the-operations',
    { 'ui/rows/a.ts': `import '../../hosts/node/b';`, 'hosts/node/b.ts': leaf },
  ],
  [
    'a room above a component in it',
    'ui-room-components',
    { 'ui/components/a.ts': `import '../client/b';`, 'ui/client/b.ts': leaf },
  ],
  ['a shell in a screen', 'ui-room-screens', { 'ui/screens/a.ts': `import '../shells/b';`, 'ui/shells/b.ts': leaf }],
  [
    'an unknown room of the interface',
    'ui-has-only-known-rooms',
    { 'main.ts': `import './ui/browser/a';`, 'ui/browser/a.ts': leaf },
  ],
  [
    'the engine in the kernel',
    'kernel-stands-alone',
    { 'kernel/a.ts': `import '../engine/json';`, 'engine/json.ts': leaf },
  ],
  [
    'a value of the engine in the interface',
    'ui-knows-only-types-of-the-engine',
    { 'ui/rows/a.ts': `import { type value, leaf } from '../../engine/index';`, 'engine/index.ts': leaf },
  ],
  [
    'the insides of the engine in a root',
    'roots-see-the-public-face',
    { 'main.ts': `import './engine/storage/b';`, 'engine/storage/b.ts': leaf },
  ],
  [
    'a root anywhere',
    'nobody-imports-a-root',
    { 'hosts/obsidian/a.ts': `import type { value } from '../../main';`, 'main.ts': leaf },
  ],
  [
    'a cycle',
    'no-cycles',
    { 'engine/note/a.ts': `import './b';`, 'engine/note/b.ts': `import type { value } from './a';` },
  ],
  [
    'a file that no program reaches',
    'no-dead-files',
    { 'main.ts': `import './ui/shells/a';`, 'ui/shells/a.ts': leaf, 'engine/note/b.ts': leaf },
  ],
  ['a file that is not there', 'no-unresolved', { 'engine/note/a.ts': `import './b';` }],
])('refuses %s', async (_, rule, files) => {
  expect(await brokenRules(files)).toContain(rule);
});

it('lets the house stand as it is planned', async () => {
  const files = {
    'main.ts': `import 'obsidian'; import './engine/index'; import './hosts/obsidian/host'; import './ui/shells/obsidian/view';`,
    'headless.ts': `import './hosts/node/vault'; import './server/routes';`,
    'hosts/obsidian/host.ts': `import 'obsidian'; import '../../engine/ports/vault-port'; import '../../engine/errors';`,
    'hosts/node/vault.ts': `import 'node:fs'; import '../vault-path'; import '../../engine/note/paths';`,
    'hosts/vault-path.ts': leaf,
    'ui/shells/obsidian/view.ts': `import 'obsidian'; import '../../screens/browser'; import '../../../engine/index';`,
    'ui/screens/browser.ts': `import '../components/grid'; import '../../kernel/names'; import type { value } from '../../engine/index';`,
    'kernel/names.ts': leaf,
    'ui/components/grid.ts': `import 'preact';`,
    'server/routes.ts': `import '../engine/index';`,
    'engine/index.ts': `import './engine';`,
    'engine/engine.ts': `import './operations/insert';`,
    'engine/operations/insert.ts': `import '../commit/commit'; import 'zod';`,
    'engine/commit/commit.ts': `import '../storage/snapshot'; import '../ports/vault-port';`,
    'engine/storage/snapshot.ts': `import '../json';`,
    'engine/ports/vault-port.ts': `import '../json'; import '../text/lines';`,
    'engine/json.ts': `import '../kernel/names';`,
    'engine/note/paths.ts': leaf,
    'engine/text/lines.ts': leaf,
    'engine/errors.ts': leaf,
  };
  expect(await brokenRules(files)).toEqual([]);
});
