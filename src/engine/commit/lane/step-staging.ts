/** Plans the steps of a batch, each on the store after the steps before it, and makes one write of them. Source: docs/operations.md#batch; D17. */

import type { Host } from '../../ports/host';
import type { FolderNames } from '../../storage/transaction/folder-names';
import type { Store } from '../../storage/store/store';
import { Transaction } from '../../storage/transaction/transaction';
import { checkUnedited } from '../external/edited-notes';
import { parentFolders } from './apply';
import type { TextSource } from './disk-texts';
import { type PreparedMigration, stateBefore, type PlacementContext, applyToStore, rollBackStore } from './move-store';
import type { NotePath } from '../../ports/vault-port';
import type { StagedChange } from '../../storage/transaction/staged-change';

interface StagedLayer {
  readonly covered: CoveredTexts;
  readonly prepared: Pick<PreparedMigration, 'changes' | 'previous'>;
}

/** Only within a cycle, with readers frozen. The caller that begins a step must `perform` or `callOff`: the store must not stay changed. */
export class StepStaging {
  private readonly steps: Transaction[] = [];
  /** Changes of the store, to be rolled back. */
  private readonly layers: StagedLayer[] = [];
  /** As the steps leave them: one source however many there are, since each read of a chain of them would pass through all. */
  private readonly texts: PlannedTexts;
  private readonly placement: PlacementContext;

  constructor(
    private readonly store: Store,
    texts: TextSource,
    private readonly host: Pick<Host, 'vault' | 'scheduler'>,
    /** The time stamp of the whole write. */
    private readonly now: number,
    private readonly folders: FolderNames,
  ) {
    this.texts = new PlannedTexts(texts);
    this.placement = { readMany: (paths) => this.texts.readMany(paths), scheduler: host.scheduler };
  }

  /** A transaction on the state that the steps so far leave. */
  begin(): Transaction {
    return new Transaction(this.store, this.texts, this.now, this.folders);
  }

  /** The step counts, and the steps after it see what it leaves. Throws `ExternalEditsMet` as the plan of a write. */
  async keep(step: Transaction): Promise<void> {
    const changes = step.staging();
    await checkUnedited(this.host, this.store, changes);
    this.steps.push(step);
    const previous = stateBefore(this.store, changes);
    this.layers.push({ covered: this.texts.cover(changes), prepared: { changes, previous } });
    await applyToStore(this.store, step, changes, this.placement);
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
        await this.host.scheduler.pause();
      }
      whole.warnings.push(...step.warnings);
      for (const folder of step.foldersLeft) whole.foldersLeft.add(folder);
      chainRenames(whole.renamed, step.renamed);
      whole.renames.push(...step.renames);
    }
    keepPassedFolders(whole);
  }

  /** The store is what it was before the first step, and no step counts. */
  async callOff(): Promise<void> {
    this.steps.length = 0;
    for (let layer = this.layers.pop(); layer !== undefined; layer = this.layers.pop()) {
      this.texts.uncover(layer.covered);
      await rollBackStore(this.store, layer.prepared, this.placement);
    }
  }
}

/** Adds later names to earlier ones: two renames become one, from the first name to the last. */
function chainRenames(renamed: Map<string, string>, later: ReadonlyMap<string, string>): void {
  const first = new Map([...renamed].map(([old, name]) => [name, old]));
  for (const [old, name] of later) {
    const origin = first.get(old) ?? old;
    if (origin === name) renamed.delete(origin);
    else renamed.set(origin, name);
  }
}

/** Folders go that a file really leaves: an empty one that a batch merely passes through stays, since no undo would restore it. */
function keepPassedFolders(whole: Transaction): void {
  const left = whole.staging().flatMap(({ from, to }) => (from === null || from === to ? [] : parentFolders(from)));
  const known = new Set(left);
  for (const folder of whole.foldersLeft) if (!known.has(folder)) whole.foldersLeft.delete(folder);
}

/** The planned text by path; undefined: none. */
type CoveredTexts = ReadonlyMap<NotePath, string | null | undefined>;

/** The texts of notes as the writes planned so far leave them, where the disk does not have them yet. */
export class PlannedTexts implements TextSource {
  private readonly byPath = new Map<NotePath, string | null>();
  /** Of writes whose texts were not needed yet: most never are. */
  private waiting: (readonly StagedChange[])[] = [];

  constructor(private readonly below: TextSource) {}

  private get texts(): Map<NotePath, string | null> {
    for (const changes of this.waiting) eachText(changes, (path, text) => this.byPath.set(path, text));
    this.waiting = [];
    return this.byPath;
  }

  add(changes: readonly StagedChange[]): void {
    this.waiting.push(changes);
  }

  /** As `add`; returns the earlier plan of the same paths, for `uncover`. */
  cover(changes: readonly StagedChange[]): CoveredTexts {
    const covered = new Map<NotePath, string | null | undefined>();
    const { texts } = this;
    eachText(changes, (path) => covered.set(path, texts.get(path)));
    this.add(changes);
    return covered;
  }

  /** Takes the last `cover` back that was not taken back yet. */
  uncover(covered: CoveredTexts): void {
    const { texts } = this;
    for (const [path, text] of covered) {
      if (text === undefined) texts.delete(path);
      else texts.set(path, text);
    }
  }

  clear(): void {
    this.byPath.clear();
    this.waiting = [];
  }

  async read(path: NotePath): Promise<string | null> {
    const planned = this.texts.get(path);
    return planned === undefined ? await this.below.read(path) : planned;
  }

  async readMany(paths: readonly NotePath[]): Promise<readonly (string | null)[]> {
    const { texts } = this;
    const unplanned = paths.filter((path) => !texts.has(path));
    const read = await this.below.readMany(unplanned);
    const found = new Map(unplanned.map((path, at) => [path, read[at] ?? null]));
    return paths.map((path) => texts.get(path) ?? found.get(path) ?? null);
  }

  async readAhead(paths: readonly NotePath[]): Promise<void> {
    const { texts } = this;
    await this.below.readAhead(paths.filter((path) => !texts.has(path)));
  }
}

function eachText(changes: readonly StagedChange[], take: (path: NotePath, text: string | null) => unknown): void {
  for (const { kind, from, to, after } of changes) {
    if (from !== null && from !== to) take(from, null);
    if (to !== null && kind !== 'opaque') take(to, after);
  }
}
