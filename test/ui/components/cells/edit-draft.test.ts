/** What stands in a field for a value, and what value comes of what is typed. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/index';
import { dayDraft } from '../../../../src/ui/components/text/date-text';
import { draftOf, editorKind, valueOf } from '../../../../src/ui/components/cells/edit-draft';
import type { GridColumn } from '../../../../src/ui/components/grid-column';
import { column, STATUS } from '../grid-fixture';

const TEXT = column('title');
const NUMBER = column('hours', { type: 'number' });
const WHOLE = column('pages', { type: 'integer' });
const FLAG = column('owned', { type: 'boolean' });
const DAY = column('due', { type: 'date' });
const TIME = column('start', { type: 'datetime' });
const LINK = column('lead', { type: 'link' });
const LINKS = column('members', { type: 'list', itemType: 'link' });
const NUMBERS = column('marks', { type: 'list', itemType: 'integer' });
const JSON_COLUMN = column('extra', { type: 'json' });

describe('a value and its text', () => {
  it.each<[string, GridColumn, Json, string]>([
    ['text', TEXT, 'A title', 'A title'],
    ['a number', NUMBER, 1.5, '1.5'],
    ['a whole number', WHOLE, 0, '0'],
    ['a day', DAY, '2026-11-21', dayDraft('2026-11-21')],
    ['a day that is none', DAY, 'some day', 'some day'],
    ['an allowed value', STATUS, 'todo', 'todo'],
    ['a link', LINK, '[[Ada]]', '[[Ada]]'],
    ['several links', LINKS, ['[[Ada]]', '[[Bob, the second]]'], '[[Ada]]\n[[Bob, the second]]'],
    ['several numbers', NUMBERS, [1, 2], '1\n2'],
    ['JSON', JSON_COLUMN, { unit: 'km' }, '{\n  "unit": "km"\n}'],
    ['nothing', TEXT, null, ''],
    ['an empty list', LINKS, null, ''],
  ])('%s comes back as it was', (_what, spec, value, text) => {
    expect(draftOf(spec, value)).toBe(text);
    expect(valueOf(spec, text)).toEqual(value);
  });

  it('shows a time without zone, which the engine adds again, and with the seconds that it has', () => {
    const day = dayDraft('2026-11-21');
    expect(draftOf(TIME, '2026-11-21T09:30:15+01:00')).toBe(`${day} 09:30:15`);
    expect(draftOf(TIME, '2026-11-21T09:30:00+01:00')).toBe(`${day} 09:30`);
    expect(draftOf(TIME, '2026-11-21T09:30:00Z')).toBe(`${day} 09:30`);
    expect(draftOf(TIME, '2026-11-21T09:30:15.25Z')).toBe('2026-11-21T09:30:15.25Z');
    expect(draftOf(TIME, '2026-11-21 09:30')).toBe(`${day} 09:30`);
    for (const text of ['2026-11-21T09:30', `${day} 09:30`]) expect(valueOf(TIME, text)).toBe('2026-11-21T09:30');
    expect(valueOf(TIME, `${day} 09:30:15`)).toBe('2026-11-21T09:30:15');
    expect(valueOf(TIME, '2026-11-21T09:30:15-02:00')).toBe('2026-11-21T09:30:15-02:00');
  });

  it('shows a link into a table by its name where that name leads there', () => {
    expect(draftOf({ ...LINK, ref: 'people' }, '[[Ada]]')).toBe('Ada');
    expect(draftOf({ ...LINK, ref: 'people' }, '[[people/Ada|the countess]]')).toBe('[[people/Ada|the countess]]');
  });

  it.each<[GridColumn, string, Json]>([
    [NUMBER, 'twelve', 'twelve'],
    [NUMBER, '0x7d1', '0x7d1'],
    [NUMBER, ' 1.5 ', 1.5],
    [WHOLE, 'Infinity', 'Infinity'],
    [NUMBERS, '1\n\n two \n', [1, 'two']],
    [FLAG, 'true', true],
    [FLAG, 'false', false],
    [TEXT, '   ', null],
    [DAY, 'someday', 'someday'],
    [TIME, 'noon', 'noon'],
  ])('for %# the text %j is the value %j', (spec, text, value) => expect(valueOf(spec, text)).toEqual(value));

  it('says of JSON that it is none', () => {
    expect(() => valueOf(JSON_COLUMN, '{unit: km}')).toThrow(SyntaxError);
    expect(() => valueOf(column('all', { type: 'list', itemType: 'json' }), '{')).toThrow(SyntaxError);
  });
});

describe('the field', () => {
  it.each<[GridColumn, string]>([
    [TEXT, 'text'],
    [NUMBER, 'number'],
    [WHOLE, 'number'],
    [LINK, 'link'],
    [DAY, 'date'],
    [TIME, 'datetime'],
    [STATUS, 'choice'],
    [FLAG, 'choice'],
    [LINKS, 'lines'],
    [JSON_COLUMN, 'lines'],
  ])('for %# is %s', (spec, kind) => expect(editorKind(spec)).toBe(kind));
});
