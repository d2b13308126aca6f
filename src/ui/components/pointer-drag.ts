/** A drag by mouse, pen or finger. It begins after a few pixels, under a finger after a moment of rest: a quick one scrolls. Escape gives it up. */

export interface PointerDrag {
  /** Once for each frame. Pixels of the window. */
  readonly move: (x: number, y: number) => void;
  /** False: it was given up. */
  readonly end: (isDropped: boolean) => void;
}

/** `root` outlives the dragged element, which may be drawn elsewhere meanwhile. `lift` is asked once the drag begins; null: it can't. */
export function watchDrag(event: PointerEvent, root: HTMLElement, lift: () => PointerDrag | null): void {
  const view = root.ownerDocument.defaultView;
  if (event.button !== 0 || view === null) return;
  new DragWatch(event, root, view, lift);
}

/** Pixels after which a press is a drag, and under a finger a scroll. */
const SLACK = { mouse: 4, finger: 10 };
/** How long a finger rests before it lifts. */
const REST_MS = 300;

class DragWatch {
  private readonly isFinger: boolean;
  private place: { readonly x: number; readonly y: number };
  private drag: PointerDrag | null = null;
  private frame = 0;
  private readonly rest: number;
  private readonly ends = new AbortController();

  constructor(
    private readonly start: PointerEvent,
    private readonly root: HTMLElement,
    private readonly view: Window,
    private readonly lift: () => PointerDrag | null,
  ) {
    this.isFinger = start.pointerType === 'touch';
    this.place = { x: start.clientX, y: start.clientY };
    this.rest = this.isFinger ? view.setTimeout(() => this.begin(), REST_MS) : 0;
    const { ownerDocument } = root;
    const { signal } = this.ends;
    const always = { capture: true, signal };
    ownerDocument.addEventListener('pointermove', (event) => this.move(event), always);
    ownerDocument.addEventListener('pointerup', (event) => this.isOwn(event) && this.end(true), always);
    ownerDocument.addEventListener('pointercancel', (event) => this.isOwn(event) && this.end(false), always);
    ownerDocument.addEventListener('keydown', (event) => this.press(event), always);
    ownerDocument.addEventListener('contextmenu', (event) => this.isFinger && event.preventDefault(), always);
    // On the target itself: it gets these also when it is not in the document any more.
    const keep = (event: Event): void => void (this.drag !== null && event.preventDefault());
    start.target?.addEventListener('touchmove', keep, { passive: false, signal });
  }

  private isOwn({ pointerId }: PointerEvent): boolean {
    return pointerId === this.start.pointerId;
  }

  private begin(): void {
    this.drag = this.lift();
    if (this.drag === null) return this.end(false);
    try {
      this.root.setPointerCapture(this.start.pointerId);
    } catch {
      // The pointer is gone already: its end is on the way.
    }
    this.step();
  }

  private readonly step = (): void => {
    if (this.drag === null) return;
    this.drag.move(this.place.x, this.place.y);
    this.frame = this.view.requestAnimationFrame(this.step);
  };

  private move(event: PointerEvent): void {
    if (!this.isOwn(event)) return;
    this.place = { x: event.clientX, y: event.clientY };
    if (this.drag !== null) return;
    const way = Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY);
    if (way < (this.isFinger ? SLACK.finger : SLACK.mouse)) return;
    if (this.isFinger) this.end(false);
    else this.begin();
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.drag === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.end(false);
  }

  private end(isDropped: boolean): void {
    this.ends.abort();
    this.view.clearTimeout(this.rest);
    this.view.cancelAnimationFrame(this.frame);
    const { drag } = this;
    this.drag = null;
    if (drag === null) return;
    // The last place may be younger than the last frame.
    drag.move(this.place.x, this.place.y);
    drag.end(isDropped);
    this.swallowClick();
  }

  /** The browser makes a click of the press and the release. */
  private swallowClick(): void {
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    this.view.addEventListener('click', swallow, { capture: true, once: true });
    this.view.setTimeout(() => this.view.removeEventListener('click', swallow, { capture: true }), 0);
  }
}
