/** A transaction against a plain map: whatever is staged, the view is the vault as it will be, and applying gives just that. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFileChanges } from '../../../src/engine/commit/lane/apply';
import type { OverlaidTable } from '../../../src/engine/storage/transaction/overlaid-table';
import { FolderNames } from '../../../src/engine/storage/transaction/folder-names';
import { Store } from '../../../src/engine/storage/store/store';
import { Transaction } from '../../../src/engine/storage/transaction/transaction';
import { nameKey } from '../../../src/engine/links/fold-name';
import { LinkResolver } from '../../../src/engine/links/link-resolver';
import { foldPath } from '../../../src/engine/links/same-place';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { PEOPLE, TASKS, catalogOf, note, stat } from './tables';

const PATHS = ['a.md', 'b.md', 'B.md', 'c/a.md', 'c/d.md', 'e.md', 'f.txt'] as const;

interface Content {
  readonly table: string | null;
  readonly id: string;
  readonly email: string;
}

const textOf = ({ table, id, email }: Content): string =>
  table === null ? `plain ${id}\n` : note(table, id, { email });

const content = (id: number): fc.Arbitrary<Content> =>
  fc.record({
    table: fc.constantFrom(PEOPLE.qualified, TASKS.qualified, 'main.default.unknown', null),
    id: fc.constant(`id-${id}`),
    email: fc.constantFrom('x', 'y', 'z'),
  });

type Step =
  | { readonly kind: 'create'; readonly at: number; readonly content: Content; readonly isAsked: boolean }
  | { readonly kind: 'change'; readonly which: number; readonly email: string }
  | { readonly kind: 'move'; readonly which: number; readonly at: number; readonly email: string | null }
  | { readonly kind: 'delete'; readonly which: number };

const place = fc.nat(PATHS.length - 1);
const email = fc.constantFrom('x', 'y', 'z');

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    at: place,
    content: content(0),
    isAsked: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(6), email }),
  fc.record({ kind: fc.constant('move' as const), which: fc.nat(6), at: place, email: fc.option(email) }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat(6) }),
);

const files = fc
  .uniqueArray(place, { maxLength: 5, selector: (at) => foldPath(PATHS[at] as string) })
  .chain((places) =>
    fc.tuple(...places.map((at, i) => content(i).map((each) => [PATHS[at] as string, each] as const))),
  );

/** Whether the definitions are staged anew at the end, and the links are looked at after each step. */
const CASE = { catalogIsNew: fc.boolean(), linksAreFollowed: fc.boolean() };

type Model = Map<string, Content>;

const isFree = (model: Model, path: string): boolean =>
  ![...model.keys()].some((other) => foldPath(other) === foldPath(path));

/** The next state of the model, and what is put for it; null when the step makes no sense here. */
function take(model: Model, each: Step): { from: string | null; to: string | null; now: Content | null } | null {
  if (each.kind === 'create') {
    const to = PATHS[each.at] as string;
    return isFree(model, to) ? { from: null, to, now: each.content } : null;
  }
  const present = [...model.keys()].sort();
  const from = present[each.which % Math.max(1, present.length)];
  if (from === undefined) return null;
  if (each.kind === 'delete') return { from, to: null, now: null };
  const now = model.get(from) as Content;
  if (each.kind === 'change') return { from, to: from, now: { ...now, email: each.email } };
  const to = PATHS[each.at] as string;
  const without = new Map(model);
  without.delete(from);
  return isFree(without, to) ? { from, to, now: each.email === null ? now : { ...now, email: each.email } } : null;
}

function expectView(transaction: Transaction, model: Model): void {
  for (const path of PATHS) {
    const { table, id, email: mail } = model.get(path) ?? { table: null, id: '', email: '' };
    const isRow = path.endsWith('.md') && (table === PEOPLE.qualified || table === TASKS.qualified);
    expect(transaction.rowAt(path)?.table.qualified ?? null).toBe(isRow ? table : null);
    expect(transaction.rowAt(path)?.row.id ?? null).toBe(isRow ? id : null);
    const taken = [...model.keys()].find((other) => foldPath(other) === foldPath(path)) ?? null;
    expect(transaction.takenBy(path)).toBe(taken);
    if (isRow && table === PEOPLE.qualified) expect(transaction.rowAt(path)?.row.values['email']).toBe(mail);
  }
  for (const { qualified } of [PEOPLE, TASKS]) expectTable(transaction.table(qualified), qualified, model);
}

