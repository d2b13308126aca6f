/** What the store makes of notes that come, change, move and go. D2, D7 */

import { describe, expect, it } from 'vitest';
import { Store } from '../../../src/engine/storage/store/store';
import { FrozenView } from '../../../src/engine/storage/store/frozen-view';
import { PEOPLE, TASKS, catalogOf, note, spec, stat, tableOf } from './tables';

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

const storeOf = (...notes: readonly (readonly [string, string])[]): Store => {
  const store = new Store(catalogOf(PEOPLE, TASKS));
  for (const [path, text] of notes) store.place(stat(path), text);
  return store;
};

const ada = note(PEOPLE, ID, { name: 'Ada', email: 'a@x.org', age: 36 });

const paths = (store: Store, table = PEOPLE.qualified): string[] => [...store.columnTable(table).pathsOfRows()].sort();

describe('placing a note', () => {
  it('makes a row of it, wherever it lies', () => {
    const store = storeOf(['any/where/Ada.md', ada]);
    expect(store.rowAt('any/where/Ada.md')).toMatchObject({
      table: PEOPLE,
      row: { path: 'any/where/Ada.md', id: ID, modified: 1000, values: { name: 'Ada', email: 'a@x.org', age: 36 } },
    });
    expect(store.holderOf(ID)).toBe('any/where/Ada.md');
    expect(store.table(PEOPLE.qualified).rowById(ID)?.path).toBe('any/where/Ada.md');
    expect(store.hasFolder('any')).toBe(true);
    expect(store.hasFolder('any/where')).toBe(true);
    expect(store.hasFolder('any/wher')).toBe(false);
  });

  it.each([
    ['names an unknown table', note('main.default.pets', ID), 'x.md', 'main.default.pets'],
    ['names a table without its schema', note('people', ID), 'x.md', 'people'],
    ['lies in the archive', ada, 'notedb/main/default/people/_archive/x.md', PEOPLE.qualified],
    ['has no front matter', 'Text\n', 'x.md', null],
    ['has no table key', '---\nname: Ada\n---\n', 'x.md', null],
  ])('that %s makes no row', (_what, text, path, claim) => {
    const store = storeOf([path, text]);
    expect(store.rowAt(path)).toBeNull();
    expect(store.claims.get(path) ?? null).toBe(claim);
    expect(store.takenBy(path)).toBe(path);
  });

  it('again with other values, another table or none changes the row', () => {
    const store = storeOf(['Ada.md', ada]);
    store.place(stat('Ada.md', { mtime: 2000 }), note(PEOPLE, ID, { name: 'Countess' }));
    expect(store.rowAt('Ada.md')?.row).toMatchObject({ modified: 2000, values: { name: 'Countess' } });
    store.place(stat('Ada.md'), note(TASKS, ID, { title: 'Countess' }));
    expect([paths(store), paths(store, TASKS.qualified)]).toEqual([[], ['Ada.md']]);
    store.place(stat('Ada.md'), 'Nothing but text\n');
    expect([paths(store), paths(store, TASKS.qualified)]).toEqual([[], []]);
    expect(store.holderOf(ID)).toBeNull();
  });

  it('that does not parse any more keeps the last good values', () => {
    const store = storeOf(['Ada.md', ada]);
    store.place(stat('Ada.md', { mtime: 2000 }), ada.replace('name: "Ada"', 'name: "Ada'));
    expect(store.unparsable.get('Ada.md')).toMatchObject({ table: PEOPLE.qualified });
    expect(store.rowAt('Ada.md')?.row.values).toMatchObject({ name: 'Ada' });
    store.place(stat('Ada.md', { mtime: 3000 }), ada.replace('Ada', 'Mended'));
    expect(store.unparsable.size).toBe(0);
    expect(store.rowAt('Ada.md')?.row.values).toMatchObject({ name: 'Mended' });
  });

  it('that never parsed is counted and no row', () => {
    const store = storeOf(['Ada.md', ada.replace('name: "Ada"', 'name: "Ada')]);
    expect(store.rowAt('Ada.md')).toBeNull();
    expect(store.unparsable.get('Ada.md')?.table).toBe(PEOPLE.qualified);
    store.drop('Ada.md');
    expect(store.unparsable.size).toBe(0);
  });

  it('that can’t be read at all is a file and nothing else', () => {
    const store = storeOf(['Ada.md', ada]);
    store.place(stat('Ada.md'), null);
    expect(store.rowAt('Ada.md')).toBeNull();
    expect(store.takenBy('Ada.md')).toBe('Ada.md');
  });

  it('that claimed a table and then breaks claims nothing', () => {
    const store = storeOf(['x.md', note('main.default.pets', ID)]);
    store.place(stat('x.md'), '---\ntable: main.default.pets\nname: "\n---\n');
    expect(store.claims.size).toBe(0);
    expect(store.unparsable.get('x.md')?.table).toBe('main.default.pets');
  });
});

