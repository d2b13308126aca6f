/** Every text in the definitions that may name a row or a note: compared texts, levels, defaults, templates. docs/links.md#definitions-that-follow; D26 */

import { type Json, isList } from '../../json';
import type { ColumnSpec } from '../../values/column-spec';
import type { Catalog } from '../catalog';
import { type BaseDefinition, type TableDefinition, type ViewDefinition, columnNamed } from '../definition';
import { type DefinitionChanges, isUnchanged } from '../metastore/definition-changes';
import { type ColumnReader, mapColumnReads, readerText } from './column-references';
import type { ComparedColumn } from './filter-mapper';
import { unusedBaseTable } from './inheritors';
import { mapViewReads } from './view-reads';

/** The place of a text. */
export interface TextUse {
  /** Key of the entry in the metastore file: `tables main.default.tasks`. */
  readonly entry: string;
  /** As a sentence names it: `the view main.default.vw_open`, `the default of main.default.tasks.project`. */
  readonly owner: string;
  /** `note`: Markdown, with links in it. */
  readonly kind: 'compared' | 'default' | 'note';
  /** What it is compared with, or is the default of; several where tables are stacked. */
  readonly columns: readonly ComparedColumn[];
}

/** Gives the new text; the same text to leave it. */
export type TextVisit = (use: TextUse, text: string) => string;

export interface MappedTexts {
  readonly changes: DefinitionChanges;
  /** Entries of a base that hold for all inheriting tables and can't follow a change in one of them. */
  readonly stuck: readonly ColumnReader[];
}

/** The definitions with every such text passed through `visit`. */
export function mapDefinitionTexts(catalog: Catalog, visit: TextVisit): MappedTexts {
  const { changes, stuck } = mapColumnReads(catalog, {
    value: ({ table, column, reader }, text) => {
      const columns = [{ table, column, isCompared: true, spec: specOf(catalog, table, column) }];
      return visit(
        { entry: entryOf(catalog, reader.owner), owner: readerText(reader), kind: 'compared', columns },
        text,
      );
    },
  });
  const compared = isUnchanged(changes) ? catalog : catalog.withChanges(changes);
  const mapper = new DefaultMapper(visit);
  const tables = changed(catalog.definition.tables, compared.tables(), (table) => mapper.table(table));
  const bases = changed(catalog.definition.bases, compared.bases(), (base) => mapper.base(base));
  const views = changed(catalog.definition.views, catalog.views(), (view) => viewOf(catalog, view, visit));
  return { changes: { tables, bases, views }, stuck };
}

const entryOf = (catalog: Catalog, owner: string): string =>
  catalog.table(owner) === null ? `bases ${owner}` : `tables ${owner}`;

function specOf(catalog: Catalog, table: string, column: string): ColumnSpec | null {
  const definition = catalog.table(table) ?? baseTableOf(catalog, table);
  return definition === null ? null : (columnNamed(definition, column) ?? null);
}

function baseTableOf(catalog: Catalog, name: string): TableDefinition | null {
  const base = catalog.base(name.slice(name.indexOf(':') + 1));
  return base === null ? null : unusedBaseTable(base, catalog.definition.bases);
}

const viewOf = (catalog: Catalog, view: ViewDefinition, visit: TextVisit): ViewDefinition =>
  mapViewReads(catalog, view, {
    column: (_columns, name) => name,
    value: (columns, text) =>
      visit({ entry: `views ${view.qualified}`, owner: `the view ${view.qualified}`, kind: 'compared', columns }, text),
  });

/** By the name of the entry: those that are not what they were in the catalog. */
function changed<T extends { readonly name: string; readonly qualified?: string }>(
  present: ReadonlyMap<string, T>,
  entries: readonly T[],
  map: (entry: T) => T,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const entry of entries) {
    const key = entry.qualified ?? entry.name;
    const next = map(entry);
    if (next !== present.get(key)) found.set(key, next);
  }
  return found;
}

/** Values that a new row has. */
class DefaultMapper {
  constructor(private readonly visit: TextVisit) {}

