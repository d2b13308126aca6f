/** N2: notes with nested front matter by the same notes without it, opened, followed in the feed, inserted and updated. */

import fs from 'node:fs';
import type { Engine, JsonObject } from '../../src/engine/index';
import { type OpenVault, openVault, warmStartFolder } from '../engine-on-disk';
import { type Comparison, type Sample, compare } from '../measure';
import { type Result, resultOf } from '../result';
import { withCopy } from '../vault/copies';
import { keptVault } from '../vault/generate';

/** Counts up when other notes come out. */
const EDITION = 1;

/** Three times as many as the feed keeps at hand. */
const CHANGES = 6000;
const PAGE = 500;

const METASTORE = `format: 1

tables:
  main.default.items:
    description: notes of a plugin
    filename: "{title}"
    columns:
      - name: title
        type: string
        description: a name
        unique: true
      - name: state
        type: string
        description: a state
      - name: rank
        type: integer
        description: a number
      - name: due
        type: date
        description: a day
      - name: labels
        type: list
        description: words
      - name: extra
        type: json
        description: what the plugin keeps
      - name: remark
        type: string
        description: a text
`;

interface Nested {
  /** In the note. */
  readonly source: string;
  /** In an argument. */
  readonly values: JsonObject;
}

const entryOf = (
  i: number,
): { readonly startTime: string; readonly endTime: string; readonly description: string } => ({
  startTime: `2026-11-0${1 + (i % 9)}T09:00:00.000Z`,
  endTime: `2026-11-0${1 + (i % 9)}T10:30:00.000Z`,
  description: `Work ${i}`,
});

/** What the note has besides, by the kind of it. */
const KINDS: Readonly<Record<string, (i: number) => Nested>> = {
  'a mapping': (i) => ({
    source: `extra:\n  k: ${i}\n  l:\n    - 1\n    - m: x\n`,
    values: { extra: { k: i, l: [1, { m: 'x' }] } },
  }),
  'a list of objects': (i) => ({
    source: `extra:\n${[0, 1]
      .map((j) => entryOf(i + j))
      .map(
        (each) =>
          `  - startTime: ${each.startTime}\n    endTime: ${each.endTime}\n    description: ${each.description}\n`,
      )
      .join('')}`,
    values: { extra: [entryOf(i), entryOf(i + 1)] },
  }),
  'a block scalar': (i) => ({
    source: `remark: |\n  Line ${i}\n  and another one\n`,
    values: { remark: `Line ${i}\nand another one\n` },
  }),
};

const NOTHING = (): Nested => ({ source: '', values: {} });

const rowOf = (
  i: number,
): { readonly state: string; readonly rank: number; readonly due: string; readonly labels: readonly string[] } => ({
  state: ['open', 'waiting', 'done'][i % 3] ?? '',
  rank: i,
  due: `2026-12-${10 + (i % 20)}`,
  labels: ['home', `label ${i % 7}`],
});

function noteText(i: number, nested: Nested): string {
  const { state, rank, due } = rowOf(i);
  const id = `00000000-0000-4000-9000-${String(i).padStart(12, '0')}`;
  return `---\ntable: main.default.items\nid: ${id}\ntitle: item ${i}\nstate: ${state}\nrank: ${rank}\ndue: ${due}\nlabels:\n  - home\n  - label ${i % 7}\n${nested.source}---\nSome words about item ${i}.\n`;
}

type Kind = (i: number) => Nested;

interface Opened {
  readonly vault: OpenVault;
  readonly size: number;
  readonly kind: Kind;
}

/** Ready to be measured again and again. */
type Step = (opened: Opened) => Promise<() => Promise<unknown>>;

let round = 0;

const update = (engine: Engine, size: number): Promise<JsonObject> => {
  round += 1;
  const rows = Array.from({ length: size }, (_, i) => ({ title: `item ${i}`, rank: size + i + round }));
  return engine.run('merge_rows', { table: 'items', on: ['title'], rows });
};

const STEPS: Readonly<Record<string, Step>> = {
  'past changes': async ({ vault: { engine }, size }) => {
    for (let done = 0; done < CHANGES; done += size) await update(engine, size);
    const { head } = await engine.run('list_changes', { limit: 0 });
    return async () => {
      let since = (head as number) - CHANGES;
      for (let read = 0; read < CHANGES / 2;) {
        const { changes, last } = await engine.run('list_changes', { since, limit: PAGE });
        read += (changes as unknown[]).length;
        if (last === since) throw new Error('the feed is shorter than it should be');
        since = last as number;
      }
    };
  },
  'merge_rows, new rows': ({ vault: { engine }, size, kind }) => {
    let batch = 0;
    return Promise.resolve(async () => {
      batch += 1;
      const rows = Array.from({ length: size }, (_, i) => ({
        title: `new ${batch} ${i}`,
        ...rowOf(i),
        ...kind(i).values,
      }));
      const { inserted } = await engine.run('merge_rows', { table: 'items', on: ['title'], rows });
      if (inserted !== size) throw new Error(`${JSON.stringify(inserted)} rows were inserted, not ${size}`);
    });
  },
  'merge_rows, known rows': ({ vault: { engine }, size }) =>
    Promise.resolve(async () => {
      const { updated } = await update(engine, size);
      if (updated !== size) throw new Error(`${JSON.stringify(updated)} rows were updated, not ${size}`);
    }),
};

export async function nestedNotes(size: number): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const [name, kind] of Object.entries(KINDS)) {
    const add = (label: string, comparison: Comparison): void =>
      void results.push(resultOf({ goal: 'N2', label: `${name}: ${label}`, size, comparison }));
    add('cold open', await compare(coldOpen(folderOf(name, size, kind)), coldOpen(folderOf('nothing', size, NOTHING))));
    for (const [label, step] of Object.entries(STEPS)) {
      const comparison = await withCopy(folderOf('nothing', size, NOTHING), (plain) =>
        withCopy(folderOf(name, size, kind), async (folder) => {
          const [nested, anchor] = [await openVault(folder), await openVault(plain)];
          const work = await step({ vault: nested, size, kind });
          const anchorWork = await step({ vault: anchor, size, kind: NOTHING });
          const taken = await compare(processorTime(work), processorTime(anchorWork));
          await nested.close();
          await anchor.close();
          return taken;
        }),
      );
      add(label, comparison);
    }
  }
  return results;
}

function folderOf(name: string, size: number, kind: Kind): string {
  const notes = Array.from({ length: size }, (_, i) => ({
    path: `notedb/main/default/items/item ${i}.md`,
    text: noteText(i, kind(i)),
  }));
  return keptVault(`vault-nested-${EDITION}-${name.replaceAll(' ', '-')}-${size}`, size, METASTORE, notes);
}

/** Others keep the machine busy. */
function processorTime(work: () => Promise<unknown>): Sample {
  return async () => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

function coldOpen(folder: string): Sample {
  return async () => {
    fs.rmSync(warmStartFolder(folder), { recursive: true, force: true });
    let close = (): Promise<void> => Promise.resolve();
    const took = await processorTime(async () => {
      const vault = await openVault(folder);
      close = () => vault.close();
      await vault.engine.run('select_rows', { table: 'items', limit: 1 });
    })();
    await close();
    return took;
  };
}
