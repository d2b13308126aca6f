/** A file system that finds names in any case and keeps them as they were given, as those of Windows and macOS do. */

import fs from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

type Call = (...args: unknown[]) => unknown;

/** Every look at a place below `folder` by this thread. The watches of the system are as they are. */
export function findInAnyCase(folder: string): void {
  const { readdirSync, lstatSync } = fs;
  const root = fs.realpathSync(folder);
  const namesIn = (place: string): string[] => {
    try {
      return readdirSync(place);
    } catch {
      return [];
    }
  };
  const spelled = (place: unknown): unknown => {
    if (typeof place !== 'string' || !place.startsWith(root + path.sep)) return place;
    return place
      .slice(root.length + 1)
      .split(path.sep)
      .reduce((parent, name) => {
        const there = namesIn(parent).find((each) => each.toLowerCase() === name.toLowerCase());
        return path.join(parent, there ?? name);
      }, root);
  };
  const spy = (object: object, name: string): void => {
    const method = (object as Record<string, Call>)[name] as Call;
    vi.spyOn(object as Record<string, Call>, name).mockImplementation((place, ...rest) =>
      method(spelled(place), ...rest),
    );
  };
  for (const name of ['openSync', 'lstatSync', 'statSync', 'readFileSync', 'readdirSync', 'mkdirSync', 'unlinkSync']) {
    spy(fs, name);
  }
  for (const name of ['existsSync', 'accessSync', 'rmdirSync', 'writeFileSync', 'watch']) spy(fs, name);
  spy(fs.realpathSync, 'native');
  const { linkSync, renameSync } = fs;
  vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    linkSync(spelled(from) as string, spelled(to) as string);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    const [source, target] = [spelled(from) as string, spelled(to) as string];
    // A name that differs from its own in case is a new spelling.
    const isItself = source === target && lstatSync(source, { throwIfNoEntry: false }) !== undefined;
    renameSync(source, isItself ? path.join(path.dirname(target), path.basename(to as string)) : target);
  });
}
