/** What code holds on to while it runs: timers and listeners of the window, sockets of the process. */

export interface HeldResources {
  /** Timers of the window that have neither fired nor been called off. */
  timers(): number;
  /** Listeners of window and document. */
  listeners(): number;
  stop(): void;
}

type Callable = (...args: unknown[]) => unknown;

/** Counts from now on. */
export function watchWindow(): HeldResources {
  const timers = new Set<unknown>();
  let listeners = 0;
  const undo = [
    wrap(window, 'setTimeout', (original, [run, ...rest]) => {
      const fire = (): void => {
        timers.delete(id);
        (run as () => void)();
      };
      const id = original(fire, ...rest);
      timers.add(id);
      return id;
    }),
    wrap(window, 'setInterval', (original, args) => {
      const id = original(...args);
      timers.add(id);
      return id;
    }),
    ...['clearTimeout', 'clearInterval'].map((name) =>
      wrap(window, name, (original, [id]) => {
        timers.delete(id);
        return original(id);
      }),
    ),
    ...[window, document].flatMap((target) => [
      wrap(target, 'addEventListener', (original, args) => {
        listeners += 1;
        return original(...args);
      }),
      wrap(target, 'removeEventListener', (original, args) => {
        listeners -= 1;
        return original(...args);
      }),
    ]),
  ];
  return { timers: () => timers.size, listeners: () => listeners, stop: () => undo.forEach((each) => each()) };
}

function wrap(target: object, name: string, by: (original: Callable, args: unknown[]) => unknown): () => void {
  const methods = target as Record<string, Callable>;
  const own = methods[name];
  if (own === undefined) throw new Error(`no ${name}`);
  const original: Callable = (...args) => Reflect.apply(own, target, args);
  methods[name] = (...args) => by(original, args);
  return () => {
    methods[name] = own;
  };
}

/** Listening sockets and open file watchers of this process. */
export function heldByProcess(): readonly string[] {
  const kinds = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'PipeWrap', 'FSEventWrap', 'StatWatcher'];
  return process.getActiveResourcesInfo().filter((kind) => kinds.includes(kind));
}
