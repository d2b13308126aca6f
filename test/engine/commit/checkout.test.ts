/** Definitions and rows that others change together: whatever is heard of first, the answers are those of a cold start. D7 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { MemoryHost } from '../../memory-host/memory-host';
import { handRow } from '../../conformance/tables';
import { PEOPLE, TASKS, type TestVault, column, onHost, openVault } from '../open-vault';
import { answers, hear } from './answers';

const METASTORE = 'notedb/metastore.yaml';
const LINKS: Readonly<Record<string, readonly string[]>> = { tasks: ['owner.name', 'owner.path'] };
const ROWS = 60;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const person = (n: number): string =>
  handRow('people', n + 1, [`name: P${n}`, `email: p${n}@example.org`, 'city: Paris']);
const task = (n: number): string => handRow('tasks', n + 1000, [`title: T${n}`, `owner: "[[P${n}]]"`]);

async function vaultOf(): Promise<TestVault> {
  const files: Record<string, string> = {};
  for (const n of upTo(ROWS)) files[`notedb/main/default/people/P${n}.md`] = person(n);
  for (const n of upTo(5)) files[`notedb/main/default/tasks/T${n}.md`] = task(n);
  const vault = await openVault({ files });
  await vault.run('create_table', PEOPLE);
  await vault.run('create_table', TASKS);
  await hear(vault, 50);
  return vault;
}

/** The same disk, opened by an engine that knows nothing of what was before. */
const cold = (vault: TestVault): Promise<TestVault> =>
  onHost(new MemoryHost({ ...vault.host.image(), cacheFiles: new Map() }));

/** The notes of another commit of this vault: those that it would hold after these calls. */
async function commit(
  vault: TestVault,
  calls: readonly (readonly [string, JsonObject])[],
): Promise<Readonly<Record<string, string>>> {
  const other = await cold(vault);
  for (const [name, args] of calls) await other.run(name, args);
  return other.host.external.notes();
}

/** Checks the commit out, unheard. Returns what there is to be heard. */
function checkOut(vault: TestVault, notes: Readonly<Record<string, string>>): readonly VaultChange[] {
  const { external } = vault.host;
  const hints = external.withhold();
  const present = external.notes();
  for (const path of Object.keys(present)) if (notes[path] === undefined) external.remove(path);
  for (const [path, text] of Object.entries(notes)) if (present[path] !== text) external.write(path, text);
  return hints;
}

const isMetastore = (hint: VaultChange): boolean => 'path' in hint && hint.path === METASTORE;
const hasGone = ({ kind }: VaultChange): boolean => kind === 'removed';
const hasCome = (hint: VaultChange): boolean => !isMetastore(hint) && !hasGone(hint);

const ORDERS: readonly [string, readonly ((hint: VaultChange) => boolean)[]][] = [
  ['all at once', [() => true]],
  ['definitions first', [isMetastore, hasGone, hasCome]],
  ['definitions last', [hasGone, hasCome, isMetastore]],
  ['new notes first', [hasCome, isMetastore, hasGone]],
  ['notes that went last', [isMetastore, hasCome, hasGone]],
  ['definitions in between', [hasGone, isMetastore, hasCome]],
];

const RENAMED = ['alter_table', { table: 'people', name: 'contacts' }] as const;
const ADDED = ['add_column', { table: 'people', column: column('city', 'string') }] as const;

const COMMITS: readonly [string, readonly (readonly [string, JsonObject])[]][] = [
  ['another folder of a table', [RENAMED]],
  ['another schema of a table', [['alter_table', { table: 'people', schema: 'crm' }]]],
  ['another folder and other columns', [ADDED, RENAMED]],
  ['other columns of a table', [ADDED]],
  ['a table without its rows', [['delete_rows', { table: 'people', mode: 'delete', on_referenced: 'ignore' }], ADDED]],
];

describe.each(COMMITS)('a checkout of %s', (_what, calls) => {
  it.each(ORDERS)('%s', async (_order, parts) => {
    const vault = await vaultOf();
    const hints = checkOut(vault, await commit(vault, calls));
    for (const part of parts) {
      vault.host.external.tell(hints.filter(part));
      // Longer than it takes to believe that notes are gone.
      await hear(vault, 700);
    }
    const { tables } = await vault.engine.acceptDeletions();
    // Those that are gone indeed, and no others.
    expect(tables.map(({ rows }) => rows).filter((rows) => rows !== ROWS)).toEqual([]);
    const fresh = await cold(vault);
    expect(await answers(vault, LINKS)).toEqual(await answers(fresh, LINKS));
    const again = await vault.restart();
    expect(await answers(again, LINKS)).toEqual(await answers(fresh, LINKS));
  });
});

describe('the definitions themselves', () => {
  it.each([
    ['into another folder', 'db/metastore.yaml'],
    ['deep down, where they are none', 'a/b/c/metastore.yaml'],
  ])('are found as at the next start when they are moved %s', async (_where, to) => {
    const vault = await vaultOf();
    vault.host.external.move(METASTORE, to);
    await hear(vault, 700);
    const fresh = await cold(vault);
    expect(await answers(vault, LINKS)).toEqual(await answers(fresh, LINKS));
  });

  it('under their older name are found as at the next start', async () => {
    const model = await vaultOf();
    const vault = await openVault();
    for (const [path, text] of Object.entries(model.host.external.notes())) {
      vault.host.external.write(path === METASTORE ? 'notedb/database.yaml' : path, text);
    }
    await hear(vault, 700);
    expect(await answers(vault, LINKS)).toEqual(await answers(model, LINKS));
  });
});
