/** The app's events of the vault as hints for the engine. */

import { TFile } from 'obsidian';
import type { App, EventRef, TAbstractFile } from 'obsidian';
import type { VaultChange } from '../../engine/ports/vault-port';
import { filesBelow } from './vault-tree';

/** Before the layout stands the app tells 'create' for every file that there is: nobody wants to hear that. */
export function watchVault(app: App, listener: (change: VaultChange) => void): () => void {
  const { vault, workspace } = app;
  let events: readonly EventRef[] = [];
  let isStopped = false;
  workspace.onLayoutReady(() => {
    if (isStopped) return;
    events = [
      vault.on('create', (file) => tellChanged(file, listener)),
      vault.on('modify', (file) => tellChanged(file, listener)),
      vault.on('delete', (file) => filesBelow(file).forEach(({ path }) => listener({ kind: 'removed', path }))),
      vault.on('rename', (file, oldPath) => tellRenamed(file, oldPath, listener)),
    ];
  });
  return () => {
    isStopped = true;
    for (const event of events) vault.offref(event);
  };
}

function tellChanged(file: TAbstractFile, listener: (change: VaultChange) => void): void {
  if (file instanceof TFile) listener({ kind: 'changed', path: file.path });
}

/** For a folder: every file in it, whether or not the app tells of those too. */
function tellRenamed(file: TAbstractFile, oldPath: string, listener: (change: VaultChange) => void): void {
  for (const { path } of filesBelow(file)) {
    listener({ kind: 'renamed', from: oldPath + path.slice(file.path.length), path });
  }
}
