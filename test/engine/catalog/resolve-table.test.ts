import { describe, expect, it } from 'vitest';
import { resolveTable } from '../../../src/engine/catalog/resolve-table';
import { catalogOf, errorOf as refusalOf, table } from './definitions';

const catalog = catalogOf(
  table('tasks'),
  table('tasks', { schema: 'crm' }),
  table('contacts', { schema: 'crm', aliases: ['people', 'address book'] }),
  table('companies', { schema: 'crm' }),
  table('companies', { catalog: 'old', schema: 'crm' }),
  table('notes', { catalog: 'old', schema: 'x' }),
  table('notes', { catalog: 'old', schema: 'y' }),
).definition;

const errorOf = (reference: string) => refusalOf(() => resolveTable(catalog, reference));

describe('resolveTable', () => {
  it.each([
    ['main.default.tasks', 'main.default.tasks'],
    ['main.crm.tasks', 'main.crm.tasks'],
    ['tasks', 'main.default.tasks'],
    ['crm.tasks', 'main.crm.tasks'],
    ['contacts', 'main.crm.contacts'],
    ['crm.companies', 'main.crm.companies'],
    ['old.crm.companies', 'old.crm.companies'],
    ['x.notes', 'old.x.notes'],
    ['y.notes', 'old.y.notes'],
  ])('takes %s for %s', (reference, qualified) => {
    expect(resolveTable(catalog, reference).qualified).toBe(qualified);
  });

  it.each([
    ['companies', ['main.crm.companies', 'old.crm.companies']],
    ['notes', ['old.x.notes', 'old.y.notes']],
  ])('answers 400 with the candidates for %s', (reference, candidates) => {
    const error = errorOf(reference);
    expect(error.code).toBe('bad_request');
    expect(error.message).toBe(`"${reference}" is the name of several tables: ${candidates.join(', ')}`);
    expect(error.hint).toBe(`write the full name, like ${candidates[0]}`);
  });

  it.each([
    ['contact', 'did you mean main.crm.contacts?'],
    ['Tasks', 'did you mean main.crm.tasks or main.default.tasks?'],
    ['people', 'did you mean main.crm.contacts?'],
    ['crm.contatcs', 'did you mean main.crm.contacts?'],
    ['main.default.contacts', 'did you mean main.crm.contacts?'],
    ['cmr.contact', 'did you mean main.crm.contacts?'],
    ['main.default.zebra', 'list_tables names them all'],
    ['zebra', 'list_tables names them all'],
    ['', 'list_tables names them all'],
    ['.tasks', 'did you mean main.crm.tasks or main.default.tasks?'],
    ['a.main.default.tasks', 'did you mean main.crm.tasks or main.default.tasks?'],
    ['.', 'list_tables names them all'],
    ['__proto__', 'list_tables names them all'],
  ])('answers 404 for %j, and says: %s', (reference, hint) => {
    const error = errorOf(reference);
    expect(error.code).toBe('not_found');
    expect(error.message).toBe(`there is no table "${reference}"`);
    expect(error.hint).toBe(hint);
  });

  it('never takes the end of a name for the name', () => {
    expect(errorOf('asks').code).toBe('not_found');
    expect(errorOf('rm.tasks').code).toBe('not_found');
  });
});
