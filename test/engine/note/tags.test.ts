import { describe, expect, it } from 'vitest';

import { parseFrontMatter } from '../../../src/engine/yaml/front-matter/front-matter';
import { tagsOf } from '../../../src/engine/note/markdown/tags';

const tagsIn = (text: string): readonly string[] => tagsOf(text, parseFrontMatter(text));

describe('tags in the text', () => {
  it.each<readonly [text: string, tags: readonly string[]]>([
    ['#a', ['a']],
    ['x #a y', ['a']],
    ['#a #b', ['a', 'b']],
    ['#a\n#b\r\n#c', ['a', 'b', 'c']],
    ['# heading', []],
    ['## heading #a', ['a']],
    ['x#a', []],
    ['(#a)', []],
    ['##a', []],
    ['#a/b/c', ['a/b/c']],
    ['#a/', ['a']],
    ['#a-b_c', ['a-b_c']],
    ['#a, #b. #c!', ['a', 'b', 'c']],
    ['#1', []],
    ['#2026/11', []],
    ['#y2026 #2026y', ['y2026', '2026y']],
    ['#é #日本 #🙂', ['é', '日本', '🙂']],
    ['#a #A', ['a']],
    ['`#a` #b', ['b']],
    ['```\n#a\n```\n#b', ['b']],
    ['[[x#a]] https://x.y/#b', []],
    ['- [ ] #a', ['a']],
    ['> #a', ['a']],
    ['<!-- #a --> #b', ['b']],
    ['%% #a %%', ['a']],
    ['$x #a$ #b', ['b']],
    ['[[x #a]] [[x|see #b]] ![[x #c]] #d', ['d']],
    ['[see #a](<my #b.md>) #c', ['a', 'c']],
    ['[![x](<i #a.png>) #b](<y #c.md>) #d', ['b', 'd']],
    ['#', []],
  ])('%j', (text, tags) => {
    expect(tagsIn(text)).toEqual(tags);
  });
});

describe('tags in the front matter', () => {
  it.each<readonly [block: string, tags: readonly string[]]>([
    ['tags: a', ['a']],
    ['tags: a, b c', ['a', 'b', 'c']],
    ['tags: [a, b]', ['a', 'b']],
    ['tags:\n  - a\n  - "#b"\n  - c/d', ['a', 'b', 'c/d']],
    ['tag: a', ['a']],
    ['TAGS: a', ['a']],
    ['tags: [2026]', ['2026']],
    ['tags:', []],
    ['tags: [~, {a: 1}]', []],
    ['tag: a\ntags: [b, A]', ['a', 'b']],
    ['title: "#a"', []],
  ])('%j', (block, tags) => {
    expect(tagsIn(`---\n${block}\n---\n`)).toEqual(tags);
  });

  it('come before those of the text, each once', () => {
    expect(tagsIn('---\ntags: [b, a]\n---\n#c #a #b')).toEqual(['b', 'a', 'c']);
  });

  it('are not looked for when it does not parse', () => {
    expect(tagsIn('---\ntags: [\nx: #no\n---\n#c')).toEqual(['c']);
  });
});
