/** N1: what one note that somebody saved costs until select_rows, graph_neighbors and search_notes show it. */

import { type Engine, type JsonObject, openEngine } from '../../src/engine/index';
import { createMemoryHost } from '../../test/memory-host/memory-host';
import { spreadOf } from '../measure';
import { type Result, resultOf } from '../result';

/** What nobody notices, in milliseconds. */
const UNNOTICED = 1;

const SAVES = 200;
const WARM_UPS = 100;

const METASTORE = `format: 1

tables:
  main.default.notes:
    description: what is saved
    columns:
      - name: rank
        type: integer
        description: a number
      - name: above
        type: link
        description: another note
`;

const pathOf = (i: number): string => `notedb/main/default/notes/note ${i}.md`;

const textOf = (i: number, rank: number, size: number): string =>
  `---\ntable: main.default.notes\nid: 00000000-0000-4000-9000-${String(i).padStart(12, '0')}\nrank: ${rank}\nabove: "[[note ${(i + rank) % size}]]"\n---\nSeen${rank}x in the garden, with some words around it.\n`;

/** Processor time of the process: others keep the machine busy. Nothing else runs in it. */
async function spent(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export async function savedNote(size: number): Promise<readonly Result[]> {
  const files: Record<string, string> = { 'notedb/metastore.yaml': METASTORE };
  for (let i = 0; i < size; i++) files[pathOf(i)] = textOf(i, 1, size);
  const host = createMemoryHost({ files });
  const engine = await openEngine(host);
  await untilIndexed(engine, () => host.advance(3000));
  const [taken, shown]: number[][] = [[], []];
  for (let save = -WARM_UPS; save < SAVES; save++) {
    const [i, rank] = [((save + WARM_UPS) * 37) % size, 1000 + save];
    const took = await spent(async () => {
      let isTold = false;
      const stop = engine.onChange(() => (isTold = true));
      host.external.write(pathOf(i), textOf(i, rank, size));
      while (!isTold) {
        host.advance(100);
        await new Promise((resolve) => setImmediate(resolve));
      }
      stop();
    });
    const first = await spent(() => askAll(engine, i, rank));
    const again = await spent(() => askAll(engine, i, rank));
    if (save < 0) continue;
    taken?.push(took);
    shown?.push(first - again);
  }
  await engine.close();
  return [
    figure('taken in and told', size, taken ?? []),
    figure('the first answers after it, less the next ones', size, shown ?? []),
  ];
}

async function askAll(engine: Engine, i: number, rank: number): Promise<void> {
  const rows = await engine.run('select_rows', { table: 'notes', where: { rank } });
  const links = await engine.run('graph_neighbors', { from_nodes: { paths: [pathOf(i)] }, direction: 'out' });
  const texts = await engine.run('search_notes', { query: `Seen${rank}x` });
  if (rows['total'] !== 1 || (links['nodes'] as JsonObject[] | undefined)?.length === 0 || texts['total'] !== 1)
    throw new Error(`the saved note is not shown: ${JSON.stringify([rows, links, texts]).slice(0, 400)}`);
}

async function untilIndexed(engine: Engine, pass: () => void): Promise<void> {
  pass();
  for (let turn = 0; turn < 20; turn++) {
    await engine.run('search_notes', { query: 'xyzzyqux' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function figure(label: string, size: number, values: readonly number[]): Result {
  const one = { min: UNNOTICED, median: UNNOTICED, max: UNNOTICED };
  const comparison = { engine: spreadOf(values), anchor: one, runs: values.length, isJudged: true };
  return resultOf({ goal: 'N1', label, size, comparison });
}
