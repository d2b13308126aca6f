/** A vault for the interface: a table of thirty columns, and a small one that its links lead to. */

import { keptVault } from '../vault/generate';
import { Random } from '../vault/random';
import { Vocabulary } from '../vault/vocabulary';

/** Counts up when other notes come out. */
const EDITION = 2;

const STATUSES = ['todo', 'doing', 'waiting', 'done'];
const PEOPLE = 50;
/** Of the dates, one row as likely as another. */
export const FIRST_DAY = Date.UTC(2018, 0, 1);
export const DAYS = 3650;
/** The last column of dates is the end of what begins with the first one: less than so many days later. */
const LONGEST = 15;
/** The nine kinds of columns come three times. */
export const ROUNDS = 3;

const LINES: Readonly<Record<string, string>> = {
  rank: 'integer',
  score: 'number',
  status: `enum\n        values: [${STATUSES.join(', ')}]`,
  due: 'date',
  tags: 'list',
  text: 'string',
  done: 'boolean',
  moment: 'datetime',
  person: 'link\n        ref: main.default.people',
};

export const COLUMNS: readonly string[] = [
  'name',
  ...Array.from({ length: ROUNDS }, (_, round) => Object.keys(LINES).map((kind) => `${kind}_${round + 1}`)).flat(),
  'remark',
  'weight',
];

export const BLOCKS = 10;

export function wideVault(size: number): string {
  return keptVault(`vault-ui-${EDITION}-${size}`, size, metastore(), notes(size));
}

function metastore(): string {
  const type = (name: string): string => LINES[name.slice(0, -2)] ?? (name === 'weight' ? 'number' : 'string');
  const table = (name: string, columns: readonly string[]): string =>
    `  main.default.${name}:\n    description: a note of the kind ${name}\n    filename: "{name}"\n    columns:\n${columns.join('')}`;
  const column = (name: string): string => `      - name: ${name}\n        type: ${type(name)}\n`;
  return `format: 1\n\ntables:\n${table('people', [column('name')])}\n${table('wide', COLUMNS.map(column))}`;
}

function* notes(size: number): Generator<{ path: string; text: string }> {
  const random = new Random(size);
  const words = new Vocabulary(new Random(7));
  const note = (table: string, name: string, lines: readonly string[]): { path: string; text: string } => ({
    path: `notedb/main/default/${table}/${name}.md`,
    text: `---\ntable: main.default.${table}\nid: ${random.uuid()}\nname: ${name}\n${lines.join('\n')}\n---\n\nA note of the bench.\n`,
  });
  for (let person = 0; person < PEOPLE; person++) yield note('people', `Person ${person}`, []);
  for (let row = 0; row < size - PEOPLE; row++) {
    const dues = duesOf(random);
    const lines = dues.flatMap((due, round) => kindsOf(random, words, { round: round + 1, due }));
    // Each block of the note with blocks has rows of its own.
    const more = [`remark: ${row < BLOCKS * 5 ? `block ${row % BLOCKS}` : words.phrase(random, 3)}`, `weight: ${row}`];
    yield note('wide', `${words.phrase(random, 2)} ${row}`, [...lines, ...more]);
  }
}

const dayText = (day: number): string => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

function duesOf(random: Random): readonly string[] {
  const first = random.below(DAYS);
  return [first, random.below(DAYS), first + random.below(LONGEST)].map(dayText);
}

interface Kinds {
  readonly round: number;
  readonly due: string;
}

function kindsOf(random: Random, words: Vocabulary, { round, due }: Kinds): readonly string[] {
  return [
    `rank_${round}: ${random.below(10_000_000)}`,
    `score_${round}: ${random.below(100_000) / 10}`,
    `status_${round}: ${random.pick(STATUSES)}`,
    `due_${round}: ${due}`,
    `tags_${round}: [${words.word(random)}, ${words.word(random)}, ${words.word(random)}]`,
    `text_${round}: ${words.phrase(random, 5)}`,
    `done_${round}: ${random.chance(0.5)}`,
    `moment_${round}: ${dayText(random.below(DAYS))}T12:15:00`,
    `person_${round}: "[[Person ${random.below(PEOPLE)}]]"`,
  ];
}
