/** Notes of films and of people, as somebody keeps them who never heard of a table: what a journey from folder to table starts from. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const FILMS = 60;
export const filmName = (film: number): string => `Film ${String(film).padStart(2, '0')}`;
/** The film whose note shows a block. */
export const BLOCK_NOTE = 57;
export const filmPath = (film: number): string => `Films/${filmName(film)}.md`;

const PEOPLE = ['Agnès Varda', 'Bong Joon-ho', 'Bo Li', 'Ozu Yasujirō'];
const MOODS = ['calm', 'funny', 'tense'];
const of = (list: readonly string[], film: number): string => list[film % list.length] ?? '';
const two = (number: number): string => String(number).padStart(2, '0');

const BLOCK = `
\`\`\`notedb
table: my_films
columns: [rating, price]
where: {price: {gt: 4, lt: 6}, rating: {lt: 100}}
order_by: price
limit: 3
\`\`\`
`;

function film(at: number): string {
  return `---
rating: ${(at % 10) + 1}
price: ${at}.5
seen: ${at % 2 === 0}
released: ${1950 + at}-03-${two((at % 28) + 1)}
watched: 2024-05-${two((at % 28) + 1)}T20:30:00
mood: ${of(MOODS, at)}
director: "[[${of(PEOPLE, at)}]]"
genres: [drama, ${of(['crime', 'comedy'], at)}]
summary: What happens in number ${at}.
extras: {sound: mono, reels: ${at}}
---

# ${filmName(at)}

It begins in **spring**.
${at === BLOCK_NOTE ? BLOCK : ''}`;
}

/** A folder; the caller removes it. */
export async function makeFilmNotes(): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'notedb-journey-'));
  const folder = path.join(parent, 'Films and people');
  await mkdir(path.join(folder, 'Films'), { recursive: true });
  await mkdir(path.join(folder, 'People'));
  for (let at = 1; at <= FILMS; at += 1) await writeFile(path.join(folder, filmPath(at)), film(at));
  for (const name of PEOPLE)
    await writeFile(path.join(folder, `People/${name}.md`), `---\nborn: 1950\n---\nA director.\n`);
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
