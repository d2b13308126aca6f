/** What the chosen files are: a board, CSV files, an archive, definitions of another plugin. docs/import.md */

import { airtableOf, readAirtable } from '../../../kernel/airtable/read-airtable';
import { asBaseObject } from '../../../kernel/bases/read-base';
import { dbFolderBlock, readDbFolder } from '../../../kernel/db-folder/read-db-folder';
import type { ImportedSet } from '../../../kernel/imported/imported-set';
import type { TableDefinition } from '../../../kernel/imported/table-definition';
import type { TextTable } from '../../../kernel/imported/text-table';
import { isBoard, readBoard } from '../../../kernel/kanban/read-board';
import type { ExportedFile } from '../../../kernel/notion/notion-page';
import { isNotionExport, readNotion } from '../../../kernel/notion/read-notion';
import { isProjects, readProjects } from '../../../kernel/projects/read-projects';
import type { Slices } from '../../../kernel/slices';
import { parseYamlText } from '../../components/text/yaml-text';
import { decodeFile, encodingOf } from '../table-file/decode-file';
import { readTableFile } from '../table-file/table-file';
import { isArchive, readArchive } from './read-archive';

export interface InputFile {
  readonly name: string;
  /** In the vault; null: it comes from elsewhere. */
  readonly path: string | null;
  readonly bytes: Uint8Array;
}

export type FoundInput =
  | { readonly kind: 'set'; readonly name: string; readonly set: ImportedSet }
  | { readonly kind: 'definitions'; readonly name: string; readonly definitions: readonly TableDefinition[] }
  | { readonly kind: 'problem'; readonly text: string };

const problem = (text: string): FoundInput => ({ kind: 'problem', text });

export function* findInput(files: readonly InputFile[]): Slices<FoundInput> {
  const [first, ...others] = files;
  if (first === undefined) return problem('Choose a file.');
  const name = others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
  if (files.some(({ bytes }) => isArchive(bytes))) return yield* archives(files, name);
  if (files.every((file) => /\.(?:csv|tsv)$/i.test(file.name))) return yield* csvFiles(files, name);
  if (others.length > 0)
    return problem('Several files can be read together only if all of them are CSV files or archives.');
  const text = decodeFile(first.bytes, encodingOf(first.bytes));
  if (/\.json$/i.test(first.name)) return projects(text, name);
  if (/\.(?:md|markdown|txt)$/i.test(first.name)) return note(first, text);
  return problem(
    `${name} is none of the files that can be read here.${/\.base$/i.test(name) ? ' Choose Obsidian base.' : ''}`,
  );
}

function* archives(files: readonly InputFile[], name: string): Slices<FoundInput> {
  const found: ExportedFile[] = [];
  for (const file of files) {
    const read = yield* readArchive(file.name, file.bytes);
    if ('problem' in read) return problem(read.problem);
    found.push(...read.files);
  }
  return yield* exported(found, name);
}

function* exported(found: readonly ExportedFile[], name: string): Slices<FoundInput> {
  if (isNotionExport(found.map(({ path }) => path))) return { kind: 'set', name, set: yield* readNotion(found) };
  const texts = found.flatMap(({ path, text }) => (text !== null && /\.csv$/i.test(path) ? [{ path, text }] : []));
  if (texts.length === 0) return problem(`${name} has neither pages of Notion nor CSV files.`);
  const tables: TextTable[] = [];
  for (const { path, text } of texts) {
    const read = yield* csvTable(path.replace(/^.*\//, ''), text);
    if ('kind' in read) return read;
    tables.push(read);
  }
  return { kind: 'set', name, set: yield* readAirtable(tables) };
}

function* csvFiles(files: readonly InputFile[], name: string): Slices<FoundInput> {
  const texts = files.map(({ name: path, bytes }) => ({ path, text: decodeFile(bytes, encodingOf(bytes)) }));
  return yield* exported(texts, name);
}

function* csvTable(name: string, content: string): Slices<TextTable | FoundInput> {
  const read = yield* readTableFile({ name, content });
  return read.kind === 'file' ? airtableOf(name, read.file) : problem(read.text);
}

function note({ name, path }: InputFile, text: string): FoundInput {
  const label = name.replace(/^.*\//, '').replace(/\.(?:md|markdown|txt)$/i, '');
  if (isBoard(text)) {
    const set = readBoard(label, text);
    return set.tables.every(({ rows }) => rows.length === 0)
      ? problem(`The board ${label} has no cards.`)
      : { kind: 'set', name: label, set };
  }
  const block = dbFolderBlock(text);
  if (block === null) return problem(`${name} is neither a board of Kanban nor a database of DB Folder.`);
  const reading = parseYamlText(block);
  if ('problem' in reading) return problem(`The database in ${name} is not YAML. ${reading.problem}`);
  const definition = asBaseObject(reading.value);
  if (Object.keys(definition).length === 0) return problem(`The database in ${name} is empty.`);
  return { kind: 'definitions', name: label, definitions: [readDbFolder(definition, path)] };
}

function projects(text: string, name: string): FoundInput {
  const reading = parseYamlText(text);
  if ('problem' in reading) return problem(`${name} is not JSON. ${reading.problem}`);
  const data = asBaseObject(reading.value);
  if (!isProjects(data)) return problem(`${name} is not the data.json of the plugin Projects.`);
  const definitions = readProjects(data);
  return definitions.length === 0
    ? problem(`${name} has no projects.`)
    : { kind: 'definitions', name: 'Projects', definitions };
}
