/** Draws before the next key comes. */

import { options } from 'preact';

/** Draws what `change` sets before this returns. Without it Preact draws in a microtask. */
export function drawNow<Result>(change: () => Result): Result {
  const usual = Object.getOwnPropertyDescriptor(options, 'debounceRendering');
  let draw: () => void = () => undefined;
  options.debounceRendering = (process) => void (draw = process);
  try {
    const result = change();
    draw();
    return result;
  } finally {
    if (usual === undefined) delete options.debounceRendering;
    else Object.defineProperty(options, 'debounceRendering', usual);
  }
}
