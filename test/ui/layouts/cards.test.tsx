/** Cards with pictures. docs/views.md#cards */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually';
import { EditingPage } from '../editing-page';
import { sizeDocument } from '../sized-document';

let page: EditingPage;
beforeEach(() => void sizeDocument({ width: 1000, height: 600 }));
afterEach(() => page.close());

const tile = (title: string): HTMLElement => {
  const found = [...page.container.querySelectorAll<HTMLElement>('.ndb-row-line')].find((each) =>
    each.textContent.includes(title),
  );
  if (found === undefined) throw new Error(`no card ${title}`);
  return found;
};
const address = (title: string): string | null => tile(title).querySelector('img')?.getAttribute('src') ?? null;

/** The picture that each text in the column `tags` gives a card; the home of the test has an address for `there.png` alone. */
async function open(tags: Record<string, string[]>, settings: Record<string, string> = {}): Promise<void> {
  const rows = Object.entries(tags).map(([title, items]) => ({ title, status: 'todo', tags: items }));
  page = await EditingPage.open(rows);
  page.pictures.set('there.png', 'blob:there');
  page.show('cards', { picture: 'tags', ...settings });
  await eventually(() => expect(tile(Object.keys(tags)[0] ?? '')).toBeDefined());
}

describe('the picture of a card', () => {
  it.each([
    ['an embedded one', ['![[there.png]]'], 'blob:there'],
    ['a link', ['[[there.png|The cover]]'], 'blob:there'],
    ['a path', ['there.png'], 'blob:there'],
    ['one of the web', ['https://example.org/a'], 'https://example.org/a'],
    ['the first one of a list', ['[[Note]]', 'word', '[[there.png]]', '[[gone.png]]'], 'blob:there'],
    ['none', ['[[Note]]', 'word'], null],
  ])('is %s', async (_, tags, expected) => {
    await open({ Cake: tags });
    await eventually(() => expect(address('Cake')).toBe(expected));
  });

  it('that is missing is named in its place', async () => {
    await open({ Cake: ['[[gone.png]]'] });
    await eventually(() => expect(tile('Cake').textContent).toContain('gone.png is not shown.'));
  });

  it('that does not load is named in its place', async () => {
    await open({ Cake: ['[[there.png]]'] });
    await eventually(() => expect(address('Cake')).toBe('blob:there'));
    tile('Cake').querySelector('img')?.dispatchEvent(new Event('error'));
    await eventually(() => expect(tile('Cake').textContent).toContain('there.png is not shown.'));
  });

  it('is the first one of the note where no column is chosen', async () => {
    page = await EditingPage.open([]);
    page.pictures.set('there.png', 'blob:first');
    const body = 'See [[Ann]], ![[there.png]] and ![[other.png]].';
    await page.vault.run('insert_row', { table: 'tasks', values: { title: 'Cake', status: 'todo' }, body });
    page.show('cards');
    await eventually(() => expect(address('Cake')).toBe('blob:first'));
  });

  it('fills its frame, or is shown whole', async () => {
    await open({ Cake: ['[[there.png]]'] });
    const fit = (): string | undefined => tile('Cake').querySelector<HTMLElement>('.ndb-cover')?.dataset['fit'];
    expect(fit()).toBe('cover');
    page.show('cards', { picture: 'tags', fit: 'contain' });
    await eventually(() => expect(fit()).toBe('contain'));
  });
});

it.each([
  ['small', 6],
  ['medium', 4],
  ['large', 2],
])('has %s cards: %i a line', async (size, count) => {
  await open({ A: [], B: [], C: [], D: [], E: [], F: [] }, { size });
  const list = page.container.querySelector<HTMLElement>('.ndb-row-scroll');
  await eventually(() => expect(list?.style.getPropertyValue('--ndb-per-line')).toBe(String(count)));
});

it('does not repeat the picture as a fact', async () => {
  await open({ Cake: ['[[there.png|The cover]]'] });
  expect(tile('Cake').textContent).not.toContain('The cover');
});
