/**
 * Who turns the plugin off and on again at once loads its code anew while the old one still closes the vault. Two engines on one
 * journal would be fatal, so the new one waits. Nothing but the app outlives the code.
 */

import type { App } from 'obsidian';

const CLOSING = Symbol.for('notedb.closing');

type AppWithClosing = App & { [CLOSING]?: Promise<void> };

/** Resolves when no earlier instance of the plugin has this vault open. */
export async function previousInstanceGone(app: App): Promise<void> {
  await (app as AppWithClosing)[CLOSING];
}

/** Leaves the next instance a promise to wait for. */
export function announceClosing(app: App, closing: Promise<void>): void {
  const shared = app as AppWithClosing;
  const all = Promise.allSettled([shared[CLOSING], closing]).then(() => undefined);
  shared[CLOSING] = all;
}
