/** The truth table of CHECKs: operator × state of the value or path × place in the filter. Source: docs/decisions.md#check-constraints; D6. */

import { describe, expect, it } from 'vitest';
import { compileCheck } from '../../../src/engine/integrity/rules/compile-check';
import { passesCheck } from '../../../src/engine/integrity/rules/evaluate-check';
import { Store } from '../../../src/engine/storage/store/store';
import type { Row } from '../../../src/engine/storage/row';
import type { Json, JsonObject } from '../../../src/engine/json';
import { catalogOf, note, row, spec, stat, tableOf } from '../storage/tables';

const PEOPLE = tableOf('people', [
  spec('kind', 'string'),
  spec('boss', 'link', { ref: 'main.default.people' }),
  spec('peers', 'list', { items: { type: 'link', ref: 'main.default.people' } }),
]);

const TASKS = tableOf('tasks', [
  spec('kind', 'string'),
  spec('owner', 'link', { ref: PEOPLE.qualified }),
  spec('helpers', 'list', { items: { type: 'link', ref: PEOPLE.qualified } }),
]);

const catalog = catalogOf(PEOPLE, TASKS);

/** [operator, its condition, a value that fulfils it, one that doesn't, what an empty value is inside and/or/not] */
type OperatorLine = readonly [operator: string, condition: Json, yes: string, no: string | null, empty: 'T' | 'F'];

const OPERATORS: readonly OperatorLine[] = [
  ['a literal', 'b', 'b', 'z', 'F'],
  ['eq', { eq: 'b' }, 'b', 'z', 'F'],
  ['ne', { ne: 'b' }, 'z', 'b', 'T'],
  ['gt', { gt: 'm' }, 'z', 'm', 'F'],
  ['gte', { gte: 'm' }, 'm', 'b', 'F'],
  ['lt', { lt: 'm' }, 'b', 'm', 'F'],
  ['lte', { lte: 'm' }, 'm', 'z', 'F'],
  ['in', { in: ['a', 'b'] }, 'b', 'z', 'F'],
  ['contains', { contains: 'ell' }, 'Hello', 'HELLO', 'F'],
  ['icontains', { icontains: 'héll' }, 'HELLO', 'Hallo', 'F'],
  ['exists: true', { exists: true }, 'b', null, 'F'],
  ['ne: null', { ne: null }, 'b', null, 'F'],
  ['two operators', { gt: 'a', lt: 'm' }, 'b', 'z', 'F'],
];

/** Only an empty value fulfils these: at the top level it passes anyway. */
const EMPTY_ONLY: readonly (readonly [string, Json])[] = [
  ['exists: false', { exists: false }],
  ['eq: null', { eq: null }],
  ['a literal null', null],
];

/** Where the condition stands. */
const PLACES: Readonly<Record<string, (key: string, condition: Json) => JsonObject>> = {
  top: (key, condition) => ({ [key]: condition }),
  and: (key, condition) => ({ and: [{ [key]: condition }] }),
  or: (key, condition) => ({ or: [{ [key]: condition }] }),
  not: (key, condition) => ({ not: { [key]: condition } }),
  'not not': (key, condition) => ({ not: { not: { [key]: condition } } }),
};

/** `yes` and `no` as the kind of rows and of rows behind them. */
function vault(yes: string, no: string | null): Store {
  const store = new Store(catalog);
  const put = (name: string, values: Readonly<Record<string, Json>>): void =>
    store.place(stat(`people/${name}.md`), note(PEOPLE, `id-${name}`, values));
  put('Yes', { kind: yes });
  put('Also', { kind: yes });
  put('No', no === null ? {} : { kind: no });
  put('Blank', {});
  for (const name of ['Yes', 'Also', 'No', 'Blank', 'Gone']) {
    put(`Under${name}`, { boss: `[[${name}]]`, peers: [`[[${name}]]`] });
  }
  put('Free', {});
  store.place(stat('Loose.md'), 'no row\n');
  return store;
}

const letters = (answers: readonly boolean[]): string => answers.map((answer) => (answer ? 'T' : 'F')).join('');

const complement = (expected: string): string => expected.replace(/[TF]/g, (letter) => (letter === 'T' ? 'F' : 'T'));

function answers(store: Store, filter: JsonObject, rows: readonly Row[]): string {
  const context = { now: 0, zone: 'UTC', links: store.links };
  const { check, problems } = compileCheck({ catalog, table: TASKS, filter, mode: 'check', code: 'check' }, context);
  expect(problems).toEqual([]);
  return letters(rows.map((each) => passesCheck(check, each, store)));
}

