/** Headings of the grid that are dragged, or moved by keys. */

import { describe, expect, it, vi } from 'vitest';
import { cell, click, container, current, draw, grid, press, setUpGrid } from './grid-page';

setUpGrid();

describe('a heading that is dragged', () => {
  const heading = (at: number): HTMLElement => container.querySelectorAll<HTMLElement>('.ndb-head')[at] as HTMLElement;
  const pointer = (type: string, at: number, clientX: number, more: PointerEventInit = {}): void => {
    heading(at).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, ...more }));
  };
  /** Each heading is 100 pixels wide. */
  function place(): void {
    for (const [at, head] of [...container.querySelectorAll<HTMLElement>('.ndb-head')].entries()) {
      head.getBoundingClientRect = () => new DOMRect(at * 100, 0, 100, 30);
      head.setPointerCapture = () => undefined;
    }
  }

  it('moves its column to where it is dropped, and does not sort', () => {
    const [onMoveColumn, onSort] = [vi.fn(), vi.fn()];
    draw({ onMoveColumn, onSort });
    place();
    pointer('pointerdown', 0, 50);
    pointer('pointermove', 0, 250);
    expect(heading(2).className).toContain('ndb-is-drop-after');
    pointer('pointermove', 0, 150);
    expect(heading(2).className).not.toContain('ndb-is-drop');
    pointer('pointerup', 0, 150);
    heading(0).querySelector<HTMLElement>('.ndb-sort')?.click();
    expect(onMoveColumn.mock.calls).toEqual([['title', 'status']]);
    expect(onSort).not.toHaveBeenCalled();
    expect(container.querySelector('.ndb-is-drop-after')).toBe(null);
  });

  it.each<[string, number, PointerEventInit]>([
    ['a click', 52, {}],
    ['a finger, which scrolls', 250, { pointerType: 'touch' }],
  ])('stays where it is after %s', (_, to, more) => {
    const [onMoveColumn, onSort] = [vi.fn(), vi.fn()];
    draw({ onMoveColumn, onSort });
    place();
    pointer('pointerdown', 0, 50, more);
    pointer('pointermove', 0, to, more);
    pointer('pointerup', 0, to, more);
    heading(0).querySelector<HTMLElement>('.ndb-sort')?.click();
    expect(onMoveColumn).not.toHaveBeenCalled();
    expect(onSort).toHaveBeenCalledOnce();
  });

  it('stays where it is when the drag is given up', () => {
    const onMoveColumn = vi.fn();
    draw({ onMoveColumn });
    place();
    pointer('pointerdown', 0, 50);
    pointer('pointermove', 0, 250);
    pointer('pointercancel', 0, 250);
    pointer('pointerup', 0, 250);
    expect(onMoveColumn).not.toHaveBeenCalled();
  });

  it('moves by Alt and an arrow, and keeps the cursor', async () => {
    const onMoveColumn = vi.fn();
    draw({ onMoveColumn });
    await click(cell(0, 1));
    await press(grid(), 'ArrowUp');
    await press(grid(), 'ArrowRight', { altKey: true });
    await press(grid(), 'ArrowLeft', { altKey: true });
    expect(onMoveColumn.mock.calls).toEqual([
      ['status', 'hours'],
      ['hours', 'status'],
    ]);
    expect(current()?.getAttribute('aria-colindex')).toBe('2');
  });
});
