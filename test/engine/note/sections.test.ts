import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NotedbError } from '../../../src/engine/errors';
import { scanBlocks } from '../../../src/engine/note/markdown/block-structure';
import { editBody } from '../../../src/engine/note/markdown/edit-body';
import { times } from '../../deep';

const RUNS = times(1_000, 10_000);

const withSection = (body: string, heading: string, text: string): string =>
  editBody(body, { sections: { [heading]: text } });
const withoutSection = (body: string, heading: string): string => editBody(body, { sections: { [heading]: null } });

describe('headings', () => {
  const headingsOf = (text: string): readonly string[] =>
    scanBlocks(text).headings.map(({ level, text: name }) => `${level} ${name}`);

  it.each([
    ['# a\n## b\n###### c', ['1 a', '2 b', '6 c']],
    ['#a', []],
    ['####### a', []],
    ['#\n##  ', ['1 ', '2 ']],
    ['#\ta', ['1 a']],
    ['## a ##', ['2 a']],
    ['## a#', ['2 a#']],
    ['## a \\#', ['2 a \\#']],
    ['   # a', ['1 a']],
    ['    # a', []],
    ['x\n    # a', []],
    ['a\n===', ['1 a']],
    ['a\n---', ['2 a']],
    ['a\nb\n---', ['2 a\nb']],
    ['\n---', []],
    ['---', []],
    ['- a\n---', []],
    ['> a\n---', []],
    ['- # a', []],
    ['> # a', []],
    ['```\n# a\n```\n# b', ['1 b']],
    ['`a\n# b`', ['1 b`']],
    ['# a\r\n# b\r\n', ['1 a', '1 b']],
    ['text\n# a', ['1 a']],
    ['# a `b` [[c]]', ['1 a `b` [[c]]']],
  ])('in %j', (text, headings) => {
    expect(headingsOf(text)).toEqual(headings);
  });
});

