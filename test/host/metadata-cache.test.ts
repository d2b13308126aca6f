/** The index of the test app: late, and in the shape of the real one's dumps. */

import { afterEach, describe, expect, it } from 'vitest';
import type { TFile } from './abstract-files';
import { createTestApp } from './create-test-app';
import type { NodeTestApp, NodeTestAppOptions } from './create-test-app';
import { parseMetadata } from './parse-metadata';
import type { CachedMetadata } from './parse-metadata';

const open: NodeTestApp[] = [];

async function start(options: NodeTestAppOptions = {}): Promise<NodeTestApp> {
  const testApp = await createTestApp(options);
  open.push(testApp);
  return testApp;
}

afterEach(async () => {
  for (const testApp of open.splice(0)) await testApp.close();
});

async function note(testApp: NodeTestApp, path: string, text: string): Promise<TFile> {
  const slash = path.lastIndexOf('/');
  if (slash > 0) await testApp.core.vault.adapter.mkdir(path.slice(0, slash));
  const file = await testApp.core.vault.create(path, text);
  if (file === null) throw new Error(`${path} is hidden`);
  return file;
}

describe('time', () => {
  /** Milliseconds in which a busy machine gets two small files written. */
  const LONG = 400;

  it('knows nothing of a new note, and is stale right after a write', async () => {
    const testApp = await start();
    const { vault, metadataCache } = testApp.core;
    metadataCache.delay = LONG;
    const file = await note(testApp, 'a.md', '---\nn: 1\n---\n');
    expect(metadataCache.getFileCache(file)).toBeNull();
    await testApp.settled();
    await vault.process(file, () => '---\nn: 2\n---\nmore');
    expect(metadataCache.getFileCache(file)?.frontmatter).toEqual({ n: 1 });
    expect(metadataCache.fileCache['a.md']?.size).not.toBe(file.stat.size);
    await testApp.settled();
    expect(metadataCache.getFileCache(file)?.frontmatter).toEqual({ n: 2 });
    expect(metadataCache.fileCache['a.md']).toMatchObject({ mtime: file.stat.mtime, size: file.stat.size });
  });

  it('fires "changed" after vault "modify", then "resolve", and "resolved" once for a batch', async () => {
    const testApp = await start();
    const { vault, metadataCache } = testApp.core;
    const heard: string[] = [];
    metadataCache.delay = LONG;
    vault.on('create', (file: TFile) => heard.push(`create ${file.path}`));
    metadataCache.on('changed', (file: TFile, data: string, cache: CachedMetadata) =>
      heard.push(`changed ${file.path} ${data.length} ${JSON.stringify(cache.frontmatter)}`),
    );
    metadataCache.on('resolve', (file: TFile) => heard.push(`resolve ${file.path}`));
    metadataCache.on('resolved', () => heard.push('resolved'));
    await note(testApp, 'a.md', '---\nn: 1\n---\n');
    await note(testApp, 'b.md', 'x');
    await testApp.settled();
    expect(heard).toEqual([
      'create a.md',
      'create b.md',
      'changed a.md 13 {"n":1}',
      'changed b.md 1 undefined',
      'resolve a.md',
      'resolve b.md',
      'resolved',
    ]);
  });

  it('tells of a deletion with what was known, and of a rename nothing but "resolved"', async () => {
    const testApp = await start();
    const { vault, metadataCache } = testApp.core;
    const file = await note(testApp, 'a.md', '---\nn: 1\n---\n');
    await testApp.settled();
    const heard: string[] = [];
    metadataCache.on('changed', () => heard.push('changed'));
    metadataCache.on('resolved', () => heard.push('resolved'));
    metadataCache.on('deleted', (gone: TFile, previous: CachedMetadata | null) =>
      heard.push(`deleted ${gone.path} ${JSON.stringify(previous?.frontmatter)}`),
    );
    await vault.rename(file, 'b.md');
    expect(metadataCache.getCache('a.md')).toBeNull();
    expect(metadataCache.getCache('b.md')?.frontmatter).toEqual({ n: 1 });
    await testApp.settled();
    await vault.delete(file);
    await testApp.settled();
    expect(heard).toEqual(['resolved', 'deleted b.md {"n":1}', 'resolved']);
  });
});

describe('front matter', () => {
  it.each([
    ['dates as strings', 'on: 2024-07-21\nat: 2024-07-21T12:37:00', { on: '2024-07-21', at: '2024-07-21T12:37:00' }],
    ['an empty key as null', 'key:', { key: null }],
    ['YAML 1.2: yes is a string', 'a: yes\nb: true', { a: 'yes', b: true }],
    ['lists and maps', 'l: [1, two]\nm:\n  k: v', { l: [1, 'two'], m: { k: 'v' } }],
    ['links as strings', 'l: "[[x]]"', { l: '[[x]]' }],
  ])('gives %s', (_what, yaml, expected) => {
    const cache = parseMetadata(`---\n${yaml}\n---\nbody`);
    expect(cache.frontmatter).toEqual(expected);
    expect(cache.frontmatterPosition?.start).toEqual({ line: 0, col: 0, offset: 0 });
    expect(cache.sections?.map(({ type }) => type)).toEqual(['yaml', 'paragraph']);
  });

  it.each(['a: [', 'a: 1\na: 2', '- list', 'text', ''])('gives none for %j, yet a section', (yaml) => {
    const cache = parseMetadata(`---\n${yaml}\n---\n`);
    expect(cache.frontmatter).toBeUndefined();
    expect(cache.sections?.[0]?.type).toBe('yaml');
  });

  it('does not see a block that does not begin the note or does not end', () => {
    expect(parseMetadata('\n---\na: 1\n---\n').frontmatter).toBeUndefined();
    expect(parseMetadata('---\na: 1\n').frontmatter).toBeUndefined();
  });

  it('gives links of values that are nothing but a link', () => {
    const cache = parseMetadata('---\none: "[[A#h|b]]"\nmany: ["[[B]]", "see [[C]]"]\n---\n');
    expect(cache.frontmatterLinks).toEqual([
      { key: 'one', link: 'A#h', original: '[[A#h|b]]', displayText: 'b' },
      { key: 'many.0', link: 'B', original: '[[B]]', displayText: 'B' },
    ]);
  });
});

