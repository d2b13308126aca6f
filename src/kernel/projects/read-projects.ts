/** The definitions of the plugin Projects (its data.json): projects by folder, tag or query, with their views. docs/import.md#projects */

import type { BaseObject, BaseValue } from '../bases/base-names';
import { asBaseObject, listOf } from '../bases/read-base';
import type { Remark } from '../imported/imported-set';
import {
  type DefinedScope,
  type StatementOperator,
  type TableDefinition,
  asText,
  folderScope,
  isNarrowed,
  propertyOf,
  queryScope,
  statementOf,
  tagScope,
} from '../imported/table-definition';

/** Whether the object is a data.json of the plugin. */
export const isProjects = (data: BaseObject): boolean =>
  Array.isArray(data['projects']) && listOf(data['projects']).every((each) => 'views' in asBaseObject(each));

export const readProjects = (data: BaseObject): readonly TableDefinition[] =>
  listOf(data['projects']).map((project) => new ProjectReader(asBaseObject(project)).read());

const LAYOUTS: Readonly<Record<string, string>> = { board: 'kanban', gallery: 'cards' };

const OPERATORS: Readonly<Record<string, StatementOperator>> = {
  is: '==',
  'is-not': '!=',
  eq: '==',
  neq: '!=',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  'is-on': '==',
  'is-not-on': '!=',
  'is-before': '<',
  'is-after': '>',
  'is-on-and-before': '<=',
  'is-on-and-after': '>=',
  contains: 'contains',
  'not-contains': 'lacks',
  'is-empty': 'empty',
  'is-not-empty': 'filled',
};

/** Fields that the plugin makes of the note itself. */
const FILE_FIELDS: Readonly<Record<string, string>> = { name: 'file.name', path: 'file.path' };

const fieldOf = (field: string): string => FILE_FIELDS[field] ?? propertyOf(field);

class ProjectReader {
  private readonly untranslated: Remark[] = [];
  private readonly label: string;

  constructor(private readonly project: BaseObject) {
    this.label = asText(project['name']) || 'Project';
  }

  read(): TableDefinition {
    const views = listOf(this.project['views']).map((view) => this.view(asBaseObject(view)));
    const left = listOf(this.project['excludedNotes']).map((note) => statementOf('file.path', '!=', asText(note)));
    for (const template of listOf(this.project['templates']))
      this.report('Template', asText(template), 'Templates are left out.');
    return {
      label: this.label,
      scope: this.scope(),
      base: { ...(left.length === 0 ? {} : { filters: { and: left } }), views },
      untranslated: this.untranslated,
    };
  }

  private report(at: string, text: string, reason: string): void {
    this.untranslated.push({ at: `${this.label}, ${at}`, text, reason });
  }

  /** The first version of the file has the source in the project itself. */
  private scope(): DefinedScope {
    const { project } = this;
    const source = asBaseObject(project['dataSource']);
    const config = asBaseObject(source['config']);
    const kind = asText(source['kind']) || (asText(project['dataview']) === 'true' ? 'dataview' : 'folder');
    if (kind === 'folder') {
      const given = 'path' in config ? config : project;
      return folderScope(asText(given['path']), given['recursive'] === true);
    }
    if (kind === 'tag') return tagScope(asText(config['tag']));
    const query = asText(config['query']) || asText(project['query']);
    const found = queryScope(query);
    if (found === null || isNarrowed(query))
      this.report('Source', query, 'The query has no counterpart. Look at the notes that are taken.');
    return found ?? folderScope('', true);
  }

  private view(view: BaseObject): BaseObject {
    const name = asText(view['name']) || 'View';
    const type = asText(view['type']) || 'table';
    const config = asBaseObject(view['config']);
    const filter = this.filter(view, name);
    const sort = this.sort(view, config);
    const group = asText(config['groupByField']);
    for (const rule of listOf(asBaseObject(view['colors'])['conditions'])) {
      const { field, operator, value } = asBaseObject(asBaseObject(rule)['condition']);
      const text = [field, operator, value].map(asText).join(' ').trim();
      this.report(name, text, 'Colours by a rule have no counterpart.');
    }
    return {
      ...{ type: LAYOUTS[type] ?? type, name },
      ...(filter === null ? {} : { filters: filter }),
      ...(sort.length === 0 ? {} : { sort }),
      ...(group === '' ? {} : { groupBy: { property: fieldOf(group), direction: 'ASC' } }),
      ...this.columns(config),
    };
  }

  private filter(view: BaseObject, name: string): BaseValue | null {
    const { conjunction, conditions } = asBaseObject(view['filter']);
    const parts = listOf(conditions).flatMap((each): readonly BaseValue[] => {
      const condition = asBaseObject(each);
      if (condition['enabled'] === false) return [];
      const statement = conditionOf(condition);
      if (statement === null)
        this.report(
          name,
          ['field', 'operator', 'value']
            .map((key) => asText(condition[key]))
            .join(' ')
            .trim(),
          'The comparison has no counterpart.',
        );
      return statement === null ? [] : [statement];
    });
    return parts.length === 0 ? null : { [asText(conjunction) === 'or' ? 'or' : 'and']: parts };
  }

  private sort(view: BaseObject, config: BaseObject): readonly BaseObject[] {
    const criteria = listOf(asBaseObject(view['sort'])['criteria']).map(asBaseObject);
    const own = asText(config['sortField']);
    const all =
      criteria.length > 0 || own === ''
        ? criteria
        : [{ field: own, order: config['sortAsc'] === false ? 'desc' : 'asc' }];
    return all
      .filter((each) => !('enabled' in each) || each['enabled'] !== false)
      .map(({ field, order }) => ({
        property: fieldOf(asText(field)),
        direction: asText(order) === 'desc' ? 'DESC' : 'ASC',
      }));
  }

  private columns(config: BaseObject): BaseObject {
    const fields = Object.entries(asBaseObject(config['fieldConfig'])).map(
      ([field, value]) => [field, asBaseObject(value)] as const,
    );
    const hidden = new Set(fields.flatMap(([field, { hide }]) => (hide === true ? [field] : [])));
    const listed = [...listOf(config['orderFields']), ...listOf(config['includeFields'])].map(asText);
    const order = listed.filter((field) => field !== '' && !hidden.has(field)).map(fieldOf);
    const widths = fields.flatMap(([field, { width }]) =>
      typeof width === 'number' ? [[fieldOf(field), width] as const] : [],
    );
    return {
      ...(order.length === 0 ? {} : { order }),
      ...(widths.length === 0 ? {} : { columnSize: Object.fromEntries(widths) }),
    };
  }
}

/** Null: the comparison has no counterpart. */
function conditionOf(condition: BaseObject): string | null {
  const [field, operator] = [asText(condition['field']), asText(condition['operator'])];
  const name = FILE_FIELDS[field] ?? field;
  if (operator === 'is-checked') return statementOf(name, '==', 'true');
  if (operator === 'is-not-checked') return statementOf(name, '!=', 'true');
  const sign = OPERATORS[operator];
  return sign === undefined || field === '' ? null : statementOf(name, sign, asText(condition['value']));
}
