/** One of a few ways, all of them in sight beside each other. */

import type { JSX } from 'preact';

export interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly chosen: Value;
  /** With their words, and a sentence about each. */
  readonly options: readonly (readonly [value: Value, words: string, title?: string])[];
  readonly choose: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>): JSX.Element {
  const { label, chosen, options, choose } = props;
  return (
    <span class="ndb-segments" role="group" aria-label={label}>
      {options.map(([value, words, title]) => (
        <button type="button" key={value} {...{ title }} aria-pressed={value === chosen} onClick={() => choose(value)}>
          {words}
        </button>
      ))}
    </span>
  );
}
