/** The app's event emitter. */

export type Listener = (...data: never[]) => unknown;

export interface EventRef {
  readonly source: Events;
  readonly name: string;
  readonly callback: Listener;
  readonly context: unknown;
}

export class Events {
  private readonly listeners = new Map<string, EventRef[]>();

  on(name: string, callback: Listener, context?: unknown): EventRef {
    const ref: EventRef = { source: this, name, callback, context };
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), ref]);
    return ref;
  }

  off(name: string, callback: Listener): void {
    this.keep(name, (ref) => ref.callback !== callback);
  }

  offref(ref: EventRef): void {
    this.keep(ref.name, (other) => other !== ref);
  }

  /** One listener's error is reported later and does not keep the others from hearing. */
  trigger(name: string, ...data: unknown[]): void {
    for (const ref of this.listeners.get(name) ?? []) this.tryTrigger(ref, data);
  }

  tryTrigger(ref: EventRef, data: unknown[]): void {
    try {
      Reflect.apply(ref.callback, ref.context, data);
    } catch (error) {
      setTimeout(() => {
        throw error;
      }, 0);
    }
  }

  /** How many listen; tells whether an unloaded plugin let go. */
  listenerCount(): number {
    return [...this.listeners.values()].reduce((sum, refs) => sum + refs.length, 0);
  }

  private keep(name: string, keeps: (ref: EventRef) => boolean): void {
    this.listeners.set(name, (this.listeners.get(name) ?? []).filter(keeps));
  }
}
