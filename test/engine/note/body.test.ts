import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { appendToBody, bodyOf, prependToBody, replaceBody, withBody } from '../../../src/engine/note/markdown/body';
import { noteText } from './front-matter-texts';
import { times } from '../../deep';

const RUNS = times(1_000, 10_000);

describe('bodyOf', () => {
  it.each([
    ['---\na: 1\n---\nbody', 'body'],
    ['---\na: 1\n---\n\nbody\n', '\nbody\n'],
    ['---\na: 1\n---', ''],
    ['body', 'body'],
    ['', ''],
    ['\ufeffbody', 'body'],
    ['\ufeff---\r\na: 1\r\n---\r\nbody', 'body'],
    ['---\na: [\n---\nbody', 'body'],
    ['---\nno end', '---\nno end'],
  ])('of %j is %j', (text, body) => {
    expect(bodyOf(text)).toBe(body);
  });
});

describe('replaceBody', () => {
  it.each([
    ['keeps the front matter', '---\na:  007\n---\nold', 'new\n', '---\na:  007\n---\nnew\n'],
    ['takes an empty body', '---\na: 1\n---\nold', '', '---\na: 1\n---\n'],
    ['ends a closing fence at the end', '---\na: 1\n---', 'new', '---\na: 1\n---\nnew'],
    ['leaves a closing fence at the end for an empty body', '---\na: 1\n---', '', '---\na: 1\n---'],
    [
      'takes the line breaks of the note',
      '---\r\na: 1\r\n---\r\nold',
      'x\ny\r\nz',
      '---\r\na: 1\r\n---\r\nx\r\ny\r\nz',
    ],
    ['turns CRLF into the line breaks of the note', '---\na: 1\n---\nold', 'x\r\ny', '---\na: 1\n---\nx\ny'],
    ['keeps the line breaks of the body when the note has none', 'old', 'x\r\ny', 'x\r\ny'],
    ['keeps a mark', '\ufeffold', 'new', '\ufeffnew'],
    ['never makes front matter of a body', 'old', '---\na: 1\n---\nx', '---\n---\n---\na: 1\n---\nx'],
  ])('%s', (_title, text, body, after) => {
    expect(replaceBody(text, body)).toBe(after);
  });

  it('gives the body back and leaves all that is before it, for any note and body', () => {
    fc.assert(
      fc.property(noteText, fc.string({ unit: fc.constantFrom('a', '-', '---\n', '\n', '# ') }), (text, body) => {
        const after = replaceBody(text, body);
        expect(bodyOf(after).replaceAll('\r\n', '\n')).toBe(body);
        expect(after.startsWith(text.slice(0, text.length - bodyOf(text).length))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('withBody', () => {
  it.each([
    ['---\r\na: 1\r\n---\r\nold', 'x\ny\r\nz', '---\r\na: 1\r\n---\r\nx\ny\r\nz'],
    ['---\na: 1\n---\nold', 'x\r\ny', '---\na: 1\n---\nx\r\ny'],
    ['---\r\na: 1\r\n---', 'x\n', '---\r\na: 1\r\n---\r\nx\n'],
  ])('leaves each line break as it is: %j, %j', (text, body, after) => {
    expect(withBody(text, body)).toBe(after);
  });
});

describe('prependToBody and appendToBody', () => {
  it.each([
    ['a line', 'old\n', 'new', 'new\nold\n', 'old\nnew\n'],
    ['a line with its line break', 'old\n', 'new\n', 'new\nold\n', 'old\nnew\n'],
    ['a paragraph', 'old\n', 'new\n\n', 'new\n\nold\n', 'old\nnew\n\n'],
    ['to a body without a last line break', 'old', 'new', 'new\nold', 'old\nnew\n'],
    ['to an empty body', '', 'new', 'new\n', 'new\n'],
    ['to a body that begins with a blank line', '\nold\n', 'new', 'new\n\nold\n', '\nold\nnew\n'],
    ['nothing', 'old', '', 'old', 'old'],
    ['to CRLF', 'old\r\n', 'a\nb', 'a\r\nb\r\nold\r\n', 'old\r\na\r\nb\r\n'],
  ])('%s', (_title, body, text, before, behind) => {
    expect(prependToBody(body, text)).toBe(before);
    expect(appendToBody(body, text)).toBe(behind);
  });

  it('takes the line break of the note for a body of one line', () => {
    expect(appendToBody('old', 'new', '\r\n')).toBe('old\r\nnew\r\n');
    expect(prependToBody('', 'a\nb', '\r\n')).toBe('a\r\nb\r\n');
  });
});
