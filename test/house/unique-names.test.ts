/** A name means one thing: no two source files, and no two exported types, have the same one. CONTRIBUTING.md#rules-that-are-checked */

import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../src');

/** Names of the parts of a shared pattern: each folder has its own. */
const EVERYWHERE = new Set(['index.ts']);

const EXPORTED_TYPE = /^export (?:abstract )?(?:interface|type|class) (\w+)/gm;

async function sourceFiles(): Promise<readonly string[]> {
  const names = await readdir(ROOT, { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name));
}

/** The places of each name that has several. */
function shared(places: Iterable<readonly [name: string, place: string]>): readonly string[] {
  const byName = new Map<string, string[]>();
  for (const [name, place] of places) byName.set(name, [...(byName.get(name) ?? []), place]);
  return [...byName].flatMap(([name, all]) => (all.length > 1 ? [`${name}: ${all.sort().join(', ')}`] : []));
}

it('of a file', async () => {
  const files = await sourceFiles();
  const named = files.map((file) => [path.basename(file), file] as const);
  expect(shared(named.filter(([name]) => !EVERYWHERE.has(name)))).toEqual([]);
});

it('of an exported type', async () => {
  const found = await Promise.all(
    (await sourceFiles()).map(async (file) => {
      const text = await readFile(path.join(ROOT, file), 'utf8');
      return [...text.matchAll(EXPORTED_TYPE)].map(([, name = '']) => [name, file] as const);
    }),
  );
  expect(shared(found.flat())).toEqual([]);
});

it('is seen where it is shared', () => {
  expect(
    shared([
      ['A', 'x.ts'],
      ['B', 'x.ts'],
      ['A', 'y.ts'],
    ]),
  ).toEqual(['A: x.ts, y.ts']);
});
