/** Links as they are stored, taken apart. */

import { describe, expect, it } from 'vitest';
import { parseLink } from '../../src/kernel/link-text';

describe('parseLink', () => {
  it.each([
    ['[[Ada]]', 'Ada', 'Ada'],
    ['[[people/Ada Lovelace.md]]', 'people/Ada Lovelace.md', 'Ada Lovelace'],
    ['[[people/Ada|the countess]]', 'people/Ada', 'the countess'],
    ['[[Ada#Early years]]', 'Ada#Early years', 'Ada > Early years'],
    ['[[#Heading]]', '#Heading', 'Heading'],
    ['![[map.png]]', 'map.png', 'map.png'],
    [' [[Ada]] ', 'Ada', 'Ada'],
    ['[Ada](people/Ada%20Lovelace.md)', 'people/Ada Lovelace.md', 'Ada'],
    ['[](people/Ada.md)', 'people/Ada.md', 'Ada'],
    ['[Ada](<people/Ada Lovelace.md>)', 'people/Ada Lovelace.md', 'Ada'],
    ['[Ada](100%25.md)', '100%.md', 'Ada'],
    ['[Ada](100%.md)', '100%.md', 'Ada'],
  ])('%s', (source, target, text) => expect(parseLink(source)).toEqual({ target, text }));

  it.each(['Ada', '', '[[]]', '[[Ada]] and [[Bob]]', '[Ada]', 'see [[Ada]]'])('%j is no link', (source) =>
    expect(parseLink(source)).toBeNull(),
  );
});
