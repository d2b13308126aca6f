/** Rules between the parts of a definition: time column, patterns, folders, fields. Source: docs/operations.md#create_table, D16. */

import { isFolderName, toFileName } from '../../../kernel/file-name';
import { checkVaultPath } from '../../note/paths';
import { withArticle } from '../../values/column-spec';
import { patternColumns } from '../../values/patterns';
import { checkComputed } from './computed-rules';
import { checkNoteKeys } from './note-key-rules';
import type { TableDefinition } from '../definition';
import { type Problem, problemAt } from '../problem';

/** Everything that is refused (422) in a definition whose single parts are well formed; empty when it is sound. */
export function checkTableDefinition(table: TableDefinition): Problem[] {
  return [
    ...checkTimeColumn(table),
    ...checkFilename(table),
    ...checkPartition(table),
    ...checkFolders(table),
    ...checkTemplates(table),
    ...checkFields(table),
    ...checkNoteKeys(table),
    ...checkComputed(table),
  ];
}

function checkTimeColumn({ timeColumn, columns }: TableDefinition): Problem[] {
  if (timeColumn === null) return [];
  const column = columns.find(({ name }) => name === timeColumn);
  if (column === undefined) {
    return [problemAt(['time_column'], 'unknown_column', `time_column: there is no column ${timeColumn}`)];
  }
  if (column.type === 'date' || column.type === 'datetime') return [];
  const message = `time_column: ${timeColumn} is ${withArticle(column.type)}, it must be a date or a datetime`;
  return [problemAt(['time_column'], 'type', message, { column: timeColumn })];
}

function checkFilename(table: TableDefinition): Problem[] {
  if (table.filename === null) return [];
  if (patternColumns(table.filename).length > 0) return checkPattern('filename', table.filename, table);
  if (table.timeColumn !== null && !table.filename.includes('{')) return [];
  const message = `filename "${table.filename}" names no column, so that every row would have the same name`;
  return [problemAt(['filename'], 'unknown_column', message, { hint: 'write a column in braces, like {name}' })];
}

function checkPartition(table: TableDefinition): Problem[] {
  if (table.partition === null) return [];
  if (table.partition.includes('{')) return checkPattern('partition', table.partition, table);
  if (table.timeColumn !== null) return [];
  const message = `partition "${table.partition}" is a date format and needs a time_column`;
  return [problemAt(['partition'], 'unknown_column', message, { hint: 'or write a column in braces, like {status}' })];
}

function checkPattern(key: 'filename' | 'partition', pattern: string, table: TableDefinition): Problem[] {
  const known = new Set(['id', ...table.columns.map(({ name }) => name), ...Object.keys(table.fields)]);
  const unknown = patternColumns(pattern).filter((name) => !known.has(name));
  return unknown.map((name) =>
    problemAt([key], 'unknown_column', `${key} "${pattern}": there is no column ${name}`, { column: name }),
  );
}

function checkFields({ fields, columns }: TableDefinition): Problem[] {
  const names = new Set(columns.map(({ name }) => name));
  return Object.keys(fields)
    .filter((name) => names.has(name))
    .map((name) => problemAt(['fields'], 'field', `the field ${name} has the name of a column`, { column: name }));
}

function checkFolders({ exclude, archive }: TableDefinition): Problem[] {
  const problems = exclude.flatMap((path) => {
    const reason = excludeProblem(path);
    return reason === null ? [] : [problemAt(['exclude'], 'path', `exclude: ${reason}`)];
  });
  if (!isFolderName(archive)) {
    const name = toFileName(archive.replace(/\.md$/i, '')) || '_archive';
    problems.push(problemAt(['archive'], 'path', `archive: "${archive}" is not a folder name; write ${name}`));
  }
  return problems;
}

function checkTemplates({ templates }: TableDefinition): Problem[] {
  return templates.flatMap(({ path }, i) => {
    const check = checkVaultPath(path);
    const isNote = 'problem' in check || /\.md$/i.test(path);
    const reason = 'problem' in check ? check.message : isNote ? null : `${path} is not the path of a note`;
    return reason === null ? [] : [problemAt(['templates', i, 'path'], 'path', `templates: ${reason}`)];
  });
}

function excludeProblem(path: string): string | null {
  if (path === '') return 'the whole vault can not be excluded';
  const check = checkVaultPath(path);
  return 'problem' in check ? check.message : null;
}
