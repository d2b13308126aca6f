/** A `notedb` code block in a note, for as long as the app shows it. D15 */

import { MarkdownRenderChild, parseYaml } from 'obsidian';
import type { App } from 'obsidian';
import { dependsOnToday, readBlock } from '../browser/block-query';
import type { Database } from '../browser/operations-client';
import { TableBlock } from '../browser/table-block';
import type { RowsQuery } from '../browser/table-rows';
import type { Problem } from '../components/problem';
import { appNotes } from './app-notes';
import { mount, unmount } from './mount';

/** How soon after midnight `{today}` is another day. */
const LOOK_EVERY_MS = 60_000;

export class TableBlockChild extends MarkdownRenderChild {
  private readonly query: RowsQuery | Problem;
  private day = '';

  constructor(
    containerEl: HTMLElement,
    text: string,
    private readonly app: App,
    private readonly database: Database,
  ) {
    super(containerEl);
    this.query = readText(text);
  }

  override onload(): void {
    this.draw();
    if ('message' in this.query || !dependsOnToday(this.query)) return;
    this.day = today();
    this.registerInterval(window.setInterval(() => this.lookAtDay(), LOOK_EVERY_MS));
  }

  override onunload(): void {
    unmount(this.containerEl);
  }

  private lookAtDay(): void {
    if (this.day === today()) return;
    this.day = today();
    this.draw();
  }

  private draw(): void {
    const { query, day, database } = this;
    mount(<TableBlock {...{ query, day, database }} notes={appNotes(this.app)} />, this.containerEl);
  }
}

const today = (): string => new Date().toDateString();

function readText(text: string): RowsQuery | Problem {
  try {
    return readBlock(parseYaml(text));
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown);
    return { message: 'The block is no YAML.', hint: reason };
  }
}
