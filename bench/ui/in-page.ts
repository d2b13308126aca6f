/** What runs in the page: waiting for the frame that shows something, and the hands of a person. Times are of `performance.now()`. */

export interface Instruments {
  /** After the next frame was painted. */
  painted(): Promise<number>;
  /** Milliseconds from `since` to the first painted frame in which it is so. */
  shown(since: number, isSo: () => boolean): Promise<number>;
  /** A moment at any place within a frame. */
  anyMoment(): Promise<void>;
  press(key: string): void;
  type(text: string): void;
  /** Turns until nobody writes or reads. */
  quiet(): Promise<void>;
  /** When the first answer of select_rows after `since` was there. */
  answered(since: number): number;
  grid(): HTMLElement;
  scroller(): HTMLElement;
  /** The line of the cursor and its column. */
  place(): string;
  /** Brings the heading of a column into the window. */
  heading(label: string): Promise<HTMLElement>;
  answers: number[];
}

declare global {
  interface Window {
    bench: Instruments;
  }
}

/** Sent to the page as it is: it uses nothing from outside. */
export function install(label: string): void {
  const LONGEST_WAIT = 30_000;
  const painted = (): Promise<number> =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(0);
      }),
    );
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const shown = async (since: number, isSo: () => boolean): Promise<number> => {
    for (;;) {
      const now = await painted();
      if (isSo()) return now - since;
      if (now - since > LONGEST_WAIT) throw new Error(`not shown within ${LONGEST_WAIT} ms: ${isSo.toString()}`);
    }
  };
  const grid = (): HTMLElement => {
    const found = document.querySelector<HTMLElement>(
      `.ndb-pane-place:not([inert]) [role=grid][aria-label="${label}"]`,
    );
    if (found === null) throw new Error('there is no grid');
    return found;
  };
  const scroller = (): HTMLElement => grid().closest<HTMLElement>('.ndb-scroll') as HTMLElement;
  const answers: number[] = [];
  window.bench = {
    painted,
    shown,
    grid,
    scroller,
    answers,
    anyMoment: () => pause(Math.random() * 17),
    press: (key) => {
      const target = document.activeElement ?? grid();
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    type: (text) => {
      const field = document.querySelector<HTMLInputElement>('.ndb-field') as HTMLInputElement;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    quiet: async () => {
      for (let calm = 0; calm < 4; calm++) {
        await pause(60);
        if (document.querySelector('[aria-busy=true]') !== null) calm = -1;
      }
    },
    answered: (since) => {
      const ofNet = performance
        .getEntriesByType('resource')
        .flatMap((entry) =>
          entry.name.includes('/select_rows/') ? [(entry as PerformanceResourceTiming).responseEnd] : [],
        );
      return Math.min(...[...ofNet, ...answers].filter((time) => time > since));
    },
    place: () => (grid().getAttribute('aria-activedescendant') ?? '').split('-').slice(-2).join(':'),
    heading: async (name) => {
      const find = (): HTMLElement | undefined =>
        [...grid().querySelectorAll<HTMLElement>('.ndb-sort')].find((el) => el.textContent === name);
      if (find() === undefined) scroller().scrollLeft = 0;
      await painted();
      while (find() === undefined) {
        const before = scroller().scrollLeft;
        scroller().scrollLeft += 300;
        await painted();
        if (scroller().scrollLeft === before) throw new Error(`no column ${name}`);
      }
      return find() as HTMLElement;
    },
  };
}