describe('two notes with one id', () => {
  it('are one row and one copy: the first one stays', () => {
    const store = storeOf(['Ada.md', ada], ['Ada 1.md', ada]);
    expect(paths(store)).toEqual(['Ada.md']);
    expect(store.copies.get('Ada 1.md')).toMatchObject({ table: PEOPLE.qualified, row: { id: ID } });
    expect(store.holderOf(ID)).toBe('Ada.md');
  });

  it('across tables are so too', () => {
    const store = storeOf(['Ada.md', ada], ['Task.md', note(TASKS, ID, { title: 'x' })]);
    expect([paths(store), paths(store, TASKS.qualified)]).toEqual([['Ada.md'], []]);
    expect(store.copies.get('Task.md')?.table).toBe(TASKS.qualified);
  });

  it.each([
    ['the new place is seen first', ['place', 'drop']],
    ['the old place is seen first', ['drop', 'place']],
  ])('when one was moved by hand are one row afterwards: %s', (_what, order) => {
    const store = storeOf(['Ada.md', ada]);
    for (const step of order) {
      if (step === 'place') store.place(stat('moved/Ada.md'), ada);
      else store.drop('Ada.md');
    }
    expect(paths(store)).toEqual(['moved/Ada.md']);
    expect(store.copies.size).toBe(0);
    expect(store.holderOf(ID)).toBe('moved/Ada.md');
  });

  it('give the row to the copy when the first one gets another id', () => {
    const store = storeOf(['Ada.md', ada], ['Ada 1.md', ada]);
    store.place(stat('Ada.md'), note(PEOPLE, OTHER, { name: 'Ada' }));
    expect(paths(store)).toEqual(['Ada 1.md', 'Ada.md']);
    expect([store.holderOf(ID), store.holderOf(OTHER)]).toEqual(['Ada 1.md', 'Ada.md']);
  });

  it('of which the copy is changed stay as they are', () => {
    const store = storeOf(['Ada.md', ada], ['Ada 1.md', ada]);
    store.place(stat('Ada 1.md'), note(PEOPLE, ID, { name: 'Copied' }));
    expect(store.copies.get('Ada 1.md')?.row.values).toEqual({ name: 'Copied' });
    store.place(stat('Ada 1.md'), note(PEOPLE, OTHER, { name: 'Its own' }));
    expect(store.copies.size).toBe(0);
    expect(paths(store)).toEqual(['Ada 1.md', 'Ada.md']);
  });

  it('and more give the row to the older copy, then to the first path', () => {
    const store = storeOf(['Ada.md', ada]);
    store.place(stat('c.md', { ctime: 500 }), ada);
    store.place(stat('b.md', { ctime: 900 }), ada);
    store.place(stat('a.md', { ctime: 500 }), ada);
    store.drop('Ada.md');
    expect(paths(store)).toEqual(['a.md']);
    store.drop('a.md');
    expect(paths(store)).toEqual(['c.md']);
    store.drop('c.md');
    expect(paths(store)).toEqual(['b.md']);
    store.drop('b.md');
    expect(store.holderOf(ID)).toBeNull();
  });

  it('while the vault is read for the first time: the older one is the row, else the first path', () => {
    const store = new Store(catalogOf(PEOPLE));
    store.seniority.startLoading();
    store.place(stat('b.md', { ctime: 900 }), ada);
    store.place(stat('a.md', { ctime: 500 }), ada);
    store.place(stat('c.md', { ctime: 700 }), ada);
    expect(paths(store)).toEqual(['a.md']);
    store.place(stat('A.md', { ctime: 500 }), ada);
    expect(paths(store)).toEqual(['A.md']);
    expect([...store.copies.keys()].sort()).toEqual(['a.md', 'b.md', 'c.md']);
    store.seniority.endLoading();
    store.place(stat('oldest.md', { ctime: 1 }), ada);
    expect(paths(store)).toEqual(['A.md']);
  });
});

