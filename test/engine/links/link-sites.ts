/** Every place and every form in which a link to a note can stand, and every place where it is none. */

/** How one note is written in another: its name, its vault path and its relative path, all without `.md`. */
export interface Spellings {
  readonly name: string;
  readonly path: string;
  readonly relative: string;
}

const encoded = (path: string): string => path.replaceAll(' ', '%20');

const FRONT_MATTER: readonly ((to: Spellings) => string)[] = [
  ({ name }) => `scalar: "[[${name}]]"`,
  ({ name }) => `alias: '[[${name}|It''s]]' # [[${name}]] in a comment`,
  ({ name }) => `heading: "[[${name}#A heading|x]]"`,
  ({ path }) => `whole: "[[${path}]]"`,
  ({ name, path }) => `block:\n  - "[[${name}]]"\n  - '[[${path}|x]]'\n  - other`,
  ({ name, path }) => `flow: ["[[${name}]]", other, '[[${path}#h]]']`,
  ({ name }) => `words: see [[${name}]] for more`,
  ({ name }) => `folded: >-\n  see\n  [[${name}#^b1]]`,
];

const BODY: readonly ((to: Spellings) => string)[] = [
  ({ name }) => `[[${name}]]`,
  ({ name }) => `[[${name}.md]]`,
  ({ path }) => `[[${path}]]`,
  ({ path }) => `[[${path}.md|p]]`,
  ({ path }) => `[[/${path}]]`,
  ({ relative }) => `[[${relative}]]`,
  ({ name }) => `[[${name}|alias]] [[${name}|[a] b]]`,
  ({ name }) => `[[${name}#h]] [[${name}#a b#c d]] [[${name}#^b1]]`,
  ({ name }) => `[[${name}#h|alias]] [[${name}#a#b|alias]] [[${name}#^b1|alias]]`,
  ({ name }) => `[[ ${name} # h | alias ]]`,
  ({ name }) => `![[${name}]] ![[${name}#h]] ![[${name}#^b1|300x200]]`,
  ({ name }) => `| a | b |\n|---|---|\n| [[${name}\\|alias]] | ![[${name}#h\\|100]] |`,
  ({ name }) => `[n](${encoded(name)}.md) [n](<${name}.md>) [n](${encoded(name)})`,
  ({ path }) => `[p](${encoded(path)}.md) [p](<${path}.md#h> "A title") [p](/${encoded(path)}.md)`,
  ({ relative }) => `[r](${encoded(relative)}.md) [r](<${relative}.md>) [r](${encoded(relative)}.md#a%20b 'T')`,
  ({ relative, path }) =>
    `![](${encoded(relative)}.md) ![x](<${path}.md>) [![i](${encoded(path)}.md)](<${relative}.md#^b1>)`,
  ({ name }) => `- [ ] [[${name}]] and **[[${name}]]**\n  - [[${name}|deep]]\n\n> [!note] [[${name}]]\n> [[${name}#h]]`,
  ({ name }) => `# Heading with [[${name}]]`,
  ({ name }) => `%% [[${name}]] %%`,
  ({ name }) => `A note[^1]\n\n[^1]: [[${name}]]`,
  ({ name }) => `Costs $5 and [[${name}]] and $6`,
];

/** How many links the pieces above hold. */
export const LINKS = 10 + 42;

/** What looks like a link and is none. */
const NONE: readonly ((to: Spellings) => string)[] = [
  ({ name, path }) => `\`\`\`md\n[[${name}]]\n[x](<${path}.md>)\n\`\`\``,
  ({ name }) => `~~~\n![[${name}|x]]\n~~~`,
  ({ name }) => `> \`\`\`\n> [[${name}]]\n> \`\`\``,
  ({ name, path }) => `Text:\n\n    [[${name}]]\n    [x](<${path}.md>)\n\nText`,
  ({ name, path }) => `\`[[${name}]]\` \`\`a \` [[${name}]]\`\` \`[x](<${path}.md>)\``,
  ({ name }) => `<!-- [[${name}]] -->`,
  ({ name }) => `$[[${name}]]$\n\n$$\n[[${name}]]\n$$`,
  ({ name }) => `\\[[${name}]] \\[\\[${name}]]`,
  ({ name, path }) => `[x](https://example.org/${encoded(path)}.md) [[https://example.org/${name}]] ${name} [${name}]`,
  ({ path }) => `[ref]: <${path}.md>`,
  ({ name }) => `[[${name} and more]] [[More/${name}]] [[${name}.png]]`,
];

/** A note that links to another in every way; `keys` are the front matter of a row. */
export function noteOf(to: Spellings, keys: readonly string[] = []): string {
  const front = FRONT_MATTER.map((site) => site(to));
  const body = [...BODY, ...NONE].map((site) => site(to));
  return `---\n${[...keys, ...front].join('\n')}\n---\n${body.join('\n\n')}\n`;
}
