/** Fails one call of the disk, or all from there on, in the middle of a write, and looks at what is left. */

import { NotedbError, openEngine } from '../../../src/engine/index';
import type { Engine, JsonObject } from '../../../src/engine/index';
import type { DiskImage } from '../../memory-host/disk-image';
import type { FaultCode } from '../../memory-host/planned-faults';
import { MemoryCrypto } from '../../memory-host/memory-parts';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';
import { type CrashScenario, treeOf } from '../commit/crash-loop';

export interface FaultReport {
  readonly faults: number;
  /** Faults after which the tree was a mixture, the error no answer, or the program stuck. */
  readonly bad: readonly string[];
}

export interface Fault {
  readonly code: FaultCode;
  readonly forever: boolean;
}

const crypto = new MemoryCrypto();

interface Stage {
  readonly image: DiskImage;
  readonly args: JsonObject;
  readonly before: string;
  readonly after: string;
  readonly calls: number;
}

async function setTheStage({ files = {}, setup, write: [name, given] }: CrashScenario): Promise<Stage> {
  const host = createMemoryHost({ files, crypto });
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
  const calls = again.calls.count();
  await second.close();
  return { image, args, before: treeOf(image), after: treeOf(again.image()), calls };
}

/** What is wrong after this fault; null when all is well. */
async function judge(stage: Stage, operation: string, call: number, { code, forever }: Fault): Promise<string | null> {
  const host = createMemoryHost({ crypto }).reboot(stage.image);
  const engine = await openEngine(host);
  host.calls.reset();
  host.faults.failAt(call, code, { forever });
  const error = await refusalOf(engine, operation, stage.args);
  host.faults.clear();
  const tree = treeOf(host.image());
  if (typeof error === 'string') return error;
  const isReadOnly = error !== null && isStopped(error);
  const isOpen = isReadOnly || (error !== null && isUnsettled(error));
  if (error === null && tree !== stage.after) return 'the answer was good, but not everything is written';
  if (error !== null && !isOpen && tree !== stage.before)
    return `it was refused (${error.message}), but the tree changed`;
  const outcomes = error === null ? [stage.after] : isReadOnly ? [stage.before, stage.after] : [stage.before];
  return (await goesOn(engine, host, isReadOnly)) ?? (await opensAgain(engine, host, outcomes));
}

/** A disk that takes nothing at all can't take anything back: the error says so, and the next write puts it right first. */
const isUnsettled = ({ code, message }: NotedbError): boolean =>
  code === 'unavailable' && message.includes('before the next write, or by the next opening');

/** After a failed sync nothing is written until the next opening. */
const isStopped = ({ code, message, hint }: NotedbError): boolean =>
  code === 'unavailable' && message.includes('read-only') && (hint ?? '').includes('open the vault again');

/** Null: it was done. */
async function refusalOf(engine: Engine, operation: string, args: JsonObject): Promise<NotedbError | string | null> {
  try {
    const done = await inTime(engine.run(operation, args));
    return done === 'stuck' ? 'stuck' : null;
  } catch (error) {
    if (!(error instanceof NotedbError)) return `it threw ${String(error)}`;
    if (error.code === 'internal' || (error.hint ?? '') === '') return `its error is no help: ${error.message}`;
    return error;
  }
}

/** Real time: nothing in these runs waits for a clock. */
function inTime<T>(work: Promise<T>): Promise<T | 'stuck'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'stuck'>((resolve) => (timer = setTimeout(() => resolve('stuck'), 2_000)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Reads go on; writes too, or they say that the vault is read-only. */
async function goesOn(engine: Engine, host: MemoryHost, isReadOnly: boolean): Promise<string | null> {
  if ((await inTime(engine.run('describe_database'))) === 'stuck') return 'reads are stuck afterwards';
  const before = treeOf(host.image());
  const args = { name: 'afterwards', description: 'x', columns: [] };
  const error = await refusalOf(engine, 'create_table', args);
  if (typeof error === 'string') return `afterwards: ${error}`;
  if (isReadOnly !== (error !== null))
    return isReadOnly ? 'it is not read-only' : `afterwards: ${error?.message ?? ''}`;
  if (error !== null && treeOf(host.image()) !== before) return 'a refused write changed the tree afterwards';
  if (error === null) await engine.run('drop_table', { table: 'afterwards' });
  return null;
}

/** What was answered holds after the next opening. */
async function opensAgain(engine: Engine, host: MemoryHost, outcomes: readonly string[]): Promise<string | null> {
  const left = host.image();
  if ((await inTime(engine.close())) === 'stuck') return 'it does not close';
  for (const image of [left, host.image()]) {
    const again = host.reboot(image);
    await (await openEngine(again)).close();
    const tree = withoutMetastore(treeOf(again.image()));
    if (!outcomes.map(withoutMetastore).includes(tree)) return 'the next opening finds another tree';
  }
  return null;
}

/** Trying to go on may have made the file, with nothing in it. */
const withoutMetastore = (tree: string): string =>
  tree
    .split('\u0001')
    .filter((file) => !file.includes('metastore.yaml'))
    .join('\u0001');

export async function faultLoop(scenario: CrashScenario, kinds: readonly Fault[]): Promise<FaultReport> {
  const stage = await setTheStage(scenario);
  const bad: string[] = [];
  let faults = 0;
  for (const kind of kinds) {
    for (let call = 1; call <= stage.calls; call++) {
      faults++;
      const wrong = await judge(stage, scenario.write[0], call, kind);
      if (wrong !== null)
        bad.push(`${scenario.name}, ${kind.code}${kind.forever ? ' for good' : ''} at call ${call}: ${wrong}`);
    }
  }
  return { faults, bad };
}
