// @vitest-environment happy-dom
/** What the metadata port tells, and when it says that it does not know. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KnownNote } from '../../../src/engine/ports/metadata-port';
import { startFixture } from './obsidian-fixture';
import type { Fixture } from './obsidian-fixture';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

const known = (file: string): KnownNote | null | undefined => fixture.host.metadata?.note(file);

async function note(file: string, text: string): Promise<void> {
  await fixture.host.vault.create(file, text);
  await fixture.testApp.settled();
}

describe('a note that the app knows', () => {
  test('gives front matter and links without headings, blocks and aliases', async () => {
    const yaml = 'on: 2024-07-21\nn: 1.5\nlink: "[[Front#h|f]]"\nlist: ["[[In list]]", text]\nempty:\nmap: {k: [1]}';
    await note(
      'a.md',
      `---\n${yaml}\n---\n[[Body#^block|alias]] ![[Picture.png]] [m](dir/md%20link.md#h) [[#own heading]]`,
    );
    expect(known('a.md')).toEqual({
      frontMatter: {
        on: '2024-07-21',
        n: 1.5,
        link: '[[Front#h|f]]',
        list: ['[[In list]]', 'text'],
        empty: null,
        map: { k: [1] },
      },
      links: ['Body', 'dir/md link.md', 'Picture.png', 'Front', 'In list'],
    });
  });

  test('without front matter has null', async () => {
    await note('a.md', 'only [[text]]');
    expect(known('a.md')).toEqual({ frontMatter: null, links: ['text'] });
  });

  test('loses the place of the block that older apps put among the values, and no key of its own', async () => {
    await note('a.md', '---\nposition: left\n---\n');
    await note('b.md', '---\nn: 1\n---\n');
    const place = { line: 0, col: 0, offset: 0 };
    const cache = fixture.testApp.core.metadataCache.getCache('b.md');
    if (cache?.frontmatter !== undefined) cache.frontmatter['position'] = { start: place, end: place };
    expect([known('a.md')?.frontMatter, known('b.md')?.frontMatter]).toEqual([{ position: 'left' }, { n: 1 }]);
  });
});

describe('null means: read it', () => {
  beforeEach(() => {
    fixture.testApp.core.metadataCache.delay = 60; // time enough to look before the index has caught up
  });

  test('right after a write, until the index has caught up', async () => {
    await note('a.md', '---\nn: 1\n---\n');
    await fixture.host.vault.replace('a.md', '---\nn: 1\n---\n', '---\nn: 22\n---\n');
    expect(known('a.md')).toBeNull();
    await fixture.testApp.settled();
    expect(known('a.md')?.frontMatter).toEqual({ n: 22 });
  });

  test('for a new note, a note that is not there, a folder and what is no note', async () => {
    await fixture.host.vault.create('picture.png', 'x');
    await fixture.host.vault.createFolder('folder');
    // Last: a slow disk gave the index time to catch up before the question.
    await fixture.host.vault.create('new.md', '---\nn: 1\n---\n');
    expect(['new.md', 'none.md', 'folder', 'picture.png', ''].map(known)).toEqual([null, null, null, null, null]);
  });

  test.each([
    ['a block that does not parse', 'a: ['],
    ['keys that repeat', 'a: 1\na: 2'],
    ['a list in place of a mapping', '- a'],
    ['a number that JSON has not', 'a: .inf'],
    ['no number', 'a: .nan'],
    ['nothing in the block', ''],
  ])('for %s', async (_what, yaml) => {
    await note('a.md', `---\n${yaml}\n---\nbody`);
    expect(known('a.md')).toBeNull();
  });

  test('after an edit beside the app that it has noticed but not indexed', async () => {
    await note('a.md', '---\nn: 1\n---\n');
    writeFileSync(path.join(fixture.testApp.folder, 'a.md'), '---\nn: 2, longer\n---\n');
    await fixture.testApp.noticeOutsideChanges();
    expect(known('a.md')).toBeNull();
  });

  test('in an app that does not tell what its index was made from', async () => {
    await note('a.md', '---\nn: 1\n---\n');
    Reflect.deleteProperty(fixture.testApp.core.metadataCache, 'fileCache');
    Object.assign(fixture.testApp.core.metadataCache, { getFileCache: () => ({ frontmatter: { n: 1 } }) });
    expect(known('a.md')).toBeNull();
  });
});

test('asking for all notes of a vault reads none of them', async () => {
  for (let index = 0; index < 30; index += 1) await note(`n${index}.md`, `---\nn: ${index}\n---\n`);
  const { calls } = fixture.testApp.core.vault.adapter;
  calls.clear();
  const { files: stats } = await fixture.host.vault.list();
  expect(stats.map(({ path: file }) => known(file)?.frontMatter?.['n'])).toHaveLength(30);
  expect([...calls]).toEqual([]);
});
