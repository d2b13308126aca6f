import { describe, expect, it } from 'vitest';
import { Catalog } from '../../../src/engine/catalog/catalog';
import type { Json } from '../../../src/engine/json';
import { catalogOf, table } from './definitions';

const tasks = table('tasks', { exclude: ['Templates/', 'Old/Drafts'] });
const contacts = table('contacts', { schema: 'crm', archive: 'Gone' });

describe('a catalog', () => {
  it('stays as it is when a table comes, changes or goes', () => {
    const empty = new Catalog();
    const one = empty.withTable(tasks);
    const changed = one.withTable({ ...tasks, description: 'A thing to do' });
    const none = changed.withoutTable(tasks.qualified);
    expect(empty.tables()).toEqual([]);
    expect(one.table('main.default.tasks')).toBe(tasks);
    expect(changed.table('main.default.tasks')?.description).toBe('A thing to do');
    expect(none.tables()).toEqual([]);
    expect(none.table('main.default.tasks')).toBeNull();
    expect(none.withoutTable('main.default.tasks').tables()).toEqual([]);
  });

  it('has other settings and another root without losing its tables', () => {
    const catalog = catalogOf(tasks);
    const moved = catalog.withRoot('db').withConfiguration({ ...catalog.configuration, defaultSchema: 'crm' });
    expect(moved.root).toBe('db');
    expect(moved.configuration.defaultSchema).toBe('crm');
    expect(moved.tables()).toEqual([tasks]);
    expect(catalog.configuration.defaultSchema).toBe('default');
  });

  it('lists tables, schemas and catalogs by name, and only those in use', () => {
    const catalog = catalogOf(table('b', { catalog: 'z' }), contacts, tasks, table('a'));
    expect(catalog.tables().map(({ qualified }) => qualified)).toEqual([
      'main.crm.contacts',
      'main.default.a',
      'main.default.tasks',
      'z.default.b',
    ]);
    const tree = catalog
      .tree()
      .map(({ name, schemas }) => [name, schemas.map((each) => [each.name, each.tables.map((t) => t.name)])]);
    expect(tree).toEqual([
      [
        'main',
        [
          ['crm', ['contacts']],
          ['default', ['a', 'tasks']],
        ],
      ],
      ['z', [['default', ['b']]]],
    ]);
    expect(catalog.withoutTable('z.default.b').tree()).toHaveLength(1);
  });

  it('finds a table by any reference, and tells what else it may be', () => {
    const catalog = catalogOf(tasks, contacts);
    expect(catalog.resolveTable('contacts')).toBe(contacts);
    expect(catalog.lookUpTable('contact')).toEqual({ kind: 'unknown', near: ['main.crm.contacts'] });
  });

  it('knows the folders of a table', () => {
    const catalog = catalogOf(contacts);
    expect(catalog.tableFolder(contacts)).toBe('notedb/main/crm/contacts');
    expect(catalog.archiveFolder(contacts)).toBe('notedb/main/crm/contacts/Gone');
    expect(catalog.withRoot('a/b').tableFolder(contacts)).toBe('a/b/main/crm/contacts');
  });
});

describe('rowTableOf', () => {
  const catalog = catalogOf(tasks, contacts);
  const T = 'main.default.tasks';
  it.each<[string, Json | undefined, string | null]>([
    ['notedb/main/default/tasks/a.md', T, T],
    ['notedb/main/default/tasks/2026/11/a.md', T, T],
    ['anywhere/a.md', T, T],
    ['a.md', T, T],
    ['notedb/main/default/tasks/a.md', 'main.crm.contacts', 'main.crm.contacts'],
    ['notedb/main/default/tasks/_archive/a.md', T, null],
    ['notedb/main/default/tasks/_archive/x/a.md', T, null],
    ['notedb/main/default/tasks/_archived.md', T, T],
    ['notedb/main/crm/contacts/Gone/a.md', T, T],
    ['notedb/main/crm/contacts/Gone/a.md', 'main.crm.contacts', null],
    ['notedb/main/default/tasks/_archive/a.md', 'main.crm.contacts', 'main.crm.contacts'],
    ['Templates/a.md', T, null],
    ['Templates/deep/a.md', T, null],
    ['Templates.md', T, T],
    ['Templates2/a.md', T, T],
    ['Old/Drafts/a.md', T, null],
    ['Old/a.md', T, T],
    ['Templates/a.md', 'main.crm.contacts', 'main.crm.contacts'],
    ['a.md', 'tasks', null],
    ['a.md', 'default.tasks', null],
    ['a.md', 'main.default.other', null],
    ['a.md', undefined, null],
    ['a.md', null, null],
    ['a.md', '', null],
    ['a.md', [T], null],
    ['a.md', 1, null],
    ['a.md', '__proto__', null],
  ])('%s with table: %j is a row of %s', (path, tableKey, qualified) => {
    expect(catalog.rowTableOf(path, tableKey)?.qualified ?? null).toBe(qualified);
  });

  it('compares excluded folders in one Unicode form', () => {
    const cafe = table('x', { exclude: ['Cafe\u0301'] });
    expect(new Catalog().isExcluded(cafe, 'Caf\u00e9/a.md')).toBe(true);
    expect(new Catalog().isExcluded(cafe, 'Cafe\u0301/a.md')).toBe(true);
  });
});
