/** Sizes of places that were drawn together: all are read before any of them is drawn anew. In turns each reading would lay the page out once more. */

/** Reads sizes, and returns the drawing that needs them. */
type Reading = () => () => void;

const waiting = new Map<object, Reading>();

/** After the drawing that is under way, before it is painted. A place is read once. */
export function readTogether(place: object, reading: Reading): void {
  if (waiting.size === 0) queueMicrotask(readAll);
  waiting.set(place, reading);
}

function readAll(): void {
  const readings = [...waiting.values()];
  waiting.clear();
  const draws = readings.map((reading) => reading());
  for (const draw of draws) draw();
}
