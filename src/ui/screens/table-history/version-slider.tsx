/** The versions of a table on a line, the latest at the end; those that programs made in another colour. */

import type { JSX } from 'preact';
import { type Version, isOfProgram } from './version-changes';
import { describeVersion, momentOf } from './describe-version';

export interface VersionSliderProps {
  /** The oldest first. */
  readonly versions: readonly Version[];
  /** Of them. */
  readonly at: number;
  readonly choose: (at: number) => void;
}

/** More marks would be too fine to see. */
const MOST_MARKS = 300;

export function VersionSlider({ versions, at, choose }: VersionSliderProps): JSX.Element {
  const last = versions.length - 1;
  const chosen = versions[at];
  const first = versions[0];
  const now = new Date();
  return (
    <div class="ndb-versions">
      <div class="ndb-version-marks" aria-hidden="true">
        {versions.length <= MOST_MARKS &&
          versions.map((version, index) => (
            <span
              key={version.version}
              class={isOfProgram(version) ? 'ndb-version-mark ndb-is-program' : 'ndb-version-mark'}
              style={{ '--ndb-share': last === 0 ? 1 : index / last }}
            />
          ))}
      </div>
      <input
        type="range"
        class="ndb-version-range"
        aria-label="Version"
        aria-valuetext={chosen === undefined ? undefined : `${momentOf(chosen, now)}: ${describeVersion(chosen)}`}
        min={0}
        max={last}
        step={1}
        value={at}
        onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
      <div class="ndb-version-ends ndb-small-text" aria-hidden="true">
        <span>{first === undefined ? '' : new Date(first.timestamp).toLocaleDateString(undefined, DAY)}</span>
        <span>now</span>
      </div>
    </div>
  );
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
