/** Reading view: blocks become elements, fenced blocks go to the processors that plugins registered. */

import type { TestAppCore } from './app';
import { Component } from './component';
import { splitBlocks } from './markdown-blocks';
import type { Block } from './markdown-blocks';
import { renderInline } from './render-inline';

export class MarkdownRenderChild extends Component {
  constructor(readonly containerEl: HTMLElement) {
    super();
  }
}

export interface MarkdownPostProcessorContext {
  readonly docId: string;
  readonly sourcePath: string;
  readonly frontmatter: unknown;
  addChild(child: MarkdownRenderChild): void;
  getSectionInfo(el: HTMLElement): { text: string; lineStart: number; lineEnd: number } | null;
}

export type CodeBlockProcessor = (source: string, el: HTMLElement, ctx: MarkdownPostProcessorContext) => unknown;
export type PostProcessor = ((el: HTMLElement, ctx: MarkdownPostProcessorContext) => unknown) & { sortOrder?: number };

/** What the plugins of one app registered. */
export class MarkdownProcessors {
  readonly codeBlocks = new Map<string, CodeBlockProcessor>();
  readonly posts: PostProcessor[] = [];

  registerCodeBlock(language: string, processor: CodeBlockProcessor): () => void {
    if (this.codeBlocks.has(language))
      throw new Error(`Code block postprocessor for language ${language} is already registered`);
    this.codeBlocks.set(language, processor);
    return () => this.codeBlocks.delete(language);
  }

  registerPost(processor: PostProcessor): () => void {
    this.posts.push(processor);
    return () => this.posts.splice(this.posts.indexOf(processor), 1);
  }
}

export abstract class MarkdownRenderer extends MarkdownRenderChild {
  static async render(
    app: TestAppCore,
    markdown: string,
    el: HTMLElement,
    sourcePath: string,
    component: Component,
  ): Promise<void> {
    const target = { app, text: markdown, sourcePath, component };
    for (const block of splitBlocks(markdown))
      if (block.kind !== 'yaml') await renderBlock(target, block, el.createDiv());
  }
}

export interface RenderTarget {
  readonly app: TestAppCore;
  readonly text: string;
  readonly sourcePath: string;
  /** Owner of what the processors add. */
  readonly component: Component;
}

export async function renderBlock(target: RenderTarget, block: Block, sectionEl: HTMLElement): Promise<void> {
  const ctx = contextFor(target, block);
  const { app, sourcePath } = target;
  sectionEl.addClass(`el-${TAGS[block.kind]}`);
  if (block.kind === 'code') await renderCode(app, block, sectionEl, ctx);
  else if (block.kind === 'list') renderList(app, block, sectionEl, sourcePath);
  else if (block.kind === 'table') renderTable(app, block, sectionEl, sourcePath);
  else if (block.kind === 'thematicBreak') sectionEl.createEl('hr');
  else renderText(app, block, sectionEl, sourcePath);
  for (const post of [...app.markdown.posts].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0)))
    await post(sectionEl, ctx);
}

const TAGS = {
  yaml: 'pre',
  code: 'pre',
  heading: 'h1',
  list: 'ul',
  blockquote: 'blockquote',
  table: 'table',
  thematicBreak: 'hr',
  paragraph: 'p',
} as const;

function contextFor({ app, text, sourcePath, component }: RenderTarget, block: Block): MarkdownPostProcessorContext {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length - 1;
  return {
    docId: `doc-${sourcePath}`,
    sourcePath,
    frontmatter: app.metadataCache.getCache(sourcePath)?.frontmatter ?? null,
    addChild: (child) => void component.addChild(child),
    getSectionInfo: () => ({ text, lineStart: lineAt(block.start), lineEnd: lineAt(block.end) }),
  };
}

async function renderCode(
  app: TestAppCore,
  block: Block,
  sectionEl: HTMLElement,
  ctx: MarkdownPostProcessorContext,
): Promise<void> {
  const lines = block.source.split(/\r?\n/);
  const language =
    (lines[0] ?? '')
      .replace(/^\s*[`~]+/, '')
      .trim()
      .split(/\s/)[0] ?? '';
  const source = lines.slice(1, lines.length > 1 ? -1 : undefined).join('\n');
  const processor = app.markdown.codeBlocks.get(language);
  if (processor === undefined) {
    sectionEl.createEl('pre').createEl('code', { cls: `language-${language}`, text: source });
    return;
  }
  await processor(source, sectionEl.createDiv(`block-language-${language}`), ctx);
}

function renderText(app: TestAppCore, block: Block, sectionEl: HTMLElement, sourcePath: string): void {
  const heading = /^(#{1,6}) *(.*)$/.exec(block.source);
  const tag =
    block.kind === 'heading'
      ? (`h${heading?.[1]?.length ?? 1}` as 'h1')
      : block.kind === 'blockquote'
        ? 'blockquote'
        : 'p';
  const text = heading?.[2] ?? block.source.replace(/^> ?/gm, '');
  renderInline(app, text, sectionEl.createEl(tag), sourcePath);
}

function renderList(app: TestAppCore, block: Block, sectionEl: HTMLElement, sourcePath: string): void {
  const listEl = sectionEl.createEl(/^\s*\d/.test(block.source) ? 'ol' : 'ul');
  for (const line of block.source.split(/\r?\n/)) {
    const item = /^\s*(?:[-*+]|\d+[.)]) (?:\[(.)\] )?(.*)$/.exec(line);
    const itemEl = listEl.createEl('li');
    if (item?.[1] !== undefined)
      itemEl.createEl('input', { type: 'checkbox', cls: 'task-list-item-checkbox' }).checked = item[1] !== ' ';
    renderInline(app, item?.[2] ?? line, itemEl, sourcePath);
  }
}

function renderTable(app: TestAppCore, block: Block, sectionEl: HTMLElement, sourcePath: string): void {
  const tableEl = sectionEl.createEl('table');
  block.source.split(/\r?\n/).forEach((line, index) => {
    if (index === 1) return;
    const rowEl = tableEl.createEl('tr');
    for (const cell of line.replace(/^\||\|\s*$/g, '').split('|')) {
      renderInline(app, cell.trim(), rowEl.createEl(index === 0 ? 'th' : 'td'), sourcePath);
    }
  });
}
