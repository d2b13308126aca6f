/** The window: splits, tabs, ribbon and status bar, really in the document. */

import type { TestAppCore } from './app';
import { Events } from './events';
import type { TFile } from './abstract-files';
import type { View } from './view';
import { WorkspaceLeaf } from './workspace-leaf';

export type ViewCreator = (leaf: WorkspaceLeaf) => View;

interface Split {
  readonly containerEl: HTMLElement;
  readonly headersEl: HTMLElement;
  readonly tabsEl: HTMLElement;
  collapsed: boolean;
  expand(): void;
  collapse(): void;
}

export class Workspace extends Events {
  readonly viewCreators = new Map<string, ViewCreator>();
  readonly containerEl: HTMLElement = createDiv('workspace');
  readonly ribbonEl: HTMLElement = this.containerEl.createDiv('workspace-ribbon side-dock-ribbon mod-left');
  readonly leftSplit = makeSplit(this.containerEl, 'mod-left-split');
  readonly rootSplit = makeSplit(this.containerEl, 'mod-root');
  readonly rightSplit = makeSplit(this.containerEl, 'mod-right-split');
  readonly statusBarEl: HTMLElement = createDiv('status-bar');
  readonly activeEditor = null;
  /** Splits of the main area, from left to right. */
  private readonly rootSplits = [this.rootSplit];
  /** Plugins whose links Page preview shows, by their ids. */
  readonly hoverLinkSources = new Map<string, { readonly display: string; readonly defaultMod: boolean }>();
  layoutReady = false;
  activeLeaf: WorkspaceLeaf | null = null;
  private readonly leaves: { readonly leaf: WorkspaceLeaf; readonly split: Split }[] = [];
  private waiting: (() => unknown)[] = [];

  constructor(private readonly app: TestAppCore) {
    super();
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.waiting.push(callback);
  }

  /** What the app does when its windows stand. */
  setLayoutReady(): void {
    this.layoutReady = true;
    for (const callback of this.waiting.splice(0)) callback();
    this.trigger('layout-ready');
    this.trigger('layout-change');
  }

  registerView(type: string, creator: ViewCreator): void {
    if (this.viewCreators.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.viewCreators.set(type, creator);
    for (const leaf of this.getLeavesOfType(type)) void leaf.setViewState(leaf.getViewState());
  }

  /** Leaves of the type stay and show that their plugin is gone. */
  unregisterView(type: string): void {
    this.viewCreators.delete(type);
    for (const leaf of this.getLeavesOfType(type)) void leaf.lose();
  }

  getLeaf(where: boolean | 'tab' | 'split' | 'window' = false): WorkspaceLeaf {
    const current = this.activeLeaf;
    const currentSplit = current === null ? undefined : this.splitOf(current);
    const isInMain = currentSplit !== undefined && this.rootSplits.includes(currentSplit);
    if (where === false && current !== null && isInMain) return current;
    return this.add(where === 'split' ? this.addSplit() : isInMain ? currentSplit : this.rootSplit);
  }

  getRightLeaf(): WorkspaceLeaf {
    return this.add(this.rightSplit);
  }

  getLeftLeaf(): WorkspaceLeaf {
    return this.add(this.leftSplit);
  }

  async ensureSideLeaf(
    type: string,
    side: 'left' | 'right',
    options?: { state?: Record<string, unknown> },
  ): Promise<WorkspaceLeaf> {
    const leaf = this.getLeavesOfType(type)[0] ?? (side === 'left' ? this.getLeftLeaf() : this.getRightLeaf());
    await leaf.setViewState({ type, active: true, ...(options?.state === undefined ? {} : { state: options.state }) });
    return leaf;
  }

  getMostRecentLeaf(): WorkspaceLeaf | null {
    return this.activeLeaf;
  }

  getLeavesOfType(type: string): WorkspaceLeaf[] {
    return this.leaves.map(({ leaf }) => leaf).filter((leaf) => leaf.view.getViewType() === type);
  }

  iterateAllLeaves(visit: (leaf: WorkspaceLeaf) => unknown): void {
    for (const { leaf } of [...this.leaves]) visit(leaf);
  }

  iterateRootLeaves(visit: (leaf: WorkspaceLeaf) => unknown): void {
    for (const { leaf, split } of [...this.leaves]) if (this.rootSplits.includes(split)) visit(leaf);
  }

  detachLeavesOfType(type: string): void {
    for (const leaf of this.getLeavesOfType(type)) leaf.detach();
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    this.splitOf(leaf)?.expand();
    this.setActiveLeaf(leaf);
  }

  setActiveLeaf(leaf: WorkspaceLeaf): void {
    this.activeLeaf = leaf;
    const split = this.splitOf(leaf);
    for (const other of this.leaves) {
      if (other.split === split) other.leaf.containerEl.toggle(other.leaf === leaf);
      other.leaf.containerEl.toggleClass('mod-active', other.leaf === leaf);
      other.leaf.tabHeaderEl.toggleClass('is-active', other.leaf === leaf);
    }
    this.trigger('active-leaf-change', leaf);
  }

  getActiveViewOfType<Found extends View>(type: abstract new (...args: never[]) => Found): Found | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  getActiveFile(): TFile | null {
    const file = (this.activeLeaf?.view as { file?: TFile } | undefined)?.file;
    return file ?? null;
  }

  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf: boolean | 'tab' | 'split' | 'window' = false,
  ): Promise<void> {
    const linkpath = linktext.split('#')[0] ?? '';
    const file = this.app.metadataCache.getFirstLinkpathDest(linkpath, sourcePath);
    if (file !== null) await this.getLeaf(newLeaf).openFile(file);
  }

  updateOptions(): void {
    // No editors here.
  }

  requestSaveLayout(): void {
    // The layout is not kept.
  }

  forget(leaf: WorkspaceLeaf): void {
    leaf.containerEl.remove();
    leaf.tabHeaderEl.remove();
    const index = this.leaves.findIndex((entry) => entry.leaf === leaf);
    if (index >= 0) this.leaves.splice(index, 1);
    if (this.activeLeaf === leaf) this.activeLeaf = null;
    this.trigger('layout-change');
  }

  private addSplit(): Split {
    const split = makeSplit(this.containerEl, 'mod-root');
    this.rootSplits.at(-1)?.containerEl.after(split.containerEl);
    this.rootSplits.push(split);
    return split;
  }

  private add(split: Split): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.app);
    leaf.parent = split.tabsEl;
    split.tabsEl.append(leaf.containerEl);
    split.headersEl.append(leaf.tabHeaderEl);
    this.leaves.push({ leaf, split });
    split.expand();
    this.setActiveLeaf(leaf);
    return leaf;
  }

  private splitOf(leaf: WorkspaceLeaf): Split | undefined {
    return this.leaves.find((entry) => entry.leaf === leaf)?.split;
  }
}

function makeSplit(parent: HTMLElement, cls: string): Split {
  const containerEl = parent.createDiv(`workspace-split ${cls}`);
  const tabs = containerEl.createDiv('workspace-tabs');
  const isSide = cls !== 'mod-root';
  containerEl.toggle(!isSide);
  return {
    containerEl,
    headersEl: tabs.createDiv('workspace-tab-header-container'),
    tabsEl: tabs.createDiv('workspace-tab-container'),
    collapsed: isSide,
    expand(): void {
      this.collapsed = false;
      containerEl.show();
    },
    collapse(): void {
      this.collapsed = true;
      containerEl.hide();
    },
  };
}
