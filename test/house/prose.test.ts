import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { problemsOf, sentences, sourceProblemsOf, words } from './prose.js';
import { sourceTexts } from './source-prose.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The reference is made from declarations; records of decisions in `docs/adr/` stay as they were written. */
async function pages(): Promise<string[]> {
  const list = async (folder: string): Promise<string[]> =>
    (await readdir(`${root}/${folder}`)).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
  const found = [...(await list('docs')), ...(await list('docs/app'))];
  return ['README.md', 'CONTRIBUTING.md', ...found.filter((page) => page !== 'docs/operations.md')];
}

async function sources(): Promise<string[]> {
  const found = await readdir(`${root}/src`, { recursive: true });
  return found.filter((path) => /\.tsx?$/.test(path)).map((path) => `src/${path}`);
}

it('keeps the sentences of every page short and plain', async () => {
  const problems = await Promise.all(
    (await pages()).map(async (page) =>
      problemsOf(await readFile(`${root}/${page}`, 'utf8')).map((problem) => `${page}: ${problem}`),
    ),
  );
  expect(problems.flat()).toEqual([]);
});

it('keeps the comments and texts of source files plain', async () => {
  const problems = await Promise.all(
    (await sources()).map(async (path) =>
      sourceTexts(path, await readFile(`${root}/${path}`, 'utf8')).flatMap(({ line, text }) =>
        sourceProblemsOf(text).map((problem) => `${path}:${line}: ${problem}`),
      ),
    ),
  );
  expect(problems.flat()).toEqual([]);
});

it('finds the comments and the texts of a source file', () => {
  const file = [
    '/** One\n * and two. */',
    'const a = `three ${b} four`; // five',
    '// six',
    '// seven',
    "const c = 'eight nine';",
  ];
  expect(sourceTexts('a.ts', file.join('\n')).map(({ line, text }) => [line, text])).toEqual([
    [1, 'One\nand two.'],
    [3, 'five six seven'],
    [3, 'three Code four'],
    [6, 'eight nine'],
  ]);
});

it.each([
  ['of a paragraph, over lines', 'One\nand two. Three! Four?', ['One and two.', 'Three!', 'Four?']],
  [
    'that begin with code, a mark or a figure',
    'One. `two` is. *Three.* 4 notes.',
    ['One.', 'Code is.', '*Three.*', '4 notes.'],
  ],
  ['that begin with an operation', 'One. (add_row is.)', ['One.', '(add_row is.)']],
  ['of items of a list', '- One\n  and two\n- three\n1. Four', ['One and two', 'three', 'Four']],
  ['of cells of a table', '| a | b |\n|---|---|\n| `x` | One. Two |', ['a', 'b', 'Code', 'One.', 'Two']],
  ['of links and pictures, by their texts', 'See [one](a.md).\n\n![Two](b.png)', ['See one.', 'Two']],
  ['but not of code, comments and headings', '# One. Two\n```\nThree.\n```\n<!-- Four. -->\nFive.', ['Five.']],
  ['which a shortened word does not end', 'A host, e.g. Obsidian. Two', ['A host, e.g. Obsidian.', 'Two']],
])('finds the sentences %s', (_what, page, expected) => {
  expect(sentences(page)).toEqual(expected);
});

it('counts a code span as one word, and a mark as none', () => {
  expect(words(sentences('`a b c` -> one-two — three.')[0] ?? '')).toBe(3);
});

it.each([
  ['too long', `${'word '.repeat(25)}end.`],
  ['that compares with nothing', 'What is compiled is kept.'],
  ['that turns a denial round', 'A view is no table.'],
  ['without an actor', 'The owner is told.'],
  ['with a private word', 'The names of now stand in it.'],
  ['about an unnamed person', 'Whoever writes, waits.'],
])('finds a sentence %s', (_what, sentence) => {
  expect(problemsOf(`One.\n\n${sentence} Two.`)).toHaveLength(sentence.includes('stand') ? 2 : 1);
});

it('leaves plain sentences alone', () => {
  const plain = [
    'word '.repeat(25).trim(),
    'There is no server.',
    'It is no longer there.',
    'A stand-alone program.',
    'See *What is there*.',
  ];
  expect(problemsOf(plain.join('. '))).toEqual([]);
});
