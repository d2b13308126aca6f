/** Definitions as they stand in the metastore file: create_table's names, a fixed order, defaults left out. D2 */

import type { ColumnSpec, ItemSpec } from '../../values/column-spec';
import type * as z from 'zod';
import type { JsonObject } from '../../values/json';
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
import { type BasesByName, STYLE, originsOf } from '../references/inheritance';
import { attributeJson } from '../spec/spec-json';
import { DEFAULT_ARCHIVE, TABLE } from '../spec/table-reader';
import { VIEW } from '../spec/view-reader';
import { type YamlMap, type YamlTree, isYamlList, isYamlMap, yamlTreeOf } from '../../yaml/yaml-tree';

/** The whole file; a section without content is an empty map. */
export function metastoreTree(definition: CatalogDefinition): YamlMap {
  const { format, configuration, tables, bases, views, descriptions } = definition;
  return new Map<string, YamlTree>([
    ['format', format],
    ['configuration', configurationTree(configuration)],
    ['catalogs', catalogsTree(descriptions)],
    ['bases', entriesTree(bases, baseTree)],
    ['tables', entriesTree(tables, (table) => tableTree(table, bases))],
    ['views', entriesTree(views, viewTree)],
  ]);
}

const entriesTree = <T>(all: ReadonlyMap<string, T>, treeOfEntry: (entry: T) => YamlMap): YamlMap =>
  new Map([...all].sort(byKey).map(([key, entry]) => [key, treeOfEntry(entry)]));

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A schema stands inside its catalog. */
function catalogsTree(descriptions: ReadonlyMap<string, string>): YamlMap {
  const names = new Set([...descriptions.keys()].sort().map((key) => key.split('.')[0] ?? ''));
  return new Map(
    [...names].map((name) => {
      const schemas = [...descriptions].sort(byKey).flatMap(([key, description]): [string, YamlTree][] => {
        const [catalog, schema] = key.split('.');
        return catalog === name && schema !== undefined
          ? [[schema, withoutEmptyAttributes([['description', description]])]]
          : [];
      });
      const description = descriptions.get(name);
      return [
        name,
        withoutEmptyAttributes([
          ['description', description],
          ['schemas', schemas.length === 0 ? null : new Map(schemas)],
        ]),
      ];
    }),
  );
}

function configurationTree(configuration: DatabaseConfiguration): YamlMap {
  const defaults: JsonObject = configurationJson(DEFAULT_CONFIGURATION);
  return new Map(
    Object.entries(configurationJson(configuration)).filter(([key, value]) => value !== defaults[key]) as [
      string,
      YamlTree,
    ][],
  );
}

function tableTree(table: TableDefinition, bases: BasesByName): YamlMap {
  const inherited = originsOf(table, bases);
  return written(TABLE, {
    ...table,
    archive: table.archive === DEFAULT_ARCHIVE ? null : table.archive,
    columns: table.declared.map((spec) => (inherited.has(spec.name) ? restylingTree(spec) : columnTree(spec))),
    constraints: Object.fromEntries(table.constraints.map(({ name, check }) => [name, check])),
  });
}

const baseTree = (base: BaseDefinition): YamlMap =>
  written(BASE, { ...base, columns: base.columns.map((spec) => columnTree(spec)) });

const viewTree = (view: ViewDefinition): YamlMap => written(VIEW, view);

/** The attributes of a definition in the order of their schema; what is empty is left out. */
const written = ({ shape }: z.ZodObject, definition: object): YamlMap =>
  withoutEmptyAttributes(
    Object.keys(shape).map((key) => {
      const tree = yamlTreeOf((definition as JsonObject)[camelCase(key)] ?? null);
      const isEmpty = (isYamlList(tree) && tree.length === 0) || (isYamlMap(tree) && tree.size === 0);
      return [key, isEmpty ? null : tree];
    }),
  );

/** What a table says of a column that it inherits: the rest stands in the base. */
const restylingTree = (spec: ColumnSpec): YamlMap => attributesTree(spec, ['name', ...STYLE]);

const columnTree = (spec: ColumnSpec): YamlMap => attributesTree(spec, ATTRIBUTE_NAMES);

/** False says nothing, but where it stands against what a base says. */
function attributesTree(spec: Partial<ColumnSpec>, names: readonly AttributeName[]): YamlMap {
  return withoutEmptyAttributes(
    names.map((name) => {
      if (name === 'items') return [name, spec.items === undefined ? null : itemsTree(spec.items)];
      return [name, yamlTreeOf(attributeJson(spec, name))];
    }),
  );
}

/** A type alone is written as its name; strings are the default. D16 */
function itemsTree(spec: ItemSpec): YamlTree {
  const tree = attributesTree(spec, ATTRIBUTE_NAMES);
  if (tree.size > 1) return tree;
  return spec.type === 'string' ? null : spec.type;
}

const withoutEmptyAttributes = (attributes: readonly (readonly [string, YamlTree | undefined])[]): YamlMap =>
  new Map(attributes.filter((entry): entry is [string, YamlTree] => (entry[1] ?? null) !== null));
