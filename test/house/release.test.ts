/** A release: its version in every file that has it, and the workflows that make it. docs/release.md */

import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { notesOf, withAbsoluteLinks } from '../../scripts/release-notes.mjs';

const read = (file: string): Promise<string> => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
const readAs = async <Shape>(file: string, shape: z.ZodType<Shape>): Promise<Shape> =>
  shape.parse(JSON.parse(await read(file)));

/** The three files that the app downloads; a fourth one in a release is a warning of the directory. */
const ASSETS = ['main.js', 'manifest.json', 'styles.css'];

describe('the version', () => {
  const versioned = z.object({ version: z.string() });

  it('is x.y.z, and the same in manifest, package, lock file, versions and changelog', async () => {
    const { version } = await readAs('package.json', versioned);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const lock = await readAs('package-lock.json', versioned.extend({ packages: z.object({ '': versioned }) }));
    const manifest = await readAs('manifest.json', versioned.extend({ minAppVersion: z.string() }));
    expect([manifest.version, lock.version, lock.packages[''].version]).toEqual([version, version, version]);
    const versions = await readAs('versions.json', z.record(z.string(), z.string()));
    expect(versions[version]).toBe(manifest.minAppVersion);
    expect(notesOf(version, await read('CHANGELOG.md')), `CHANGELOG.md lacks "## ${version}"`).not.toBeNull();
  });

  it('is the newest of the changelog, which keeps a version before it is made under "Unreleased"', async () => {
    const { version } = await readAs('package.json', versioned);
    const headings = [...(await read('CHANGELOG.md')).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.filter((heading) => heading !== 'Unreleased')[0]).toBe(version);
  });

  it('is the tag, with nothing left unreleased, when a tag is released', async () => {
    const tag = process.env['RELEASE_TAG'];
    const { version } = await readAs('package.json', versioned);
    expect(tag === undefined || tag === '' ? version : tag, 'the tag').toBe(version);
    if (tag !== undefined && tag !== '') expect(await read('CHANGELOG.md')).not.toMatch(/^## Unreleased$/m);
  });
});

it('the manifest is as the directory asks: these keys, a plain name, a short sentence without the name of the app', async () => {
  const plain = z.string().regex(/^(?!.*(?:obsidian|plugin))/i);
  await readAs(
    'manifest.json',
    z.strictObject({
      id: plain.regex(/^[a-z-]+$/),
      name: plain,
      version: z.string(),
      minAppVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
      description: z
        .string()
        .max(250)
        .regex(/^(?!.*(?:obsidian|this plugin))[\x20-\x7e]+\.$/i),
      author: z.string().min(1),
      isDesktopOnly: z.boolean(),
    }),
  );
  expect(await read('LICENSE')).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} /);
  expect(await read('README.md')).toMatch(/^## Disclosures$/m);
});

it('the notes of a release are its section of the changelog, with links that work outside of the repository', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n- A [page](docs/page.md), [a site](https://a.example).\n\n## 1.2.2\n\nOld.\n';
  expect(notesOf('1.2.3', text)).toBe('- A [page](docs/page.md), [a site](https://a.example).');
  expect([notesOf('1.2', text), notesOf('Unreleased', text)]).toEqual([null, null]);
  expect(withAbsoluteLinks(notesOf('1.2.3', text) ?? '', 'https://host/us/blob/1.2.3')).toBe(
    '- A [page](https://host/us/blob/1.2.3/docs/page.md), [a site](https://a.example).',
  );
});

describe('the workflows', () => {
  const step = z.object({
    uses: z.string().optional(),
    run: z.string().optional(),
    with: z.record(z.string(), z.unknown()).optional(),
    env: z.record(z.string(), z.string()).optional(),
  });
  const job = z.object({
    uses: z.string().optional(),
    needs: z.string().optional(),
    permissions: z.record(z.string(), z.string()).optional(),
    strategy: z.object({ matrix: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) }).optional(),
    steps: z.array(step).default([]),
  });
  const workflow = z.object({
    on: z.record(z.string(), z.unknown()),
    permissions: z.record(z.string(), z.string()),
    jobs: z.record(z.string(), job),
  });
  const load = async (name: string): Promise<z.infer<typeof workflow>> =>
    workflow.parse(parse(await read(`.github/workflows/${name}`)));
  const jobOf = async (file: string, name: string): Promise<z.infer<typeof job>> =>
    job.parse((await load(file)).jobs[name]);

  it('may read, and each job that may write says what', async () => {
    for (const file of await readdir(new URL('../../.github/workflows/', import.meta.url))) {
      expect((await load(file)).permissions, file).toEqual({ contents: 'read' });
    }
  });

  it('test on three systems with each supported Node', async () => {
    const { strategy, steps } = await jobOf('test.yml', 'test');
    expect(strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm test']);
  });

  it('make a draft of exactly the three files that they attest, after the tests, for a tag without v', async () => {
    const { on } = await load('release.yml');
    expect(on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
    expect((await jobOf('release.yml', 'test')).uses).toBe('./.github/workflows/test.yml');
    const draft = await jobOf('release.yml', 'draft');
    expect([draft.needs, draft.permissions]).toEqual([
      'test',
      { contents: 'write', 'id-token': 'write', attestations: 'write' },
    ]);
    const attested = draft.steps.find(({ uses }) => uses?.startsWith('actions/attest@'))?.with?.['subject-path'];
    expect(z.string().parse(attested).trim().split('\n')).toEqual(ASSETS);
    const created = draft.steps.flatMap(({ run }) => /^gh release create .*$/m.exec(run ?? '')?.[0] ?? []);
    expect(created).toHaveLength(1);
    expect(created[0]).toContain(' --draft ');
    expect(created[0]?.split(' ').slice(-3)).toEqual(ASSETS);
  });

  it('publish the program with provenance when a person has published the draft', async () => {
    const { on } = await load('publish.yml');
    expect(on).toEqual({ release: { types: ['published'] } });
    const { permissions, steps } = await jobOf('publish.yml', 'npm');
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(steps.at(-1)?.run).toMatch(/^npm publish --provenance /);
  });

  it('compare the tag with the files before they make anything of it', async () => {
    for (const [file, name] of [
      ['release.yml', 'draft'],
      ['publish.yml', 'npm'],
    ] as const) {
      const { steps } = await jobOf(file, name);
      const compares = steps.findIndex(({ run, env }) => run?.includes('test/house/release') && env?.['RELEASE_TAG']);
      expect(compares, file).toBeGreaterThan(0);
      expect(compares, file).toBeLessThan(steps.findIndex(({ run }) => run === 'npm run build'));
    }
  });
});
