/** Whatever others do to notes and definitions, and however it is heard of, the answers are those of a cold start. D7, D25 */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { VaultChange } from '../../../src/engine/ports/vault-port';
import { MemoryHost } from '../../memory-host/memory-host';
import { handRow } from '../../conformance/tables';
import { times, within } from '../../deep';
import { PEOPLE, TASKS, type TestVault, column, onHost, openVault } from '../open-vault';
import { answers, hear } from './answers';

const FOLDERS = ['notedb/main/default/people', 'Inbox', 'Archive/2025', 'notedb/main/default/contacts/_archive'];
const TABLES = ['people', 'contacts'] as const;
const METASTORES = ['notedb/metastore.yaml', 'db/metastore.yaml'];
/** So many rows that their vanishing together is not believed. */
const MANY = 52;
const FEW = 6;
const LINKS = { tasks: ['owner.name', 'owner.path'] };

/** What the metastore file may say. */
interface Definitions {
  readonly table: (typeof TABLES)[number];
  readonly excludes: boolean;
  readonly hasCity: boolean;
}

type Edit =
  | { readonly kind: 'create' | 'move' | 'copy'; readonly note: number; readonly folder: string }
  | { readonly kind: 'edit' | 'break' | 'remove'; readonly note: number }
  | { readonly kind: 'retable'; readonly note: number; readonly table: string }
  | { readonly kind: 'move all'; readonly folder: string }
  | { readonly kind: 'remove all' | 'return all' | 'insert' | 'restart' }
  | { readonly kind: 'define'; readonly definitions: Definitions; readonly file: string }
  | { readonly kind: 'misdefine' | 'undefine' }
  | { readonly kind: 'hear'; readonly part: number; readonly order: number; readonly milliseconds: number }
  | { readonly kind: 'rescan' };

const note = fc.nat({ max: FEW - 1 });
const folder = fc.constantFrom(...FOLDERS);
const define = fc.record({
  kind: fc.constant('define' as const),
  definitions: fc.record({ table: fc.constantFrom(...TABLES), excludes: fc.boolean(), hasCity: fc.boolean() }),
  file: fc.constantFrom(METASTORES[0] as string, ...METASTORES),
});
const heard = fc.record({
  kind: fc.constant('hear' as const),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  order: fc.nat(),
  milliseconds: fc.constantFrom(0, 20, 60, 120, 300, 700),
});
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('create', 'move', 'copy'), note, folder }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'break', 'remove'), note }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('retable'), note, table: fc.constantFrom(...TABLES, 'none') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move all'), folder }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove all', 'return all', 'insert', 'restart') }) },
  { weight: 3, arbitrary: define },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('misdefine', 'undefine', 'rescan') }) },
  { weight: 6, arbitrary: heard },
);

const numberOf = (path: string): number => Number(/P(\d+)[^/]*\.md$/.exec(path)?.[1] ?? -1);
const textOf = (n: number, table = 'people'): string =>
  handRow(
    table,
    n + 500_000,
    [`name: P${n}`, `email: p${n}@example.org`, 'city: Paris'],
    `See [[P${(n + 1) % FEW}]].\n`,
  );

const metastores = new Map<string, Promise<string>>();

/** The metastore file as the engine writes it. */
function metastoreOf(definitions: Definitions): Promise<string> {
  const key = JSON.stringify(definitions);
  const known = metastores.get(key) ?? writeMetastore(definitions);
  metastores.set(key, known);
  return known;
}

async function writeMetastore({ table, excludes, hasCity }: Definitions): Promise<string> {
  const vault = await openVault();
  const columns = [...(PEOPLE['columns'] as JsonObject[]), ...(hasCity ? [column('city', 'string')] : [])];
  await vault.run('create_table', { ...PEOPLE, name: table, columns, history: true });
  if (excludes) await vault.run('alter_table', { table, exclude: ['Inbox'] });
  const owner = column('owner', 'link', { ref: table });
  const others = (TASKS['columns'] as JsonObject[]).filter(({ name }) => name !== 'owner');
  await vault.run('create_table', { ...TASKS, columns: [...others, owner] });
  return vault.host.external.text(METASTORES[0] as string) ?? '';
}

/** A vault with others in it. */
class Shared {
  private untold: VaultChange[] = [];
  private told = 0;
  private hints: readonly VaultChange[];
  private edits = 0;

  private constructor(public vault: TestVault) {
    this.hints = vault.host.external.withhold();
  }

  static async open(): Promise<Shared> {
    const files: Record<string, string> = {};
    for (let n = 0; n < FEW + MANY; n++) files[`${n < FEW ? 'Inbox' : 'Many'}/P${n}.md`] = textOf(n);
    for (let n = 0; n < FEW; n++) {
      const lines = [`title: T${n}`, `owner: "[[P${n === 0 ? FEW : n}]]"`];
      files[`notedb/main/default/tasks/T${n}.md`] = handRow('tasks', n + 600_000, lines);
    }
    const definitions = await metastoreOf({ table: 'people', excludes: false, hasCity: false });
    return new Shared(await openVault({ files: { ...files, [METASTORES[0] as string]: definitions } }));
  }

