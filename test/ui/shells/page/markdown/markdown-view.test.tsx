/** The text of a note on the page: GitHub's Markdown, Obsidian's own marks, and nothing that becomes markup. docs/page.md#a-row */

import { type JSX, render } from 'preact';
import { afterEach, expect, it } from 'vitest';
import { notePartsOf } from '../../../../../src/ui/client/note-text';
import { MarkdownView } from '../../../../../src/ui/shells/page/markdown/markdown-view';

const container = document.createElement('div');
const opened: string[] = [];
afterEach(() => {
  render(null, container);
  opened.length = 0;
});

function html(text: string): string {
  const drawBlock = (block: string): JSX.Element => <section>{block}</section>;
  render(<MarkdownView {...{ text, drawBlock }} openLink={(target) => opened.push(target)} />, container);
  return container.querySelector('.ndb-markdown')?.innerHTML ?? '';
}

const LINK = '<a class="ndb-link" href="#">';

it.each([
  ['# A *b*', '<h3 class="ndb-heading-1">A <em>b</em></h3>'],
  ['a **b** ~~c~~ `d` ==e==', '<p>a <strong>b</strong> <del>c</del> <code>d</code> <mark>e</mark></p>'],
  ['1. a\n2. b', '<ol start="1"><li>a</li><li>b</li></ol>'],
  ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
  ['```js\na < b\n```', '<pre><code>a &lt; b</code></pre>'],
  ['```notedb\ntable: tasks\n```', '<section>table: tasks</section>'],
  ['a &amp; b &#228; &#x26;', '<p>a &amp; b ä &amp;</p>'],
  ['[[folder/Note#Part]] and [[Note|so]]', `<p>${LINK}Note &gt; Part</a> and ${LINK}so</a></p>`],
  ['![[Picture.png]]', `<p>${LINK}Picture.png</a></p>`],
  ['[so](Other%20note.md)', `<p>${LINK}so</a></p>`],
  ['a %%hidden%% b', '<p>a  b</p>'],
  ['%%\nhidden\n\ntoo\n%%', ''],
  ['to #work/now, a#b', '<p>to <span class="ndb-pill">#work/now</span>, a#b</p>'],
  ['#1 is no tag', '<p>#1 is no tag</p>'],
])('draws %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

it('draws tasks and tables', () => {
  html('- [ ] open\n- [x] done\n\n| a | b |\n|--|:-:|\n| 1 | [[N]] |');
  expect([...container.querySelectorAll('li')].map(({ className, textContent }) => [className, textContent])).toEqual([
    ['ndb-task', 'open'],
    ['ndb-task ndb-is-done', 'done'],
  ]);
  expect([...container.querySelectorAll('td')].map((cell) => [cell.className, cell.textContent])).toEqual([
    ['', '1'],
    ['ndb-align-center', 'N'],
  ]);
});

it('opens links to notes in the page, others elsewhere', () => {
  html('[[Note#Part|x]] [y](a%20b.md) [z](https://example.org)');
  const [first, second, third] = container.querySelectorAll('a');
  first?.click();
  second?.click();
  expect(opened).toEqual(['Note#Part', 'a b.md']);
  expect([third?.href, third?.rel, third?.target]).toEqual(['https://example.org/', 'noopener noreferrer', '_blank']);
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:alert(1))',
  '![x](https://example.org/track.png)',
  '<iframe src="https://example.org"></iframe>',
  '<https://example.org/"onmouseover="alert(1)>',
])('makes nothing of %s but text and plain links', (text) => {
  html(text);
  expect(container.querySelectorAll('script, img, iframe, object, style, form')).toHaveLength(0);
  for (const { href } of container.querySelectorAll('a')) expect(href).toMatch(/^https:\/\/example\.org\/|#$/);
  for (const element of container.querySelectorAll('*'))
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on/);
});

it.each([
  ['---\na: 1\n---\nText', 'Text'],
  ['---\r\na: 1\r\n---\r\nText', 'Text'],
  ['\uFEFF---\na: 1\n---\nText', 'Text'],
  ['---\n---\nText', 'Text'],
  ['---\na: 1\n---', ''],
  ['Text\n---\nmore', 'Text\n---\nmore'],
  ['---\nno end', '---\nno end'],
  ['---\na: 1\n---\nText\n---\nmore', 'Text\n---\nmore'],
])('takes the front matter away: %j', (content, body) => {
  expect(notePartsOf(content).body).toBe(body);
});
