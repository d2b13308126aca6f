/** Definitions as they stand in the metastore file: create_table's names, a fixed order, defaults left out. D2 */

import type { ColumnSpec, ItemSpec } from '../../values/column';
import type * as z from 'zod';
import type { Json, JsonObject } from '../../values/json';
import { BASE } from '../spec/base-reader';
import { ATTRIBUTE_NAMES, type AttributeName, camelCase } from '../spec/column-attributes';
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
import { DEFAULT_ARCHIVE, TABLE } from '../spec/table-reader';
import { VIEW } from '../spec/view-reader';
import { type Tree, type TreeMap, isTreeList, isTreeMap, treeOf } from '../../yaml/yaml-tree';

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
  const defaults: JsonObject = configurationJson(DEFAULT_CONFIGURATION);
  return new Map(
    Object.entries(configurationJson(configuration)).filter(([key, value]) => value !== defaults[key]) as [
      string,
      Tree,
    ][],
  );
}

function tableTree(table: TableDefinition, bases: Bases): TreeMap {
  const inherited = originsOf(table, bases);
  return written(TABLE, {
    ...table,
    archive: table.archive === DEFAULT_ARCHIVE ? null : table.archive,
    columns: table.declared.map((spec) => (inherited.has(spec.name) ? restylingTree(spec) : columnTree(spec))),
    constraints: Object.fromEntries(table.constraints.map(({ name, check }) => [name, check])),
  });
}

const baseTree = (base: BaseDefinition): TreeMap =>
  written(BASE, { ...base, columns: base.columns.map((spec) => columnTree(spec)) });

const viewTree = (view: ViewDefinition): TreeMap => written(VIEW, view);

/** The attributes of a definition in the order of their schema; what is empty is left out. */
const written = ({ shape }: z.ZodObject, definition: object): TreeMap =>
  filled(
    Object.keys(shape).map((key) => {
      const tree = treeOf((definition as JsonObject)[camelCase(key)] ?? null);
      const isEmpty = (isTreeList(tree) && tree.length === 0) || (isTreeMap(tree) && tree.size === 0);
      return [key, isEmpty ? null : tree];
    }),
  );

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

const filled = (attributes: readonly (readonly [string, Tree | undefined])[]): TreeMap =>
  new Map(attributes.filter((entry): entry is [string, Tree] => (entry[1] ?? null) !== null));