  private get outside(): MemoryHost['external'] {
    return this.vault.host.external;
  }

  private at(n: number): string | undefined {
    return this.outside.paths().find((path) => numberOf(path) === n);
  }

  private get many(): readonly string[] {
    return this.outside.paths().filter((path) => numberOf(path) >= FEW);
  }

  private move(path: string, into: string): void {
    const to = `${into}/${path.slice(path.lastIndexOf('/') + 1)}`;
    if (this.outside.text(to) === null) this.outside.move(path, to);
  }

  private write(path: string, change: (text: string) => string): void {
    this.outside.write(path, change(this.outside.text(path) ?? ''));
  }

  /** `file` null: none. */
  private async define(definitions: Definitions | null, file: string | null): Promise<void> {
    const text = definitions === null ? 'tables: [' : await metastoreOf(definitions);
    for (const path of METASTORES) if (path !== file && this.outside.text(path) !== null) this.outside.remove(path);
    if (file !== null) this.outside.write(file, text);
  }

  async apply(each: Edit): Promise<void> {
    const path = 'note' in each ? this.at(each.note) : undefined;
    switch (each.kind) {
      case 'create':
        if (path === undefined) this.outside.write(`${each.folder}/P${each.note}.md`, textOf(each.note));
        return;
      case 'hear':
        return this.hear(each.part, each.order, each.milliseconds);
      case 'rescan':
        return this.vault.engine.rescan();
      case 'insert':
        this.edits += 1;
        // It may be refused.
        await this.vault
          .run('insert_row', { table: 'tasks', values: { title: `New ${this.edits}` } })
          .catch(() => null);
        return;
      case 'restart':
        this.vault.host.advance(60_000);
        this.vault = await this.vault.restart();
        this.hints = this.outside.withhold();
        this.told = 0;
        this.untold = [];
        return;
      case 'define':
        return this.define(each.definitions, each.file);
      case 'misdefine':
      case 'undefine':
        return this.define(null, each.kind === 'undefine' ? null : (METASTORES[0] as string));
      case 'move all':
        return this.many.forEach((one) => this.move(one, each.folder));
      case 'remove all':
        return this.many.forEach((one) => this.outside.remove(one));
      case 'return all':
        for (let n = FEW; n < FEW + MANY; n++)
          if (this.at(n) === undefined) this.outside.write(`Returned/P${n}.md`, textOf(n));
        return;
      default:
        if (path !== undefined) await this.change(path, each);
    }
  }

  private async change(path: string, each: Edit): Promise<void> {
    this.edits += 1;
    switch (each.kind) {
      case 'move':
        return this.move(path, each.folder);
      case 'copy':
        this.outside.write(`${each.folder}/P${each.note} copy.md`, this.outside.text(path) ?? '');
        await this.hear(this.edits % 2, this.edits, 60);
        return this.outside.remove(path);
      case 'remove':
        return this.outside.remove(path);
      case 'edit':
        return this.write(path, (text) => text.replace(/^name: .*/mu, `name: Edited ${this.edits}`));
      case 'break':
        return this.write(path, (text) => text.replace(/^name: .*/mu, 'name: ['));
      case 'retable':
        return this.write(path, (text) => text.replace(/^table: .*/mu, `table: main.default.${each.table}`));
    }
  }

  private async hear(part: number, order: number, milliseconds: number): Promise<void> {
    this.untold.push(...this.hints.slice(this.told));
    this.told = this.hints.length;
    const turned = order % Math.max(1, this.untold.length);
    this.untold = [...this.untold.slice(turned), ...this.untold.slice(0, turned)];
    if (order % 2 === 1) this.untold.reverse();
    this.outside.tell(this.untold.splice(0, Math.ceil(part * this.untold.length)));
    await hear(this.vault, milliseconds);
  }

  /** Everything is mended, heard of and believed. */
  async end(): Promise<void> {
    for (const path of this.outside.paths()) {
      if (this.outside.text(path)?.includes('name: [\n') === true)
        this.write(path, (text) => text.replace('name: [', 'name: Mended'));
    }
    if (METASTORES.every((path) => (this.outside.text(path) ?? 'tables: [') === 'tables: ['))
      await this.define({ table: 'contacts', excludes: false, hasCity: true }, METASTORES[0] as string);
    await this.hear(1, 0, 1000);
    await this.vault.engine.acceptDeletions();
  }
}

/** The same disk, opened by an engine that knows nothing of what was before. */
const cold = (vault: TestVault): Promise<TestVault> =>
  onHost(new MemoryHost({ ...vault.host.image(), cacheFiles: new Map() }));

it(
  'an engine that heard of edits answers as one that starts with them',
  async () => {
    const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 14 }), async (edits) => {
      const shared = await Shared.open();
      for (const each of edits) await shared.apply(each);
      await shared.end();
      const { vault } = shared;
      const fresh = await answers(await cold(vault), LINKS);
      expect(await answers(vault, LINKS)).toEqual(fresh);
      expect(vault.engine.unconfirmedDeletions()).toEqual(new Map());
      expect(await answers(await vault.restart(), LINKS)).toEqual(fresh);
    });
    await fc.assert(property, { numRuns: times(40, 3000) });
  },
  within(60_000),
);
