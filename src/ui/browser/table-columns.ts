/** The columns of a table as `describe_table` tells them, and those of an answer. D17 */

import type { Json, JsonObject } from '../../engine/index';
import type { CellType, GridColumn } from '../components/grid-column';
import { asObject, asObjects, asText, asTexts } from './read-json';

const TYPES: readonly string[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'enum',
  'link',
  'list',
  'json',
] satisfies readonly CellType[];

/** Facts about the file, and Obsidian's own lists, which tables need not declare. D6, D16 */
const UNDECLARED: Readonly<Record<string, CellType>> = {
  file_link: 'link',
  file_modified: 'datetime',
  file_backlink_count: 'integer',
  tags: 'list',
  aliases: 'list',
  cssclasses: 'list',
};

/** Declared columns, without the system's `id`. */
export function tableColumns(description: JsonObject): readonly GridColumn[] {
  const specs = asObjects(description['columns']);
  return specs.filter(({ system }) => system !== true).map(columnOf);
}

/** The named columns in that order; one that the table does not declare is shown but not edited. */
export function namedColumns(declared: readonly GridColumn[], names: readonly string[]): readonly GridColumn[] {
  return names.map((name) => declared.find((column) => column.name === name) ?? undeclared(name));
}

/** `blocked_by` is read `Blocked by`. */
export function humanName(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function columnOf(spec: JsonObject): GridColumn {
  const items = asObject(spec['items']);
  const { name, label, description } = spec;
  return {
    name: asText(name) ?? '',
    label: asText(label) ?? humanName(asText(name) ?? ''),
    description: asText(description),
    type: typeOf(spec['type']),
    itemType: typeOf(items?.['type'] ?? spec['items']),
    values: asTexts(spec['values'] ?? items?.['values']),
    isRequired: spec['required'] === true,
    isEditable: true,
    isSortable: true,
  };
}

function undeclared(name: string): GridColumn {
  return {
    name,
    label: humanName(name),
    description: null,
    type: UNDECLARED[name] ?? 'string',
    itemType: 'string',
    values: [],
    isRequired: false,
    isEditable: false,
    isSortable: true,
  };
}

const typeOf = (type: Json | undefined): CellType =>
  typeof type === 'string' && TYPES.includes(type) ? (type as CellType) : 'string';
