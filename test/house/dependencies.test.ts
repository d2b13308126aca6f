import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

type Packages = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies?: Packages;
  readonly devDependencies?: Packages;
}

/** `name version` of everything that a package file asks for. */
async function packagesOf(file: string): Promise<string[]> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(file)) as Manifest;
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) => `${name} ${version}`);
}

it('the decision record has a line for each dependency in its version, and no other', async () => {
  const record = await read('docs/adr/0001-dependencies.md');
  const recorded = [...record.matchAll(/^\| `([^`]+)` (\S+) \|/gm)].map(([, name, version]) => `${name} ${version}`);
  const asked = [...(await packagesOf('package.json')), ...(await packagesOf('bench/package.json'))];
  expect(recorded.sort()).toEqual(asked.sort());
});

it('every version is exact, or a folder of the repository', async () => {
  const asked = [...(await packagesOf('package.json')), ...(await packagesOf('bench/package.json'))];
  expect(
    asked.filter(
      (entry) => !/ ((npm:[a-z-]+@)?\d+\.\d+\.\d+(-[a-z]+\.\d+)?|file:scripts\/stubs\/[a-z-]+)$/.test(entry),
    ),
  ).toEqual([]);
});

it.each(['package-lock.json', 'bench/package-lock.json'])('%s names no registry', async (file) => {
  expect(await read(file)).not.toMatch(/"resolved": "[a-z]+:/);
});
