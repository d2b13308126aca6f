/** One rule for the arrows of boards, calendars and timelines: alone they walk, Shift moves, Alt and Shift stretch. docs/views.md#keys-that-move */

export type ArrowUse = 'walk' | 'move' | 'stretch';

/** Null: the keys mean something else. */
export function arrowUse({ shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): ArrowUse | null {
  if (ctrlKey || metaKey) return null;
  if (altKey) return shiftKey ? 'stretch' : null;
  return shiftKey ? 'move' : 'walk';
}
