/**
 * Notes whose bytes are changed at random: reading answers or refuses, a write keeps every other byte, and undo brings each byte back.
 * A note that does not parse keeps its last good values, and check_table lists it. docs/decisions.md#writing-a-note, docs/external-edits.md#notes-that-a-sync-tool-brings
 */

import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type JsonObject, NotedbError } from '../../../src/engine/index';
import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { times, within } from '../../deep';
import { bytesOf } from '../../memory-host/disk-image';
import { blockText, hostileBlock } from '../note/front-matter-texts';
import { type TestVault, column, openVault } from '../open-vault';

const MUTANTS = times(300, 10_000);
/** Mutants of one vault: a new one for each would take longer than the rest. */
const A_VAULT = 50;

const TABLE: JsonObject = {
  name: 'notes',
  description: 'Notes with front matter of every kind.',
  columns: [column('name', 'string'), column('points', 'integer'), column('said', 'string')],
};
const SEED_TEXT = 'before';

interface Mutant {
  readonly block: string;
  readonly lineBreak: string;
  readonly mark: string;
  readonly body: string;
  /** Empty: the note as somebody wrote it. */
  readonly mutations: readonly Mutation[];
}

interface Mutation {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** Cutting at any byte halves characters too. */
const KINDS = ['insert', 'delete', 'replace', 'swap', 'duplicate line', 'cut'] as const;

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(),
  to: fc.nat(),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc.constantFrom(
      ...[': ', '"', "'", '\n', '\r', '\n---\n', '\t', '# ', '[', '{', '|\n', '&a ', 'é', '🙂'].map(utf8),
    ),
  ),
});

