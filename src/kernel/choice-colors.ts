/** The colours of the values of an enum: those that the definition gives, else those of their positions. docs/operations.md#column-specs */

/** The theme has a name for each. Without a colour of its own a value has that of its position; further positions take them in turn. */
export const CHOICE_COLORS = ['blue', 'green', 'orange', 'purple', 'cyan', 'pink', 'yellow', 'red'] as const;

export type ChoiceColor = (typeof CHOICE_COLORS)[number];

export type ColorsByValue = Readonly<Record<string, ChoiceColor>>;

const colorAt = (position: number): ChoiceColor => CHOICE_COLORS[position % CHOICE_COLORS.length] ?? 'blue';

/** Null for a value that is not among them. */
export function choiceColor(values: readonly string[], colors: ColorsByValue, value: string): ChoiceColor | null {
  const position = values.indexOf(value);
  if (position < 0) return null;
  return Object.hasOwn(colors, value) ? (colors[value] ?? null) : colorAt(position);
}

/** As a definition has them: only those that differ from the colour of the position. */
export const ownColors = (chosen: readonly (readonly [value: string, color: ChoiceColor])[]): ColorsByValue =>
  Object.fromEntries(chosen.filter(([, color], position) => color !== colorAt(position)));

/** For a new value: the first colour that no other has, else that of its position. */
export const freeColor = (taken: readonly (ChoiceColor | null)[], position: number): ChoiceColor =>
  CHOICE_COLORS.find((color) => !taken.includes(color)) ?? colorAt(position);

/** The colours of `next`, so that each value that was there keeps its own and new ones have others. */
export function keptColors(values: readonly string[], colors: ColorsByValue, next: readonly string[]): ColorsByValue {
  const taken = next.map((value) => choiceColor(values, colors, value));
  for (const [at, color] of taken.entries()) {
    if (color === null) taken[at] = taken.includes(colorAt(at)) ? freeColor(taken, at) : colorAt(at);
  }
  return ownColors(next.map((value, at) => [value, taken[at] ?? colorAt(at)]));
}
