/** Definitions as they stand in the metastore file: create_table's names, a fixed order, defaults left out. D2 */

import type { ColumnSpec, ItemSpec, ValueSpec } from '../values/column';
import type { Json } from '../values/json';
import { DEFAULT_CONFIGURATION, configurationJson } from './configuration';
import type { CatalogDefinition, DatabaseConfiguration, TableDefinition } from './definition';
import { refByJson } from './spec-json';
import { DEFAULT_ARCHIVE } from './table-reader';
import { type Tree, type TreeMap, treeOf } from './yaml-tree';

/** The whole file; a section without content is an empty map. */
export function metastoreTree({ format, configuration, tables }: CatalogDefinition): TreeMap {
  const sorted = [...tables.values()].sort((a, b) => (a.qualified < b.qualified ? -1 : 1));
  return new Map<string, Tree>([
    ['format', format],
    ['configuration', configurationTree(configuration)],
    ['tables', new Map(sorted.map((table) => [table.qualified, tableTree(table)]))],
  ]);
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

function tableTree(table: TableDefinition): TreeMap {
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
    ['columns', table.columns.length === 0 ? null : table.columns.map(columnTree)],
    ['fields', filledMap(table.fields)],
    [
      'constraints',
      filledMap(Object.fromEntries(table.constraints.map(({ name, check }): [string, Json] => [name, check]))),
    ],
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
