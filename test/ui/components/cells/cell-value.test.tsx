/** Each type of value has its look; what is clicked in a cell tells whom it concerns. */

import { render } from 'preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../../../src/engine/index';
import { CellValue } from '../../../../src/ui/components/cells/cell-value';
import { addDays } from '../../../../src/kernel/day-text';
import { dayDraft, dayLabel, localToday } from '../../../../src/ui/components/text/date-text';
import type { GridColumn } from '../../../../src/ui/components/grid-column';
import { column, STATUS } from '../grid-fixture';

let container: HTMLElement;
beforeEach(() => {
  container = document.createElement('div');
});

const openLink = vi.fn();

function draw(spec: GridColumn, value: Json | undefined, toggle?: () => void, width = 300): HTMLElement {
  render(
    <CellValue
      column={spec}
      value={value}
      width={width}
      openLink={openLink}
      {...(toggle === undefined ? {} : { toggle })}
    />,
    container,
  );
  return container;
}

describe('a value', () => {
  it.each<[string, GridColumn, Json | undefined, string]>([
    ['text', column('a'), 'plain', 'plain'],
    ['text that is no address', column('a'), 'see https://example.org', 'see https://example.org'],
    ['a number', column('a', { type: 'number' }), 4.5, '4.5'],
    ['nothing', column('a'), null, ''],
    ['an absent value', column('a'), undefined, ''],
    ['an empty list', column('a', { type: 'list' }), [], ''],
    ['a day that is none', column('a', { type: 'date' }), 'some day', 'some day'],
    ['an allowed value', STATUS, 'doing', '<span class="ndb-chip" style="--ndb-hue: var(--color-green);">doing</span>'],
    ['a value that is not allowed', STATUS, 'don', '<span class="ndb-chip">don</span>'],
    ['a link that is none', column('a', { type: 'link' }), 'Ada', 'Ada'],
    ['JSON', column('a', { type: 'json' }), { a: [1] }, '<code class="ndb-json">{"a":[1]}</code>'],
    [
      'a choice with underscores',
      column('a', { type: 'enum', values: ['at_home'] }),
      'at_home',
      '<span class="ndb-chip" style="--ndb-hue: var(--color-blue);">at home</span>',
    ],
    ['an object where text should be', column('a'), { a: 1 }, '{"a":1}'],
    ['markup', column('a'), '<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
  ])('%s', (_what, spec, value, html) => expect(draw(spec, value).innerHTML).toBe(html));

  it('has a colour in one column of choices, and a sign of its rank in the others that have one', () => {
    const ranked = { ...column('priority', { type: 'enum', values: ['low', 'medium', 'high'] }), isOrdered: true };
    const signs = (spec: GridColumn, value: string, tinted: string): string => {
      render(<CellValue column={spec} width={300} {...{ value, openLink, tinted }} />, container);
      return [...container.querySelectorAll('path')]
        .map((bar) => (bar.classList.contains('ndb-is-empty') ? '.' : '|'))
        .join('');
    };
    expect(['low', 'medium', 'high', 'other'].map((value) => signs(ranked, value, 'status'))).toEqual([
      '|..',
      '||.',
      '|||',
      '',
    ]);
    expect(signs(ranked, 'low', 'priority')).toBe('');
    expect(container.innerHTML).toContain('--color-blue');
    expect(signs({ ...ranked, isOrdered: false }, 'low', 'status')).toBe('');
    expect(container.innerHTML).toContain('ndb-is-plain');
  });

  it('is a day as people say it, with its weekday when it is near', () => {
    const day = column('due', { type: 'date' });
    expect(draw(day, '1999-11-21').textContent).toBe(dayDraft('1999-11-21'));
    const soon = addDays(localToday(), 2);
    const { text, weekday } = dayLabel(soon, localToday());
    expect(draw(day, soon).textContent).toBe(`${text} ${weekday ?? ''}`);
    expect(draw(day, soon).querySelector('time')?.getAttribute('datetime')).toBe(soon);
    const start = draw(column('start', { type: 'datetime' }), '1999-11-21T09:30:00+01:00').querySelector('time');
    expect(start?.textContent).toBe(`${dayDraft('1999-11-21')}, 09:30`);
    expect(start?.title).toBe('1999-11-21T09:30:00+01:00');
  });

  it('tells how many pills of a list its cell has no room for, and cuts none in the middle', () => {
    const tags = column('tags', { type: 'list' });
    const shown = draw(tags, ['garden', 'kitchen', 'cellar', 'attic'], undefined, 180);
    expect([...shown.querySelectorAll('.ndb-pill')].map((el) => el.textContent)).toEqual(['garden', 'kitchen']);
    expect(shown.querySelector('.ndb-rest')?.textContent).toBe('+2');
    expect(shown.querySelector('.ndb-pills')?.getAttribute('title')).toBe('garden, kitchen, cellar, attic');
    expect(draw(tags, ['a'.repeat(80), 'b'], undefined, 180).querySelectorAll('.ndb-pill')).toHaveLength(1);
  });

  it('is cut after some hundred letters, so that a huge one does not hold the page up', () => {
    expect(draw(column('a'), 'x'.repeat(100_000)).textContent.length).toBeLessThan(600);
  });

  it('is a pill each in a list, one also where a list should be', () => {
    const tags = column('tags', { type: 'list' });
    expect([...draw(tags, ['a', 'b']).querySelectorAll('.ndb-pill')].map((el) => el.textContent)).toEqual(['a', 'b']);
    expect([...draw(tags, 'alone').querySelectorAll('.ndb-pill')].map((el) => el.textContent)).toEqual(['alone']);
    const states = column('states', { type: 'list', itemType: 'enum', values: ['x', 'y'] });
    expect(draw(states, ['y']).querySelector('.ndb-pill')?.innerHTML).toMatch(/--color-green.*>y</);
  });

  it('is a link that opens its target and does not select the cell', () => {
    const selected = vi.fn();
    container.addEventListener('click', selected);
    draw(column('lead', { type: 'link' }), '[[people/Ada|the countess]]')
      .querySelector('a')
      ?.click();
    expect(openLink).toHaveBeenCalledExactlyOnceWith('people/Ada', expect.any(MouseEvent));
    expect(selected).not.toHaveBeenCalled();
  });

  it.each<[string, Partial<GridColumn>, number, string]>([
    ['money', { numberFormat: { style: 'currency', currency: 'EUR' } }, 1234.5, '€1,234.50'],
    ['a unit', { numberFormat: { style: 'number', unit: 'kg', decimals: 1 } }, 12, '12.0\u00a0kg'],
    ['percent', { numberFormat: { style: 'percent' } }, 60, '60%'],
    ['a bar with its number', { numberFormat: { style: 'bar' } }, 60, '60'],
    ['stars', { numberFormat: { style: 'stars' } }, 3, '★★★★★'],
    ['as many stars as the largest value', { numberFormat: { style: 'stars' }, max: 7 }, 7, '★★★★★★★'],
    ['a number that has no stars', { numberFormat: { style: 'stars' } }, 6, '6'],
    ['a number below zero', { numberFormat: { style: 'stars' } }, -1, '-1'],
  ])('is a number with its format: %s', (_, more, value, text) => {
    expect(draw(column('a', { type: 'number', ...more }), value).textContent).toBe(text);
    const items = { ...more, type: 'list', itemType: 'number' } as const;
    expect(draw(column('a', items), [value]).querySelector('.ndb-pill')?.textContent).toBe(text);
  });

  it('fills its bar from the smallest to the largest value, and no further', () => {
    const part = (value: number, more: Partial<GridColumn> = {}): string | undefined =>
      draw(column('a', { type: 'number', numberFormat: { style: 'bar' }, ...more }), value)
        .querySelector<HTMLElement>('.ndb-bar')
        ?.style.getPropertyValue('--ndb-part');
    expect([part(25), part(250), part(-5), part(15, { min: 10, max: 20 }), part(5, { min: 5, max: 5 })]).toEqual([
      '25%',
      '100%',
      '0%',
      '50%',
      '0%',
    ]);
  });

  it('says how many stars there are', () => {
    const stars = draw(column('a', { type: 'integer', numberFormat: { style: 'stars' } }), 3).querySelector(
      '[role=img]',
    );
    expect(stars?.getAttribute('aria-label')).toBe('3 of 5');
    expect(stars?.querySelector('span')?.textContent).toBe('★★');
  });

  it.each<[GridColumn['textFormat'], string, string | null, string]>([
    ['url', 'example.org/a', 'https://example.org/a', 'example.org/a'],
    ['url', 'http://localhost:80/', 'http://localhost:80/', 'localhost:80/'],
    ['url', 'javascript:alert(1)', null, 'javascript:alert(1)'],
    ['url', 'see below', null, 'see below'],
    ['email', ' ada@example.org', 'mailto:ada@example.org', ' ada@example.org'],
    ['email', 'ada@example.org?bcc=x@example.org', null, 'ada@example.org?bcc=x@example.org'],
    ['email', 'ada', null, 'ada'],
    ['phone', '+49 (30) 123-45', 'tel:+493012345', '+49 (30) 123-45'],
    ['phone', 'call me', null, 'call me'],
    [null, 'example.org', null, 'example.org'],
  ])('is a link where the column says what the text is: %s %s', (textFormat, value, href, text) => {
    const shown = draw(column('a', { textFormat }), value);
    expect([shown.querySelector('a')?.getAttribute('href') ?? null, shown.textContent]).toEqual([href, text]);
  });

  it('has the colour that the definition gives', () => {
    const colored = { ...STATUS, colors: { doing: 'red' } } as const;
    expect(draw(colored, 'doing').innerHTML).toContain('--color-red');
    expect(draw(colored, 'todo').innerHTML).toContain('--color-blue');
  });

  it('is a link into the web without its scheme', () => {
    const link = draw(column('page'), 'https://www.example.org/a').querySelector('a');
    expect([link?.textContent, link?.getAttribute('href'), link?.rel]).toEqual([
      'example.org/a',
      'https://www.example.org/a',
      'noopener',
    ]);
  });
});

describe('a check box', () => {
  const flag = column('owned', { type: 'boolean' });

  it.each<[Json | undefined, boolean, boolean]>([
    [true, true, false],
    [false, false, false],
    [undefined, false, true],
    ['yes', false, false],
  ])('of %j is checked: %s, empty: %s', (value, isChecked, isEmpty) => {
    const box = draw(flag, value).querySelector('input');
    expect([box?.checked, box?.classList.contains('ndb-is-empty')]).toEqual([isChecked, isEmpty]);
  });

  it('is fixed where nothing is edited, and asks for the change where it is', () => {
    expect(draw(flag, true).querySelector('input')?.disabled).toBe(true);
    const toggle = vi.fn();
    const box = draw(flag, true, toggle).querySelector('input');
    box?.click();
    expect(toggle).toHaveBeenCalledOnce();
    expect(box?.checked).toBe(true); // until it is written
  });
});
