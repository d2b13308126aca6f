/** The types that columns of texts look like. docs/decisions.md#reading-texts */

import { expect, it } from 'vitest';
import { guessType } from '../../src/kernel/text-type';

const guess = (texts: readonly string[]) => guessType([...new Set(texts)], texts.length);

it.each<[string, string[], string, string?]>([
  ['whole numbers', ['1', '20'], 'integer'],
  ['numbers', ['1.5', '2'], 'number'],
  ['thousands of which one shows it', ['1,234', '1,234.5'], 'number'],
  ['money', ['$79,257.00', '$1,000.50'], 'number', '$'],
  ['percent', ['60%', '12.5%'], 'number', '%'],
  ['prices with two places', ['1.10', '2.50', '3'], 'number'],
  ['versions', ['1.9', '1.10'], 'string'],
  ['versions with two points', ['1.2.3', '1.2.10'], 'string'],
  ['addresses', ['192.168.1.1'], 'string'],
  ['leading zeros', ['007', '12'], 'string'],
  ['postcodes', ['0800', '8000'], 'string'],
  ['telephone numbers', ['+41791234567'], 'string'],
  ['telephone numbers in groups', ['079 123 45 67'], 'string'],
  ['ids of many digits', ['1212092628029698048', '1212092628029698051'], 'string'],
  ['a power of ten that prints otherwise', ['1e5', '2e5'], 'string'],
  ['a power of ten that prints so', ['1e-7'], 'number'],
  ['two currencies', ['$5', '€5'], 'string'],
  ['percent beside plain numbers', ['60%', '0.6'], 'string'],
  ['numbers in contradiction', ['1,5', '2.5'], 'string'],
  ['days', ['2026-11-26', '2026-11-27'], 'date'],
  ['days of which one shows the order', ['11/1/2026', '11/28/2026'], 'date'],
  ['days with points', ['13.03.2021', '1.2.2021'], 'date'],
  ['days in words', ['March 15, 2021', '2 Apr 2021'], 'date'],
  ['days in contradiction', ['13/1/2026', '1/13/2026'], 'string'],
  ['times', ['March 15, 2021 9:30 PM'], 'datetime'],
  ['days and times', ['2026-11-26', '2026-11-26 09:30'], 'datetime'],
  ['yes and no', ['yes', 'no', 'yes'], 'boolean'],
  ['ja und nein', ['ja', 'nein'], 'boolean'],
  ['links', ['[[a]]', '[[b|c]]', '![[d.png]]'], 'link'],
  ['lists of links', ['[[a]]', '[[b, c]], [[d]]'], 'list'],
  ['lists of words', ['eu; beta', 'beta; vip', 'eu'], 'list'],
  ['sentences with semicolons', ['One thing; another.', 'A third; a fourth.'], 'string'],
  ['choices', ['a', 'b', 'a', 'b'], 'enum'],
  ['texts', ['a', 'b'], 'string'],
  ['nothing', [], 'string'],
])('of %s', (_, texts, type, unit = '') => {
  expect(guess(texts)).toMatchObject({ type, unit, isAsked: false });
});

it('is a text with a question where numbers or days can be read in two ways', () => {
  expect(guess(['1,234', '12,500', '850'])).toMatchObject({
    type: 'string',
    isAsked: true,
    convention: { ambiguity: { text: '1,234', readings: [{ value: '1234' }, { value: '1.234' }] } },
  });
  expect(guessType(['1,234'], 1, { decimal: '.' })).toMatchObject({ type: 'integer' });
  expect(guessType(['1,234'], 1, { decimal: ',' })).toMatchObject({ type: 'number' });
  expect(guess(['3/4/2026'])).toMatchObject({
    type: 'string',
    isAsked: true,
    convention: { ambiguity: { text: '3/4/2026' } },
  });
  expect(guessType(['3/4/2026'], 1, { order: 'mdy' })).toMatchObject({ type: 'date' });
});

it('asks nothing about numbers among words', () => {
  expect(guess(['1,234', 'many'])).toMatchObject({ type: 'string', isAsked: false });
});
