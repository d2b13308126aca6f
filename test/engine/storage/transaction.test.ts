/** What a handler sees and stages, case by case. docs/architecture.md: A view and a transaction have one interface. */

import { describe, expect, it } from 'vitest';
import { FolderNames } from '../../../src/engine/storage/transaction/folder-names';
import { Store } from '../../../src/engine/storage/store/store';
import { Transaction } from '../../../src/engine/storage/transaction/transaction';
import { PEOPLE, TASKS, catalogOf, note, stat, tableOf, spec } from './tables';

const ada = note(PEOPLE, 'id-ada', { name: 'Ada', email: 'ada@x.org' });
const grace = note(PEOPLE, 'id-grace', { name: 'Grace', email: 'grace@x.org' });

function begin(files: Readonly<Record<string, string>> = { 'Ada.md': ada, 'Grace.md': grace }): {
  transaction: Transaction;
  reads: string[];
} {
  const store = new Store(catalogOf(PEOPLE, TASKS));
  for (const [path, text] of Object.entries(files)) store.place(stat(path), text);
  const reads: string[] = [];
  const read = (path: string): Promise<string | null> => {
    reads.push(path);
    return Promise.resolve(files[path] ?? null);
  };
  return { transaction: new Transaction(store, { read }, 5000, new FolderNames(store)), reads };
}

const edited = note(PEOPLE, 'id-ada', { name: 'Ada', email: 'ada@y.org' });

describe('files that take places', () => {
  const texts = Object.fromEntries(
    ['A', 'B', 'C', 'D'].map((name) => [`${name}.md`, note(PEOPLE, `id-${name}`, { name })]),
  );
  const nameOf = (text: string | null): string | undefined => Object.keys(texts).find((path) => texts[path] === text);
  /** Each from where the moves before leave it. */
  const moved = (...moves: readonly (readonly [from: string, to: string])[]): readonly unknown[] => {
    const { transaction } = begin(texts);
    for (const [from, to] of moves) {
      const text = transaction.staged(`${from}.md`)?.after ?? texts[`${from}.md`] ?? null;
      transaction.put({ from: `${from}.md`, to: `${to}.md`, before: text, after: text });
    }
    return transaction.staging().map(({ kind, from, to, before, after, becomes }) => ({
      kind,
      from,
      to,
      before: nameOf(before),
      after: nameOf(after),
      id: becomes?.decoded.row.id,
    }));
  };

  it('in a circle exchange their texts where they lie, and the others move', () => {
    expect(moved(['C', 'T'], ['B', 'C'], ['D', 'E'], ['A', 'B'], ['T', 'A'])).toEqual([
      { kind: 'update', from: 'C.md', to: 'C.md', before: 'C.md', after: 'B.md', id: 'id-B' },
      { kind: 'move', from: 'D.md', to: 'E.md', before: 'D.md', after: 'D.md', id: 'id-D' },
      { kind: 'update', from: 'B.md', to: 'B.md', before: 'B.md', after: 'A.md', id: 'id-A' },
      { kind: 'update', from: 'A.md', to: 'A.md', before: 'A.md', after: 'C.md', id: 'id-C' },
    ]);
  });

  it('in a circle of which one place is spelled in another case, do so too', () => {
    expect(moved(['B', 'T'], ['A', 'b'], ['T', 'A'])).toEqual([
      { kind: 'move', from: 'B.md', to: 'b.md', before: 'B.md', after: 'A.md', id: 'id-A' },
      { kind: 'update', from: 'A.md', to: 'A.md', before: 'A.md', after: 'B.md', id: 'id-B' },
    ]);
  });

  it('of one that differs only in case move', () => {
    expect(moved(['A', 'a'])).toMatchObject([{ from: 'A.md', to: 'a.md' }]);
  });
});

