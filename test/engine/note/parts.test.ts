/** Parts of a note: found, read and edited. docs/http.md#parts */

import { describe, expect, it } from 'vitest';
import { NotedbError } from '../../../src/engine/errors';
import { type PartEdit, editBlock, editSection } from '../../../src/engine/note/parts/edit-part';
import { partNamed, partsOf, readPart, revisionOf } from '../../../src/engine/note/parts/note-part';
import { PartProblem } from '../../../src/engine/note/parts/part-problem';
import { editTable, readTableRows } from '../../../src/engine/note/parts/edit-table';

const NOTE = `---
status: open
tags: [a]
---
Before.

# Plan

Intro ^intro

## Next
- one
- [ ] two ^two
- three

## Log

# Diary

## Log

\`\`\`
# no heading
not a block ^code
\`\`\`

| City | People |
| ---- | ------ |
| Rome | 3      |

^cities
`;

const edit = (operation: PartEdit['operation'], content = '', more: Partial<PartEdit> = {}): PartEdit => ({
  operation,
  content,
  isWhole: false,
  trims: false,
  isRelative: false,
  creates: false,
  refusesPresent: false,
  ...more,
});

const refusalOf = (call: () => unknown): NotedbError => {
  try {
    call();
  } catch (error) {
    if (error instanceof NotedbError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('the parts of a note', () => {
  it('are its headings by their paths, its blocks and its properties', () => {
    expect(partsOf(NOTE)).toEqual({
      headings: [['Plan'], ['Plan', 'Next'], ['Plan', 'Log'], ['Diary'], ['Diary', 'Log']],
      blocks: ['intro', 'two', 'cities'],
      properties: ['status', 'tags'],
    });
  });

  it.each([
    ['Plan::Next', '- one\n- [ ] two ^two\n- three\n\n'],
    ['Next', '- one\n- [ ] two ^two\n- three\n\n'],
    ['^intro', 'Intro'],
    ['^TWO', 'two'],
    ['^cities', '| City | People |\n| ---- | ------ |\n| Rome | 3      |'],
    ['Plan::Log', '\n'],
  ])('%s is read', (name, text) => {
    expect(readPart(NOTE, partNamed(name))).toEqual({ text });
  });

  it('a property is read as its value', () => {
    expect(readPart(NOTE, { kind: 'property', key: 'tags' })).toEqual({ value: ['a'] });
  });

  it('without headings the whole body is meant', () => {
    expect(readPart('---\na: 1\n---\nbody', { kind: 'heading', path: [] })).toEqual({ text: 'body' });
  });

  it('two headings of one name are told apart by their numbers', () => {
    const twice = '# A\n1\n# A\n2\n';
    expect(partsOf(twice).headings).toEqual([['A[1]'], ['A[2]']]);
    expect(readPart(twice, partNamed('A[2]'))).toEqual({ text: '2\n' });
    const problem = readPart(twice, partNamed('A'));
    expect(problem).toMatchObject({ kind: 'ambiguous', near: ['A[1]', 'A[2]'] });
    expect(problem).toHaveProperty('message', 'the note has 2 headings "A": A[1] (line 1), A[2] (line 3)');
  });

  it('a heading that is there under several parents is none by its name alone', () => {
    expect(readPart(NOTE, partNamed('Log'))).toMatchObject({ kind: 'ambiguous', near: ['Plan::Log', 'Diary::Log'] });
  });

  it.each([
    ['Nothing', 'there is no heading "Nothing"', "the note's headings: Plan, Plan::Next"],
    ['^code', 'there is no block "^code"', "the note's blocks: ^intro, ^two, ^cities"],
  ])('%s is missing, and the others are listed', (name, message, hint) => {
    const problem = readPart(NOTE, partNamed(name));
    expect(problem).toBeInstanceOf(PartProblem);
    expect(problem).toMatchObject({ message, hint: expect.stringContaining(hint) as unknown });
  });
});

describe('a section', () => {
  it.each<[string, string, readonly string[], PartEdit, string]>([
    ['text behind it', '# A\nx\n\n# B\n', ['A'], edit('append', 'y'), '# A\nx\ny\n\n# B\n'],
    ['text behind it, apart', '# A\nx\n\n# B\n', ['A'], edit('append', '\ny\n'), '# A\nx\n\ny\n\n# B\n'],
    ['text behind the last one', '# A\nx', ['A'], edit('append', 'y'), '# A\nx\ny\n'],
    ['text behind an empty one', '# A\n\n# B\n', ['A'], edit('append', 'y'), '# A\ny\n\n# B\n'],
    ['text behind a heading alone', '# A', ['A'], edit('append', 'y'), '# A\ny\n'],
    ['text before it', '# A\n\nx\n', ['A'], edit('prepend', 'y'), '# A\ny\n\nx\n'],
    ['text in its place', '# A\n\nx\n## B\nz\n\n# C\n', ['A'], edit('replace', 'y\n'), '# A\n\ny\n\n# C\n'],
    [
      'text in the place of a nested one',
      '# A\n## B\nx\n# C\n',
      ['A', 'B'],
      edit('replace', 'y'),
      '# A\n## B\ny\n# C\n',
    ],
    ['nothing in its place', '# A\nx\n\n# B\n', ['A'], edit('delete'), '# A\n\n# B\n'],
    ['nothing at all', '# A\nx\n\n# B\ny\n', ['A'], edit('delete', '', { isWhole: true }), '# B\ny\n'],
    ['nothing at the end', '# A\nx\n\n# B\ny\n', ['B'], edit('delete', '', { isWhole: true }), '# A\nx\n'],
    ['another heading', '# A\nx\n\n# B\n', ['A'], edit('replace', '# C\ny', { isWhole: true }), '# C\ny\n\n# B\n'],
    ['text without blank lines', '# A\n\nx\n\n# B\n', ['A'], edit('append', 'y', { trims: true }), '# A\nx\ny\n# B\n'],
    ['text in the body', '---\na: 1\n---\nx\n', [], edit('replace', 'y'), '---\na: 1\n---\ny\n'],
    [
      'the line breaks of the note',
      '# A\r\nx\r\n\r\n# B\r\n',
      ['A'],
      edit('append', 'y\nz'),
      '# A\r\nx\r\ny\r\nz\r\n\r\n# B\r\n',
    ],
    [
      'headings below its own',
      '## A\nx\n',
      ['A'],
      edit('append', '# B\n## C', { isRelative: true }),
      '## A\nx\n### B\n#### C\n',
    ],
    ['a line before an underlined heading', '# A\nB\n=\n', ['A'], edit('append', 'y'), '# A\ny\n\nB\n=\n'],
    [
      'a missing heading',
      '# A\nx\n\n# B\n',
      ['A', 'C'],
      edit('append', 'y', { creates: true }),
      '# A\nx\n\n## C\n\ny\n\n# B\n',
    ],
    ['missing headings', 'x', ['A', 'B'], edit('replace', 'y', { creates: true }), 'x\n\n# A\n\n## B\n\ny\n'],
    ['a heading of an empty note', '', ['A'], edit('append', 'y', { creates: true }), '# A\n\ny\n'],
  ])('gets %s', (_what, text, path, given, after) => {
    expect(editSection(text, path, given)).toBe(after);
  });

  it.each<[string, () => unknown, string]>([
    ['that is missing', () => editSection('# A\n', ['B'], edit('append', 'x')), 'there is no heading "B"'],
    [
      'of two',
      () => editSection('# A\n# A\n', ['A'], edit('append', 'x', { creates: true })),
      'the note has 2 headings "A"',
    ],
    [
      'deeper than six levels',
      () => editSection('###### A\n', ['A', 'B'], edit('append', 'x', { creates: true })),
      'at most six',
    ],
    [
      'whose name is no heading',
      () => editSection('', ['a\nb'], edit('append', 'x', { creates: true })),
      "can't be a heading",
    ],
    [
      'that holds the content',
      () => editSection('# A\nx y\n', ['A'], edit('append', 'x y', { refusesPresent: true })),
      'already',
    ],
  ])('%s is refused', (_what, call, message) => {
    expect(refusalOf(call).message).toContain(message);
  });
});

describe('a block', () => {
  it.each<[string, string, string, PartEdit, string]>([
    ['text behind it', 'a b ^x\n', 'x', edit('append', 'c'), 'a b\nc ^x\n'],
    ['text before it', 'a\n\nb\n\n^x\n', 'x', edit('prepend', 'c\n'), 'a\n\nc\nb\n\n^x\n'],
    ['other text', '- [ ] do it ^x\n- next\n', '^x', edit('replace', 'done'), '- [ ] done ^x\n- next\n'],
    ['nothing at all', 'a\n\nb ^x\n\nc\n', 'x', edit('delete', '', { isWhole: true }), 'a\n\n\nc\n'],
    ['an id', 'a\n', 'new', edit('append', 'b', { creates: true }), 'a\n\nb ^new\n'],
    ['other code', '```\na\n\nb\n```\n\n^x\n', 'x', edit('replace', 'c'), 'c\n\n^x\n'],
  ])('gets %s', (_what, text, id, given, after) => {
    expect(editBlock(text, id, given)).toBe(after);
  });

  it('that is missing, or of two, is refused', () => {
    expect(refusalOf(() => editBlock('a ^x\n', 'y', edit('append', 'b'))).hint).toBe("the note's blocks: ^x");
    expect(refusalOf(() => editBlock('a ^x\n\nb ^x\n', 'x', edit('append', 'b'))).message).toContain('2 blocks');
  });
});

describe('the rows of a table', () => {
  const TABLE = '| City | People |\n| --- | --- |\n| Rome | 3 |';
  it.each<['append' | 'prepend' | 'replace', string]>([
    ['append', `${TABLE}\n| Bern | 1 |`],
    ['prepend', '| City | People |\n| --- | --- |\n| Bern | 1 |\n| Rome | 3 |'],
    ['replace', '| City | People |\n| --- | --- |\n| Bern | 1 |'],
  ])('%s', (operation, after) => {
    expect(editTable(TABLE, operation, readTableRows([['Bern', 1]]))).toBe(after);
  });

  it('that do not fit are refused', () => {
    expect(refusalOf(() => editTable(TABLE, 'append', [['one']])).message).toBe(
      'the table has 2 columns, and a row has 1 cells',
    );
    expect(refusalOf(() => editTable('no table', 'append', [['a']])).message).toBe('the block is not a table');
    expect(refusalOf(() => readTableRows('x')).code).toBe('bad_request');
    expect(
      editTable(TABLE, 'append', [['a|b', 'c\nd']])
        .split('\n')
        .at(-1),
    ).toBe('| a\\|b | c<br>d |');
  });
});

it('another text has another revision', () => {
  const revisions = new Set(['', 'a', 'b', 'ab', 'a\n'].map(revisionOf));
  expect(revisions.size).toBe(5);
  expect(revisionOf('a')).toBe(revisionOf('a'));
});