  table(table: TableDefinition): TableDefinition {
    const { qualified } = table;
    const entry = `tables ${qualified}`;
    const fields = Object.fromEntries(
      Object.entries(table.fields).map(([name, value]) => {
        const columns = [{ table: qualified, column: name, isCompared: true, spec: null }];
        return [
          name,
          this.texts({ entry, owner: `the default of ${qualified}.${name}`, kind: 'default', columns }, value),
        ];
      }),
    );
    const { rowTemplate: template } = table;
    const use: TextUse = { entry, owner: `the row_template of ${qualified}`, kind: 'note', columns: [] };
    const rowTemplate = template === null ? null : this.visit(use, template);
    const templates = table.templates.map((each) => ({ ...each, path: this.visit(templateUse(table), each.path) }));
    const declared = table.declared.map((spec) => this.spec(spec, entry, qualified));
    const isSame = declared.every((spec, i) => spec === table.declared[i]) && rowTemplate === template;
    return isSame && JSON.stringify([fields, templates]) === JSON.stringify([table.fields, table.templates])
      ? table
      : { ...table, fields, rowTemplate, templates, declared };
  }

  base(base: BaseDefinition): BaseDefinition {
    const columns = base.columns.map((spec) => this.spec(spec, `bases ${base.name}`, base.name));
    return columns.every((spec, i) => spec === base.columns[i]) ? base : { ...base, columns };
  }

  private spec(spec: ColumnSpec, entry: string, owner: string): ColumnSpec {
    const { default: value, name, generated } = spec;
    const columns = [{ table: owner, column: name, isCompared: true, spec }];
    const use: TextUse = { entry, owner: `the default of ${owner}.${name}`, kind: 'default', columns };
    const next = value === undefined ? value : this.texts(use, value);
    const pattern: TextUse = { entry, owner: `the generated of ${owner}.${name}`, kind: 'note', columns: [] };
    const expression = generated === undefined ? generated : this.visit(pattern, generated);
    if (next === value && expression === generated) return spec;
    return {
      ...spec,
      ...(next === undefined ? {} : { default: next }),
      ...(expression === undefined ? {} : { generated: expression }),
    };
  }

  private texts(use: TextUse, value: Json): Json {
    if (typeof value === 'string') return this.visit(use, value);
    if (!isList(value)) return value;
    const before = value;
    const items = before.map((item) => this.texts(use, item));
    return items.every((item, i) => item === before[i]) ? before : items;
  }
}

/** A whole path, as a filter compares `path` with. */
const templateUse = ({ qualified: table }: TableDefinition): TextUse => ({
  entry: `tables ${table}`,
  owner: `the templates of ${table}`,
  kind: 'compared',
  columns: [{ table, column: 'path', isCompared: true, spec: null }],
});

export interface DefinitionText {
  readonly use: TextUse;
  readonly text: string;
}

/** Definitions stay as they are, and every write asks. */
const textsByCatalog = new WeakMap<Catalog, readonly DefinitionText[]>();

export function definitionTexts(catalog: Catalog): readonly DefinitionText[] {
  const known = textsByCatalog.get(catalog);
  if (known !== undefined) return known;
  const texts: DefinitionText[] = [];
  mapDefinitionTexts(catalog, (use, text) => {
    texts.push({ use, text });
    return text;
  });
  textsByCatalog.set(catalog, texts);
  return texts;
}

/** The texts of each entry. */
export function textsByEntry(catalog: Catalog): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { use, text } of definitionTexts(catalog))
    found.set(use.entry, (found.get(use.entry) ?? new Set<string>()).add(text));
  return found;
}

/** As a sentence names it: `the view main.default.vw_open compares project with "[[Alpha]]"`. */
export const textPlace = ({ owner, kind, columns: [column] }: TextUse, text: string): string =>
  kind === 'compared'
    ? `${owner} compares ${column?.column ?? ''} with ${JSON.stringify(text)}`
    : `${owner} is ${JSON.stringify(text)}`;