/** The files that links see by their names. */
function expectNames({ links }: Transaction, model: Model): void {
  for (const path of PATHS) {
    const key = nameKey(path);
    const named = links instanceof LinkResolver ? [links.named(key) ?? []].flat() : [];
    expect([...named].sort()).toEqual([...model.keys()].filter((other) => nameKey(other) === key).sort());
  }
}

function expectTable(table: OverlaidTable, qualified: string, model: Model): void {
  const rows = [...model].filter(([path, each]) => each.table === qualified && path.endsWith('.md'));
  expect(table.size).toBe(rows.length);
  for (const path of PATHS) {
    expect(table.row(path)?.path ?? null).toBe(rows.some(([other]) => other === path) ? path : null);
  }
  for (const [path, { id }] of rows) expect(table.rowById(id)?.path).toBe(path);
  const { snapshot, hidden, added } = table.scan();
  const scanned = [
    ...snapshot.paths.flat().filter((path) => path !== '' && !hidden.has(path)),
    ...added.map((each) => each.path),
  ];
  expect(scanned.sort()).toEqual(rows.map(([path]) => path).sort());
  if (qualified !== PEOPLE.qualified) return;
  for (const value of ['x', 'y', 'z']) {
    const rivals = table.rivals('email', value, 'a.md').filter((each) => each.values['email'] === value);
    const meant = rows.filter(([path, each]) => each.email === value && path !== 'a.md');
    expect(rivals.map((each) => each.path).sort()).toEqual(meant.map(([path]) => path).sort());
  }
}

/** A path that one change takes and another leaves, round in a circle: no order of single moves does that. */
function hasCircle(changes: readonly { readonly from: string | null; readonly to: string | null }[]): boolean {
  const next = new Map(changes.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to] as const));
  return [...next.keys()].some((start) => {
    const seen = new Set<string | null>();
    for (let at: string | null | undefined = start; at != null && !seen.has(at); at = next.get(at)) {
      seen.add(at);
      if (next.get(at) === start) return true;
    }
    return false;
  });
}

describe('a transaction', () => {
  it('shows what will be, and staging it in order leads there', { timeout: within(60_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.array(step, { maxLength: 10 }), fc.record(CASE), async (given, steps, its) => {
        const model: Model = new Map(given);
        const catalog = catalogOf(PEOPLE, TASKS);
        const store = new Store(catalog);
        const texts = Object.fromEntries(given.map(([path, each]) => [path, textOf(each)]));
        for (const [path, text] of Object.entries(texts)) store.place(stat(path), path.endsWith('.md') ? text : null);
        const host = createMemoryHost({ files: texts });
        const transaction = new Transaction(
          store,
          { read: (path) => host.vault.read(path) },
          2000,
          new FolderNames(store),
        );
        expectView(transaction, model);
        for (const [i, drawn] of steps.entries()) {
          // An id belongs to one note; what two of the same do is another test's matter.
          const each = drawn.kind === 'create' ? { ...drawn, content: { ...drawn.content, id: `new-${i}` } } : drawn;
          const put = take(model, each);
          if (put === null) continue;
          const before = put.from === null ? null : textOf(model.get(put.from) as Content);
          if (put.from !== null) expect(await transaction.read(put.from)).toBe(before);
          const after = put.now === null ? null : textOf(put.now);
          if (each.kind === 'create' && each.isAsked) expect(transaction.takenBy(put.to as string)).toBeNull();
          transaction.put({ from: put.from, to: put.to, before, after });
          if (put.from !== null) model.delete(put.from);
          if (put.to !== null) model.set(put.to, put.now as Content);
          expectView(transaction, model);
          if (its.linksAreFollowed) expectNames(transaction, model);
        }
        expectNames(transaction, model);
        if (its.catalogIsNew) {
          transaction.stageCatalog(catalogOf(PEOPLE, TASKS));
          expectView(transaction, model);
        }
        for (const path of PATHS) expect(await transaction.read(path)).toBe(textIn(model, path));
        const staged = transaction.staging();
        fc.pre(!hasCircle(staged));
        expect(await applyFileChanges(host, staged)).not.toHaveProperty('failure');
        expect(host.external.notes()).toEqual(
          Object.fromEntries([...model].map(([path, each]) => [path, textOf(each)])),
        );
      }),
      { numRuns: times(400, 20_000) },
    );
  });
});

const textIn = (model: Model, path: string): string | null => {
  const present = model.get(path);
  return present === undefined ? null : textOf(present);
};
