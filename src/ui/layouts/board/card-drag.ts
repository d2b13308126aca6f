/** A card under the pointer: it floats above the board, its slot shows where it would go, and the board scrolls at its edges. */

import type { GridRow } from '../../components/grid-column';
import { type PointerDrag, watchDrag } from '../../components/pointer-drag';
import { noteName } from '../../client/note-text';
import { stepAt } from '../edge-scroll';
import { placeOf } from './board-keys';
import type { BoardModel, BoardPlace } from './board-model';

export function liftCard(event: PointerEvent, root: HTMLElement, model: BoardModel): void {
  const target = event.target as Element | null;
  const card = target?.closest<HTMLElement>('.ndb-card') ?? null;
  const isOther = target?.closest('a, input, .ndb-card-menu') ?? null;
  if (card === null || isOther !== null) return;
  watchDrag(event, root, () => CardDrag.begin(card, root, model, event));
}

class CardDrag implements PointerDrag {
  private readonly floating: HTMLElement;
  private over: BoardPlace | null = null;

  private constructor(
    private readonly row: GridRow,
    private readonly from: BoardPlace,
    private readonly root: HTMLElement,
    private readonly model: BoardModel,
    /** From the corner of the card to the pointer. */
    private readonly grip: { readonly x: number; readonly y: number },
    card: HTMLElement,
  ) {
    this.floating = card.cloneNode(true) as HTMLElement;
    this.floating.removeAttribute('data-row');
    this.floating.classList.add('ndb-is-lifted');
    this.floating.style.setProperty('--ndb-w', `${card.offsetWidth}px`);
    this.floating.style.setProperty('--ndb-h', `${card.offsetHeight}px`);
    root.append(this.floating);
  }

  static begin(
    card: HTMLElement,
    root: HTMLElement,
    model: BoardModel,
    { clientX, clientY }: PointerEvent,
  ): CardDrag | null {
    const place = placeOf(model, card);
    const line = place?.cards.lineOf(card.dataset['row'] ?? '') ?? -1;
    const row = line < 0 ? null : (place?.cards.at(line) ?? null);
    if (place === null || row === null || model.props.editing?.putTogether === undefined) return null;
    const { left, top } = card.getBoundingClientRect();
    const drag = new CardDrag(row, place, root, model, { x: clientX - left, y: clientY - top }, card);
    model.cursor.value = row.key;
    model.dragged.value = { row, to: place.cards.key, before: place.cards.at(line + 1)?.key ?? null };
    return drag;
  }

  move(x: number, y: number): void {
    // The board is about other columns now.
    if (this.model.dragged.peek() === null) return this.floating.remove();
    const { left, top } = this.root.getBoundingClientRect();
    this.floating.style.setProperty('--ndb-x', `${Math.round(x - left - this.grip.x)}px`);
    this.floating.style.setProperty('--ndb-y', `${Math.round(y - top - this.grip.y)}px`);
    const under = this.root.ownerDocument.elementFromPoint?.(x, y) ?? null;
    this.scroll(under, x, y);
    this.look(under, y);
  }

  end(isDropped: boolean): void {
    this.floating.remove();
    const { model, row, from, over } = this;
    const slot = model.dragged.peek();
    model.dragged.value = null;
    if (slot === null) return;
    model.said.value = '';
    model.wanted.value = row.key;
    if (!isDropped || over === null) return;
    const why = model.whyNot(from, over);
    if (why === null) model.move(row, from, over, slot.before);
    else if (from.cards.key !== over.cards.key) model.said.value = why;
  }

  /** Where the card would go, which the foot of the board says. */
  private look(under: Element | null, y: number): void {
    const { model, row, from } = this;
    const element = under?.closest<HTMLElement>('[data-place]') ?? null;
    const place = model.placeNamed(element?.dataset['place'] ?? '');
    this.over = place;
    if (place === null) return;
    const why = model.whyNot(from, place);
    const isOther = place.cards.key !== from.cards.key;
    model.said.value = why !== null ? (isOther ? why : '') : isOther ? this.words(place) : '';
    const before = why === null ? this.cardBelow(place, element, y) : model.nextOf(from, row);
    const to = why === null ? place.cards.key : from.cards.key;
    const slot = model.dragged.peek();
    if (slot?.to !== to || slot.before !== before) model.dragged.value = { row, to, before };
  }

  private words(to: BoardPlace): string {
    const { lane, band } = this.model.columns;
    const isLane = to.lane.key !== this.from.lane.key;
    const [column, value] = isLane ? [lane, this.model.laneName(to.lane)] : [band, this.model.bandName(to.band)];
    return `Drop to set ${column?.label ?? ''} of ${noteName(this.row.path)} to ${value}.`;
  }

  /** The key of the card that the slot lies before. */
  private cardBelow({ cards }: BoardPlace, element: HTMLElement | null, y: number): string | null {
    const list = element?.querySelector('.ndb-lane-cards') ?? null;
    const others = this.keysIn(list);
    const below = others.find(({ middle }) => y < middle);
    if (below !== undefined) return below.key;
    const last = others.at(-1);
    // Cards further down are not drawn.
    return last === undefined ? null : (cards.at(cards.lineOf(last.key) + 1)?.key ?? null);
  }

  private keysIn(list: Element | null): readonly { readonly key: string; readonly middle: number }[] {
    return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      .map((card) => {
        const { top, height } = card.getBoundingClientRect();
        return { key: card.dataset['row'] ?? '', middle: top + height / 2 };
      })
      .sort((one, other) => one.middle - other.middle);
  }

  private scroll(under: Element | null, x: number, y: number): void {
    const lane = under?.closest('.ndb-lane')?.querySelector('.ndb-lane-scroll') ?? null;
    const board = this.root.querySelector('.ndb-board-scroll');
    if (lane !== null) {
      const { top, bottom } = lane.getBoundingClientRect();
      lane.scrollTop += stepAt(y, top, bottom);
    }
    if (board === null) return;
    const { left, right, top, bottom } = board.getBoundingClientRect();
    board.scrollLeft += stepAt(x, left, right);
    board.scrollTop += stepAt(y, top, bottom);
  }
}
