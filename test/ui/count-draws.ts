/** How often components are drawn, by the names of their functions, until the test ends. */

import { type VNode, options } from 'preact';
import { onTestFinished } from 'vitest';

export interface Draws {
  of(component: string): number;
  reset(): void;
}

/** Preact's hook before a component is drawn has a short name, which its own hooks use, too. */
type RenderHook = { __r?: ((vnode: VNode) => void) | undefined };

export function countDraws(): Draws {
  const hooks = options as RenderHook;
  const before = hooks.__r;
  const counts = new Map<string, number>();
  hooks.__r = (vnode) => {
    const name = typeof vnode.type === 'function' ? vnode.type.name : '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
    before?.(vnode);
  };
  onTestFinished(() => void (hooks.__r = before));
  return { of: (component) => counts.get(component) ?? 0, reset: () => counts.clear() };
}
