/** The demo vault keeps every rule that the engine holds others to, and reads like a real one. D2, D6, D16. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '../../src/engine/catalog/catalog';
import { parseMetastore, writeMetastore } from '../../src/engine/catalog/metastore/metastore-file';
import { LinkIndex } from '../../src/engine/links/link-index';
import { bodyOf } from '../../src/engine/note/markdown/body';
import { toFileName } from '../../src/kernel/file-name';
import { parseFrontMatter } from '../../src/engine/yaml/front-matter/front-matter';
import { linkpathsOf } from '../../src/engine/note/links/link-syntax';
import { renderValue } from '../../src/engine/yaml/front-matter/render-value';
import { fileNameFor, folderFor } from '../../src/engine/rows/row-path';
import { RowCodec } from '../../src/engine/storage/row-codec';
import { encodeJson, encodeValue } from '../../src/engine/values/encode';
import type { JsonObject } from '../../src/engine/json';
import { type TestVault, openVault } from '../engine/open-vault';
import { METASTORE, readDemoVault } from './read-demo-vault';

const ZONE = 'Europe/Zurich';
const NOW = Date.UTC(2026, 10, 21, 9);

const ROWS = { books: 37, journal: 46, meetings: 27, people: 38, projects: 19, tasks: 86 };
const TABLES = Object.entries(ROWS);

const files = readDemoVault();
const notes = Object.entries(files).filter(([path]) => path.endsWith('.md'));
const catalog = readCatalog(files[METASTORE] ?? '');
const rows = notes.filter(([path]) => path.startsWith('notedb/'));

function readCatalog(text: string): Catalog {
  const reading = parseMetastore(text);
  if (!('catalog' in reading)) throw new Error(`${METASTORE}: ${JSON.stringify(reading)}`);
  return new Catalog(reading.catalog);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);

/** Of a row, archived ones too. */
function decoded(path: string, text: string) {
  const { entries } = parseFrontMatter(text);
  const key = entries.find((entry) => entry.key === 'table')?.raw;
  const definition = key?.kind === 'scalar' ? catalog.table(key.text) : null;
  if (definition === null) throw new Error(`${path} names no table`);
  return { definition, entries, ...new RowCodec(definition).decode(path, 0, text) };
}

describe('the definitions of the demo vault', () => {
  it('stand as the engine writes them', () => {
    const { tables, views, configuration } = catalog.definition;
    expect(writeMetastore(null, { tables, views, configuration })).toBe(files[METASTORE]);
  });

  it('name six tables in the time zone of the house', () => {
    expect(catalog.tables().map(({ name }) => name)).toEqual(Object.keys(ROWS));
    expect(catalog.configuration.timeZone).toBe(ZONE);
  });

  it.each(catalog.tables().map((table) => [table.name, table] as const))('describe %s and its columns', (_, table) => {
    expect(table.description).toMatch(/\.$/);
    expect(table.columns.filter(({ description }) => !description?.endsWith('.'))).toEqual([]);
  });
});

