/** Writes a change of a block into its YAML, line by line: what nobody changed stays as it is written. docs/views.md#blocks */

import { type ViewSpec, USUAL_LAYOUT, orderByOf } from '../../rows/view-spec';

/** The text of the block with the order and the layout of the spec. */
export function blockTextWith(text: string, { sort, display }: ViewSpec): string {
  const [first, ...more] = orderByOf(sort);
  const order = first === undefined ? null : more.length === 0 ? first : `[${[first, ...more].join(', ')}]`;
  const layout = display.layout === USUAL_LAYOUT ? null : display.layout;
  return withKey(withKey(text, 'order_by', order), 'layout', layout);
}

/** Null: without the key. */
function withKey(text: string, key: string, value: string | null): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return value === null ? text : [text.replace(/\n+$/, ''), `${key}: ${value}`].join('\n');
  let end = at + 1;
  // What belongs to the key is indented, or is an item of its list.
  while (end < lines.length && /^(\s|-\s)/.test(lines[end] ?? '')) end += 1;
  const put = value === null ? [] : [`${key}: ${value}`];
  return [...lines.slice(0, at), ...put, ...lines.slice(end)].join('\n');
}