describe('new definitions', () => {
  const place = (store: Store, notes: Readonly<Record<string, string>>, again: readonly string[]): void => {
    for (const path of again) store.place(stat(path), notes[path] ?? null);
  };

  it('make rows of the notes that claimed a table', () => {
    const pets = tableOf('pets', [spec('name', 'string')]);
    const notes = { 'Rex.md': note(pets, ID, { name: 'Rex' }), 'Ada.md': ada };
    const store = storeOf(...Object.entries(notes));
    expect(store.useCatalog(catalogOf(PEOPLE, TASKS, pets))).toEqual(['Rex.md']);
    place(store, notes, ['Rex.md']);
    // The id is taken by the row that was there first or not at all.
    expect([paths(store).length, paths(store, pets.qualified).length].sort()).toEqual([0, 1]);
    expect(store.copies.size).toBe(1);
  });

  it('that are the same ask for nothing', () => {
    const store = storeOf(['Ada.md', ada]);
    expect(store.useCatalog(catalogOf(TASKS, PEOPLE))).toEqual([]);
    expect(paths(store)).toEqual(['Ada.md']);
  });

  it('read the rows of a changed table again, and its copies', () => {
    const notes = { 'Ada.md': ada, 'Ada 1.md': ada, 'Bob.md': note(PEOPLE, OTHER, { name: 'Bob' }) };
    const store = storeOf(...Object.entries(notes));
    const changed = { ...PEOPLE, columns: [spec('name', 'string')] };
    const again = store.useCatalog(catalogOf(changed, TASKS));
    expect([...again].sort()).toEqual(['Ada 1.md', 'Ada.md', 'Bob.md']);
    place(store, notes, again);
    expect(paths(store)).toEqual(['Ada.md', 'Bob.md']);
    expect([...store.copies.keys()]).toEqual(['Ada 1.md']);
    expect(store.rowAt('Ada.md')?.row.values).toEqual({ name: 'Ada' });
    expect(store.copies.get('Ada 1.md')?.row.values).toEqual({ name: 'Ada' });
  });

  it('without a table turn its rows into claims', () => {
    const notes = { 'Ada.md': ada, 'Ada 1.md': ada };
    const store = storeOf(...Object.entries(notes));
    place(store, notes, store.useCatalog(catalogOf(TASKS)));
    expect([...store.claims.keys()].sort()).toEqual(['Ada 1.md', 'Ada.md']);
    expect(store.holderOf(ID)).toBeNull();
    expect(store.copies.size).toBe(0);
    place(store, notes, store.useCatalog(catalogOf(TASKS, PEOPLE)));
    expect(paths(store)).toHaveLength(1);
    expect(store.claims.size).toBe(0);
  });

  it('that change the excluded folders move notes in and out', () => {
    const notes = { 'Plan/Ada.md': ada };
    const store = storeOf(...Object.entries(notes));
    place(store, notes, store.useCatalog(catalogOf({ ...PEOPLE, exclude: ['Plan'] }, TASKS)));
    expect(paths(store)).toEqual([]);
    place(store, notes, store.useCatalog(catalogOf(PEOPLE, TASKS)));
    expect(paths(store)).toEqual(['Plan/Ada.md']);
  });

  it('keep the last good values of a row that does not parse', () => {
    const broken = ada.replace('name: "Ada"', 'name: "Ada');
    const store = storeOf(['Ada.md', ada], ['Ada.md', broken]);
    place(store, { 'Ada.md': broken }, store.useCatalog(catalogOf({ ...PEOPLE, description: 'New words' }, TASKS)));
    expect(store.rowAt('Ada.md')?.row.values).toMatchObject({ name: 'Ada' });
  });
});

