/** The `notedb` code blocks of notes, in reading view and in live preview: what they share, before anything is drawn. D15 */

import { type App, type MarkdownPostProcessorContext, MarkdownRenderChild } from 'obsidian';
import type { Database } from '../../client/operations-client';
import type { TableChoice } from '../../rows/table-choice';

export class TableBlocks {
  private readonly shown = new Set<MarkdownRenderChild>();
  private readonly heights = new KeptHeights();

  constructor(
    private readonly app: App,
    private readonly database: Database,
    private readonly openTable: (choice: TableChoice) => void,
  ) {}

  /** The app waits for it before it prints. The place is known to the app at once, since it may take it away meanwhile. */
  async show(text: string, element: HTMLElement, context: MarkdownPostProcessorContext): Promise<void> {
    const place = new MarkdownRenderChild(element);
    place.register(this.heights.keep(element, `${context.sourcePath}\n${text}`));
    this.shown.add(place);
    place.register(() => this.shown.delete(place));
    context.addChild(place);
    const { TableBlockChild } = await import('./table-block-child');
    if (!this.shown.has(place)) return;
    place.addChild(new TableBlockChild(element, text, this.app, this.database, context, this.openTable));
  }

  /** The notes outlive the plugin; what its blocks listen to must not. */
  unload(): void {
    for (const block of [...this.shown]) block.unload();
  }
}

/** Blocks that are remembered; above it the oldest is forgotten. */
const MOST_KEPT = 500;

class KeptHeights {
  private readonly heights = new Map<string, number>();

  /** Until it has its rows, the element is as high as the one of the same place was. Returns the function that stops looking. */
  keep(element: HTMLElement, place: string): () => void {
    const height = this.heights.get(place);
    if (height !== undefined) {
      element.classList.add('ndb-keeps-height');
      element.style.setProperty('--ndb-kept-height', `${height}px`);
    }
    const observer = new ResizeObserver(() => this.remember(place, element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }

  /** An element that is taken away has no height any more. */
  private remember(place: string, height: number): void {
    if (height === 0) return;
    this.heights.delete(place);
    this.heights.set(place, height);
    const [oldest] = this.heights.keys();
    if (this.heights.size > MOST_KEPT && oldest !== undefined) this.heights.delete(oldest);
  }
}
