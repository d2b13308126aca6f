/** Stops a write at every call that it makes of its host, reboots from every disk that may be left, and looks at the tree. */

import { createHash } from 'node:crypto';
import { type EngineOptions, openEngine } from '../../../src/engine/engine';
import { recoverNotes } from '../../../src/engine/commit/recovery/recovery';
import { Journal } from '../../../src/engine/history/journal/journal';
import type { TableLog } from '../../../src/engine/history/versions/table-version';
import type { JsonObject } from '../../../src/engine/json';
import { type CrashMoment, CrashSignal } from '../../memory-host/call-gate';
import type { DiskImage } from '../../memory-host/disk-image';
import { MemoryCrypto } from '../../memory-host/memory-parts';
import { type MemoryHost, createMemoryHost } from '../../memory-host/memory-host';

type Weakness = NonNullable<EngineOptions['weakness']>;

export interface CrashScenario {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Calls that set the stage. */
  readonly setup: readonly (readonly [string, JsonObject])[];
  /** What somebody else does to the vault between the setup and the write: texts by path. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Milliseconds that pass between the setup and the write. */
  readonly later?: number;
  /** The write that is stopped; a function when it needs an answer of the setup. */
  readonly write: readonly [string, JsonObject | ((answers: readonly JsonObject[]) => JsonObject)];
}

export interface CrashReport {
  /** No two of them alike. */
  readonly images: number;
  /** Images after which the tree was neither before nor after, or an acknowledged write was gone. */
  readonly bad: readonly string[];
}

const MOMENTS: readonly CrashMoment[] = ['before', 'torn', 'after'];

/** The files and the versions of tables, as one text. */
type Tree = string;

/** Every file but the hidden ones, as one text. */
export function treeOf(image: DiskImage): Tree {
  const files = [...image.files].filter(([path]) => !path.split('/').some((name) => name.startsWith('.')));
  return files
    .map(([path, { text }]) => `${path}\u0000${text}`)
    .sort()
    .join('\u0001');
}

/** What the logs of tables say: version, state and how far back. The ids and times are others each time. */
export async function versionsIn(journal: Journal): Promise<string> {
  const logs: string[] = [];
  for (const log of journal.logs.heads()) {
    const { table, version, operation, ends } = log.last;
    const states: string[] = [];
    for (let each = log.earliest.version; each <= version; each++) states.push(await stateIn(journal, log, each));
    const kept = (await journal.logs.versions(log.id, log.earliest.version, version)).length;
    logs.push([table, log.earliest.version, version, operation, ends ?? '', kept, ...states].join(' '));
  }
  return logs.sort().join('\u0001');
}

/** The rows at a version, and what is missing of their contents. */
async function stateIn(journal: Journal, { id }: TableLog, version: number): Promise<string> {
  const state = [...(await journal.logs.state(id, version))].sort();
  const lost: string[] = [];
  for (const [path, hash] of state) if ((await journal.text(hash)) === null) lost.push(`lost: ${path}`);
  return [...state.map(([path, hash]) => `${path} ${hash}`), ...lost].join();
}

async function wholeOf(image: DiskImage): Promise<Tree> {
  const journal = await Journal.open(createMemoryHost({ crypto }).reboot(image));
  journal.publishRecoveredVersions();
  return `${treeOf(image)}\u0002${await versionsIn(journal)}`;
}

interface Stage {
  readonly image: DiskImage;
  readonly args: JsonObject;
  readonly before: Tree;
  readonly after: Tree;
  /** Calls of the write and of closing the engine. */
  readonly calls: number;
}

const crypto = new MemoryCrypto();

async function setTheStage(scenario: CrashScenario, weakness: Weakness): Promise<Stage> {
  const { files = {}, setup, edits = {}, later = 0, write } = scenario;
  const host = createMemoryHost({ files, crypto });
  const engine = await openEngine(host, { weakness });
  const answers: JsonObject[] = [];
  for (const [name, args] of setup) answers.push(await engine.run(name, args));
  for (const [path, text] of Object.entries(edits)) host.external.write(path, text);
  if (Object.keys(edits).length > 0) await engine.rescan();
  await engine.close();
  const image = host.image();
  const [name, given] = write;
  const args = typeof given === 'function' ? given(answers) : given;
  const again = host.reboot(image);
  again.clock.set(again.clock.now() + later);
  const second = await openEngine(again, { weakness });
  again.calls.reset();
  await second.run(name, args);
  await second.close();
  return { image, args, before: await wholeOf(image), after: await wholeOf(again.image()), calls: again.calls.count() };
}

/** Runs the scenario to the given call and stops there. True: the caller had its answer. */
async function stopAt(
  host: MemoryHost,
  stage: Stage,
  name: string,
  call: number,
  moment: CrashMoment,
  weakness: Weakness,
): Promise<boolean> {
  const engine = await openEngine(host, { weakness });
  host.calls.reset();
  host.crashAt(call, moment);
  let acknowledged = false;
  try {
    await engine.run(name, stage.args);
    acknowledged = true;
    await engine.close();
  } catch (error) {
    if (!host.calls.crashed) throw error;
  }
  return acknowledged;
}