describe('the frozen view', () => {
  it('shows the rows as they were, whatever happens to the store', () => {
    const store = storeOf(['Ada.md', ada], ['Bob.md', note(PEOPLE, OTHER, { name: 'Bob' })]);
    const frozen = new FrozenView(store);
    store.place(stat('Ada.md'), note(PEOPLE, ID, { name: 'Changed' }));
    store.drop('Bob.md');
    store.place(stat('New.md'), note(PEOPLE, '33333333-3333-4333-8333-333333333333', { name: 'New' }));
    const table = frozen.table(PEOPLE.qualified);
    expect(table.size).toBe(2);
    expect(table.row('Ada.md')?.values['name']).toBe('Ada');
    expect(table.rowById(OTHER)?.path).toBe('Bob.md');
    expect(table.row('New.md')).toBeNull();
    expect(table.row('')).toBeNull();
    expect(table.rowById('')).toBeNull();
    expect(frozen.rowAt('Bob.md')?.row.values['name']).toBe('Bob');
    expect(frozen.rowAt('New.md')).toBeNull();
    expect(table.scan().snapshot.size).toBe(2);
  });

  it('keeps the tables of its time', () => {
    const store = storeOf(['Ada.md', ada]);
    const frozen = new FrozenView(store);
    store.useCatalog(catalogOf(TASKS));
    expect(frozen.table(PEOPLE.qualified).size).toBe(1);
    expect(() => store.table(PEOPLE.qualified)).toThrow('there is no table');
    expect(() => frozen.table('main.default.pets')).toThrow('there is no table');
  });

  it('keeps what is known of files, copies and notes that do not parse', () => {
    const copy = note(PEOPLE, ID, { name: 'Ada' });
    const store = storeOf(
      ['Ada.md', ada],
      ['Copy.md', copy],
      ['Bad.md', '---\ntable: [\n---\n'],
      ['x/Free.md', 'Free\n'],
    );
    store.suspects.add('Ada.md');
    const frozen = new FrozenView(store);
    store.suspects.delete('Ada.md');
    store.suspects.add('Copy.md');
    for (const path of ['Copy.md', 'Bad.md', 'x/Free.md']) store.drop(path);
    store.place(stat('New.md'), 'New\n');
    store.metastore = 'other.yaml';
    expect([...frozen.files.keys()].sort()).toEqual(['Ada.md', 'Bad.md', 'Copy.md', 'x/Free.md']);
    expect([frozen.files.has('Bad.md'), frozen.files.has('New.md')]).toEqual([true, false]);
    expect([...frozen.copies].map(([path, { row }]) => [path, row.id])).toEqual([['Copy.md', ID]]);
    expect([...frozen.unparsable.keys()]).toEqual(['Bad.md']);
    expect([...frozen.suspects]).toEqual(['Ada.md']);
    expect([frozen.suspects.has('Ada.md'), frozen.suspects.has('Copy.md')]).toEqual([true, false]);
    expect([frozen.hasFolder('x'), store.hasFolder('x'), frozen.metastore]).toEqual([true, false, null]);
    expect([...new FrozenView(store).files.keys()].sort()).toEqual(['Ada.md', 'New.md']);
  });

  it('tells older moments apart from newer ones', () => {
    const store = storeOf(['Ada.md', ada]);
    const first = new FrozenView(store);
    store.drop('Ada.md');
    const second = new FrozenView(store);
    store.place(stat('Ada.md', { size: 7 }), ada);
    store.place(stat('Bob.md'), note(PEOPLE, OTHER, { name: 'Bob', email: 'a@x.org' }));
    expect([first, second].map(({ files }) => [...files.keys()])).toEqual([['Ada.md'], []]);
    expect([first, second].map((view) => view.holderOf(ID))).toEqual(['Ada.md', null]);
    expect(first.files.get('Ada.md')).toEqual(stat('Ada.md'));
  });

  it('finds the rivals of a value as it was, and the links between notes', () => {
    const link = note(TASKS, OTHER, { title: 'Call', owner: '[[Ada]]' });
    const store = storeOf(['Ada.md', ada], ['Call.md', link]);
    const frozen = new FrozenView(store);
    store.place(stat('Ada.md'), note(PEOPLE, ID, { name: 'Ada', email: 'b@x.org' }));
    store.drop('Call.md');
    const paths = (email: string): readonly string[] =>
      frozen
        .table(PEOPLE.qualified)
        .rivals('email', email, '')
        .map(({ path }) => path);
    expect([paths('a@x.org'), paths('b@x.org')]).toEqual([['Ada.md'], []]);
    expect(frozen.table(PEOPLE.qualified).rivals('email', 'a@x.org', 'Ada.md')).toEqual([]);
    expect([...frozen.table(PEOPLE.qualified).pathsOfRows()]).toEqual(['Ada.md']);
    expect([frozen.links.backlinks('Ada.md'), frozen.links.outgoing('Call.md')]).toEqual([['Call.md'], ['Ada']]);
    expect([store.links.backlinks('Ada.md'), store.links.outgoing('Call.md')]).toEqual([[], []]);
  });
});
