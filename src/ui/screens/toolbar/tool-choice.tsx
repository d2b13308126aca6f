/** A line of a tool: its label, and one of a few ways. */

import type { JSX } from 'preact';
import { Segments, type SegmentsProps } from '../../components/form/segments';

export function ToolChoice<Value extends string>(props: SegmentsProps<Value>): JSX.Element {
  return (
    <div class="ndb-tool-choice ndb-small-text">
      <span>{props.label}</span>
      <Segments {...props} />
    </div>
  );
}