export interface CrashLoopOptions {
  readonly weakness?: Weakness;
  /** Stops the recovery of every n-th image too, at every call that it makes; 0: never. */
  readonly crashRecoveryEvery?: number;
  /** Looks at what is certain to be left at each stop, and at every n-th of the other disks that may be, beginning with the `from`-th. */
  readonly every?: number;
  readonly from?: number;
  /** Cuts and spoils what a private file has not synced at so many more places. */
  readonly furtherCuts?: number;
}

export async function crashLoop(scenario: CrashScenario, options: CrashLoopOptions = {}): Promise<CrashReport> {
  const { weakness = {}, crashRecoveryEvery = 0, every = 1, from = 0, furtherCuts = 0 } = options;
  const stage = await setTheStage(scenario, weakness);
  const recoveries = new Recoveries(weakness);
  const bad: string[] = [];
  let met = 0;
  const judge = (tree: Tree, acknowledged: boolean, label: string): void => {
    if (tree !== stage.after && (acknowledged || tree !== stage.before)) bad.push(label);
  };
  for (let call = 1; call <= stage.calls; call++) {
    for (const moment of MOMENTS) {
      const host = createMemoryHost({ crypto }).reboot(stage.image);
      host.clock.set(host.clock.now() + (scenario.later ?? 0));
      const acknowledged = await stopAt(host, stage, scenario.write[0], call, moment, weakness);
      const others = [...host.images(furtherCuts)].filter(() => met++ % every === from);
      for (const image of [host.image(), ...others]) {
        const label = `${scenario.name}, call ${call} ${moment}, ${image.label}`;
        const { tree, isNew } = await recoveries.of(host, image);
        judge(tree, acknowledged, label);
        if (isNew && crashRecoveryEvery > 0 && recoveries.images % crashRecoveryEvery === 0) {
          for (const twice of await recoveries.stopped(host, image))
            judge(twice.tree, acknowledged, `${label}, ${twice.label}`);
        }
      }
    }
  }
  return { images: recoveries.images, bad };
}

/** What recovering makes of the disks of a scenario. Most stops leave one that an earlier stop left too: it is recovered once. */
class Recoveries {
  /** By the digest of the disk: a million whole disks do not fit into memory. */
  private readonly trees = new Map<string, Tree>();
  /** Each tree once. Nearly all are one of two. */
  private readonly distinct = new Map<Tree, Tree>();

  constructor(private readonly weakness: Weakness) {}

  /** So many different disks were recovered. */
  get images(): number {
    return this.trees.size;
  }

  async of(host: MemoryHost, image: DiskImage): Promise<{ tree: Tree; isNew: boolean }> {
    const key = createHash('sha256').update(wholeText(image)).digest('base64');
    const known = this.trees.get(key);
    if (known !== undefined) return { tree: known, isNew: false };
    const recovered = await this.recovered(host.reboot(image));
    const tree = this.distinct.get(recovered) ?? recovered;
    this.distinct.set(tree, tree);
    this.trees.set(key, tree);
    return { tree, isNew: true };
  }

  private async recovered(rebooted: MemoryHost): Promise<Tree> {
    let journal: Journal;
    try {
      journal = await Journal.open(rebooted, this.weakness);
      await recoverNotes(rebooted, journal, this.weakness);
    } catch (error) {
      // A vault that does not open is as bad as a mixture.
      return `the recovery failed: ${String(error)}`;
    }
    return `${treeOf(rebooted.image())}\u0002${await versionsIn(journal)}`;
  }

  /** The recovery is stopped at each of its calls, then run again on what that left. */
  async stopped(host: MemoryHost, image: DiskImage): Promise<{ tree: Tree; label: string }[]> {
    const found: { tree: Tree; label: string }[] = [];
    for (let call = 1; ; call++) {
      const rebooted = host.reboot(image);
      rebooted.crashAt(call, 'torn');
      try {
        await recoverNotes(rebooted, await Journal.open(rebooted, this.weakness), this.weakness);
        return found;
      } catch (error) {
        if (!(error instanceof CrashSignal) && !rebooted.calls.crashed) throw error;
      }
      for (const left of [rebooted.image(), ...rebooted.images()]) {
        const { tree } = await this.of(host, left);
        found.push({ tree, label: `recovery stopped at ${call}, ${left.label}` });
      }
    }
  }
}

/** All that a reboot can tell of a disk. */
function wholeText({ files, folders, privateFiles, cacheFiles, now, idsGiven }: DiskImage): string {
  const notes = [...files].map(([path, { text, bytes, mtime, ctime, flaw = '' }]) =>
    [path, text, bytes === undefined ? '' : textOf(bytes), mtime, ctime, flaw].join('\u0001'),
  );
  const [own, cache] = [privateFiles, cacheFiles].map((kept) =>
    [...kept].map(([name, bytes]) => `${name}\u0001${textOf(bytes)}`),
  );
  return [[`${now} ${idsGiven}`], notes.sort(), [...folders].sort(), own?.sort(), cache?.sort()]
    .map((part) => part?.join('\u0002'))
    .join('\u0003');
}

/** A character a byte. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