describe('a file that is put twice', () => {
  it('goes on from the first: one change, with the text of before', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'Countess.md', before: ada, after: ada });
    transaction.put({ from: 'Countess.md', to: 'Lovelace.md', before: ada, after: edited });
    expect(transaction.staging()).toMatchObject([
      { from: 'Ada.md', to: 'Lovelace.md', before: ada, after: edited, was: { id: 'id-ada' } },
    ]);
    expect(transaction.takenBy('Countess.md')).toBeNull();
    expect(transaction.takenBy('ada.md')).toBeNull();
    expect(transaction.moves()).toEqual(new Map([['Ada.md', 'Lovelace.md']]));
    expect(transaction.staged('Ada.md')?.to).toBe('Lovelace.md');
  });

  it('and comes to rest as it was changes nothing', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'Away.md', before: ada, after: edited });
    transaction.put({ from: 'Away.md', to: 'Ada.md', before: edited, after: ada });
    expect(transaction.staging()).toEqual([]);
    expect(transaction.rowAt('Ada.md')?.row.id).toBe('id-ada');
    expect(transaction.takenBy('Away.md')).toBeNull();
  });

  it('and is made and deleted in one transaction leaves nothing', () => {
    const { transaction } = begin();
    transaction.put({ from: null, to: 'New.md', before: null, after: edited });
    transaction.put({ from: 'New.md', to: null, before: edited, after: null });
    expect(transaction.staging()).toEqual([]);
    expect(transaction.takenBy('New.md')).toBeNull();
    expect(transaction.table(PEOPLE.qualified).size).toBe(2);
  });

  it('and is deleted at last is deleted from its first place', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'Away.md', before: ada, after: edited });
    transaction.put({ from: 'Away.md', to: null, before: edited, after: null });
    expect(transaction.staging()).toMatchObject([{ from: 'Ada.md', to: null, before: ada, after: null }]);
    expect(transaction.table(PEOPLE.qualified).size).toBe(1);
  });

  it('is of the kind that both make together', () => {
    const { transaction } = begin({ 'Ada.md': ada, 'Grace.md': grace, 'a.bin': '', 'b.bin': '' });
    const kinds = (): readonly string[] => transaction.staging().map(({ kind }) => kind);
    transaction.put({ from: null, to: 'New.md', before: null, after: edited });
    transaction.put({ from: 'New.md', to: 'Newer.md', before: edited, after: edited });
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: ada, after: edited });
    expect(kinds()).toEqual(['create', 'update']);
    transaction.put({ from: 'Ada.md', to: 'Away.md', before: edited, after: edited });
    transaction.put({ from: 'Grace.md', to: null, before: grace, after: null });
    expect(kinds()).toEqual(['create', 'move', 'remove']);
    const asIs = { size: 0, mtime: 0 };
    transaction.put({ kind: 'opaque', from: 'a.bin', to: 'c.bin', before: null, after: null, asIs });
    transaction.put({ kind: 'opaque', from: 'c.bin', to: 'd.bin', before: null, after: null, asIs });
    expect(kinds()).toEqual(['create', 'move', 'remove', 'opaque']);
    expect(transaction.staged('a.bin')?.to).toBe('d.bin');
  });

  it('stays restored, with its id, when a later step changes it', () => {
    const { transaction } = begin();
    const restored = { kind: 'restore', restores: ['email'], holdsId: true } as const;
    transaction.put({ ...restored, from: 'Ada.md', to: 'Ada.md', before: ada, after: edited });
    transaction.put({ from: 'Ada.md', to: 'Away.md', before: edited, after: edited, follows: true });
    expect(transaction.staging()).toMatchObject([{ ...restored, from: 'Ada.md', to: 'Away.md', before: ada }]);
  });

  it('counts as following links only if it did nothing else', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: ada, after: edited, follows: true });
    expect(transaction.staging()).toMatchObject([{ kind: 'update', follows: true }]);
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: edited, after: grace });
    expect(transaction.staging()).toMatchObject([{ kind: 'update', follows: false }]);
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: grace, after: edited, follows: true });
    expect(transaction.staging()).toMatchObject([{ kind: 'update', follows: false }]);
  });
});

