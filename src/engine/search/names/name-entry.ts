/** What quick find knows of a note, a table or a column: all that is short. docs/quick-find.md */

import type { Catalog } from '../../catalog/catalog';
import type { TableDefinition, ViewDefinition } from '../../catalog/definition';
import { noteNameOf } from '../../note/paths';
import { scanBlocks } from '../../note/markdown/block-structure';
import { tagsOf } from '../../note/markdown/tags';
import { obsidianListIn } from '../../note/obsidian-lists';
import type { NotePath } from '../../ports/vault-port';
import { parseFrontMatter } from '../../yaml/front-matter/front-matter';
import type { ColumnSpec } from '../../values/column-spec';

export type NameKind = 'note' | 'table' | 'view' | 'column';

/** The texts that are searched; each is a list. */
export interface NameTexts {
  readonly name: readonly string[];
  readonly aliases: readonly string[];
  readonly headings: readonly string[];
  readonly tags: readonly string[];
  readonly description: readonly string[];
}

export type NameField = keyof NameTexts;

export interface NameEntry extends NameTexts {
  readonly id: string;
  readonly kind: NameKind;
  /** Of a note: its path. Of a table or view: its qualified name. Of a column: that of its table. */
  readonly place: string;
}

const NO_TEXTS: NameTexts = { name: [], aliases: [], headings: [], tags: [], description: [] };

/** By this a note is found in the index. */
export const noteId = (path: NotePath): string => `note ${path}`;

/** `text` null: not read yet, or unreadable; then the note has its name alone. */
export function noteEntry(path: NotePath, text: string | null): NameEntry {
  const entry = { ...NO_TEXTS, id: noteId(path), kind: 'note', place: path, name: [noteNameOf(path)] } as const;
  if (text === null) return entry;
  const frontMatter = parseFrontMatter(text);
  return {
    ...entry,
    aliases: obsidianListIn(frontMatter.entries, 'aliases'),
    headings: scanBlocks(text, frontMatter.bodyStart).headings.map(({ text: heading }) => heading),
    tags: tagsOf(text, frontMatter),
  };
}

/** Tables and views with their descriptions, and each column. */
export const definitionEntries = (catalog: Catalog): readonly NameEntry[] => [
  ...catalog
    .tables()
    .flatMap((table) => [tableEntry(table), ...table.columns.map((column) => columnEntry(table, column))]),
  ...catalog.views().map(viewEntry),
];

const tableEntry = ({ qualified, name, description, aliases, tags }: TableDefinition): NameEntry => ({
  ...NO_TEXTS,
  id: `table ${qualified}`,
  kind: 'table',
  place: qualified,
  name: [name],
  aliases,
  tags: Object.entries(tags).flat(),
  description: given(description),
});

const columnEntry = ({ qualified }: TableDefinition, { name, label, description }: ColumnSpec): NameEntry => ({
  ...NO_TEXTS,
  id: `column ${qualified}.${name}`,
  kind: 'column',
  place: qualified,
  name: [name],
  aliases: given(label),
  description: given(description),
});

const viewEntry = ({ qualified, name, description, aliases }: ViewDefinition): NameEntry => ({
  ...NO_TEXTS,
  id: `view ${qualified}`,
  kind: 'view',
  place: qualified,
  name: [name],
  aliases,
  description: given(description),
});

const given = (text: string | null | undefined): readonly string[] =>
  text === null || text === undefined ? [] : [text];
