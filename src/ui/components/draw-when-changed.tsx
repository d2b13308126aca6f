/** A component that is drawn again only when a value that it is given is another one. */

import type { FunctionComponent, JSX } from 'preact';
import { useRef } from 'preact/hooks';

/** Functions are not looked at, since each drawing of the parent makes new ones. The component calls the latest. */
export function drawWhenChanged<Props extends object>(Drawn: FunctionComponent<Props>): FunctionComponent<Props> {
  return function DrawWhenChanged(props: Props) {
    const latest = useRef(props);
    latest.current = props;
    const drawn = useRef<{ readonly props: Props; readonly element: JSX.Element } | null>(null);
    if (drawn.current === null || !isSame(drawn.current.props, props)) {
      drawn.current = { props, element: <Drawn {...callingLatest(props, latest)} /> };
    }
    return drawn.current.element;
  };
}

const isFunction = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function';

function isSame(one: object, other: object): boolean {
  const [before, now] = [new Map<string, unknown>(Object.entries(one)), Object.entries(other)];
  return (
    before.size === now.length &&
    now.every(([name, value]) => {
      const was = before.get(name);
      return Object.is(was, value) || (isFunction(was) && isFunction(value));
    })
  );
}

function callingLatest<Props extends object>(props: Props, latest: { readonly current: Props }): Props {
  const entries = Object.entries(props).map(([name, value]: [string, unknown]) => {
    if (!isFunction(value)) return [name, value];
    const call = (...args: unknown[]): unknown => {
      const now: unknown = Reflect.get(latest.current, name);
      return isFunction(now) ? now(...args) : undefined;
    };
    return [name, call];
  });
  return Object.fromEntries(entries) as Props;
}
