/** A `notedb` code block in a note, for as long as the app shows it, in reading view and in live preview. D15 */

import { type App, type MarkdownPostProcessorContext, MarkdownRenderChild, TFile, parseYaml } from 'obsidian';
import { type BlockQuery, readBlock } from '../browser/block-query';
import type { Database } from '../browser/operations-client';
import { TableBlock, clockAt } from '../browser/table-block';
import type { ProblemText } from '../components/problem-text';
import { appNotes, mountComponent, unmountComponent } from './mount';

/** How soon after midnight `{today}` is another day, and after a minute `{now}` another one. */
const LOOK_EVERY_MS = 60_000;

export class TableBlockChild extends MarkdownRenderChild {
  private readonly query: BlockQuery | ProblemText;
  private path: string;
  private properties: string;
  private clock = clockAt(new Date());

  constructor(
    containerEl: HTMLElement,
    text: string,
    private readonly app: App,
    private readonly database: Database,
    { sourcePath }: Pick<MarkdownPostProcessorContext, 'sourcePath'>,
  ) {
    super(containerEl);
    this.query = readText(text);
    this.path = sourcePath;
    this.properties = this.propertiesNow();
  }

  override onload(): void {
    this.draw();
    if ('message' in this.query) return;
    const { metadataCache, vault } = this.app;
    this.registerEvent(metadataCache.on('changed', ({ path }) => path === this.path && this.lookAtNote()));
    this.registerEvent(vault.on('rename', ({ path }, before) => before === this.path && this.noteIs(path)));
    this.registerInterval(window.setInterval(() => this.lookAtClock(), LOOK_EVERY_MS));
  }

  override onunload(): void {
    unmountComponent(this.containerEl);
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
    mountComponent(<TableBlock {...{ query, note, clock, database }} notes={appNotes(this.app)} />, this.containerEl);
  }
}

function readText(text: string): BlockQuery | ProblemText {
  try {
    return readBlock(parseYaml(text));
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown);
    return { message: 'The block is no YAML.', hint: reason };
  }
}
