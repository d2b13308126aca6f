/** add_values and remove_values against plain lists: each row gets its own, undo gives every byte back. Source: docs/operations.md#update_rows; D31. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { times, within } from '../../deep';
import { column, openVault } from '../open-vault';

const WORDS = ['a', 'b', 'B', 'c d', '007', 'true', '#x', 'é', '[[a]]', 'x: y'] as const;
const PEOPLE = ['Ada', 'Bo', 'Cy'] as const;

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 });
const people = fc.array(fc.constantFrom(...PEOPLE), { maxLength: 4 });

/** The forms that a call or a hand writes a link in. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `[[${name}]]`,
  (name) => name,
  (name) => `[[notedb/main/default/people/${name}|friend]]`,
  (name) => `notedb/main/default/people/${name}.md`,
];
const form = fc.nat(FORMS.length - 1);

interface Pieces<T> {
  readonly add: readonly T[];
  readonly remove: readonly T[];
}

/** What is both added and removed is refused: it is only added. */
const piecesOf = <T>(items: fc.Arbitrary<T[]>): fc.Arbitrary<Pieces<T>> =>
  fc
    .record({ add: items, remove: items })
    .map(({ add, remove }) => ({ add, remove: remove.filter((item) => !add.includes(item)) }));

function applied<T>(list: readonly T[], { add, remove }: Pieces<T>): readonly T[] {
  const result = list.filter((item) => !remove.includes(item));
  for (const item of add) if (!result.includes(item)) result.push(item);
  return result;
}

const list = (items: readonly string[], style: number): string => {
  const quoted = items.map((item) => `"${item}"`);
  return style === 0 ? `[${quoted.join(', ')}]` : quoted.map((item) => `\n  - ${item}`).join('');
};

const note = (n: number, labels: readonly string[], friends: readonly string[], style: number): string =>
  [
    '---',
    'table: main.default.notes',
    `id: 00000000-0000-4000-8000-${String(9000 + n).padStart(12, '0')}`,
    ...(labels.length > 0 ? [`labels: ${list(labels, style)} # by hand`] : []),
    ...(friends.length > 0 ? [`friends: ${list(friends, style)}`] : []),
    '---',
    'Text.',
    '',
  ].join('\n');

const vault = fc.array(fc.record({ labels: words, friends: people, form, style: fc.nat(1) }), {
  minLength: 1,
  maxLength: 4,
});

const call = fc.record({ labels: piecesOf(words), friends: piecesOf(people), form });

describe('add_values and remove_values', () => {
  it(
    'do to each row what they do to plain lists, and undo gives every byte back',
    async () => {
      const property = fc.asyncProperty(vault, call, async (rows, given) => {
        const files = Object.fromEntries(
          rows.map((row, n) => [
            `N${n}.md`,
            note(
              n,
              row.labels,
              row.friends.map((name) => FORMS[row.form]?.(name) ?? name),
              row.style,
            ),
          ]),
        );
        const opened = await openVault({ files });
        const ok = opened.run;
        await ok('create_table', { name: 'people', description: 'People', columns: [column('name', 'string')] });
        for (const name of PEOPLE) await ok('insert_row', { table: 'people', values: { name } });
        await ok('create_table', {
          name: 'notes',
          description: 'Notes',
          columns: [
            column('labels', 'list', { items: 'string' }),
            column('friends', 'list', { items: { type: 'link', ref: 'people' } }),
          ],
        });
        const texts = opened.tree();
        const write = FORMS[given.form] ?? ((name: string) => name);
        const before = (await ok('select_rows', { table: 'notes', order_by: ['path'] }))['rows'] as JsonObject[];
        expect(before.map(({ labels }) => labels ?? [])).toEqual(rows.map(({ labels }) => labels));
        const answer = await ok('update_rows', {
          table: 'notes',
          add_values: { labels: given.labels.add, friends: given.friends.add.map(write) },
          remove_values: { labels: given.labels.remove, friends: given.friends.remove.map(write) },
        });
        const wanted = rows.map(({ labels, friends }) => ({
          labels: applied(labels, given.labels),
          friends: applied(friends, given.friends),
        }));
        const after = (await ok('select_rows', { table: 'notes', order_by: ['path'] }))['rows'] as JsonObject[];
        expect(after.map(({ labels }) => labels ?? [])).toEqual(wanted.map(({ labels }) => labels));
        const names = (value: unknown): readonly string[] =>
          ((value ?? []) as readonly string[]).map((link) => /(Ada|Bo|Cy)/.exec(link)?.[0] ?? link);
        expect(after.map(({ friends }) => names(friends))).toEqual(wanted.map(({ friends }) => friends));
        const changed = rows.filter(
          (row, n) => JSON.stringify([row.labels, row.friends]) !== JSON.stringify(Object.values(wanted[n] ?? {})),
        );
        expect(answer['changed']).toBe(changed.length);
        if (changed.length > 0) await ok('undo_migration', { migration_id: answer['migrationId'] as string });
        expect(opened.tree()).toEqual(texts);
      });
      await fc.assert(property, { numRuns: times(60, 3000) });
    },
    within(60_000),
  );
});