describe('body', () => {
  it('gives links, embeds, headings and tags with their places, none from code', () => {
    const text =
      '# Top #x\n\n[[A|a]] ![[B]] [m](my%20note.md) [w](https://w.org) `[[no]]` #tag/sub #12\n\n```\n[[no]]\n```\n';
    const cache = parseMetadata(text);
    expect(cache.links?.map(({ link }) => link)).toEqual(['A', 'my note.md']);
    expect(cache.embeds?.map(({ link }) => link)).toEqual(['B']);
    expect(cache.headings?.map(({ heading, level }) => [heading, level])).toEqual([['Top #x', 1]]);
    expect(cache.tags?.map(({ tag }) => tag)).toEqual(['#x', '#tag/sub']);
    for (const { original, position } of cache.links ?? []) {
      expect(text.slice(position.start.offset, position.end.offset)).toBe(original);
      expect(position.start.line).toBe(2);
    }
  });
});

describe('links', () => {
  it.each([
    ['Name', 'x/source.md', 'Name.md'],
    ['Name', 'source.md', 'Name.md'],
    ['Twin', 'x/source.md', 'x/Twin.md'],
    ['Twin', 'deep/y/source.md', 'deep/y/Twin.md'],
    ['Twin', 'elsewhere/source.md', 'x/Twin.md'],
    ['name', 'elsewhere/source.md', 'Name.md'],
    ['y/Name', 'source.md', 'deep/y/Name.md'],
    ['./Name', 'x/source.md', 'x/Name.md'],
    ['../Only', 'x/source.md', 'Only.md'],
    ['/Name', 'x/source.md', 'Name.md'],
    ['picture.png', 'x/source.md', 'x/picture.png'],
    ['', 'x/source.md', 'x/source.md'],
    ['Nobody', 'source.md', undefined],
  ])('resolves %j in %s to %s', async (linkpath, source, expected) => {
    const testApp = await start();
    const names =
      'Name.md Only.md source.md x/Name.md x/Twin.md x/source.md x/picture.png deep/y/Name.md deep/y/Twin.md';
    for (const path of names.split(' ')) await note(testApp, path, '');
    expect(testApp.core.metadataCache.getFirstLinkpathDest(linkpath, source)?.path).toBe(expected);
  });

  it('counts resolved and unresolved ones', async () => {
    const testApp = await start();
    await note(testApp, 'a.md', '[[b]] [[b#h]] [[nobody]]');
    await note(testApp, 'b.md', '');
    await testApp.settled();
    expect(testApp.core.metadataCache.resolvedLinks['a.md']).toEqual({ 'b.md': 2 });
    expect(testApp.core.metadataCache.unresolvedLinks['a.md']).toEqual({ nobody: 1 });
  });
});

describe('the file manager', () => {
  it('updates links on a rename only when the user turned that on', async () => {
    for (const alwaysUpdateLinks of [true, false]) {
      const testApp = await start({ settings: { alwaysUpdateLinks } });
      const { core } = testApp;
      const file = await note(testApp, 'a.md', '');
      const source = await note(testApp, 'b.md', '---\nl: "[[a]]"\n---\n[[a#h|x]] [m](a.md)');
      await testApp.settled();
      await core.fileManager.renameFile(file, 'new name.md');
      const text = await core.vault.read(source);
      expect(text).toBe(
        alwaysUpdateLinks
          ? '---\nl: "[[new name]]"\n---\n[[new name#h|x]] [m](new%20name.md)'
          : '---\nl: "[[a]]"\n---\n[[a#h|x]] [m](a.md)',
      );
    }
  });

  it.each([
    [{}, '[[b/Twin]]', '[[Only]]'],
    [{ newLinkFormat: 'absolute' }, '[[b/Twin]]', '[[b/Only]]'],
    [{ newLinkFormat: 'relative' }, '[[../b/Twin]]', '[[../b/Only]]'],
    [{ useMarkdownLinks: true }, '[Twin](b/Twin.md)', '[Only](Only.md)'],
  ])('writes links as the user wants them: %o', async (settings, twin, only) => {
    const testApp = await start({ settings });
    await note(testApp, 'a/Twin.md', '');
    const files = [await note(testApp, 'b/Twin.md', ''), await note(testApp, 'b/Only.md', '')];
    expect(files.map((file) => testApp.core.fileManager.generateMarkdownLink(file, 'a/source.md'))).toEqual([
      twin,
      only,
    ]);
  });

  it('rewrites all of the front matter in processFrontMatter', async () => {
    const testApp = await start();
    const file = await note(testApp, 'a.md', "---\nq: 'x' # why\nl: [1,  2]\n---\nbody\n");
    await testApp.core.fileManager.processFrontMatter(file, (values) => {
      values['n'] = 1;
    });
    expect(await testApp.core.vault.read(file)).toBe('---\nq: x\nl:\n  - 1\n  - 2\nn: 1\n---\nbody\n');
  });
});
