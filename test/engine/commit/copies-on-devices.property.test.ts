/** Devices that share a folder agree on which note is the row, in whatever order and pieces its files come to them. docs/copies.md#which-note-is-the-row */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import { createMemoryHost } from '../../memory-host/memory-host';
import { times, within } from '../../deep';
import { PEOPLE, type TestVault, onHost, openVault } from '../open-vault';
import { hear } from './answers';

const FOLDER = 'notedb/main/default/people';
const METASTORE = 'notedb/metastore.yaml';
const ID = '11111111-1111-4111-8111-111111111111';
const note = (name: string): string => `---\ntable: main.default.people\nid: ${ID}\nname: ${name}\n---\n`;

const PLAIN = `${FOLDER}/Scratch.md`;
const COPIES = [
  `${FOLDER}/Scratch 2.md`,
  `${FOLDER}/Scratch - Copy (2).md`,
  `${FOLDER}/Copy of Scratch.md`,
  `${FOLDER}/Scratch (Ann's conflicted copy 2026-01-01).md`,
  `${FOLDER}/Scratch.sync-conflict-20260101-120000-ABCDEFG.md`,
  'Elsewhere/Scratch (Conflicted copy iPhone 202601011200).md',
  'notedb 2/main/default/people/Scratch.md',
];
const [A, B, READER] = [`${FOLDER}/A.md`, `${FOLDER}/B.md`, 'Reader.md'];

/** How a file comes: alone, with the next one, or while nothing runs. */
const HOWS = ['heard', 'with the next', 'while closed'] as const;
type Arrival = readonly [path: string, how: (typeof HOWS)[number]];

const definitions = async (): Promise<string> => {
  const vault = await openVault();
  await vault.run('create_table', PEOPLE);
  return vault.text(METASTORE) ?? '';
};

const textOf = (path: string): string => (path === READER ? 'See [[B]].\n' : note(path));

async function device(arrivals: readonly Arrival[]): Promise<TestVault> {
  let vault = await onHost(createMemoryHost({ files: { [METASTORE]: await definitions() } }));
  for (const [path, how] of arrivals) {
    vault.host.advance(1000);
    if (how === 'while closed') {
      await vault.engine.close();
      const host = vault.host.reboot();
      host.external.write(path, textOf(path));
      vault = await onHost(host);
      continue;
    }
    vault.host.external.write(path, textOf(path));
    if (how === 'heard') await hear(vault, 200);
  }
  await hear(vault, 600);
  return vault;
}

/** Without any private state, all files at once; the first is the oldest. */
async function clone(paths: readonly string[]): Promise<TestVault> {
  const host = createMemoryHost({ files: { [METASTORE]: await definitions() } });
  for (const path of paths) {
    host.advance(1000);
    host.external.write(path, textOf(path));
  }
  return onHost(host);
}

/** Its rows, and the notes that are listed as copies. */
async function seenBy(vault: TestVault): Promise<JsonObject> {
  const { rows } = await vault.run('select_rows', { table: 'people', columns: ['path', 'id', 'name'] });
  const { violations } = await vault.run('check_table', { table: 'people' });
  const copies = (violations as readonly JsonObject[]).filter(({ code }) => code === 'duplicate_id');
  const byPath = (a: JsonObject, b: JsonObject): number => ((a['path'] as string) < (b['path'] as string) ? -1 : 1);
  return {
    rows: [...(rows as readonly JsonObject[])].sort(byPath),
    copies: copies.map(({ path }) => path as string).sort(),
  };
}

const arrivalsOf = (paths: readonly string[]): fc.Arbitrary<readonly Arrival[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...paths], { minLength: paths.length }),
      fc.array(fc.constantFrom(...HOWS), { minLength: paths.length, maxLength: paths.length }),
    )
    .map(([order, hows]) => order.map((path, i): Arrival => [path, hows[i] ?? 'heard']));

describe('two devices with the same files', () => {
  it(
    'have the note with the plain name as the row, and list the same copies',
    async () => {
      const files = fc.shuffledSubarray(COPIES, { minLength: 1, maxLength: 4 }).map((copies) => [PLAIN, ...copies]);
      const pair = files.chain((paths) => fc.tuple(arrivalsOf(paths), arrivalsOf(paths)));
      const property = fc.asyncProperty(pair, async ([one, other]) => {
        const [ours, theirs] = [await seenBy(await device(one)), await seenBy(await device(other))];
        expect(ours).toEqual(theirs);
        expect(ours['rows']).toEqual([{ path: PLAIN, id: ID, name: PLAIN }]);
        expect(ours['copies']).toHaveLength(one.length - 1);
      });
      await fc.assert(property, { numRuns: times(40, 2000) });
    },
    within(30_000),
  );

  it.each([
    [A, B, READER],
    [B, READER, A],
    [READER, A, B],
  ])('have the linked one of two plain names as the row, when neither knew one before (%s first)', async (...paths) => {
    expect(await seenBy(await clone(paths))).toMatchObject({ rows: [{ path: B }], copies: [A] });
  });

  it(
    'keep the row that each knew, of two plain names, and agree once one of them gives the copy an id',
    async () => {
      const property = fc.asyncProperty(fc.constantFrom(A, B), fc.constantFrom(...HOWS), async (first, how) => {
        const second = first === A ? B : A;
        const ours = await device([
          [first, 'heard'],
          [second, how],
          [READER, how],
        ]);
        const theirs = await device([
          [second, 'heard'],
          [first, how],
          [READER, how],
        ]);
        expect(await seenBy(ours)).toMatchObject({ rows: [{ path: first }], copies: [second] });
        expect(await seenBy(theirs)).toMatchObject({ rows: [{ path: second }], copies: [first] });
        await ours.run('recompute_columns', { table: 'people', paths: [second] });
        theirs.host.external.write(second, ours.text(second) ?? '');
        await hear(theirs, 600);
        const agreed = await seenBy(ours);
        expect(agreed).toMatchObject({ rows: [{ path: A }, { path: B }], copies: [] });
        expect(await seenBy(theirs)).toEqual(agreed);
        expect(await seenBy(await theirs.restart())).toEqual(agreed);
      });
      await fc.assert(property, { numRuns: times(6, 60) });
    },
    within(30_000),
  );
});