describe('a path', () => {
  it('that is left can be taken by another file', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: null, before: ada, after: null });
    expect(transaction.takenBy('Ada.md')).toBeNull();
    transaction.put({ from: 'Grace.md', to: 'Ada.md', before: grace, after: grace });
    expect(transaction.rowAt('Ada.md')?.row.id).toBe('id-grace');
    expect(transaction.staging().map(({ from, to }) => [from, to])).toEqual([
      ['Ada.md', null],
      ['Grace.md', 'Ada.md'],
    ]);
  });

  it('is told of case and Unicode form', () => {
    const { transaction } = begin({ 'Ä.md': ada });
    expect(transaction.takenBy('ä.md'.normalize('NFD'))).toBe('Ä.md');
    transaction.put({ from: 'Ä.md', to: 'ä.md', before: ada, after: ada });
    expect(transaction.takenBy('Ä.md')).toBe('ä.md');
  });

  it('is left before another file takes it, whatever came first', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'B.md', before: ada, after: ada });
    transaction.put({ from: 'Grace.md', to: 'Ada.md', before: grace, after: grace });
    transaction.put({ from: 'B.md', to: 'C.md', before: ada, after: edited });
    expect(transaction.staging().map(({ from, to }) => [from, to])).toEqual([
      ['Ada.md', 'C.md'],
      ['Grace.md', 'Ada.md'],
    ]);
  });
});

describe('definitions that are staged after rows', () => {
  it('make rows of notes that name the new table', () => {
    const { transaction } = begin();
    const pets = tableOf('pets', [spec('name', 'string')]);
    transaction.put({ from: null, to: 'Rex.md', before: null, after: note(pets, 'id-rex', { name: 'Rex' }) });
    expect(transaction.rowAt('Rex.md')).toBeNull();
    expect(transaction.catalogChanged).toBe(false);
    transaction.stageCatalog(catalogOf(PEOPLE, TASKS, pets));
    expect(transaction.rowAt('Rex.md')?.row.values).toEqual({ name: 'Rex' });
    expect(transaction.table(pets.qualified).size).toBe(1);
    expect(transaction.catalogChanged).toBe(true);
  });

  it('let the rows of a table go that is no more', () => {
    const { transaction } = begin();
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: ada, after: edited });
    transaction.stageCatalog(catalogOf(TASKS));
    expect(transaction.rowAt('Ada.md')).toBeNull();
    expect(() => transaction.table(PEOPLE.qualified)).toThrow('there is no table');
  });
});

describe('unique values', () => {
  it('have the rivals that will be', () => {
    const { transaction } = begin();
    const rivals = (value: string): readonly string[] =>
      transaction
        .table(PEOPLE.qualified)
        .rivals('email', value, 'none')
        .map(({ path }) => path);
    expect(rivals('ada@x.org')).toEqual(['Ada.md']);
    transaction.put({ from: 'Ada.md', to: 'Ada.md', before: ada, after: edited });
    expect(rivals('ada@x.org')).toEqual([]);
    expect(rivals('ada@y.org')).toEqual(['Ada.md']);
    expect(transaction.table(PEOPLE.qualified).rivals('email', 'ada@y.org', 'Ada.md')).toEqual([]);
  });
});

describe('reading', () => {
  it('asks for each note once', async () => {
    const { transaction, reads } = begin();
    expect(await transaction.read('Ada.md')).toBe(ada);
    expect(await transaction.read('Ada.md')).toBe(ada);
    expect(await transaction.read('none.md')).toBeNull();
    expect(await transaction.read('none.md')).toBeNull();
    expect(reads).toEqual(['Ada.md', 'none.md']);
  });

  it('sees what is staged, and nothing where a note was', async () => {
    const { transaction, reads } = begin();
    transaction.put({ from: 'Ada.md', to: 'Away.md', before: ada, after: edited });
    transaction.put({ from: 'Grace.md', to: null, before: grace, after: null });
    expect(await transaction.read('Away.md')).toBe(edited);
    expect(await transaction.read('Ada.md')).toBeNull();
    expect(await transaction.read('Grace.md')).toBeNull();
    expect(reads).toEqual([]);
  });
});

it('refuses half a surrogate pair', () => {
  const { transaction } = begin();
  expect(() => transaction.put({ from: null, to: 'x.md', before: null, after: 'half \ud83d' })).toThrow('surrogate');
  expect(transaction.staging()).toEqual([]);
});
