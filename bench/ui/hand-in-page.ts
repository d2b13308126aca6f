/** What runs in the page for layouts: the wait for what they draw, a loop of frames, a scroll, a drag and a drop. */

export interface Painted {
  /** Milliseconds to the frame, from the last answer that it needed. */
  readonly answer: number;
  /** And from the press. */
  readonly press: number;
}

export interface Walked {
  /** Frames a second. */
  readonly rate: number;
  /** Milliseconds between two frames: the 99th percentile. */
  readonly late: number;
}

export interface Dragged extends Walked {
  /** Frames a second of a loop that does nothing. */
  readonly empty: number;
  readonly nodes: number;
}

export interface DragPlace {
  readonly root: string;
  readonly lifted: string;
  /** Pixels at the left of the root, over which nothing is dropped. */
  readonly side?: number;
}

export interface Drop {
  readonly lifted: HTMLElement;
  /** Pixels of the window. */
  readonly to: { readonly x: number; readonly y: number };
  readonly isOver: () => boolean;
  readonly isThere: () => boolean;
}

export interface Hand {
  paint(press: () => void, drawn: string): Promise<Painted>;
  /** 300 frames with a step in each; `at` goes from 0 to 1. */
  walk(step: (at: number) => void): Promise<Walked>;
  /** Those whose middle can be hit. */
  inSight(root: HTMLElement, selector: string): readonly HTMLElement[];
  /** To and fro over the whole place for five seconds, and back where it was. */
  dragAbout(place: DragPlace): Promise<Dragged>;
  /** Milliseconds from the release to the frame that shows it in its new place. */
  drop(drop: Drop): Promise<number>;
}

declare global {
  interface Window {
    hand: Hand;
  }
}

/** Sent to the page as it is, after the instruments: it uses nothing else from outside. */
export function installHand(): void {
  const { bench } = window;
  const paint: Hand['paint'] = async (press, drawn) => {
    await bench.quiet();
    performance.clearResourceTimings();
    bench.answers.length = 0;
    const isDrawn = (): boolean => document.querySelector(drawn) !== null;
    // An answer that comes later is one for what is drawn next.
    let drawnAt = Infinity;
    const observer = new MutationObserver(() => {
      if (!isDrawn()) return;
      drawnAt = performance.now();
      observer.disconnect();
    });
    const since = performance.now();
    press();
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    const end = since + (await bench.shown(since, isDrawn));
    observer.disconnect();
    const ofNet = performance
      .getEntriesByType('resource')
      .flatMap((entry) =>
        entry.name.includes('/select_rows/') ? [(entry as PerformanceResourceTiming).responseEnd] : [],
      );
    const answered = [...ofNet, ...bench.answers].filter((time) => time > since && time <= Math.min(drawnAt, end));
    await bench.quiet();
    return { answer: end - Math.max(since, ...answered), press: end - since };
  };
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const walk: Hand['walk'] = async (step) => {
    const FRAMES = 300;
    const gaps: number[] = [];
    let before = await frame();
    for (let count = 0; count < FRAMES; count++) {
      step(count / FRAMES);
      const now = await frame();
      gaps.push(now - before);
      before = now;
    }
    const sum = gaps.reduce((total, gap) => total + gap, 0);
    return { rate: (FRAMES * 1000) / sum, late: gaps.sort((a, b) => a - b)[Math.floor(FRAMES * 0.99)] ?? 0 };
  };
  const middleOf = (element: HTMLElement): { readonly x: number; readonly y: number } => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const inSight: Hand['inSight'] = (root, selector) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((each) => {
      const { x, y } = middleOf(each);
      return document.elementFromPoint(x, y)?.closest(selector) === each;
    });
  const fire = (type: string, x: number, y: number, on: EventTarget = document): void =>
    void on.dispatchEvent(
      new PointerEvent(type, {
        ...{ clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true, cancelable: true },
      }),
    );
  const lift = (lifted: HTMLElement): void => {
    const { x, y } = middleOf(lifted);
    lifted.focus({ preventScroll: true });
    fire('pointerdown', x, y, lifted);
    fire('pointermove', x + 8, y);
  };
  window.hand = {
    ...{ paint, walk, inSight },
    dragAbout: async ({ root: selector, lifted: bar, side = 0 }) => {
      const { rate: empty } = await walk(() => undefined);
      const root = document.querySelector<HTMLElement>(selector);
      const [lifted] = root === null ? [] : inSight(root, bar);
      if (root === null || lifted === undefined) throw new Error(`there is no ${bar} in sight`);
      const { left, width, top, height } = root.getBoundingClientRect();
      lift(lifted);
      let changes = 0;
      const observer = new MutationObserver(() => void (changes += 1));
      observer.observe(root, { subtree: true, childList: true, attributes: true });
      const { rate, late } = await walk((at) =>
        fire(
          'pointermove',
          left + side + 60 + (width - side - 120) * Math.abs(Math.sin(at * 12)),
          top + 80 + (height - 160) * at,
        ),
      );
      observer.disconnect();
      if (changes < 20) throw new Error(`the drag of ${bar} moved nothing`);
      const nodes = root.querySelectorAll('*').length;
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      await bench.quiet();
      return { empty, rate, late, nodes };
    },
    drop: async ({ lifted, to, isOver, isThere }) => {
      lift(lifted);
      fire('pointermove', to.x, to.y);
      await bench.shown(performance.now(), isOver);
      await bench.anyMoment();
      const since = performance.now();
      fire('pointerup', to.x, to.y);
      return bench.shown(since, isThere);
    },
  };
}
