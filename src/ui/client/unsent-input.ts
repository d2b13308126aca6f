/**
 * Typed input that is not written yet. Each source gives its own as JSON; it is kept where it outlives the view, and given back to
 * the next view that shows its place. docs/app/editing.md#input-that-is-not-written
 */

import type { Json } from '../../engine/index';
import type { DeviceMemory } from './device-memory';
import { asObject } from './operations-client';

/** By the place that it is given back to, such as `cells main.default.tasks`. */
export type UnsentValues = Readonly<Record<string, readonly Json[]>>;

const NAME = 'unsent-input';

export class UnsentInput {
  private readonly sources = new Set<() => UnsentValues>();
  private readonly listeners = new Set<() => void>();
  /** Of views that are gone, until another one takes it. Null: not loaded yet. */
  private waiting: Map<string, readonly Json[]> | null = null;
  /** Whether the views are out of sight. */
  private isUnseen = false;

  constructor(private readonly memory: DeviceMemory) {}

  /** `read` is asked for everything that a view has not written. Returns the function that ends it. */
  follow(read: () => UnsentValues): () => void {
    this.sources.add(read);
    return () => void this.sources.delete(read);
  }

  /** `listener` is called when a view that goes leaves something. Returns the function that stops it. */
  onAdd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** What a view leaves that goes. */
  add(values: UnsentValues): void {
    if (isNothing(values)) return;
    const waiting = this.load();
    for (const [name, list] of Object.entries(values)) waiting.set(name, [...(waiting.get(name) ?? []), ...list]);
    for (const listener of [...this.listeners]) listener();
    if (this.isUnseen) this.keep();
  }

  /** Takes the values that are kept for a place: from now on its view answers for them. */
  take(name: string): readonly Json[] {
    const waiting = this.load();
    const kept = waiting.get(name) ?? [];
    waiting.delete(name);
    return kept;
  }

  get values(): UnsentValues {
    const all = new Map(this.waiting ?? []);
    for (const read of this.sources) {
      for (const [name, list] of Object.entries(read())) all.set(name, [...(all.get(name) ?? []), ...list]);
    }
    return Object.fromEntries([...all].filter(([, list]) => list.length > 0));
  }

  get isEmpty(): boolean {
    return isNothing(this.values);
  }

  /** The views are out of sight, or they are about to go. */
  keep(): void {
    this.isUnseen = true;
    if (this.isUnused) return;
    this.load();
    const { values } = this;
    this.memory.save(NAME, isNothing(values) ? null : values);
  }

  /** The views are seen again: nothing else may find what they have. */
  release(): void {
    this.isUnseen = false;
    if (!this.isUnused) this.memory.save(NAME, null);
  }

  /** Throws everything away that waits for a view, and keeps nothing of those that there are. */
  discard(): void {
    this.waiting = new Map();
    this.sources.clear();
    this.memory.save(NAME, null);
  }

  /** No view was there yet: the kept values belong to the next one. */
  private get isUnused(): boolean {
    return this.waiting === null && this.sources.size === 0;
  }

  private load(): Map<string, readonly Json[]> {
    if (this.waiting !== null) return this.waiting;
    const kept = Object.entries(asObject(this.memory.load(NAME) ?? undefined) ?? {});
    this.waiting = new Map(kept.filter((each): each is [string, Json[]] => Array.isArray(each[1])));
    this.memory.save(NAME, null);
    return this.waiting;
  }
}

const isNothing = (values: UnsentValues): boolean => Object.values(values).every((list) => list.length === 0);