describe('the notes of the demo vault', () => {
  it('have names that are valid, and the only ones of their kind', () => {
    const names = notes.map(([path]) => nameOf(path));
    expect(names.filter((name) => toFileName(name) !== name)).toEqual([]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it.each(['\r', '\t', '\u{FEFF}', '�'])('hold no %j', (character) => {
    expect(notes.filter(([, text]) => text.includes(character)).map(([path]) => path)).toEqual([]);
  });

  it('end with one line break and are in NFC', () => {
    const odd = notes.filter(([, text]) => !/[^\n]\n$/.test(text) || text !== text.normalize('NFC'));
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('link only to notes that are there', () => {
    const index = new LinkIndex();
    for (const [path, text] of notes) index.setLinks(path, linkpathsOf(text));
    const broken = notes.flatMap(([path]) =>
      index
        .outgoing(path)
        .filter((linkpath) => index.resolve(linkpath, path) === null || index.candidates(linkpath).length !== 1),
    );
    expect(broken).toEqual([]);
    expect(index.linkCount).toBeGreaterThan(800);
  });

  it('never say the same thing twice', () => {
    const seen = new Map<string, string>();
    const repeated: string[] = [];
    for (const [path, text] of notes) {
      for (const sentence of sentencesOf(bodyOf(text))) {
        if (seen.has(sentence)) repeated.push(`${path} and ${seen.get(sentence)}: ${sentence}`);
        seen.set(sentence, path);
      }
    }
    expect(repeated).toEqual([]);
    expect(seen.size).toBeGreaterThan(700);
  });
});

/** What is long enough to be noticed when it comes again. */
const sentencesOf = (body: string): string[] =>
  body
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[-\s]*(\[[x ]\])?\s*/, '').toLowerCase())
    .filter((sentence) => sentence.length > 18 && !sentence.startsWith('|'));

describe('the rows of the demo vault', () => {
  it('lie where their values put them, archived ones below the archive', () => {
    const astray = rows.flatMap(([path, text]) => {
      const { definition, row } = decoded(path, text);
      const folder = folderFor(catalog, definition, row.values, ZONE);
      const name = fileNameFor(definition, row.values, row.id, ZONE);
      if ('missing' in folder || 'missing' in name) return [path];
      const home = catalog.isArchived(definition, path) ? catalog.archiveFolder(definition) : folder.text;
      return path === `${home}/${name.text}.md` ? [] : [`${path} should be ${home}/${name.text}.md`];
    });
    expect(astray).toEqual([]);
  });

  it('hold their keys in the order of the columns, each only with a value', () => {
    const odd = rows.filter(([path, text]) => {
      const { definition, entries } = decoded(path, text);
      const columns = definition.columns.map(({ name }) => name);
      const order = ['table', 'id', ...columns, ...['aliases', 'tags'].filter((key) => !columns.includes(key))];
      const dense = new Set(definition.columns.flatMap(({ name, dense }) => (dense === true ? [name] : [])));
      const keys = entries.map(({ key }) => key);
      const empty = entries.filter(({ key, raw }) => raw.kind === 'empty' && !dense.has(key));
      return empty.length > 0 || keys.join() !== order.filter((key) => keys.includes(key)).join();
    });
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('hold their values as the engine writes them', () => {
    const different = rows.flatMap(([path, text]) => {
      const { definition, row, entries } = decoded(path, text);
      return entries.flatMap(({ key, start, end }) => {
        const value = row.values[key];
        if (value === undefined) return [];
        const spec = definition.columns.find(({ name }) => name === key);
        const rendered = `${key}:${renderValue(spec === undefined ? encodeJson(value) : encodeValue(spec, value))}\n`;
        return text.slice(start, end) === rendered ? [] : [`${path}: ${rendered}`];
      });
    });
    expect(different).toEqual([]);
  });

  it('have ids of their own and a body', () => {
    const ids = rows.map(([path, text]) => decoded(path, text).row.id);
    expect(ids.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual(
      [],
    );
    expect(new Set(ids).size).toBe(rows.length);
    expect(rows.filter(([, text]) => bodyOf(text).trim() === '').map(([path]) => path)).toEqual([]);
  });

  it('use every kind of value that there is but json', () => {
    const types = catalog
      .tables()
      .flatMap(({ columns }) => columns.map(({ type, items }) => `${type} ${items?.type ?? ''}`));
    const kinds = [
      'boolean',
      'date',
      'datetime',
      'enum',
      'integer',
      'link',
      'list enum',
      'list link',
      'list string',
      'number',
      'string',
    ];
    expect([...new Set(types.map((type) => type.trim()))].sort()).toEqual(kinds);
  });
});

describe('the demo vault in the engine', () => {
  let vault: TestVault;

  beforeAll(async () => {
    vault = await openVault({ files, now: NOW });
  });
  afterAll(() => vault.engine.close());

  it.each(TABLES)('finds nothing wrong with %s', async (table, count) => {
    expect(await vault.run('check_table', { table })).toMatchObject({ rows: count, ok: true, violations: [] });
  });

  it('leaves the archived tasks out', async () => {
    const where = { title: 'Borrow a steam stripper for the hall' };
    expect(await vault.run('select_rows', { table: 'tasks', where })).toMatchObject({ total: 0 });
  });

  it('runs the table that the welcome note shows', async () => {
    const block = /```notedb\ntable: (\w+)\ncolumns: \[(.+)\]\n```/.exec(files['Welcome.md'] ?? '');
    const query = { table: block?.[1] ?? '', columns: (block?.[2] ?? '').split(', ') };
    const { rows: shown } = await vault.run('select_rows', query);
    expect((shown as JsonObject[])[0]).toHaveProperty('status');
  });

  it('shows in the note of a person what that person has to do, and in every note that has a block something', async () => {
    const withBlock = rows.filter(([, text]) => text.includes('```notedb\nview: vw_tasks_of\n```'));
    expect(withBlock).toHaveLength(14);
    const open = { status: { in: ['inbox', 'todo', 'doing', 'waiting'] }, assignee: { exists: true } };
    const { total } = await vault.run('select_rows', { table: 'tasks', where: open });
    let shown = 0;
    for (const [path] of withBlock) {
      const answer = await vault.run('select_rows', { table: 'vw_tasks_of', this_note: path });
      expect(answer['total'], path).toBeGreaterThan(0);
      expect(answer).not.toHaveProperty('warnings');
      shown += answer['total'] as number;
    }
    expect(shown).toBe(total);
  });

  it('has something to do in the coming week', async () => {
    const where = { status: { in: ['todo', 'doing', 'waiting'] }, due: { gte: '{today}', lte: '{today+7d}' } };
    const { total } = await vault.run('select_rows', { table: 'tasks', where });
    expect(total).toBeGreaterThan(15);
  });

  it('lets the notes in Reading become a table, and takes it back', async () => {
    const before = vault.tree();
    const proposed = await vault.run('infer_table', { folder: 'Reading', name: 'articles' });
    const created = await vault.run('create_table', proposed['proposal'] as JsonObject);
    const adopted = await vault.run('adopt_rows', proposed['adopt'] as JsonObject);
    expect(adopted).toMatchObject({ changed: 8 });
    expect(await vault.run('check_table', { table: 'articles' })).toMatchObject({ rows: 8, ok: true });
    for (const { migrationId } of [adopted, created]) {
      await vault.run('undo_migration', { migration_id: migrationId as string });
    }
    expect(vault.tree()).toBe(before);
  });
});
