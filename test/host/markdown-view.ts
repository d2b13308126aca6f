/** A note in reading view or live preview. After a change only the blocks that differ are drawn again, as in the app. */

import { Component } from './component';
import { Editor } from './editor';
import { splitBlocks } from './markdown-blocks';
import { renderBlock } from './markdown-renderer';
import { TextFileView } from './text-file-view';
import type { WorkspaceLeaf } from './workspace-leaf';

interface Section {
  readonly source: string;
  readonly el: HTMLElement;
  readonly component: Component;
}

export class MarkdownView extends TextFileView {
  /** Holds the text in source mode only. */
  readonly editor: Editor;
  private sections: Section[] = [];
  private previewEl: HTMLElement;
  private mode: 'preview' | 'source' = 'preview';
  private drawing: Promise<void> = Promise.resolve();

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.previewEl = this.container();
    this.editor = new Editor((origin) => this.edited(origin));
  }

  private container(): HTMLElement {
    const { contentEl, mode } = this;
    contentEl.empty();
    if (mode === 'source') {
      return contentEl.createDiv('markdown-source-view is-live-preview').createDiv('cm-content');
    }
    const reading = contentEl.createDiv('markdown-reading-view').createDiv('markdown-preview-view markdown-rendered');
    return reading.createDiv('markdown-preview-sizer markdown-preview-section');
  }

  getViewType(): string {
    return 'markdown';
  }

  getDisplayText(): string {
    return this.file?.basename ?? 'No file';
  }

  getMode(): 'preview' | 'source' {
    return this.mode;
  }

  override getState(): Record<string, unknown> {
    return { file: this.file?.path ?? null, mode: this.mode };
  }

  override async setState(state: unknown): Promise<void> {
    const { file: path, mode = 'preview' } = state as { file?: string; mode?: 'preview' | 'source' };
    if (mode !== this.mode) {
      await this.drawing;
      this.keep(0);
      this.data = this.getViewData();
      this.mode = mode;
      this.previewEl = this.container();
      if (mode === 'source') this.editor.load(this.data, true);
    }
    await this.openFile(path === undefined ? null : this.app.vault.getFileByPath(path));
    await this.draw();
  }

  getViewData(): string {
    return this.mode === 'source' ? this.editor.getValue() : this.data;
  }

  setViewData(data: string, clear: boolean): void {
    this.data = data;
    if (this.mode === 'source') this.editor.load(data, clear);
    void this.draw();
  }

  clear(): void {
    this.data = '';
    this.editor.load('', true);
  }

  override async onClose(): Promise<void> {
    await this.openFile(null);
    await this.drawing;
    this.keep(0);
  }

  private edited(origin: string): void {
    if (origin === 'set') return;
    this.requestSave();
    void this.draw();
  }

  private draw(): Promise<void> {
    this.drawing = this.drawing.then(() => this.drawNow());
    return this.drawing;
  }

  private async drawNow(): Promise<void> {
    if (this.file === null) return;
    const text = this.getViewData();
    const blocks = splitBlocks(text).filter(({ kind }) => kind !== 'yaml');
    const differs = blocks.findIndex(({ source }, index) => this.sections[index]?.source !== source);
    this.keep(differs < 0 ? blocks.length : differs);
    for (const block of blocks.slice(this.sections.length)) {
      const component = new Component();
      component.load();
      const section = { source: block.source, el: this.previewEl.createDiv(), component };
      this.sections.push(section);
      const { app } = this;
      // In live preview text stays text; only blocks of code that a plugin knows become elements.
      if (this.mode === 'source' && block.kind !== 'code') section.el.createDiv('cm-line').setText(block.source);
      else await renderBlock({ app, text, sourcePath: this.file?.path ?? '', component }, block, section.el);
    }
  }

  private keep(count: number): void {
    for (const { el, component } of this.sections.splice(count)) {
      component.unload();
      el.remove();
    }
  }
}
