/** "Find note or row": names at once, texts a moment after the last key. docs/quick-find.md */

import { type App, type Modifier, Notice, Platform, SuggestModal, debounce } from 'obsidian';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import { type FoundItem, suggestNames, suggestTexts } from '../../client/quick-find';
import { nameWindowAfter } from './accessible-names';
import { obsidianNotes } from './obsidian-services';

/** Quiet after the last key before texts are searched. */
const PAUSE_MS = 150;

export class FindModal extends SuggestModal<FoundItem> {
  private latest: Promise<FoundItem[]> = Promise.resolve([]);
  private texts: { readonly query: string; readonly found: readonly FoundItem[] } | null = null;
  private isClosed = false;
  private readonly searchSoon = debounce(
    (query: string, names: readonly FoundItem[]) => void this.search(query, names),
    PAUSE_MS,
    true,
  );

  constructor(
    app: App,
    private readonly client: OperationsClient,
    private readonly openTable: (table: string) => void,
  ) {
    super(app);
    this.setPlaceholder('Find a note, row or table by name or text…');
    this.inputEl.setAttribute('aria-label', 'Find note or row');
    nameWindowAfter(this.modalEl, this.inputEl);
    this.emptyStateText = 'Nothing is called like that.';
    // The app itself hears Enter alone.
    for (const modifiers of [['Mod'], ['Mod', 'Alt']] satisfies Modifier[][]) {
      this.scope.register(modifiers, 'Enter', (event) => {
        this.selectActiveSuggestion(event);
        return false;
      });
    }
    this.setInstructions([
      { command: '↑↓', purpose: 'to choose' },
      { command: '↵', purpose: 'to open' },
      { command: Platform.isMacOS ? 'cmd ↵' : 'ctrl ↵', purpose: 'to open in a new tab' },
      { command: 'esc', purpose: 'to leave' },
    ]);
  }

  override onClose(): void {
    this.isClosed = true;
    this.searchSoon.cancel();
    super.onClose();
  }

  /** The app shows whatever comes last: an answer that was overtaken gives the newer one. */
  async getSuggestions(query: string): Promise<FoundItem[]> {
    const asked = this.ask(query.trim());
    this.latest = asked;
    let answer = await asked;
    for (let seen = asked; seen !== this.latest;) {
      seen = this.latest;
      answer = await seen;
    }
    return answer;
  }

  renderSuggestion({ title, place, why }: FoundItem, element: HTMLElement): void {
    element.addClass('mod-complex', 'ndb-suggestion');
    const content = element.createDiv('suggestion-content');
    content.createDiv({ cls: 'suggestion-title', text: title });
    if (why !== null) content.createDiv({ cls: 'suggestion-note', text: why });
    element.createDiv('suggestion-aux').createSpan({ cls: 'suggestion-flair ndb-suggestion-place', text: place });
  }

  onChooseSuggestion({ opens }: FoundItem, event: MouseEvent | KeyboardEvent): void {
    if ('note' in opens) obsidianNotes(this.app).open(opens.note, '', event);
    else this.openTable(opens.table);
  }

  private async ask(query: string): Promise<FoundItem[]> {
    if (query === '') return [];
    try {
      const names = await suggestNames(this.client, query);
      if (this.texts?.query === query) return [...names, ...this.texts.found];
      if (!this.isClosed) this.searchSoon(query, names);
      return [...names];
    } catch (thrown) {
      this.tell(thrown);
      return [];
    }
  }

  private async search(query: string, names: readonly FoundItem[]): Promise<void> {
    try {
      this.texts = { query, found: await suggestTexts(this.client, query, names) };
    } catch (thrown) {
      return this.tell(thrown);
    }
    const isAsked = !this.isClosed && this.inputEl.value.trim() === query;
    if (isAsked && this.texts.found.length > 0 && this.isFirstChosen()) this.inputEl.dispatchEvent(new Event('input'));
  }

  /** Showing more chooses the first one again: not under the hands of somebody who is choosing. */
  private isFirstChosen(): boolean {
    const chosen = this.resultContainerEl.querySelector('.is-selected');
    return chosen === null || chosen === this.resultContainerEl.firstElementChild;
  }

  private tell(thrown: unknown): void {
    if (this.isClosed) return;
    const { message, hint } = describeProblem(thrown);
    new Notice([message, hint].join(' '));
  }
}
