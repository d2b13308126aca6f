/** Lines from the end of a row to the start of one that comes after it. The bars say the same in words. docs/views.md#timelines */

import type { JSX } from 'preact';
import { type TimeFrame, FRAME_WIDTH, xOf } from './time-scale';
import type { RowLink } from './row-links';

interface TimeLinksProps {
  readonly links: readonly RowLink[];
  readonly frame: TimeFrame;
  /** The height of a line, and where each begins. */
  readonly row: number;
  readonly topOf: (line: number) => number;
  readonly height: number;
}

export function TimeLinks({ links, frame, height, ...lines }: TimeLinksProps): JSX.Element | null {
  const paths = links.flatMap((link) => {
    const path = pathOf(link, frame, lines);
    return path === null ? [] : [{ ...link, path }];
  });
  if (paths.length === 0) return null;
  return (
    <svg class="ndb-time-links" aria-hidden="true" width={FRAME_WIDTH} height={height}>
      {paths.map(({ path, earlier, later, isBroken }) => (
        <path key={`${earlier.row.key} ${later.row.key}`} class={isBroken ? 'ndb-is-broken' : undefined} d={path} />
      ))}
    </svg>
  );
}

/** Beside a bar. Pixels. */
const OUT = 8;
const HEAD = 4;

/** Null: it is far from the drawn days. */
function pathOf(
  { earlier, later }: RowLink,
  frame: TimeFrame,
  { row, topOf }: Pick<TimeLinksProps, 'row' | 'topOf'>,
): string | null {
  const [from, to] = [xOf(frame, earlier.span.last + 1), xOf(frame, later.span.first)];
  if (Math.max(from, to) < 0 || Math.min(from, to) > FRAME_WIDTH) return null;
  const [x1, x2] = [from, to].map((x) => Math.min(Math.max(x, -4 * OUT), FRAME_WIDTH + 4 * OUT)) as [number, number];
  const [y1, y2] = [earlier.line, later.line].map((line) => topOf(line) + row / 2) as [number, number];
  const between = y1 + (Math.sign(y2 - y1) * row) / 2;
  const way = x2 >= x1 + 2 * OUT ? `H${x2 - OUT}V${y2}H${x2}` : `h${OUT}V${between}H${x2 - OUT}V${y2}H${x2}`;
  return `M${x1} ${y1}${way}m${-HEAD} ${-HEAD}l${HEAD} ${HEAD}l${-HEAD} ${HEAD}`;
}
