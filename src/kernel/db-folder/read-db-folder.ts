/** The definition that a note of the plugin DB Folder holds: which notes, columns, filters, the order. docs/import.md#db-folder */

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

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const KEY = /^database-plugin\s*:/m;
/** Newer and older forms of the block. */
const BLOCKS = [
  /^```yaml:dbfolder[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/m,
  /^%% dbfolder:yaml[ \t]*\r?\n([\s\S]*?)^%%[ \t]*$/m,
  /^<%%[ \t]*\r?\n([\s\S]*?)^%%>[ \t]*$/m,
] as const;

/** The YAML of a note of DB Folder; empty: it has none. Null: it is another note. */
export function dbFolderBlock(text: string): string | null {
  if (!KEY.test(FRONT_MATTER.exec(text)?.[1] ?? '')) return null;
  const found = BLOCKS.map((block) => block.exec(text)?.[1]).find((each) => each !== undefined) ?? '';
  return found.replace(/^```(?:yaml)?[ \t]*$/gm, '');
}

/** `path`: of the note; null: it is not known, and neither is its folder. */
export const readDbFolder = (block: BaseObject, path: string | null): TableDefinition =>
  new DbFolderReader(block, path).read();

const FILE_KEYS: Readonly<Record<string, string>> = {
  __file__: 'file.name',
  __created__: 'file.ctime',
  __modified__: 'file.mtime',
  __inlinks__: 'file.backlinks',
  __outlinks__: 'file.links',
  __tags__: 'file.tags',
};

const OPERATORS: Readonly<Record<string, StatementOperator>> = {
  EQUAL: '==',
  NOT_EQUAL: '!=',
  GREATER_THAN: '>',
  LESS_THAN: '<',
  GREATER_THAN_OR_EQUAL: '>=',
  LESS_THAN_OR_EQUAL: '<=',
  CONTAINS: 'contains',
  STARTS_WITH: 'starts',
  ENDS_WITH: 'ends',
  IS_EMPTY: 'empty',
  IS_NOT_EMPTY: 'filled',
};

interface DbColumn {
  readonly key: string;
  readonly property: string;
  readonly spec: BaseObject;
}

class DbFolderReader {
  private readonly untranslated: Remark[] = [];
  private readonly label: string;
  private readonly columns: readonly DbColumn[];

  constructor(
    private readonly block: BaseObject,
    private readonly path: string | null,
  ) {
    const note = (path ?? '').replace(/^.*\//, '').replace(/\.md$/i, '');
    this.label = asText(block['name']) || note || 'Database';
    this.columns = Object.entries(asBaseObject(block['columns']))
      .map(([name, value]) => {
        const spec = asBaseObject(value);
        const key = asText(spec['accessorKey']) || asText(spec['key']) || name;
        return { key, property: FILE_KEYS[key] ?? propertyOf(key), spec };
      })
      .sort((one, another) => numberOf(one.spec['position']) - numberOf(another.spec['position']));
  }

  read(): TableDefinition {
    const shown = this.columns.filter((column) => asText(column.spec['isHidden']) !== 'true' && this.isKept(column));
    const widths = shown.flatMap(({ property, spec }) =>
      typeof spec['width'] === 'number' ? [[property, spec['width']] as const] : [],
    );
    const sort = this.columns
      .filter(({ spec }) => numberOf(spec['sortIndex']) >= 0 && asText(spec['isSorted']) !== 'false')
      .filter(({ spec }) => spec['isSorted'] !== undefined || spec['isSortedDesc'] !== undefined)
      .sort((one, another) => numberOf(one.spec['sortIndex']) - numberOf(another.spec['sortIndex']))
      .map(({ property, spec }) => ({
        property,
        direction: asText(spec['isSortedDesc']) === 'true' ? 'DESC' : 'ASC',
      }));
    const view: BaseObject = {
      ...{ type: 'table', name: this.label, order: shown.map(({ property }) => property) },
      ...(sort.length === 0 ? {} : { sort }),
      ...(widths.length === 0 ? {} : { columnSize: Object.fromEntries(widths) }),
    };
    const filters = this.filters();
    return {
      label: this.label,
      scope: this.scope(),
      base: { ...(filters.length === 0 ? {} : { filters: { and: filters } }), views: [view] },
      untranslated: this.untranslated,
    };
  }

  private report(at: string, text: string, reason: string): void {
    this.untranslated.push({ at, text, reason });
  }

  private isKept({ key, spec }: DbColumn): boolean {
    const label = asText(spec['label']) || key;
    const input = asText(spec['input']);
    if (key === '__tasks__' || input === 'task') {
      this.report(label, '', 'Tasks of the text have no counterpart.');
      return false;
    }
    if (input !== 'formula' && input !== 'rollup') return true;
    const config = asBaseObject(spec['config']);
    const formula = asText(config['formula_query']) || asText(config['rollup_action']);
    this.report(label, formula, `A ${input} has no counterpart. Make a computed column of it.`);
    return false;
  }

  private scope(): DefinedScope {
    const config = asBaseObject(this.block['config']);
    const source = asText(config['source_data']) || 'current_folder';
    const result = asText(config['source_form_result']);
    const folder = (this.path ?? '').includes('/') ? (this.path ?? '').replace(/\/[^/]*$/, '') : '';
    if (source.startsWith('current_folder')) {
      if (this.path === null) this.report('Source', source, 'The folder of the note is not known. Choose a table.');
      return folderScope(folder, source === 'current_folder');
    }
    if (source === 'tag') return tagScope(result);
    if (source === 'incoming_link')
      return { where: { file_links: { contains: `[[${result.replace(/\.md$/, '')}]]` } } };
    const found = source === 'query' ? queryScope(result) : null;
    if (found === null || isNarrowed(result))
      this.report('Source', result || source, 'The source has no counterpart. Look at the notes that are taken.');
    return found ?? folderScope(folder, true);
  }

  private filters(): readonly BaseValue[] {
    const { enabled, conditions } = asBaseObject(this.block['filters']);
    if (asText(enabled) === 'false') return [];
    return listOf(conditions).flatMap((each) => this.filter(asBaseObject(each)) ?? []);
  }

  /** Null: it is off, or has no counterpart. */
  private filter(filter: BaseObject): BaseValue | null {
    if (asText(filter['disabled']) === 'true') return null;
    const condition = asText(filter['condition']).toLowerCase();
    if (condition !== '') {
      const parts = listOf(filter['filters']).flatMap((each) => this.filter(asBaseObject(each)) ?? []);
      return parts.length === 0 ? null : { [condition === 'or' ? 'or' : 'and']: parts };
    }
    const [field, operator, value] = ['field', 'operator', 'value'].map((key) => asText(filter[key])) as [
      string,
      string,
      string,
    ];
    const sign = OPERATORS[operator];
    if (sign !== undefined && field !== '') return statementOf(FILE_KEYS[field] ?? field, sign, value);
    this.report('Filter', `${field} ${operator} ${value}`.trim(), 'The comparison has no counterpart.');
    return null;
  }
}

/** YAML of older versions has numbers as texts. Columns without a place come last. */
function numberOf(value: BaseValue | undefined): number {
  const text = asText(value);
  return text === '' || Number.isNaN(Number(text)) ? -1 : Number(text);
}
