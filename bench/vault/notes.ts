/** The notes of a vault of a given size, one after the other, always the same ones. */

import { joinPath } from '../../src/engine/note/paths';
import { AREAS, STATUSES } from './metastore';
import { Random } from './random';
import { Vocabulary } from './vocabulary';

export type Value = string | number | boolean | readonly string[];

export interface BenchNote {
  readonly path: string;
  readonly text: string;
  /** Null for a note that is no row. */
  readonly row: BenchRow | null;
}

export interface BenchRow {
  readonly table: string;
  readonly id: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** `mixed`: half of the notes are tasks, a quarter logs. `tasks`: nearly nothing else. `linked`: tasks of many projects. */
export type VaultShape = 'mixed' | 'tasks' | 'linked';

/** Shares of the kinds; the rest are notes without a table. */
const SHARES: Readonly<Record<VaultShape, readonly (readonly [kind: Kind, share: number])[]>> = {
  mixed: [
    ['projects', 0.08],
    ['people', 0.04],
    ['days', 0.05],
    ['tasks', 0.5],
    ['logs', 0.25],
  ],
  tasks: [
    ['projects', 0.004],
    ['people', 0.002],
    ['tasks', 0.994],
  ],
  linked: [
    ['projects', 0.08],
    ['people', 0.002],
    ['tasks', 0.918],
  ],
};

type Kind = 'projects' | 'people' | 'days' | 'tasks' | 'logs';

const FOLDER = 'notedb/main/default';
const BODY_CHARACTERS = { fewest: 300, most: 2200 };

/** Every note of the vault. */
export function* notesOf(shape: VaultShape, size: number): Generator<BenchNote> {
  const writer = new Writer(size);
  let left = size;
  for (const [kind, share] of SHARES[shape]) {
    const count = Math.max(10, Math.round(size * share));
    left -= count;
    for (let i = 0; i < count; i++) yield writer.rowNote(kind, i);
  }
  for (let i = 0; i < left; i++) yield writer.looseNote(i);
}

/** New tasks for a vault that has been generated, none of which is in it. */
export function newTasks(count: number, seed: number): readonly BenchRow[] {
  const writer = new Writer(1000, seed);
  writer.names.projects.push(...nameList('project'));
  writer.names.people.push(...nameList('person'));
  return Array.from({ length: count }, (_, i) => writer.row('tasks', i, `new ${seed}-`));
}

/** The names of the first projects and people do not depend on the size. */
const nameList = (kind: string): string[] => Array.from({ length: 10 }, (_, i) => `${kind} ${i}`);

class Writer {
  readonly names: Record<'projects' | 'people', string[]> = { projects: [], people: [] };
  private readonly random: Random;
  private readonly words = new Vocabulary(new Random(7));
  private readonly titles: string[] = [];

  constructor(size: number, seed = 1) {
    this.random = new Random(size * 31 + seed);
  }

  rowNote(kind: Kind, number: number): BenchNote {
    const row = this.row(kind, number, '');
    const name = String(row.values['title'] ?? row.values['name']);
    if (kind === 'projects' || kind === 'people') this.names[kind].push(name);
    else if (number % 50 === 0) this.titles.push(name);
    const folder = kind === 'tasks' ? `${FOLDER}/tasks/${String(row.values['area'])}` : `${FOLDER}/${kind}`;
    return { path: joinPath(folder, `${name}.md`), text: frontMatterOf(row) + this.body(), row };
  }

  looseNote(number: number): BenchNote {
    const title = `${this.words.phrase(this.random, 2)} ${number}`;
    const head = `---\naliases:\n  - ${this.words.rareWord(this.random)}\nrated: ${this.random.between(1, 5)}\n---\n`;
    const text = (this.random.chance(0.5) ? head : '') + this.body();
    return { path: `Notes/${number % 40}/${title}.md`, text, row: null };
  }

  row(kind: Kind, number: number, prefix: string): BenchRow {
    return { table: kind, id: this.random.uuid(), values: this.values(kind, number, prefix) };
  }

