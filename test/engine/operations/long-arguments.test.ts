/** Whatever a call gives, no message or hint quotes more than 200 characters of it. D25 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/engine/index';
import { NotedbError } from '../../../src/engine/index';
import { size, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, openVault } from '../open-vault';

const ADA = 'notedb/main/default/people/Ada.md';

/** A word, and a text. */
const LONG = ['w'.repeat(70_000), 'long text '.repeat(7_000), '😀"\n'.repeat(20_000)] as const;
/** What must not be quoted of them: 200 characters and the next. */
const TOO_MUCH = ['w'.repeat(202), 'long text '.repeat(21), '😀\\"\\n'.repeat(50), '😀"\n'.repeat(60)];

/** What makes most calls reach their handlers. */
const USUAL: JsonObject = {
  table: 'people',
  to_table: 'tasks',
  path: ADA,
  column: 'email',
  name: 'other',
  description: 'Something else',
  values: { name: 'New' },
  set_values: { email: 'x' },
  rows: [{ name: 'Ada' }],
  on: ['name'],
  paths: [ADA],
  columns: [{ name: 'a', type: 'string', description: 'A' }],
  check: { name: 'x' },
  query: { table: 'people' },
  bases: [],
  from_value: 'todo',
  to_value: 'open',
  type: 'string',
  folder: 'notedb',
  operations: [{ op: 'insert_row', table: 'people', values: { name: 'New' } }],
};

const variants = (text: string): readonly Json[] => [
  text,
  [text],
  { [text]: text },
  { email: text, name: { [text]: text }, born: { eq: text } },
  [{ name: text, type: 'string', description: 'x', op: text, table: text, values: { [text]: text } }],
  [
    {
      name: 'a',
      type: text,
      description: 'x',
      op: 'insert_row',
      table: 'people',
      values: { [text]: text, born: text },
    },
  ],
  Array.from({ length: 500 }, (_, i) => ({ [`name ${i}`]: `value ${i}` })),
  Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`column_${i}`, `value ${i}`])),
];

const textsOf = ({ message, hint, violations, conflicts }: NotedbError): readonly string[] => [
  message,
  hint ?? '',
  ...[...violations, ...conflicts].flatMap((each) => [each.message, each.path ?? '', each.column ?? '']),
];

describe('a refusal', () => {
  let vault: TestVault;
  beforeAll(async () => {
    vault = await openVault();
    await vault.run('create_table', PEOPLE);
    await vault.run('create_table', TASKS);
    await vault.run('insert_row', { table: 'people', values: { name: 'Ada', email: 'a@x' } });
    await vault.run('add_constraint', { table: 'people', name: 'named', check: { email: { ne: 'x' } } });
  });

  it.each([0, 1, 2, 3])(
    'quotes no more than a person reads, of whatever argument of every fourth operation from %i on',
    async (first) => {
      let refusals = 0;
      let tried = first;
      for (const { name, inputSchema } of vault.engine.operations.filter((_, i) => i % 4 === first)) {
        const known = Object.keys((inputSchema['properties'] ?? {}) as JsonObject);
        const base = Object.fromEntries(Object.entries(USUAL).filter(([key]) => known.includes(key)));
        const dry = known.includes('dry_run') ? { dry_run: true } : {};
        for (const argument of [...known, 'unknown']) {
          if (argument === 'dry_run') continue;
          const all = variants(LONG[refusals % LONG.length] ?? '');
          for (let i = 0; i < size(2, all.length); i++) {
            const variant = all[tried++ % all.length] ?? null;

            const args = { ...base, ...dry, [argument]: variant };
            const error: unknown = await vault.run(name, args).catch((each: unknown) => each);
            if (!(error instanceof NotedbError)) {
              expect(error, `${name}, ${argument}, variant ${i}`).not.toBeInstanceOf(Error);
              continue;
            }
            refusals++;
            for (const text of textsOf(error)) {
              const quoted = TOO_MUCH.find((each) => text.includes(each));
              expect(quoted?.slice(0, 20), `${name}, ${argument}, variant ${i}: ${text.slice(0, 100)}`).toBeUndefined();
              expect(text.length, `${name}, ${argument}, variant ${i}`).toBeLessThanOrEqual(4001);
              expect(/\p{Surrogate}/u.test(text)).toBe(false);
            }
          }
        }
      }
      expect(refusals).toBeGreaterThan(50);
    },
  );

  it(
    'quotes no more of the operation’s name',
    async () => {
      for (const text of LONG) {
        const error = await vault.refused(text);
        expect(TOO_MUCH.filter((each) => error.message.includes(each))).toEqual([]);
      }
    },
    within(10_000),
  );

  it('quotes no more of what notes hold, and gives no more of it beside', async () => {
    const body = 'long text '.repeat(7_000);
    await vault.run('update_row', { table: 'people', path: ADA, body });
    const error = await vault.refused('update_row', {
      table: 'people',
      path: ADA,
      expect: { body: 'x' },
      set_values: {},
    });
    expect(TOO_MUCH.filter((each) => error.message.includes(each))).toEqual([]);
    expect((error.conflicts[0]?.actual as string).length).toBeLessThan(2100);
  });

  it('leaves what is short as it is', async () => {
    const error = await vault.refused('insert_row', { table: 'people', values: { name: 'B', born: 'soon' } });
    expect(error.violations).toMatchObject([{ column: 'born', value: 'soon' }]);
  });
});
