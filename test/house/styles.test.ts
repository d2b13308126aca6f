/** Style sheets: what the scanner of the plugin directory warns of. docs/release.md#what-the-directory-asks */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** `:has()` makes the browser look again at elements around each change; `!important` takes a choice from themes. */
const WARNED = [/!\s*important\b/, /:has\(/, /@import\s+url\(\s*['"]?https?:/];

/** Each line that the scanner would name. Comments are left out. */
function warningsIn(name: string, text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return code.split('\n').flatMap((line, at) => (WARNED.some((each) => each.test(line)) ? `${name}:${at + 1}` : []));
}

it('have no `!important`, no `:has()` and nothing from the network', async () => {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(20);
  const found = await Promise.all(
    files.map(async (file) => warningsIn(file, await readFile(path.join(source, file), 'utf8'))),
  );
  expect(found.flat()).toEqual([]);
});

it.each([
  ['a { color: red !important; }', 1],
  ['a { color: red ! important }', 1],
  ['\na:has(b) { color: red }', 2],
  ['@import url("https://a.example/b.css");', 1],
])('finds %j', (text, line) => {
  expect(warningsIn('a.css', text)).toEqual([`a.css:${line}`]);
});

it('leaves comments and names alone', () => {
  expect(warningsIn('a.css', '/* no :has() and\n !important */\n.ndb-has-tools { --ndb-important: 1 }')).toEqual([]);
});
