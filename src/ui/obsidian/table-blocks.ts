/** The `notedb` code blocks that are shown just now. */

import type { App, MarkdownPostProcessorContext } from 'obsidian';
import type { Database } from '../browser/operations-client';
import { KeptHeights } from './kept-heights';
import { TableBlockChild } from './table-block-child';

export class TableBlocks {
  private readonly shown = new Set<TableBlockChild>();
  private readonly heights = new KeptHeights();

  constructor(
    private readonly app: App,
    private readonly database: Database,
  ) {}

  show(text: string, element: HTMLElement, context: MarkdownPostProcessorContext): void {
    const block = new TableBlockChild(element, text, this.app, this.database, context);
    block.register(this.heights.keep(element, `${context.sourcePath}\n${text}`));
    this.shown.add(block);
    block.register(() => this.shown.delete(block));
    context.addChild(block);
  }

  /** The notes outlive the plugin; what its blocks listen to must not. */
  unload(): void {
    for (const block of [...this.shown]) block.unload();
  }
}
