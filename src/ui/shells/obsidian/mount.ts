/** Draws a component into an element of the app, and takes it away. */

import { type VNode, render } from 'preact';

export function mountComponent(vnode: VNode, container: HTMLElement): void {
  render(vnode, container);
}

/** Stops everything that the components there listen to. */
export function unmountComponent(container: HTMLElement): void {
  render(null, container);
}
