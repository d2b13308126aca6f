/** Properties of an Obsidian base as columns of a table, and back. docs/bases.md#properties */

import { freeColumnName } from '../names';

/** What YAML can hold. */
export type BaseValue = null | boolean | number | string | readonly BaseValue[] | BaseObject;

export interface BaseObject {
  readonly [key: string]: BaseValue;
}

/** A column of the table, and its key in the notes. */
export interface BaseColumn {
  readonly name: string;
  readonly key: string;
}

const FILE_COLUMNS: Readonly<Record<string, string>> = {
  name: 'file_name',
  path: 'path',
  folder: 'file_folder',
  ext: 'file_ext',
  ctime: 'file_created',
  mtime: 'file_modified',
  size: 'file_size',
  tags: 'file_tags',
  links: 'file_links',
  backlinks: 'file_backlinks',
  file: 'file_link',
};

/** Obsidian's own lists, which no table needs to declare. */
const UNDECLARED: ReadonlySet<string> = new Set(['tags', 'aliases', 'cssclasses']);

/** `note.due`, `due`, `note["a b"]`, `file.name`, `formula.total`. */
const PROPERTY = /^(?:(note|file|formula)(?:\.(.+)|\["(.+)"\])|(.+))$/;

export class BaseNames {
  private readonly taken: Set<string>;
  /** Formula -> its column. */
  private readonly formulas = new Map<string, string>();

  constructor(
    private readonly columns: readonly BaseColumn[],
    formulas: readonly string[],
  ) {
    this.taken = new Set(columns.map(({ name }) => name));
    for (const formula of formulas) this.formulas.set(formula, this.newName(formula));
  }

  /** Of a column that the base does not name. */
  newName(wanted: string): string {
    const name = freeColumnName(wanted, (each) => this.taken.has(each), 'formula');
    this.taken.add(name);
    return name;
  }

  /** Null: the table has none. */
  columnOf(property: string): string | null {
    const [, prefix, dotted, quoted, bare = ''] = PROPERTY.exec(property.trim()) ?? [];
    const name = dotted ?? quoted ?? bare;
    if (prefix === 'file') return FILE_COLUMNS[name] ?? null;
    if (prefix === 'formula') return this.formulas.get(name) ?? null;
    if (UNDECLARED.has(name)) return name;
    // Obsidian finds properties in any case.
    const isKey = ({ key }: BaseColumn): boolean => key.toLowerCase() === name.toLowerCase();
    return (this.columns.find(isKey) ?? this.columns.find((each) => each.name === name))?.name ?? null;
  }

  isFormula(column: string): boolean {
    return [...this.formulas.values()].includes(column);
  }

  /** The formula with names that our formulas know. Texts in quotes stay. */
  formulaOf(text: string): string {
    return text
      .split(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/)
      .map((part, at) => (at % 2 === 1 ? part : part.replace(WORD, (word) => this.wordOf(word))))
      .join('');
  }

  private wordOf(word: string): string {
    if (word.startsWith('formula.')) return this.formulas.get(word.slice('formula.'.length)) ?? word;
    const column = this.columns.find(({ key }) => key === word || `note.${key}` === word);
    return column === undefined || column.name === column.key ? word : `note.${column.name}`;
  }
}

const WORD = /(?<![\w.\]])(?:(?:note|formula)\.)?[A-Za-z_]\w*\b(?!\()/g;

/** `note.due`, `note["a b"]`; null: Bases has no such property. */
export function propertyOf(
  column: string,
  columns: readonly BaseColumn[],
  formulas: ReadonlySet<string>,
): string | null {
  if (formulas.has(column)) return `formula.${column}`;
  const field = Object.entries(FILE_COLUMNS).find(([, name]) => name === column)?.[0];
  if (field !== undefined) return `file.${field}`;
  if (UNDECLARED.has(column)) return `note.${column}`;
  const key = columns.find(({ name }) => name === column)?.key;
  if (key === undefined) return null;
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `note.${key}` : `note[${JSON.stringify(key)}]`;
}
