/** Definitions as they stand in the metastore file: create_table's names, a fixed order, defaults left out. D2 */

import type { ColumnSpec, ItemSpec } from '../../values/column';
import type { Json } from '../../values/json';
import { ATTRIBUTE_NAMES, type AttributeName } from '../spec/column-attributes';
import { DEFAULT_CONFIGURATION, configurationJson } from '../declare/configuration';
import type {
  BaseDefinition,
  CatalogDefinition,
  DatabaseConfiguration,
  TableDefinition,
  ViewDefinition,
} from '../definition';
import { type Bases, STYLE, originsOf } from '../references/inheritance';
import { attributeJson } from '../spec/spec-json';
import { DEFAULT_ARCHIVE } from '../spec/table-reader';
import { type Tree, type TreeMap, treeOf } from '../../yaml/yaml-tree';

/** The whole file; a section without content is an empty map. */
export function metastoreTree(definition: CatalogDefinition): TreeMap {
  const { format, configuration, tables, bases, views, descriptions } = definition;
  return new Map<string, Tree>([
    ['format', format],
    ['configuration', configurationTree(configuration)],
    ['catalogs', catalogsTree(descriptions)],
    ['bases', entries(bases, baseTree)],
    ['tables', entries(tables, (table) => tableTree(table, bases))],
    ['views', entries(views, viewTree)],
  ]);
}

const entries = <T>(all: ReadonlyMap<string, T>, treeOfEntry: (entry: T) => TreeMap): TreeMap =>
  new Map([...all].sort(byKey).map(([key, entry]) => [key, treeOfEntry(entry)]));

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A schema stands inside its catalog. */
function catalogsTree(descriptions: ReadonlyMap<string, string>): TreeMap {
  const names = new Set([...descriptions.keys()].sort().map((key) => key.split('.')[0] ?? ''));
  return new Map(
    [...names].map((name) => {
      const schemas = [...descriptions].sort(byKey).flatMap(([key, description]): [string, Tree][] => {
        const [catalog, schema] = key.split('.');
        return catalog === name && schema !== undefined ? [[schema, filled([['description', description]])]] : [];
      });
      const description = descriptions.get(name);
      return [
        name,
        filled([
          ['description', description],
          ['schemas', schemas.length === 0 ? null : new Map(schemas)],
        ]),
      ];
    }),
  );
}

function configurationTree(configuration: DatabaseConfiguration): TreeMap {
  const defaults = configurationJson(DEFAULT_CONFIGURATION);
  return new Map(
    Object.entries(configurationJson(configuration)).filter(([key, value]) => value !== defaults[key]) as [
      string,
      Tree,
    ][],
  );
}

/** Null and undefined are left out. */
type Attributes = readonly (readonly [string, Json | Tree | undefined])[];

function tableTree(table: TableDefinition, bases: Bases): TreeMap {
  const inherited = originsOf(table, bases);
  const columnOf = (spec: ColumnSpec): TreeMap => (inherited.has(spec.name) ? restylingTree(spec) : columnTree(spec));
  return filled([
    ['description', table.description],
    ['aliases', filledList(table.aliases)],
    ['tags', filledMap(table.tags)],
    ['time_column', table.timeColumn],
    ['filename', table.filename],
    ['partition', table.partition],
    ['exclude', filledList(table.exclude)],
    ['archive', table.archive === DEFAULT_ARCHIVE ? null : table.archive],
    ['history', table.history],
    ['autolink_target', table.autolinkTarget],
    ['row_template', table.rowTemplate],
    ['bases', filledList(table.bases)],
    ['columns', table.declared.length === 0 ? null : table.declared.map(columnOf)],
    ['fields', filledMap(table.fields)],
    [
      'constraints',
      filledMap(Object.fromEntries(table.constraints.map(({ name, check }): [string, Json] => [name, check]))),
    ],
  ]);
}

function baseTree({ description, bases, columns }: BaseDefinition): TreeMap {
  return filled([
    ['description', description],
    ['bases', filledList(bases)],
    ['columns', columns.length === 0 ? null : columns.map(columnTree)],
  ]);
}

function viewTree({ description, aliases, labels, query }: ViewDefinition): TreeMap {
  return filled([
    ['description', description],
    ['aliases', filledList(aliases)],
    ['labels', filledMap(labels)],
    ['query', treeOf(query)],
  ]);
}

/** What a table says of a column that it inherits: the rest stands in the base. */
const restylingTree = (spec: ColumnSpec): TreeMap => attributesTree(spec, ['name', ...STYLE]);

const columnTree = (spec: ColumnSpec): TreeMap => attributesTree(spec, ATTRIBUTE_NAMES);

/** False says nothing, but where it stands against what a base says. */
function attributesTree(spec: Partial<ColumnSpec>, names: readonly AttributeName[]): TreeMap {
  return filled(
    names.map((name) => {
      if (name === 'items') return [name, spec.items === undefined ? null : itemsTree(spec.items)];
      return [name, treeOf(attributeJson(spec, name))];
    }),
  );
}

/** A type alone is written as its name; strings are the default. D16 */
function itemsTree(spec: ItemSpec): Tree {
  const tree = attributesTree(spec, ATTRIBUTE_NAMES);
  if (tree.size > 1) return tree;
  return spec.type === 'string' ? null : spec.type;
}

const filled = (attributes: Attributes): TreeMap =>
  new Map(attributes.filter(([, value]) => value !== null && value !== undefined) as [string, Tree][]);

const filledList = (texts: readonly string[]): Tree => (texts.length === 0 ? null : texts);

const filledMap = (record: Readonly<Record<string, Json>>): Tree =>
  Object.keys(record).length === 0 ? null : treeOf(record);
