/** Copies of a vault to write in. They go when the bench ends, and not before. */

import fs from 'node:fs';
import path from 'node:path';
import { cacheRoot } from './generate';

let made = 0;
/** This process removes them at its end, or leaves that to the one that started it. */
let isRemovalSettled = false;

/** For a process that another one started, which measures on when this one has ended and removes all copies at its own end. */
export function leaveCopies(): void {
  isRemovalSettled = true;
}

/** For that other one, and for all that make copies themselves. */
export function removeCopiesAtEnd(): void {
  if (!isRemovalSettled) process.on('exit', removeCopies);
  isRemovalSettled = true;
}

/**
 * A copy that `use` has for itself. It stays until the process ends: ext4 passes over inodes that were freed a moment ago, one
 * by one, so that after thousands of removals every new file takes ten times as long for minutes.
 */
export async function withCopy<T>(folder: string, use: (copy: string) => Promise<T>): Promise<T> {
  removeCopiesAtEnd();
  const copy = `${folder}.copy-${process.pid}-${++made}`;
  fs.cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  return use(copy);
}

/** Also what a bench left that was stopped, or that left them to this one. */
function removeCopies(): void {
  for (const name of fs.readdirSync(cacheRoot())) {
    const owner = /\.copy-(\d+)/.exec(name)?.[1];
    if (owner !== undefined && (Number(owner) === process.pid || !isRunning(Number(owner)))) {
      fs.rmSync(path.join(cacheRoot(), name), { recursive: true, force: true });
    }
  }
}

function isRunning(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch {
    return false;
  }
}
