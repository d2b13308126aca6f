import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'test', 'docs', 'scripts', 'bench'];
const DECISIONS = 'docs/decisions.md';

/** Files by their path from the root, with `/`. */
type Tree = ReadonlyMap<string, string>;

/** References that lead to nothing, each with its file. */
function deadReferences(tree: Tree): string[] {
  const headings = new Map(
    [...tree].filter(([file]) => file.endsWith('.md')).map(([file, text]) => [file, anchors(text)]),
  );
  const isThere = (page: string, anchor: string | undefined): boolean =>
    anchor === undefined ? tree.has(page) : headings.get(page)?.has(anchor) === true;
  const chapters = new Set([...(headings.get(DECISIONS) ?? [])].map((anchor) => /^d\d+/.exec(anchor)?.[0]));
  return [...tree].flatMap(([file, text]) => {
    const dead = [
      ...found(text, /(?<![\w/.-])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g).filter(
        ([, page = '', at]) => !isThere(page, at),
      ),
      ...found(text, /(?<![\w-])D([1-9]\d?)(?![\w-])/g).filter(([, chapter]) => !chapters.has(`d${chapter}`)),
      ...found(text, /\b(?:adr\/|ADR )(\d{4})\b/g).filter(
        ([, number = '']) => ![...tree.keys()].some((each) => each.startsWith(`docs/adr/${number}-`)),
      ),
      ...(file.endsWith('.md') ? deadLinks(file, text, isThere, tree) : outsideReferences(text, tree)),
    ];
    return dead.map(([reference]) => `${file}: ${reference}`);
  });
}

/** Links of a page to other files. */
function deadLinks(
  file: string,
  text: string,
  isThere: (page: string, anchor?: string) => boolean,
  tree: Tree,
): Match[] {
  const prose = text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return found(prose, /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g).filter(([, target = '', anchor]) => {
    const page = target === '' ? file : path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '');
    if (anchor !== undefined) return !isThere(page, anchor);
    return !tree.has(page) && ![...tree.keys()].some((each) => each.startsWith(`${page}/`));
  });
}

/** Comments that speak of documents of somebody else. A name of less than five letters (`read.md`) is an example of a note. */
function outsideReferences(text: string, tree: Tree): Match[] {
  return found(text, /^\s*(?:\/\*\*|\*|\/\/).*$/gm).flatMap(([comment = '']) => [
    ...found(comment, /(?<![a-z] )\bspec: .*?(?=\s*\*\/|$)|\bthe specification\b/g),
    ...found(comment, /(?<![\w/.-])(?!docs\/)(?:\.\.?\/|[a-z]+\/)*[a-z-]{5,}\.md\b/g).filter(
      ([name = '']) => !tree.has(name),
    ),
  ]);
}

type Match = readonly (string | undefined)[];
const found = (text: string, pattern: RegExp): Match[] => [...text.matchAll(pattern)];

/** As GitHub makes anchors of headings. */
const anchors = (page: string): ReadonlySet<string> =>
  new Set(
    found(page.replace(/^(```+)[^]*?^\1/gm, ''), /^#{1,6} (.+)$/gm).map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

async function readTree(): Promise<Tree> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    ),
  );
  const top = (await readdir(root)).filter((name) => /\.(md|mjs|mts|txt)$/.test(name));
  const files = [...folders.flat(), ...top, 'demo-vault', 'LICENSE', 'package.json'].filter(
    (file) => path.extname(file) !== '' && file !== 'test/house/references.test.ts' && !file.includes('node_modules'),
  );
  const isText = (file: string): boolean => /\.(md|[mc]?[jt]sx?)$/.test(file);
  const read = async (file: string): Promise<[string, string]> => [
    file,
    isText(file) ? await readFile(path.join(root, file), 'utf8') : '',
  ];
  return new Map(await Promise.all(files.map(read)));
}

it('has no reference that leads to nothing', async () => {
  expect(deadReferences(await readTree())).toEqual([]);
});

it.each([
  ['a page', 'src/a.ts', '/** Reads it. docs/formats.md */', ['docs/formats.md']],
  ['a heading', 'src/a.ts', '/** Reads it. docs/decisions.md#d9-cats */', ['docs/decisions.md#d9-cats']],
  ['a chapter of the decisions', 'src/a.ts', '/** Reads it. D9 */', ['D9']],
  ['a record', 'docs/a.md', 'As adr/0009 has it.', ['adr/0009']],
  ['a link of a page', 'docs/a.md', 'See [b](b.md), `[c](c.md)` and [d](decisions.md#d7-journal).', ['](b.md)']],
  ['a document of somebody else', 'src/a.ts', '/** Reads it. spec: Errors */', ['spec: Errors']],
  ['a name without its folder', 'src/a.ts', '/** Reads it, see service.md, not a.md. */', ['service.md']],
])('finds %s that is not there', (_what, file, text, dead) => {
  const tree = new Map([
    [DECISIONS, '# Decisions\n\n## D7 Journal\n'],
    [file, text],
  ]);
  expect(deadReferences(tree)).toEqual(dead.map((reference) => `${file}: ${reference}`));
});
