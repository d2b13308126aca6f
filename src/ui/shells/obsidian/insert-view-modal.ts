/** "Insert view as a Markdown table": two comments at the cursor, which the engine fills. docs/publish.md#a-table-in-a-note */

import { type App, type Editor, SuggestModal } from 'obsidian';
import { KEPT_TABLE_END, keptTableStart } from '../../../kernel/kept-table-marks';
import { foldText } from '../../../kernel/fold-text';
import type { OperationsClient } from '../../client/operations-client';
import { nameWindowAfter } from './accessible-names';

interface Insertable {
  readonly qualified: string;
  readonly name: string;
  readonly place: string;
}

export class InsertViewModal extends SuggestModal<Insertable> {
  private readonly all: Promise<readonly Insertable[]>;

  constructor(
    app: App,
    client: OperationsClient,
    private readonly editor: Editor,
  ) {
    super(app);
    this.all = insertable(client);
    this.setPlaceholder('Which view or table?');
    this.inputEl.setAttribute('aria-label', 'Insert view as a Markdown table');
    nameWindowAfter(this.modalEl, this.inputEl);
    this.emptyStateText = 'No view is called like that.';
  }

  async getSuggestions(query: string): Promise<Insertable[]> {
    const words = foldText(query).split(/\s+/);
    const all = await this.all;
    return all.filter(({ qualified }) => words.every((word) => foldText(qualified).includes(word)));
  }

  renderSuggestion({ name, place }: Insertable, element: HTMLElement): void {
    element.addClass('mod-complex', 'ndb-suggestion');
    element.createDiv('suggestion-content').createDiv({ cls: 'suggestion-title', text: name });
    element.createDiv('suggestion-aux').createSpan({ cls: 'suggestion-flair ndb-suggestion-place', text: place });
  }

  onChooseSuggestion({ qualified }: Insertable): void {
    const { line, ch } = this.editor.getCursor('from');
    const before = ch === 0 ? '' : '\n';
    const behind = this.editor.getLine(line).length > ch ? '\n' : '';
    this.editor.replaceSelection(`${before}${keptTableStart(qualified)}\n\n${KEPT_TABLE_END}${behind}`);
  }
}

/** Views come first. */
async function insertable(client: OperationsClient): Promise<readonly Insertable[]> {
  const { tables, views } = await client.run('list_tables', {});
  return [
    ...views.map(({ qualified, name }) => ({ qualified, name, place: 'View' })),
    ...tables.map(({ qualified, name }) => ({ qualified, name, place: 'Table' })),
  ];
}