/** `top` and `inside` hold a letter for each row. */
function expectTable(
  store: Store,
  key: string,
  condition: Json,
  rows: readonly Row[],
  { top, inside }: { top: string; inside: string },
): void {
  const found = Object.entries(PLACES).map(([place, put]) => [place, answers(store, put(key, condition), rows)]);
  const expected = { top, and: inside, or: inside, not: complement(inside), 'not not': inside };
  expect(Object.fromEntries(found)).toEqual(expected);
}

const tasks = (...values: readonly (readonly [column: string, value: Json | undefined])[]): Row[] =>
  values.map(([column, value]) => row('tasks/T.md', value === undefined ? {} : { [column]: value }));

describe.each(OPERATORS)('%s', (_operator, condition, yes, no, empty) => {
  const store = vault(yes, no);
  /** `?` in an expectation: the empty value's answer; states with `no` are left out when there is none. */
  const filled = (expected: string, states: readonly string[]): string =>
    [...expected.replaceAll('?', empty)].filter((_, i) => no !== null || states[i]?.includes('No') !== true).join('');
  const table = (
    key: string,
    states: readonly string[],
    value: (state: string) => Json | undefined,
    expected: { top: string; inside: string },
  ): void => {
    const kept = states.filter((state) => no !== null || !state.includes('No'));
    const rows = tasks(...kept.map((state) => [key.split('.')[0] as string, value(state)] as const));
    const wanted = { top: filled(expected.top, states), inside: filled(expected.inside, states) };
    expectTable(store, key, condition, rows, wanted);
  };

  it('on a value of the row', () => {
    const values: Readonly<Record<string, Json | undefined>> = {
      absent: undefined,
      null: null,
      '': '',
      Yes: yes,
      No: no,
    };
    table('kind', ['absent', 'null', '', 'Yes', 'No'], (state) => values[state], { top: 'TTTTF', inside: '???TF' });
  });

  const link = (name: string): Json | undefined => (name === '' ? undefined : `[[${name}]]`);

  it('behind a link', () => {
    const states = ['', 'Gone', 'Loose', 'Blank', 'Yes', 'No'];
    table('owner.kind', states, link, { top: 'TFFTTF', inside: 'FFF?TF' });
  });

  it('behind two links', () => {
    const states = ['', 'Gone', 'Free', 'UnderGone', 'UnderBlank', 'UnderYes', 'UnderNo'];
    table('owner.boss.kind', states, link, { top: 'TFFFTTF', inside: 'FFFF?TF' });
  });

  const list = (names: string): Json => names.split(' ').flatMap((name) => (name === '' ? [] : [`[[${name}]]`]));

  it('behind a list of links', () => {
    const states = ['', 'Yes', 'Yes Also', 'Yes No', 'No', 'Yes Gone', 'Yes Loose', 'Gone', 'Yes Blank', 'Blank'];
    table('helpers.kind', states, list, { top: 'TTTFFFFFTT', inside: 'FTTFFFFF??' });
  });

  it('behind a link and a list', () => {
    const states = ['', 'Gone', 'Free', 'UnderGone', 'UnderBlank', 'UnderYes', 'UnderNo'];
    table('owner.peers.kind', states, link, { top: 'TFFFTTF', inside: 'FFFF?TF' });
  });

  it('behind a list and a link', () => {
    const states = ['', 'UnderYes', 'UnderYes UnderNo', 'UnderYes Free', 'UnderYes UnderGone', 'UnderYes UnderBlank'];
    table('helpers.boss.kind', states, list, { top: 'TTFFFT', inside: 'FTFFF?' });
  });
});

describe.each(EMPTY_ONLY)('%s', (_operator, condition) => {
  const store = vault('b', 'z');

  it('on a value of the row', () => {
    const rows = tasks(['kind', undefined], ['kind', null], ['kind', ''], ['kind', 'b']);
    expectTable(store, 'kind', condition, rows, { top: 'TTTF', inside: 'TTTF' });
  });

  it('behind a link, where an empty or broken one is no empty value', () => {
    const rows = tasks(['owner', undefined], ['owner', '[[Gone]]'], ['owner', '[[Blank]]'], ['owner', '[[Yes]]']);
    expectTable(store, 'owner.kind', condition, rows, { top: 'TFTF', inside: 'FFTF' });
  });

  it('behind a list of links', () => {
    const rows = tasks(['helpers', []], ['helpers', ['[[Blank]]', '[[Free]]']], ['helpers', ['[[Blank]]', '[[Yes]]']]);
    expectTable(store, 'helpers.kind', condition, rows, { top: 'TTF', inside: 'FTF' });
  });
});

