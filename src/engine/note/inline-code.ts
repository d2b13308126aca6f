/** Finds code spans in one paragraph: a run of backticks up to the next run of the same length. */

/** The runs of backticks of a paragraph: offset, length and whether a backslash stands before. */
export interface InlineRuns {
  readonly starts: number[];
  readonly lengths: number[];
  readonly isEscaped: boolean[];
}

const BACKTICK = 0x60;
const BACKSLASH = 0x5c;

export const newInlineRuns = (): InlineRuns => ({ starts: [], lengths: [], isEscaped: [] });

/** Adds the runs of one line of the paragraph. */
export function collectRuns(runs: InlineRuns, text: string, start: number, end: number): void {
  let slashes = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      slashes += 1;
      continue;
    }
    if (code === BACKTICK) {
      const from = at;
      while (at + 1 < end && text.charCodeAt(at + 1) === BACKTICK) at += 1;
      runs.starts.push(from);
      runs.lengths.push(at + 1 - from);
      runs.isEscaped.push(slashes % 2 === 1);
    }
    slashes = 0;
  }
}

/** Ends the paragraph: adds its code spans to `code` and forgets its runs. */
export function closeInline(runs: InlineRuns, code: (readonly [number, number])[]): void {
  const { starts, lengths, isEscaped } = runs;
  if (starts.length === 0) return;
  const lastOfLength = new Map<number, number>();
  lengths.forEach((length, i) => lastOfLength.set(length, i));
  for (let i = 0; i < starts.length; i += 1) {
    const skipped = isEscaped[i] === true ? 1 : 0;
    const length = (lengths[i] ?? 0) - skipped;
    if (length === 0 || (lastOfLength.get(length) ?? -1) <= i) continue;
    let closing = i + 1;
    while (lengths[closing] !== length) closing += 1;
    code.push([(starts[i] ?? 0) + skipped, (starts[closing] ?? 0) + length]);
    i = closing;
  }
  starts.length = lengths.length = isEscaped.length = 0;
}
