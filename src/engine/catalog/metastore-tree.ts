/** Definitions as they stand in the metastore file: create_table's names, a fixed order, defaults left out. D2 */

import type { ColumnSpec, ItemSpec, ValueSpec } from '../values/column';
import type { Json } from '../values/json';
import { DEFAULT_CONFIGURATION, configurationJson } from './configuration';
import type {
  BaseDefinition,
  CatalogDefinition,
  DatabaseConfiguration,
  TableDefinition,
  ViewDefinition,
} from './definition';
import { type Bases, originsOf } from './inheritance';
import { refByJson } from './spec-json';
import { DEFAULT_ARCHIVE } from './table-reader';
import { type Tree, type TreeMap, treeOf } from './yaml-tree';

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
function restylingTree({ name, label, description, aliases, note, dense }: ColumnSpec): TreeMap {
  return filled([
    ['name', name],
    ['description', description],
    ['dense', dense],
    ['label', label],
    ['aliases', aliases],
    ['note', note],
  ]);
}

function columnTree(spec: ColumnSpec): TreeMap {
  return filled([
    ['name', spec.name],
    ['type', spec.type],
    ['description', spec.description],
    ['items', spec.items === undefined ? null : itemsTree(spec.items)],
    ...valueRules(spec),
    ['generated', spec.generated],
    ['identity', spec.identity],
    ['hierarchy', spec.hierarchy === true ? true : null],
    ['required', spec.required === true ? true : null],
    ['default', spec.default === undefined ? null : treeOf(spec.default)],
    ['min', spec.min],
    ['max', spec.max],
    ['step', spec.step],
    ['unique', spec.unique === true ? true : null],
    ['dense', spec.dense === true ? true : null],
    ['label', spec.label],
    ['aliases', spec.aliases],
    ['note', spec.note],
  ]);
}

/** A type alone is written as its name; strings are the default. D16 */
function itemsTree(spec: ItemSpec): Tree {
  const { type, min, max, step } = spec;
  const tree = filled([['type', type], ...valueRules(spec), ['min', min], ['max', max], ['step', step]]);
  if (tree.size > 1) return tree;
  return type === 'string' ? null : type;
}

const valueRules = (spec: ValueSpec): Attributes => [
  ['values', spec.values],
  ['value_descriptions', spec.valueDescriptions === undefined ? null : treeOf(spec.valueDescriptions)],
  ['ordered', spec.ordered === true ? true : null],
  ['vocabulary', spec.vocabulary],
  ['ref', spec.ref],
  ['inverse', spec.inverse],
  ['ref_where', spec.refWhere === undefined ? null : treeOf(spec.refWhere)],
  ['ref_by', spec.refBy === undefined ? null : treeOf(refByJson(spec.refBy))],
];

const filled = (attributes: Attributes): TreeMap =>
  new Map(attributes.filter(([, value]) => value !== null && value !== undefined) as [string, Tree][]);

const filledList = (texts: readonly string[]): Tree => (texts.length === 0 ? null : texts);

const filledMap = (record: Readonly<Record<string, Json>>): Tree =>
  Object.keys(record).length === 0 ? null : treeOf(record);
