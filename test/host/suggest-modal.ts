/** A window with a field and suggestions below it: typing asks, arrows choose, Enter or a click takes. */

import type { TestAppCore } from './app';
import { Modal } from './modal';

interface Instruction {
  command: string;
  purpose: string;
}

export abstract class SuggestModal<Item> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  readonly inputEl: HTMLInputElement;
  readonly resultContainerEl: HTMLElement;
  private items: readonly Item[] = [];
  private chosen = 0;

  constructor(app: TestAppCore) {
    super(app);
    this.containerEl.removeClass('mod-dim');
    this.modalEl.className = 'prompt';
    this.modalEl.empty();
    const holder = this.modalEl.createDiv('prompt-input-container');
    this.inputEl = holder.createEl('input', { cls: 'prompt-input', attr: { type: 'text', enterkeyhint: 'done' } });
    this.resultContainerEl = this.modalEl.createDiv('prompt-results');
    this.inputEl.addEventListener('input', () => this.updateSuggestions());
    this.scope.register([], 'ArrowDown', () => this.move(1));
    this.scope.register([], 'ArrowUp', () => this.move(-1));
    this.scope.register([], 'Enter', (event) => this.take(event));
  }

  abstract getSuggestions(query: string): Item[] | Promise<Item[]>;
  abstract renderSuggestion(value: Item, el: HTMLElement): void;
  abstract onChooseSuggestion(item: Item, event: MouseEvent | KeyboardEvent): void;

  override onOpen(): unknown {
    this.inputEl.focus();
    this.updateSuggestions();
    return undefined;
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.placeholder = placeholder;
  }

  setInstructions(instructions: Instruction[]): void {
    this.modalEl.querySelector('.prompt-instructions')?.remove();
    const listEl = this.modalEl.createDiv('prompt-instructions');
    for (const { command, purpose } of instructions) {
      const each = listEl.createDiv('prompt-instruction');
      each.createSpan({ cls: 'prompt-instruction-command', text: command });
      each.createSpan({ text: purpose });
    }
  }

  onNoSuggestion(): void {
    this.resultContainerEl.empty();
    // As the app: nothing typed and nothing found is no news.
    if (this.inputEl.value !== '')
      this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
  }

  selectSuggestion(value: Item, event: MouseEvent | KeyboardEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: MouseEvent | KeyboardEvent): void {
    const item = this.items[this.chosen];
    if (item !== undefined) this.selectSuggestion(item, event);
  }

  /** A late answer is shown though another question was asked meanwhile: a plugin has to see to that. */
  private updateSuggestions(): void {
    const answer = this.getSuggestions(this.inputEl.value);
    if (Array.isArray(answer)) this.show(answer);
    else void answer.then((items) => this.show(items));
  }

  /** The first one is chosen again. */
  private show(items: readonly Item[]): void {
    this.items = items.slice(0, this.limit);
    this.chosen = 0;
    if (this.items.length === 0) return this.onNoSuggestion();
    this.resultContainerEl.empty();
    this.items.forEach((item, index) => {
      const el = this.resultContainerEl.createDiv('suggestion-item');
      this.renderSuggestion(item, el);
      el.addEventListener('mousemove', () => this.choose(index));
      el.addEventListener('click', (event) => this.selectSuggestion(item, event));
    });
    this.choose(0);
  }

  private move(by: number): false {
    const count = this.items.length;
    if (count > 0) this.choose((this.chosen + by + count) % count);
    return false;
  }

  private choose(index: number): void {
    this.chosen = index;
    [...this.resultContainerEl.children].forEach((el, at) => el.classList.toggle('is-selected', at === index));
  }

  private take(event: KeyboardEvent): false {
    if (!event.isComposing) this.selectActiveSuggestion(event);
    return false;
  }
}
