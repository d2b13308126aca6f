/** What floats above the page beside or over an element of it, where no scrolling part cuts it off: in its main part, else in the body. */

import { autoUpdate, computePosition, flip, hide, offset, shift, size } from '@floating-ui/dom';
import { type ComponentChildren, render } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { ServerAbsence } from '../form/server-away';

export interface FloatingProps {
  /** Null when it is not there any more. */
  readonly anchor: () => Element | null;
  readonly class: string;
  /** `over`: in the anchor's own place. `below`: under it, or above it where there is no room. */
  readonly place: 'over' | 'below' | 'below-end';
  readonly children: ComponentChildren;
  /** In a narrow window it comes up from the bottom edge, as wide as the window. */
  readonly isSheet?: boolean;
  /** A press of the pointer anywhere else than in it, its anchor, and what floats above it. */
  readonly onOutside?: (event: PointerEvent) => void;
}

/** Between it and the edges of the window. */
const MARGIN = 6;

export function Floating(props: FloatingProps): null {
  const latest = useRef(props);
  latest.current = props;
  const absence = useContext(ServerAbsence);
  const layer = useRef<HTMLElement | null>(null);
  /** In a tree of its own, which has none of the contexts around it. */
  const draw = (element: HTMLElement): void =>
    render(<ServerAbsence.Provider value={absence}>{props.children}</ServerAbsence.Provider>, element);
  // Layout effects: the next key may come before anything is painted, and belongs into the field that opens here.
  useLayoutEffect(() => {
    const anchor = props.anchor();
    if (anchor === null) return;
    const { body } = anchor.ownerDocument;
    const element = anchor.ownerDocument.createElement('div');
    element.className = `ndb-floating ${props.class}`;
    // A reader of the screen that goes from landmark to landmark finds it there.
    (anchor.closest('main') ?? body).append(element);
    layer.current = element;
    draw(element);
    const stop = followAnchor(anchor, element, props);
    const onPress = (event: PointerEvent): void => {
      const target = event.target as Element | null;
      if (target !== null && !anchor.contains(target) && isOutside(target, element)) latest.current.onOutside?.(event);
    };
    body.ownerDocument.addEventListener('pointerdown', onPress, true);
    return () => {
      body.ownerDocument.removeEventListener('pointerdown', onPress, true);
      stop();
      layer.current = null;
      render(null, element);
      element.remove();
    };
  }, []);
  useLayoutEffect(() => {
    if (layer.current !== null) draw(layer.current);
  });
  return null;
}

/** As wide as a phone, or a pane of that width that is a window. */
const NARROW = '(max-width: 500px)';

/** Returns the function that stops it. */
function followAnchor(anchor: Element, element: HTMLElement, { isSheet, place }: FloatingProps): () => void {
  const isNarrow = element.ownerDocument.defaultView?.matchMedia?.(NARROW).matches === true;
  if (isSheet !== true || !isNarrow) return autoUpdate(anchor, element, () => void putInPlace(anchor, element, place));
  element.classList.add('ndb-sheet', 'ndb-is-placed');
  return () => undefined;
}

/** What floats above it came later. What darkens the window behind a sheet is the sheet itself. */
function isOutside(target: Element, element: HTMLElement): boolean {
  if (target === element) return element.classList.contains('ndb-sheet');
  if (element.contains(target)) return false;
  const floating = target.closest('.ndb-floating');
  return floating === null || (element.compareDocumentPosition(floating) & element.DOCUMENT_POSITION_FOLLOWING) === 0;
}

async function putInPlace(anchor: Element, element: HTMLElement, place: FloatingProps['place']): Promise<void> {
  const isOver = place === 'over';
  const { x, y, middlewareData } = await computePosition(anchor, element, {
    strategy: 'fixed',
    placement: place === 'below-end' ? 'bottom-end' : 'bottom-start',
    middleware: [
      isOver ? offset(({ rects }) => -rects.reference.height) : offset(2),
      ...(isOver ? [] : [flip({ padding: MARGIN })]),
      shift({ padding: MARGIN, crossAxis: isOver }),
      size({
        padding: MARGIN,
        apply: ({ rects }) => element.style.setProperty('--ndb-anchor-width', `${Math.round(rects.reference.width)}px`),
      }),
      hide({ padding: -1 }),
    ],
  });
  element.style.setProperty('--ndb-x', `${Math.round(x)}px`);
  element.style.setProperty('--ndb-y', `${Math.round(y)}px`);
  element.classList.toggle('ndb-is-out-of-sight', middlewareData.hide?.referenceHidden === true);
  element.classList.add('ndb-is-placed');
}
