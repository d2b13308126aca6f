/** A sync tool between two folders: it is late, carries some files before others, and keeps both texts of a conflict, as Syncthing and iCloud do. */

import fs from 'node:fs';
import path from 'node:path';

type Side = 0 | 1;
type Texts = ReadonlyMap<string, string>;
export type Random = (below: number) => number;

interface Read {
  readonly stamp: string;
  readonly text: string;
}

export class TwoWaySync {
  /** Files that both sides had alike, by name. */
  private readonly known = new Map<string, string>();
  private readonly read: readonly [Map<string, Read>, Map<string, Read>] = [new Map(), new Map()];
  private conflicts = 0;
  /** Files that were written or removed. */
  carried = 0;

  constructor(
    private readonly folders: readonly [string, string],
    private readonly random: Random,
  ) {}

  get conflictCopies(): number {
    return this.conflicts;
  }

  /** Carries each changed file with this chance; the others stay for a later call. */
  carry(percent = 100): void {
    const [a, b] = [this.textsIn(0), this.textsIn(1)];
    const names = new Set([...a.keys(), ...b.keys(), ...this.known.keys()]);
    for (const name of [...names].sort()) {
      const [ours, theirs, was] = [a.get(name), b.get(name), this.known.get(name)];
      if (ours === theirs) this.remember(name, ours);
      else if (this.random(100) < percent) this.settle(name, ours, theirs, was);
    }
  }

  private settle(name: string, ours: string | undefined, theirs: string | undefined, was: string | undefined): void {
    // A deletion never wins over a change.
    if (theirs === was || theirs === undefined) this.put(1, name, ours, theirs);
    else if (ours === was || ours === undefined) this.put(0, name, theirs, ours);
    else {
      this.keepCopy(1, name, theirs);
      this.put(1, name, ours, theirs);
    }
  }

  /** Takes the old file away before it looks at it, so that a text that was written a moment ago is kept as a copy. */
  private put(to: Side, name: string, text: string | undefined, expected: string | undefined): void {
    const taken = takeAway(this.place(to, name));
    if (taken !== undefined && taken !== expected && taken !== text) this.keepCopy(to, name, taken);
    if (text !== undefined && !placeNew(this.place(to, name), text)) this.keepCopy(to, name, text);
    this.carried += 1;
    this.remember(name, text);
  }

  private keepCopy(side: Side, name: string, text: string): void {
    // The journals of the devices have one writer each.
    if (name.startsWith('.notedb/')) throw new Error(`both sides changed ${name}`);
    this.conflicts += 1;
    const mark = [
      `.sync-conflict-20260101-${String(this.conflicts).padStart(6, '0')}-ABCDEFG`,
      ` ${this.conflicts + 1}`,
    ];
    placeNew(this.place(side, name.replace(/\.md$/, `${mark[this.conflicts % 2] ?? ''}.md`)), text);
    this.carried += 1;
  }

  private place(side: Side, name: string): string {
    return path.join(this.folders[side], name);
  }

  private remember(name: string, text: string | undefined): void {
    if (text === undefined) this.known.delete(name);
    else this.known.set(name, text);
  }

  /** Like a real tool it reads a file again when its stat has changed. */
  private textsIn(side: Side): Texts {
    const texts = new Map<string, string>();
    for (const name of fs.readdirSync(this.folders[side], { recursive: true, encoding: 'utf8' })) {
      if (name.includes('/tmp/') || name.endsWith('~')) continue;
      const stat = fs.statSync(this.place(side, name), { throwIfNoEntry: false });
      if (stat?.isFile() !== true) continue;
      const stamp = [stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino].join();
      const before = this.read[side].get(name);
      const text = before?.stamp === stamp ? before.text : textAt(this.place(side, name));
      if (text === undefined) continue;
      this.read[side].set(name, { stamp, text });
      texts.set(name, text);
    }
    return texts;
  }
}

/** Changes a file as a hand does, without losing a text that the program writes meanwhile. False: the file was gone, or came back. */
export function editByHand(place: string, change: (text: string) => string | null): boolean {
  const text = takeAway(place);
  if (text === undefined) return false;
  const changed = change(text);
  return changed === null || placeNew(place, changed);
}

const textAt = (place: string): string | undefined =>
  fs.existsSync(place) ? fs.readFileSync(place, 'latin1') : undefined;

function takeAway(place: string): string | undefined {
  if (!fs.existsSync(place)) return undefined;
  const aside = `${place}.aside~`;
  fs.renameSync(place, aside);
  const text = fs.readFileSync(aside, 'latin1');
  fs.rmSync(aside);
  return text;
}

/** False: another file has the name. */
function placeNew(place: string, text: string): boolean {
  const temporary = `${place}.new~`;
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(temporary, text, 'latin1');
  try {
    fs.linkSync(temporary, place);
    return true;
  } catch {
    return false;
  } finally {
    fs.rmSync(temporary);
  }
}
