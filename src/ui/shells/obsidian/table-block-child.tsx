/** A `notedb` code block in a note, for as long as the app shows it. D15 */

import {
  type App,
  type HoverParent,
  type HoverPopover,
  type MarkdownPostProcessorContext,
  MarkdownRenderChild,
  TFile,
} from 'obsidian';
import { readBlockText } from '../../screens/block/block-query';
import type { AppServices } from '../../client/app-services';
import type { Database } from '../../client/operations-client';
import type { TableChoice } from '../../rows/table-choice';
import { TableBlock, clockAt } from '../../screens/block/table-block';
import { keepWhileUnseen } from '../../changes/unsent/keep-while-unseen';
import { previewOnHover } from './hover-preview';
import { mountComponent, unmountComponent } from './mount';
import { obsidianServices } from './obsidian-services';

/** How soon after midnight `{today}` is another day, and after a minute `{now}` another one. */
const LOOK_EVERY_MS = 60_000;

export type NoteBlockContext = Pick<MarkdownPostProcessorContext, 'sourcePath' | 'getSectionInfo'>;

export class TableBlockChild extends MarkdownRenderChild implements HoverParent {
  hoverPopover: HoverPopover | null = null;
  private readonly query: ReturnType<typeof readBlockText>;
  private path: string;
  private properties: string;
  private clock = clockAt(new Date());
  private readonly services: AppServices;
  private stopKeeping = (): void => undefined;

  constructor(
    containerEl: HTMLElement,
    text: string,
    private readonly app: App,
    private readonly database: Database,
    private readonly context: NoteBlockContext,
    private readonly openTable: (choice: TableChoice) => void,
  ) {
    super(containerEl);
    this.query = readBlockText(text);
    this.services = obsidianServices(app);
    this.path = context.sourcePath;
    this.properties = this.propertiesNow();
  }

  override onload(): void {
    this.draw();
    previewOnHover(this.app, this, this.containerEl);
    this.stopKeeping = keepWhileUnseen(window, this.services.unsent);
    if ('message' in this.query) return;
    const { metadataCache, vault } = this.app;
    this.registerEvent(metadataCache.on('changed', ({ path }) => path === this.path && this.lookAtNote()));
    this.registerEvent(vault.on('rename', ({ path }, before) => before === this.path && this.noteIs(path)));
    this.registerInterval(window.setInterval(() => this.lookAtClock(), LOOK_EVERY_MS));
  }

  override onunload(): void {
    unmountComponent(this.containerEl);
    this.stopKeeping();
  }

  private noteIs(path: string): void {
    this.path = path;
    this.lookAtNote();
    this.draw();
  }

  /** The body is typed in all the time; only the front matter counts. */
  private lookAtNote(): void {
    const properties = this.propertiesNow();
    if (properties === this.properties) return;
    this.properties = properties;
    this.draw();
  }

  private propertiesNow(): string {
    const file = this.app.vault.getAbstractFileByPath(this.path);
    const cache = file instanceof TFile ? this.app.metadataCache.getFileCache(file) : null;
    const { position: _, ...properties } = (cache?.frontmatter ?? {}) as Record<string, unknown>;
    return JSON.stringify(properties);
  }

  private lookAtClock(): void {
    this.clock = clockAt(new Date());
    this.draw();
  }

  private draw(): void {
    const { query, clock, database, path, properties } = this;
    const note = { path, properties };
    const { services, openTable } = this;
    const rewrite = (change: (text: string) => string): Promise<void> => this.rewrite(change);
    mountComponent(
      <TableBlock {...{ query, note, clock, database, services, openTable, rewrite }} />,
      this.containerEl,
    );
  }

  /** The lines between the fences; the app draws the block anew when they are others. */
  private async rewrite(change: (text: string) => string): Promise<void> {
    const section = this.context.getSectionInfo(this.containerEl);
    const file = this.app.vault.getFileByPath(this.path);
    if (section === null || file === null) throw new Error('The block is not found in its note.');
    const { lineStart, lineEnd } = section;
    await this.app.vault.process(file, (note) => {
      const lines = note.split('\n');
      const block = lines.slice(lineStart + 1, lineEnd).join('\n');
      // Somebody may have typed above it meanwhile.
      if (!/^\s*(```+|~~~+)\s*notedb/.test(lines[lineStart] ?? '')) throw new Error('The note has changed meanwhile.');
      return [...lines.slice(0, lineStart + 1), change(block), ...lines.slice(lineEnd)].join('\n');
    });
  }
}