const mutants = fc.record({
  block: fc.oneof({ weight: 3, arbitrary: blockText }, { weight: 1, arbitrary: hostileBlock }),
  lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
  mark: fc.constantFrom('', '', '\ufeff'),
  body: fc.constantFrom('', 'text\n', '\n# Title é\n\n---\na: b\n---\n', 'no line break at its end'),
  mutations: fc.array(mutation, { maxLength: 3 }),
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function mutated(bytes: Uint8Array, { kind, at: where, to: until, bytes: given }: Mutation): Uint8Array {
  const at = where % (bytes.length + 1);
  const to = at + (until % Math.min(20, bytes.length - at + 1));
  const [head, middle, tail] = [bytes.slice(0, at), bytes.slice(at, to), bytes.slice(to)];
  switch (kind) {
    case 'insert':
      return joined(head, given, middle, tail);
    case 'delete':
      return joined(head, tail);
    case 'replace':
      return joined(head, given, tail);
    case 'swap':
      return joined(head, tail.slice(0, 5), middle, tail.slice(5));
    case 'duplicate line': {
      const [start, end] = [bytes.lastIndexOf(10, at) + 1, bytes.indexOf(10, at) + 1];
      return joined(bytes.slice(0, end), bytes.slice(Math.min(start, end), end), bytes.slice(end));
    }
    case 'cut':
      return head;
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The bytes of the note, after the mutations. The row's keys come before the block's, which has other ones. */
function bytesIn({ block, lineBreak, mark, body, mutations }: Mutant, id: string): Uint8Array {
  const own = `table: main.default.notes\nid: ${id}\nname: ${SEED_TEXT}\npoints: 1\n`;
  const text = `---\n${own}${block}---\n${body}`;
  return mutations.reduce(mutated, utf8(mark + text.replaceAll('\n', lineBreak)));
}

interface Counts {
  written: number;
  refused: number;
  unparsable: number;
  gone: number;
}

class MutantVault {
  private constructor(
    private readonly vault: TestVault,
    private readonly counts: Counts,
  ) {}

  static async open(counts: Counts): Promise<MutantVault> {
    const vault = await openVault();
    await vault.run('create_table', TABLE);
    return new MutantVault(vault, counts);
  }

  async check(mutant: Mutant): Promise<void> {
    const { vault, counts } = this;
    const inserted = await vault.run('insert_row', { table: 'notes', values: { name: SEED_TEXT, points: 1 } });
    const { path, id } = inserted['row'] as { path: string; id: string };
    const bytes = bytesIn(mutant, id);
    vault.host.external.writeBytes(path, bytes);
    await vault.engine.rescan();
    await answered(vault.run('read_note', { path }));
    const row = await this.rowAt(path);
    const codes = await this.codesOf(path);
    if (codes.includes('unparsable')) {
      counts.unparsable += 1;
      expect(row).toMatchObject({ id, name: SEED_TEXT, points: 1 });
      expect(await this.update(path)).toBeNull();
    } else if (row === undefined) counts.gone += 1;
    else await this.writeAndUndo(path);
    expect(this.bytesAt(path)).toEqual(bytes);
    vault.host.external.remove(path);
    await vault.engine.rescan();
  }

  /** A write of one key, then its undo. */
  private async writeAndUndo(path: string): Promise<void> {
    const { vault, counts } = this;
    const before = vault.text(path) ?? '';
    const migration = await this.update(path);
    if (migration === null) {
      counts.refused += 1;
      return;
    }
    counts.written += 1;
    const after = vault.text(path) ?? '';
    expect(withoutKey(after, 'points')).toBe(withoutKey(before, 'points'));
    expect(await this.rowAt(path)).toMatchObject({ points: 7 });
    await vault.run('undo_migration', { migration_id: migration });
  }

  /** The migration; null when it is refused. */
  private async update(path: string): Promise<string | null> {
    const args = { table: 'notes', path, set_values: { points: 7 } };
    const answer = await answered(this.vault.run('update_row', args));
    return answer === null ? null : (answer['migrationId'] as string);
  }

  private async rowAt(path: string): Promise<JsonObject | undefined> {
    const { rows } = await this.vault.run('select_rows', { table: 'notes', where: { path } });
    return (rows as readonly JsonObject[])[0];
  }

  private async codesOf(path: string): Promise<readonly string[]> {
    const { violations } = await this.vault.run('check_table', { table: 'notes' });
    const own = (violations as readonly JsonObject[]).filter((each) => each['path'] === path);
    return own.map(({ code }) => code as string);
  }

  private bytesAt(path: string): Uint8Array | undefined {
    const file = this.vault.host.image().files.get(path);
    return file === undefined ? undefined : Uint8Array.from(bytesOf(file));
  }

  close(): Promise<void> {
    return this.vault.engine.close();
  }
}

/** The answer; null for a refusal. Any other error fails the test. */
async function answered(call: Promise<JsonObject>): Promise<JsonObject | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotedbError) return null;
    throw error;
  }
}

/** The text without the entry of a key. */
function withoutKey(text: string, key: string): string {
  const entry = parseFrontMatter(text).entries.find((each) => each.key === key);
  if (entry === undefined) return text;
  const start = text.lastIndexOf('\n', entry.start - 1) + 1;
  return text.slice(0, start) + text.slice(entry.end);
}

describe('a note with mutated front matter', () => {
  const counts: Counts = { written: 0, refused: 0, unparsable: 0, gone: 0 };
  afterAll(() => {
    console.log(`mutated front matters: ${JSON.stringify(counts)}`);
    for (const count of [counts.written, counts.unparsable, counts.gone]) expect(count).toBeGreaterThan(MUTANTS / 50);
  });

  it(
    'is read or refused; a write keeps the other bytes, and undo brings all bytes back',
    async () => {
      let left = 0;
      let vault: MutantVault | null = null;
      const property = fc.asyncProperty(mutants, async (mutant) => {
        if (vault === null || left === 0) {
          await vault?.close();
          vault = await MutantVault.open(counts);
          left = A_VAULT;
        }
        left -= 1;
        await vault.check(mutant);
      });
      await fc.assert(property, { numRuns: MUTANTS });
    },
    within(60_000),
  );
});