describe('withSection', () => {
  const BODY = '# Title\n\nintro\n\n## Notes\n\nold\n\n### Deep\n\nmore\n\n## Next\n\nrest\n';

  it.each([
    [
      'up to the next heading of the same level',
      'Notes',
      'new',
      '# Title\n\nintro\n\n## Notes\n\nnew\n\n## Next\n\nrest\n',
    ],
    ['of a deeper level', 'Deep', 'new', '# Title\n\nintro\n\n## Notes\n\nold\n\n### Deep\n\nnew\n\n## Next\n\nrest\n'],
    ['the last one', 'Next', 'new', `${BODY.slice(0, -5)}new\n`],
    ['of the first level, with all below it', 'Title', 'new', '# Title\n\nnew\n'],
    [
      'with trimmed heading and text',
      '  Notes ',
      '\n\nnew\n\n',
      '# Title\n\nintro\n\n## Notes\n\nnew\n\n## Next\n\nrest\n',
    ],
    ['of several lines', 'Notes', 'a\n\n    b', '# Title\n\nintro\n\n## Notes\n\na\n\n    b\n\n## Next\n\nrest\n'],
    ['that is emptied', 'Notes', '', '# Title\n\nintro\n\n## Notes\n\n## Next\n\nrest\n'],
    ['that is emptied at the end', 'Next', '', BODY.slice(0, -6)],
    ['that is missing', 'Other', 'new', `${BODY}\n## Other\n\nnew\n`],
    ['that is missing and gets no text', 'Other', '', `${BODY}\n## Other\n`],
  ])('sets a section %s', (_title, heading, text, after) => {
    expect(withSection(BODY, heading, text)).toBe(after);
    expect(withSection(BODY.replaceAll('\n', '\r\n'), heading, text)).toBe(after.replaceAll('\n', '\r\n'));
  });

  it.each([
    ['drops the signs before a name', '## Next', 'new', `${BODY.slice(0, -5)}new\n`, []],
    ['drops the signs behind a name', '## Next ##', 'new', `${BODY.slice(0, -5)}new\n`, []],
    [
      'adds a heading of the level that is asked for',
      '### Other',
      'new',
      `${BODY}\n### Other\n\nnew\n`,
      [/no heading "### Other".* # Title, ## Notes, ### Deep, ## Next$/],
    ],
    ['keeps to the level', '# Next', 'new', `${BODY}\n# Next\n\nnew\n`, [/no heading "# Next"/]],
    ['tells a path of headings', 'Title::Next', 'x', `${BODY}\n## Title::Next\n\nx\n`, [/no heading "Title::Next"/]],
    ['says nothing of a heading that there is', 'Next', 'new', `${BODY.slice(0, -5)}new\n`, []],
  ] as const)('%s, and tells what it adds', (_title, heading, text, after, warnings) => {
    const warned: string[] = [];
    const sections = { [heading]: text };
    expect(editBody(BODY, { sections, warn: (message) => warned.push(message) })).toBe(after);
    expect(warned).toEqual(warnings.map((each) => expect.stringMatching(each) as unknown));
  });

  it('tells of several headings of one name; the signs choose among them', () => {
    const body = '# Log\n\na\n\n## Log\n\nb\n\n## Log\n\nc\n';
    const warned: string[] = [];
    const warn = (message: string): number => warned.push(message);
    expect(editBody(body, { sections: { '## Log': 'x' }, warn })).toBe(body.replace('b', 'x'));
    expect(warned).toEqual([expect.stringContaining('2 headings "## Log"') as unknown]);
    expect(editBody(body, { sections: { '# Log': null }, warn })).toBe('');
    expect(warned).toHaveLength(1);
    expect(() => withoutSection(body, '### Log')).toThrow('no heading "### Log"');
  });

  it.each([
    ['an empty body', '', 'a', 'x', '## a\n\nx\n'],
    ['a body without a last line break', 'old', 'a', 'x', 'old\n\n## a\n\nx\n'],
    ['a body that ends with blank lines', 'old\n\n\n', 'a', 'x', 'old\n\n## a\n\nx\n'],
    ['a heading without text', '## a\n## b\n', 'a', 'x', '## a\n\nx\n\n## b\n'],
    ['a heading with a blank line', '## a\n\n## b\n', 'a', 'x', '## a\n\nx\n\n## b\n'],
    ['a heading at the very end', '## a', 'a', 'x', '## a\n\nx\n'],
    ['text right below the heading', '## a\nold\n## b\n', 'a', 'x', '## a\nx\n## b\n'],
    ['many blank lines', '## a\n\n\nold\n\n\n## b\n', 'a', 'x', '## a\n\n\nx\n\n\n## b\n'],
    ['text without a last line break', '## a\n\nold', 'a', 'x', '## a\n\nx\n'],
    ['a heading in code before it', '```\n## a\n```\n\n## a\n\nold\n', 'a', 'x', '```\n## a\n```\n\n## a\n\nx\n'],
    ['a heading in the code of the section', '## a\n\n```\n# b\n```\n\n# c\n', 'a', 'x', '## a\n\nx\n\n# c\n'],
    ['the first of two', '## a\n\n1\n\n# a\n\n2\n', 'a', 'x', '## a\n\nx\n\n# a\n\n2\n'],
    ['an underlined heading', 'a\n---\n\nold\n\nb\n===\n', 'a', 'x', 'a\n---\n\nx\n\nb\n===\n'],
    ['an underlined heading right behind', '# a\n```\nold\n```\nb\n===\n', 'a', 'x', '# a\nx\n\nb\n===\n'],
    ['a heading with closing marks', '## a ##\n\nold\n', 'a', 'x', '## a ##\n\nx\n'],
    ['indented code', '## a\n\nold\n', 'a', '    x\n', '## a\n\n    x\n'],
    ['another spelling, which is another heading', '## A\n', 'a', 'x', '## A\n\n## a\n\nx\n'],
  ])('with %s', (_title, body, heading, text, after) => {
    expect(withSection(body, heading, text)).toBe(after);
  });

  it.each(['', '  ', 'a\nb', 'a\n# b', 'a #', '\r'])('refuses %j as a new heading', (heading) => {
    expect(() => withSection('x', heading, 'y')).toThrow(expect.objectContaining({ code: 'bad_request' }) as Error);
  });
});

describe('withoutSection', () => {
  it.each([
    ['in the middle', '# t\n\n## a\n\nx\n\n## b\n\ny\n', 'a', '# t\n\n## b\n\ny\n'],
    ['at the end', '# t\n\nz\n\n## a\n\nx\n', 'a', '# t\n\nz\n'],
    ['that is all', '## a\n\nx\n', 'a', ''],
    ['with deeper ones', '## a\n### b\nx\n## c\n', 'a', '## c\n'],
    ['without text', '## a\n## c\n', 'a', '## c\n'],
    ['before an underlined one', 'x\n# a\nb\n===\n', 'a', 'x\n\nb\n===\n'],
    ['before an underlined tag', 'x\n# a\n#b\n===\n', 'a', 'x\n\n#b\n===\n'],
  ])('takes a section %s', (_title, body, heading, after) => {
    expect(withoutSection(body, heading)).toBe(after);
  });

  it('refuses an unknown heading and names those that there are', () => {
    let error: unknown;
    try {
      withoutSection('## a\n\n## b\n', 'c');
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(NotedbError);
    expect(error).toMatchObject({
      code: 'refused',
      message: 'there is no heading "c"',
      hint: "the note's headings: ## a, ## b",
    });
  });
});

describe('editBody', () => {
  it('sets sections, then prepends, then appends', () => {
    const edits = { sections: { a: 'new', b: null, c: 'added' }, prepend: 'first', append: 'last' };
    expect(editBody('## a\n\nold\n\n## b\n\nx\n', edits)).toBe('first\n## a\n\nnew\n\n## c\n\nadded\nlast\n');
  });

  it('changes nothing without edits', () => {
    expect(editBody('x', {})).toBe('x');
    expect(editBody('x', { sections: {}, prepend: '', append: '' })).toBe('x');
  });

  it('uses the line break of the note', () => {
    expect(editBody('', { sections: { a: 'x\ny' }, append: 'z' }, '\r\n')).toBe('## a\r\n\r\nx\r\ny\r\nz\r\n');
  });
});

const lineOf = fc.constantFrom(
  '# a',
  '## b',
  '### c',
  '## d',
  'text',
  '',
  '',
  '- item',
  '> quote',
  '```',
  '    code',
  'e\n---',
);
const bodies = fc
  .tuple(fc.array(lineOf, { maxLength: 14 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

describe('for any body', () => {
  it('setting a section twice is setting it once, and other headings stay', () => {
    fc.assert(
      fc.property(
        bodies,
        fc.constantFrom('a', 'b', 'c', 'd', 'e', 'new'),
        fc.constantFrom('x', 'x\n\ny', ''),
        (body, heading, text) => {
          fc.pre(scanBlocks(`${body}\n\n## new`).headings.some((each) => each.text === 'new'));
          const once = withSection(body, heading, text);
          expect(withSection(once, heading, text)).toBe(once);
          const { headings } = scanBlocks(once);
          const found = headings.find((each) => each.text === heading);
          const next = headings.find(
            (each) => found !== undefined && each.start > found.start && each.level <= found.level,
          );
          expect(once.slice(found?.end, next?.start).trim()).toBe(text);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('what stands before and behind a section stays', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { headings } = scanBlocks(body);
        fc.pre(headings.length > 0);
        const first = headings[0];
        const next = headings.slice(1).find(({ level }) => level <= (first?.level ?? 0));
        const after = withSection(body, first?.text ?? '', 'x');
        expect(after.startsWith(body.slice(0, first?.end))).toBe(true);
        expect(after.endsWith(next === undefined ? '' : body.slice(next.start))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