  private values(kind: Kind, number: number, prefix: string): Record<string, Value> {
    const { random, words } = this;
    const phrase = (count: number): string => words.phrase(random, count);
    const title = `${prefix}${phrase(2)} ${kind.slice(0, 1)}${number}`;
    switch (kind) {
      case 'projects': {
        const name = number < 10 ? `project ${number}` : title;
        const lead = this.names.people.length > 0 ? { lead: this.link('people') } : {};
        const numbers = { budget: random.below(90_000), started: this.date(), active: random.chance(0.6) };
        return { name, ...numbers, ...lead, goal: phrase(6), state: phrase(1) };
      }
      case 'people':
        return {
          name: number < 10 ? `person ${number}` : title,
          email: `${number}@example.org`,
          town: words.rareWord(random),
          born: this.date(),
          role: phrase(1),
          rate: random.below(2000) / 10,
          languages: [phrase(1), phrase(1)],
        };
      case 'days': {
        const measures = { mood: random.between(1, 5), sleep: random.below(40) / 4, walked: random.below(200) / 10 };
        return { title, date: this.date(), ...measures, weather: phrase(1), highlight: phrase(7) };
      }
      case 'logs': {
        const base = { title, date: this.date(), project: this.link('projects'), hours: random.below(32) / 4 };
        return { ...base, kind: phrase(1), people: [this.link('people'), this.link('people')], remark: phrase(6) };
      }
      case 'tasks':
        return this.task(title, number, prefix);
    }
  }

  private task(title: string, number: number, prefix: string): Record<string, Value> {
    const { random, words } = this;
    const status = random.pick(STATUSES);
    return {
      title,
      status,
      priority: random.between(1, 9),
      ...(random.chance(0.8) ? { due: this.date() } : {}),
      created: `${this.date()}T${String(random.below(24)).padStart(2, '0')}:15:00`,
      project: this.link('projects'),
      ...(random.chance(0.7) ? { assignee: this.link('people') } : {}),
      area: random.pick(AREAS),
      ...(random.chance(0.5) ? { estimate: random.below(80) / 4 } : {}),
      done: status === 'done',
      code: `${prefix}T-${number}`,
      ...(random.chance(0.3) ? { contexts: [words.word(random), words.word(random)] } : {}),
      ...(random.chance(0.5) ? { summary: words.phrase(random, 6) } : {}),
    };
  }

  private link(kind: 'projects' | 'people'): string {
    return `[[${this.random.pick(this.names[kind])}]]`;
  }

  private date(): string {
    const day = new Date(Date.UTC(2018, 0, 1) + this.random.below(3650) * 86_400_000);
    return day.toISOString().slice(0, 10);
  }

  private body(): string {
    const { random, words } = this;
    const wanted = random.between(BODY_CHARACTERS.fewest, BODY_CHARACTERS.most);
    let links = random.between(3, 10);
    let body = `\n# ${words.phrase(random, 3)}\n\n`;
    while (body.length < wanted || links > 0) {
      body += words.phrase(random, random.between(8, 16));
      if (links-- > 0) body += ` ${this.anyLink()} ${words.phrase(random, 3)}`;
      body += random.chance(0.2) ? '.\n\n' : '. ';
    }
    return `${body}\n`;
  }

  private anyLink(): string {
    const { random, names, titles } = this;
    const from = random.pick([names.projects, names.people, titles]);
    const name = from.length === 0 ? this.words.rareWord(random) : random.pick(from);
    return random.chance(0.2) ? `[[${name}|${this.words.word(random)}]]` : `[[${name}]]`;
  }
}

function frontMatterOf({ table, id, values }: BenchRow): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}:${yamlOf(value)}`);
  return `---\ntable: main.default.${table}\nid: ${id}\n${lines.join('\n')}\n---\n`;
}

function yamlOf(value: Value): string {
  if (typeof value === 'object') return value.map((item) => `\n  - ${scalarOf(item)}`).join('');
  return ` ${typeof value === 'string' ? scalarOf(value) : String(value)}`;
}

const scalarOf = (text: string): string => (text.startsWith('[[') ? `"${text}"` : text);
