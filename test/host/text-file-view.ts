/** A view that edits a text file: saves two seconds after the last change, and follows what others write into the file. */

import type { TFile } from './abstract-files';
import { span } from './editor';
import { Notice } from './notice';
import { ItemView } from './view';
import type { WorkspaceLeaf } from './workspace-leaf';

const SAVE_AFTER_MS = 2000;

export abstract class TextFileView extends ItemView {
  file: TFile | null = null;
  data = '';
  dirty = false;
  saving = false;
  /** What the file held when this view read or wrote it last; null: it has read none yet. */
  lastSavedData: string | null = null;
  /** How often a text of others was merged into one that was not saved. For tests. */
  merges = 0;
  private saveAgain = false;
  /** Counts loads and saves: what was read before the last of them is no news. */
  private turn = 0;
  private saveTimer = 0;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.registerEvent(this.app.vault.on('modify', (file: unknown) => void this.onModify(file)));
    this.registerEvent(this.app.vault.on('delete', (file: unknown) => void this.onDelete(file)));
  }

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;
  abstract clear(): void;

  readonly requestSave = (): void => {
    this.dirty = true;
    window.clearTimeout(this.saveTimer);
    this.saveTimer = window.setTimeout(() => void this.save(), SAVE_AFTER_MS);
  };

  /** `clear`: the file is being left. */
  async save(clear = false): Promise<void> {
    const { file, lastSavedData: before } = this;
    if (file === null || file.deleted) return;
    if (this.saving && !clear) {
      this.saveAgain = true;
      return;
    }
    window.clearTimeout(this.saveTimer);
    const text = this.getViewData();
    this.dirty = false;
    if (before === null || before === text) return;
    this.saving = true;
    this.turn += 1;
    this.data = this.lastSavedData = text;
    try {
      await this.app.vault.adapter.inTurn(() => Promise.resolve());
      await this.app.vault.modify(file, text);
    } catch {
      this.lastSavedData = before;
      new Notice(`Failed to save “${file.path}”`);
    } finally {
      this.saving = false;
    }
    if (!this.saveAgain || clear) return;
    this.saveAgain = false;
    await this.save();
  }

  async onLoadFile(file: TFile): Promise<void> {
    await this.loadFileInternal(file, true);
  }

  async onUnloadFile(_file: TFile): Promise<void> {
    await this.save(true);
    this.lastSavedData = null;
    this.dirty = false;
    this.clear();
  }

  protected async openFile(file: TFile | null): Promise<void> {
    if (file === this.file) return;
    if (this.file !== null) await this.onUnloadFile(this.file);
    this.file = file;
    if (file !== null) await this.onLoadFile(file);
  }

  private async onModify(file: unknown): Promise<void> {
    if (file === this.file && this.file !== null && !this.saving) await this.loadFileInternal(this.file, false);
  }

  /** The text goes with the file. */
  private async onDelete(file: unknown): Promise<void> {
    if (file !== this.file) return;
    window.clearTimeout(this.saveTimer);
    this.file = null;
    this.lastSavedData = null;
    this.clear();
  }

  private async loadFileInternal(file: TFile, clear: boolean): Promise<void> {
    const { vault } = this.app;
    const turn = (this.turn += 1);
    const fresh = clear ? await vault.read(file) : await vault.cachedRead(file);
    if (file !== this.file || turn !== this.turn) return;
    const known = this.lastSavedData;
    this.lastSavedData = fresh;
    if (clear) {
      this.setViewData((this.data = fresh), true);
      return;
    }
    if (known === fresh) return;
    const text = this.getViewData();
    if (this.dirty && text === fresh) return;
    if (!this.dirty || text === known || known === null) {
      this.setViewData((this.data = fresh), false);
      return;
    }
    this.merges += 1;
    new Notice(`“${file.path}” has been modified externally, merging changes automatically.`);
    this.setViewData(patched(known, text, fresh), false);
    this.requestSave();
  }
}

/** What was typed, put into the text of others at the same place, however that reads then. */
function patched(known: string, typed: string, fresh: string): string {
  const [own, theirs] = [span(known, typed), span(known, fresh)];
  if (own === null || theirs === null) return own === null ? fresh : typed;
  const shift = theirs.from < own.from ? theirs.text.length - (theirs.to - theirs.from) : 0;
  return fresh.slice(0, own.from + shift) + own.text + fresh.slice(own.to + shift);
}
