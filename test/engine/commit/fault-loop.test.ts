/** Every call of every write fails once: the tree is that of before or after, as the caller was told, and memory agrees with it. D7 */

import { describe, expect, it } from 'vitest';
import { type Engine, type JsonObject, NotedbError, openEngine } from '../../../src/engine/index';
import type { DiskImage } from '../../memory-host/disk-image';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { isDeep, size } from '../../deep';
import { settle } from './before-call';
import { type CrashScenario, treeOf } from './crash-loop';
import { CRASH_SCENARIOS, usualScenarios } from './scenarios';

interface Stage {
  readonly image: DiskImage;
  readonly args: JsonObject;
  readonly calls: number;
  readonly before: string;
  readonly after: string;
}

async function setTheStage({ files = {}, setup, write: [name, given] }: CrashScenario): Promise<Stage> {
  const host = createMemoryHost({ files });
  const engine = await openEngine(host);
  const answers: JsonObject[] = [];
  for (const [operation, args] of setup) answers.push(await engine.run(operation, args));
  await engine.close();
  const image = host.image();
  const args = typeof given === 'function' ? given(answers) : given;
  const again = host.reboot(image);
  const second = await openEngine(again);
  again.calls.reset();
  await second.run(name, args);
  return { image, args, calls: again.calls.count(), before: treeOf(image), after: treeOf(again.image()) };
}

/** What the engine knows, as far as one can ask; without the ids of migrations. */
async function known(engine: Engine): Promise<JsonObject> {
  const { tables } = await engine.run('list_tables');
  const found: Record<string, JsonObject> = { tables: { tables: tables ?? null } };
  for (const { name } of tables as { name: string }[]) {
    found[name] = await engine.run('select_rows', { table: name, order_by: 'path', limit: 1000 });
    found[`${name} checked`] = await engine.run('check_table', { table: name });
  }
  return found;
}

/** Null when the write was carried out, else what the caller heard. */
async function attempt(engine: Engine, name: string, args: JsonObject): Promise<NotedbError | null> {
  try {
    await engine.run(name, args);
    return null;
  } catch (error) {
    if (error instanceof NotedbError) return error;
    throw error;
  }
}

async function judge(
  host: MemoryHost,
  engine: Engine,
  stage: Stage,
  error: NotedbError | null,
  { fault, label }: { readonly fault: number; readonly label: string },
): Promise<void> {
  const isReadOnly = error !== null && error.message.includes('read-only');
  // Only a failed sync ends writing: a fault may hit one from its call on.
  const syncs = host.calls.log.filter(({ number, method }) => number >= fault && method === 'sync').length;
  if (isReadOnly) expect(syncs, `${label}: ${String(error)}`).toBeGreaterThan(0);
  const isUnsettled = error !== null && error.message.includes('next opening');
  const told = error === null ? stage.after : stage.before;
  if (!isReadOnly && !isUnsettled) expect(treeOf(host.image()), `${label}: ${String(error)}`).toBe(told);
  if (isUnsettled) {
    const crashed = host.reboot();
    await openEngine(crashed);
    expect([stage.before, stage.after], label).toContain(treeOf(crashed.image()));
  }
  await settle(20);
  host.advance(60);
  await engine.rescan();
  if (!isReadOnly) expect(treeOf(host.image()), `${label}, settled: ${String(error)}`).toBe(told);
  const now = await known(engine);
  const rebooted = host.reboot({ ...host.image(), cacheFiles: new Map() });
  const fresh = await openEngine(rebooted);
  if (!isReadOnly) expect(now, label).toEqual(await known(fresh));
  expect([stage.before, stage.after], label).toContain(treeOf(rebooted.image()));
  if (!isReadOnly) expect(treeOf(rebooted.image()), label).toBe(told);
}

/** Deep runs fail each call, the usual one every third. */
const EVERY_CALL = size(3, 1);

/** The engine takes each way for the same refusal: deep runs try both at every call. */
const codes = (usual: 'ENOSPC' | 'EIO'): readonly ('ENOSPC' | 'EIO')[] => (isDeep ? ['ENOSPC', 'EIO'] : [usual]);

const scenarios = usualScenarios(CRASH_SCENARIOS);

describe.each([
  ['once', codes('EIO'), {}],
  ['from then on', codes('ENOSPC'), { forever: true }],
] as const)('a disk that is full or broken %s', (_when, tried, options) => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'under %s',
    async (_name, scenario) => {
      const stage = await setTheStage(scenario);
      for (const code of tried) {
        for (let call = 1; call <= stage.calls; call += EVERY_CALL) {
          const host = createMemoryHost().reboot(stage.image);
          const engine = await openEngine(host);
          host.calls.reset();
          host.faults.failAt(call, code, options);
          const error = await attempt(engine, scenario.write[0], stage.args);
          host.faults.clear();
          await judge(host, engine, stage, error, { fault: call, label: `${code} at ${call} of ${stage.calls}` });
        }
      }
    },
    120_000,
  );
});
