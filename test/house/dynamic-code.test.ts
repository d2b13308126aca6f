import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findDynamicCode } from '../../scripts/build/find-dynamic-code.mjs';
import { withoutJit } from '../../scripts/build/zod-without-jit.mjs';

describe('findDynamicCode', () => {
  it.each([
    ['a direct eval', 'eval("1")'],
    ['an indirect eval', '(0, eval)("1")'],
    ['eval of a global object', 'globalThis.eval("1")'],
    ['new Function', 'new Function("return 1")'],
    ['a call of Function', 'Function("return 1")()'],
    ['Function under another name', 'const F = Function; new F("")'],
    ['Function under another name, minified', 'var a=1,b=Function;new b("")'],
    ['Function as an argument', 'make(Function)'],
    ['Function of a global object', 'new window.Function("")'],
    ['the words in a string, which a scanner of the text reports too', 'throw Error("no new Function here")'],
  ])('finds %s', (_, code) => {
    expect(findDynamicCode(code)).not.toEqual([]);
  });

  it.each([
    'x instanceof Function',
    'Function.prototype.toString.call(x)',
    'x.constructor.name === "Function"',
    'const evaluate = (medieval) => medieval()',
  ])('lets %s pass', (code) => {
    expect(findDynamicCode(code)).toEqual([]);
  });
});

describe('withoutJit', () => {
  it.each(['doc.js', 'util.js'])('takes the code generation out of the installed core/%s', async (file) => {
    const text = await readFile(new URL(`../../node_modules/zod/v4/core/${file}`, import.meta.url), 'utf8');
    const names = (code: string) => findDynamicCode(code.replaceAll(/\/\/.*|\/\*[^]*?\*\//g, ''));
    expect(names(text)).not.toEqual([]);
    expect(names(withoutJit(file, text))).toEqual([]);
  });

  it('refuses a source that does not look as expected', () => {
    expect(() => withoutJit('doc.js', 'compile() { return make(Function); }')).toThrow('the expected source is not in');
  });
});
