/** Plans several steps one after the other, each on the store as the ones before would leave it, and makes one write of them. spec: batch; D17. */

import type { SchedulerPort } from '../../ports/host';
import type { FolderNames } from '../../storage/transaction/folder-names';
import type { Store } from '../../storage/store/store';
import { Transaction } from '../../storage/transaction/transaction';
import { parentFolders } from './apply';
import { type Covered, PlannedTexts, type TextSource } from './planned-texts';
import { type Prepared, stateBefore } from './prepared';
import { type Means, advance, revert } from './publish';

interface Layer {
  readonly covered: Covered;
  readonly prepared: Pick<Prepared, 'changes' | 'previous'>;
}

/**
 * Only within a cycle of the lane, while readers see the state of before. Whoever begins a step ends the rehearsal, by
 * `perform` or by `callOff`: the store must not stay where the steps left it.
 */
export class Rehearsal {
  private readonly steps: Transaction[] = [];
  /** What has been done to the store, to be taken back. */
  private readonly layers: Layer[] = [];
  /** As the steps leave them: one source however many there are, since each read of a chain of them would pass through all. */
  private readonly texts: PlannedTexts;
  private readonly means: Means;

  constructor(
    private readonly store: Store,
    texts: TextSource,
    private readonly scheduler: SchedulerPort,
    /** The time stamp of the whole write. */
    private readonly now: number,
    private readonly folders: FolderNames,
  ) {
    this.texts = new PlannedTexts(texts);
    this.means = { read: (path) => this.texts.readQuietly(path), scheduler };
  }

  /** A transaction on the state that the steps so far leave. */
  begin(): Transaction {
    return new Transaction(this.store, this.texts, this.now, this.folders);
  }

  /** The step counts, and the steps after it see what it leaves. */
  async keep(step: Transaction): Promise<void> {
    this.steps.push(step);
    const changes = step.staging();
    const previous = stateBefore(this.store, changes);
    this.layers.push({ covered: this.texts.cover(changes), prepared: { changes, previous } });
    await advance(this.store, step, changes, this.means);
  }

  /** Takes the store back and stages everything that the steps change in the transaction of the whole write. */
  async perform(whole: Transaction): Promise<void> {
    const steps = [...this.steps];
    await this.callOff();
    const catalog = steps.filter((step) => step.catalogChanged).at(-1)?.catalog;
    if (catalog !== undefined) whole.stageCatalog(catalog);
    for (const step of steps) {
      for (const change of step.staging()) {
        whole.put(change);
        await this.scheduler.pause();
      }
      whole.warnings.push(...step.warnings);
      for (const folder of step.foldersLeft) whole.foldersLeft.add(folder);
      follow(whole.renamed, step.renamed);
    }
    keepPassedFolders(whole);
  }

  /** The store is what it was before the first step, and no step counts. */
  async callOff(): Promise<void> {
    this.steps.length = 0;
    for (let layer = this.layers.pop(); layer !== undefined; layer = this.layers.pop()) {
      this.texts.uncover(layer.covered);
      await revert(this.store, layer.prepared, this.means);
    }
  }
}

/** Adds later names to earlier ones: what was renamed twice goes from its first name to its last. */
function follow(renamed: Map<string, string>, later: ReadonlyMap<string, string>): void {
  const first = new Map([...renamed].map(([old, name]) => [name, old]));
  for (const [old, name] of later) {
    const origin = first.get(old) ?? old;
    if (origin === name) renamed.delete(origin);
    else renamed.set(origin, name);
  }
}

/**
 * Folders go that a file really leaves: what a batch puts into a folder and takes away again does not make an empty folder go that
 * was there before, and that no undo would bring back.
 */
function keepPassedFolders(whole: Transaction): void {
  const left = whole.staging().flatMap(({ from, to }) => (from === null || from === to ? [] : parentFolders(from)));
  const known = new Set(left);
  for (const folder of whole.foldersLeft) if (!known.has(folder)) whole.foldersLeft.delete(folder);
}
