/** Sizes for a document of tests, which has none: every element is as large as its window, until the test ends. */

import { onTestFinished } from 'vitest';

export interface DocumentSize {
  readonly width: number;
  readonly height: number;
}

/** The answer gives the window another size, as a hand at its edge does. */
export function sizeDocument(size: DocumentSize): (size: DocumentSize) => void {
  let now = size;
  const observers = new Set<() => void>();
  const prototype = HTMLElement.prototype;
  const before = {
    clientWidth: Object.getOwnPropertyDescriptor(prototype, 'clientWidth'),
    clientHeight: Object.getOwnPropertyDescriptor(prototype, 'clientHeight'),
  };
  const { ResizeObserver: replaced } = globalThis;
  Object.defineProperty(prototype, 'clientWidth', { configurable: true, get: () => now.width });
  Object.defineProperty(prototype, 'clientHeight', { configurable: true, get: () => now.height });
  globalThis.ResizeObserver = class implements ResizeObserver {
    private readonly tell: () => void;

    constructor(callback: ResizeObserverCallback) {
      this.tell = () => callback([], this);
    }

    observe(): void {
      observers.add(this.tell);
    }

    unobserve(): void {
      this.disconnect();
    }

    disconnect(): void {
      observers.delete(this.tell);
    }
  };
  onTestFinished(() => {
    globalThis.ResizeObserver = replaced;
    for (const [name, descriptor] of Object.entries(before)) {
      if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
      else Object.defineProperty(prototype, name, descriptor);
    }
  });
  return (next) => {
    now = next;
    for (const tell of observers) tell();
  };
}