describe('a link that is compared itself', () => {
  const store = vault('b', 'z');
  const rows = tasks(['owner', undefined], ['owner', '[[Yes]]'], ['owner', '[[people/Yes|her]]'], ['owner', '[[No]]']);

  it.each<[string, Json, { top: string; inside: string }]>([
    ['by its note', '[[Yes]]', { top: 'TTTF', inside: 'FTTF' }],
    ['exists', { exists: true }, { top: 'TTTT', inside: 'FTTT' }],
    ['in a list', { in: ['people/Yes.md', 'Also'] }, { top: 'TTTF', inside: 'FTTF' }],
  ])('%s', (_how, condition, expected) => {
    expectTable(store, 'owner', condition, rows, expected);
  });

  it('asks for a real link beside a not', () => {
    const wanted = { and: [{ owner: { exists: true } }, { not: { 'owner.kind': 'z' } }] };
    expect(answers(store, { not: { 'owner.kind': 'z' } }, rows)).toBe('TTTF');
    expect(answers(store, wanted, rows)).toBe('FTTF');
  });
});

describe('conditions together', () => {
  const store = vault('b', 'z');
  const answer = (filter: JsonObject, values: Readonly<Record<string, Json>>): string =>
    answers(store, filter, [row('tasks/T.md', values)]);

  it.each<[JsonObject, Readonly<Record<string, Json>>, string]>([
    [{ kind: 'b', 'owner.kind': 'b' }, { kind: 'b', owner: '[[Yes]]' }, 'T'],
    [{ kind: 'b', 'owner.kind': 'b' }, { owner: '[[Yes]]' }, 'T'],
    [{ kind: 'b', 'owner.kind': 'b' }, { kind: 'z', owner: '[[Yes]]' }, 'F'],
    [{ kind: 'b', 'owner.kind': 'b' }, { kind: 'b', owner: '[[No]]' }, 'F'],
    [{ or: [{ kind: 'b' }, { 'owner.kind': 'b' }] }, {}, 'F'],
    [{ or: [{ kind: 'b' }, { 'owner.kind': 'b' }] }, { owner: '[[Yes]]' }, 'T'],
    [{ or: [{ kind: { exists: false } }, { 'owner.kind': 'b' }] }, { kind: 'x', owner: '[[Yes]]' }, 'T'],
    [{ not: { kind: 'b', 'owner.kind': 'b' } }, { kind: 'b', owner: '[[Yes]]' }, 'F'],
    [{ not: { kind: 'b', 'owner.kind': 'b' } }, { kind: 'b' }, 'T'],
    [{ and: [{ not: { or: [{ kind: 'b' }, { kind: 'z' }] } }] }, { kind: 'x' }, 'T'],
    [{}, { kind: 'x' }, 'T'],
    [{ and: [] }, {}, 'T'],
    [{ or: [] }, {}, 'F'],
    [{ not: {} }, {}, 'F'],
  ])('%j of %j is %s', (filter, values, expected) => {
    expect(answer(filter, values)).toBe(expected);
  });
});

describe('a link in a path', () => {
  it('resolves from the note that holds it', () => {
    const store = new Store(catalog);
    store.place(stat('a/Twin.md'), note(PEOPLE, 'id-a', { kind: 'b' }));
    store.place(stat('b/Twin.md'), note(PEOPLE, 'id-b', { kind: 'z' }));
    store.place(stat('b/Mid.md'), note(PEOPLE, 'id-m', { boss: '[[Twin]]' }));
    const rows = ['a/T.md', 'b/T.md'].map((path) => row(path, { owner: '[[Twin]]' }));
    expect(answers(store, { 'owner.kind': 'b' }, rows)).toBe('TF');
    expect(answers(store, { 'owner.boss.kind': 'z' }, [row('a/T.md', { owner: '[[Mid]]' })])).toBe('T');
  });

  it('reaches the path, id and name of a row too', () => {
    const store = vault('b', 'z');
    const [linked] = tasks(['owner', '[[Yes]]']) as [Row];
    const filter = { 'owner.path': 'people/Yes.md', 'owner.id': 'id-Yes', 'owner.file_name': 'Yes' };
    expect(answers(store, filter, [linked])).toBe('T');
    expect(answers(store, { 'owner.file_name': { ne: 'Yes' } }, [linked])).toBe('F');
  });
});
