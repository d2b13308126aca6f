/**
 * `node scripts/release-notes.mjs VERSION`: prints the section of that version in CHANGELOG.md, for the release on GitHub.
 * Links to pages lead to the repository at the tag, because a release has no folder that they could start from.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const changelog = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'CHANGELOG.md');

/** Null when the changelog has no such section, or nothing in it. */
export function notesOf(version, text) {
  const [, ...sections] = text.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`${version}\n`));
  const notes = section?.slice(version.length).trim() ?? '';
  return notes === '' ? null : notes;
}

export function withAbsoluteLinks(notes, pages) {
  return notes.replace(/\]\((?!https?:)([^)]+)\)/g, (_, target) => `](${pages}/${target})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ''] = process.argv.slice(2);
  const notes = notesOf(version, readFileSync(changelog, 'utf8'));
  if (notes === null) {
    console.error(`CHANGELOG.md has no section "## ${version}"`);
    process.exit(1);
  }
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '' } = process.env;
  console.log(withAbsoluteLinks(notes, `${server}/${repository}/blob/${version}`));
}
