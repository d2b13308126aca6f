/** A note in reading view or live preview. After a change only the blocks that differ are drawn again, as in the app. */

import type { TFile } from './abstract-files';
import { Component } from './component';
import { splitBlocks } from './markdown-blocks';
import { renderBlock } from './markdown-renderer';
import { ItemView } from './view';
import type { WorkspaceLeaf } from './workspace-leaf';

interface Section {
  readonly source: string;
  readonly el: HTMLElement;
  readonly component: Component;
}

export class MarkdownView extends ItemView {
  file: TFile | null = null;
  data = '';
  private sections: Section[] = [];
  private previewEl: HTMLElement;
  private mode: 'preview' | 'source' = 'preview';
  private drawing: Promise<void> = Promise.resolve();

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.previewEl = this.container();
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
      this.mode = mode;
      this.previewEl = this.container();
    }
    this.file = path === undefined ? null : this.app.vault.getFileByPath(path);
    await this.draw();
  }

  override onload(): void {
    this.registerEvent(
      this.app.vault.on('modify', (file: unknown) => {
        if (file === this.file) void this.draw();
      }),
    );
  }

  override async onClose(): Promise<void> {
    await this.drawing;
    this.keep(0);
  }

  private draw(): Promise<void> {
    this.drawing = this.drawing.then(() => this.drawNow());
    return this.drawing;
  }

  private async drawNow(): Promise<void> {
    if (this.file === null) return;
    this.data = await this.app.vault.cachedRead(this.file);
    const blocks = splitBlocks(this.data).filter(({ kind }) => kind !== 'yaml');
    const differs = blocks.findIndex(({ source }, index) => this.sections[index]?.source !== source);
    this.keep(differs < 0 ? blocks.length : differs);
    for (const block of blocks.slice(this.sections.length)) {
      const component = new Component();
      component.load();
      const section = { source: block.source, el: this.previewEl.createDiv(), component };
      this.sections.push(section);
      const { app, data: text } = this;
      // In live preview text stays text; only blocks of code that a plugin knows become elements.
      if (this.mode === 'source' && block.kind !== 'code') section.el.createDiv('cm-line').setText(block.source);
      else await renderBlock({ app, text, sourcePath: this.file.path, component }, block, section.el);
    }
  }

  private keep(count: number): void {
    for (const { el, component } of this.sections.splice(count)) {
      component.unload();
      el.remove();
    }
  }
}
