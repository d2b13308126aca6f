/** Hostile names of bases, constraints, renamed keys and enum values: refused with nothing written, or kept as they were given. D12, D16, D18 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/engine/index';
import type { Subject } from '../../conformance/run-case';
import { column, tableOf } from '../../conformance/tables';
import { SUBJECTS } from '../../conformance/subjects';

const NAMES: readonly string[] = [
  '../x',
  '..',
  '/etc/passwd',
  'C:\\x',
  'a/b',
  'a\\b',
  'CON',
  'a.b',
  'x'.repeat(300),
  '🐙',
  'e\u0301',
  '\u202egnp.exe',
  '\u200fright',
  ' a',
  'line\nbreak',
  'nul\u0000',
  '---',
  '[[a]]',
  '{name}',
  'a: b',
  '# a',
  '__proto__',
  'prototype',
];

const KINDS = tableOf('kinds', [
  column('name', 'string', { required: true }),
  column('kind', 'enum', { values: ['first', 'second'] }),
]);

async function run(subject: Subject, operation: string, args: JsonObject): Promise<JsonObject> {
  const answer = await subject.call(operation, args);
  if ('error' in answer) throw new Error(`${JSON.stringify(args)}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

describe.each(SUBJECTS)('%s', (_name, open) => {
  it('takes no hostile name for a base, a constraint, or a key that is renamed', async () => {
    const subject = await open({ files: { 'Loose.md': '---\nname: L\nold: x\n---\n' } });
    await run(subject, 'create_table', KINDS[1] as JsonObject);
    await run(subject, 'define_base', { name: 'dated', description: 'd', columns: [column('day', 'date')] });
    await run(subject, 'insert_row', { table: 'kinds', values: { name: 'a', kind: 'first' } });
    const before = await subject.files();
    for (const name of NAMES) {
      const asKey: readonly (readonly [string, JsonObject])[] = [
        ['define_base', { name: 'other', description: 'd', columns: [column(name, 'string')] }],
        ['define_base', { name: 'dated', columns: [column(name, 'date')], rename_columns: { day: name } }],
        ['adopt_rows', { table: 'kinds', paths: ['Loose.md'], rename: { old: name } }],
        ['set_table_bases', { table: 'kinds', bases: [name] }],
        ['drop_constraint', { table: 'kinds', name }],
        ['comment_on', { catalog: name, description: 'd' }],
      ];
      const asName: typeof asKey = [
        ['define_base', { name, description: 'd', columns: [column('x', 'string')] }],
        ['add_constraint', { table: 'kinds', name, check: { name: { exists: true } } }],
      ];
      // A base or a constraint may bear a word of JavaScript; a key of a note may not.
      const calls = /^[a-z0-9_]{1,60}$/.test(name) ? asKey : [...asKey, ...asName];
      for (const [operation, args] of calls) {
        const label = `${operation} ${JSON.stringify(args)}`;
        const answer = await subject.call(operation, args);
        expect('error' in answer ? answer.error.code : 'done', label).toMatch(
          /^(bad_request|refused|conflict|not_found)$/,
        );
        if ('error' in answer) expect(answer.error.hint ?? '', label).not.toBe('');
        expect(await subject.files(), label).toEqual(before);
      }
    }
    await subject.close();
  });

  it('keeps a hostile enum value as it was given, in the definition, the note and the answer', async () => {
    const subject = await open({});
    await run(subject, 'create_table', KINDS[1] as JsonObject);
    const { row } = await run(subject, 'insert_row', { table: 'kinds', values: { name: 'a', kind: 'first' } });
    const { path } = row as { path: string };
    const before = await subject.files();
    for (const to_value of NAMES) {
      const renamed = await run(subject, 'rename_value', {
        table: 'kinds',
        column: 'kind',
        from_value: 'first',
        to_value,
      });
      await subject.restart();
      const where = { kind: { eq: to_value } };
      expect(await run(subject, 'select_rows', { table: 'kinds', where })).toMatchObject({
        rows: [{ path, kind: to_value }],
      });
      expect(await run(subject, 'check_table', { table: 'kinds' })).toMatchObject({ ok: true });
      await run(subject, 'undo_migration', { migration_id: renamed['migrationId'] as string });
      expect(await subject.files(), to_value).toEqual(before);
    }
    await subject.close();
  });
});
