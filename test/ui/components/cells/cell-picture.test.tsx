/** A picture in a cell: embedded ones are drawn, with their text, and a link stays where there is none. docs/screens.md#tables */

import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import { CellValue } from '../../../../src/ui/components/cells/cell-value';
import { type PictureAddress, Pictures } from '../../../../src/ui/components/cells/cell-picture';
import { pictureCache } from '../../../../src/ui/shells/page/picture-cache';
import { column } from '../grid-fixture';

const COVER = column('cover', { type: 'link' });
const known: PictureAddress = (target, source) =>
  Promise.resolve(target === 'gone.png' ? null : `blob:${source}/${target}`);

async function draw(value: string, source: string | null = 'Albums/Blue.md'): Promise<HTMLElement> {
  const container = document.createElement('div');
  await act(() =>
    render(
      <Pictures.Provider value={known}>
        <CellValue
          column={COVER}
          value={value}
          width={300}
          openLink={() => undefined}
          {...(source === null ? {} : { source })}
        />
      </Pictures.Provider>,
      container,
    ),
  );
  return container;
}

describe('a picture in a cell', () => {
  it.each([
    ['![[a.png|The cover]]', 'a.png', 'The cover'],
    ['![[Pictures/a b.JPG]]', 'Pictures/a b.JPG', 'a b.JPG'],
    ['![The cover](<Pictures/a b.webp>)', 'Pictures/a b.webp', 'The cover'],
    ['![The cover](Pictures/a%20b.png)', 'Pictures/a b.png', 'The cover'],
  ])('%s is drawn within its link', async (value, target, text) => {
    const picture = (await draw(value)).querySelector('a.ndb-link > img');
    expect(picture?.getAttribute('src')).toBe(`blob:Albums/Blue.md/${target}`);
    expect([picture?.getAttribute('alt'), picture?.getAttribute('title')]).toEqual([text, text]);
  });

  it.each(['[[a.png]]', '![[Note]]', '![[gone.png|x]]', '![x](https://y.z/a.md)'])('%s is a link', async (value) => {
    const cell = await draw(value);
    expect(cell.querySelector('img')).toBeNull();
    expect(cell.querySelector('a')?.textContent).not.toBe('');
  });

  it('is a link where no note is known', async () => {
    expect((await draw('![[a.png]]', null)).querySelector('img')).toBeNull();
  });

  it('gives way to its text when the file is no picture', async () => {
    const cell = await draw('![[a.png|The cover]]');
    await act(() => void cell.querySelector('img')?.dispatchEvent(new Event('error')));
    expect(cell.querySelector('img')).toBeNull();
    expect(cell.textContent).toBe('The cover');
  });
});

describe('the pictures of the page', () => {
  it('are fetched once, and again where there was none', async () => {
    const asked: string[] = [];
    const addressOf = pictureCache((target) => {
      asked.push(target);
      return Promise.resolve(target === 'gone.png' ? null : new Blob([target]));
    });
    const [first, second] = [await addressOf('a.png', 'n.md'), await addressOf('a.png', 'n.md')];
    expect(first).toMatch(/^blob:/);
    expect(second).toBe(first);
    expect(await addressOf('gone.png', 'n.md')).toBeNull();
    expect(await addressOf('gone.png', 'n.md')).toBeNull();
    expect(asked).toEqual(['a.png', 'gone.png', 'gone.png']);
  });
});
