/** `main.js` has its long texts packed; each of them reads as before. */

import { expect, it } from 'vitest';
import { READ_TEXT, packTexts } from '../../scripts/build/packed-texts.mjs';
import { unpackTexts } from '../../src/plugin/packed-texts';

const LONG = 'a table with that name exists';

it('replaces long texts by calls that read the same', () => {
  const script = `function(n){return n?"${LONG}":\`${LONG}\`}`;
  const { scripts, packed } = packTexts(new Map([['one', script]]));
  expect(scripts.get('one')).toBe(`function(n){return n?${READ_TEXT}(0):${READ_TEXT}(0)}`);
  expect(unpackTexts(packed)).toEqual([LONG]);
});

it('replaces long parts of a template, which reads the same', () => {
  const script = '(n)=>`the table with the name ${n} in ${n} exists already, use another one${n}`';
  const { scripts, packed } = packTexts(new Map([['one', script]]));
  expect(scripts.get('one')).toBe(`(n)=>\`\${${READ_TEXT}(0)}\${n} in \${n}\${${READ_TEXT}(1)}\${n}\``);
  expect(unpackTexts(packed)).toEqual(['the table with the name ', ' exists already, use another one']);
});

it('keeps words apart that quotes kept apart', () => {
  const { scripts } = packTexts(new Map([['one', `function(n){return"${LONG}"in n}`]]));
  expect(scripts.get('one')).toBe(`function(n){return ${READ_TEXT}(0)in n}`);
});

it('reads escapes as the characters that they mean', () => {
  const { packed } = packTexts(new Map([['one', String.raw`()=>"caf\u00e9 with\n a \"quote\" \ud83c\udf89"`]]));
  expect(unpackTexts(packed)).toEqual(['café with\n a "quote" 🎉']);
});

it.each([
  ['a short text', `()=>"two words"`],
  ['a text without a space', `()=>"application/octet-stream"`],
  ['a key', `()=>({"${LONG}":1})`],
  ['a key of a pattern', `({"${LONG}":n})=>n`],
  ['a template with short parts', '(n)=>`the table ${n} exists already`'],
  ['a tagged template', `(tag)=>tag\`${LONG}\``],
  ['a directive', `function(){"use strict mode, please";return 1}`],
])('leaves %s', (_, script) => {
  expect(packTexts(new Map([['one', script]])).scripts.get('one')).toBe(script);
});

it('fails for a script that has the name of the reader', () => {
  expect(() => packTexts(new Map([['one', `(${READ_TEXT})=>1`]]))).toThrow(/has a name .text of its own/);
});
