/** The editor of a note, as CodeMirror keeps it under the app's `Editor`: a text with LF, selection, scroll and its own undo. */

export interface EditorPosition {
  line: number;
  ch: number;
}

export interface EditorChange {
  text: string;
  from: EditorPosition;
  to?: EditorPosition;
}

/** Offsets in the text before the transaction. */
export interface OffsetChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Transaction {
  readonly changes: readonly OffsetChange[];
  /** `set`: the app loaded the file anew. */
  readonly origin: string;
}

const LINE_HEIGHT = 20;

export class Editor {
  /** Everything that was done to the text, for tests. */
  readonly transactions: Transaction[] = [];
  private text = '';
  private anchor = 0;
  private head = 0;
  /** Where the first visible line begins. */
  private top = 0;
  private done: (readonly OffsetChange[])[] = [];
  private undone: (readonly OffsetChange[])[] = [];

  constructor(private readonly onChange: (origin: string) => void) {}

  /** A text of another file, or the same file anew: then what lies between the first and the last difference is replaced. */
  load(data: string, clear: boolean): void {
    const text = data.replace(/\r\n?/g, '\n');
    if (!clear) {
      const change = span(this.text, text);
      if (change !== null) this.apply([change], 'set');
      return;
    }
    this.text = text;
    this.anchor = this.head = this.top = 0;
    this.done = [];
    this.undone = [];
  }

  getValue(): string {
    return this.text;
  }

  setValue(content: string): void {
    this.apply([{ from: 0, to: this.text.length, text: content }], 'setValue');
  }

  lineCount(): number {
    return this.lines().length;
  }

  lastLine(): number {
    return this.lineCount() - 1;
  }

  getLine(line: number): string {
    return this.lines()[line] ?? '';
  }

  getRange(from: EditorPosition, to: EditorPosition): string {
    return this.text.slice(this.posToOffset(from), this.posToOffset(to));
  }

  getCursor(side: 'from' | 'to' | 'head' | 'anchor' = 'head'): EditorPosition {
    const places = {
      from: Math.min(this.anchor, this.head),
      to: Math.max(this.anchor, this.head),
      head: this.head,
      anchor: this.anchor,
    };
    return this.offsetToPos(places[side]);
  }

  setCursor(pos: EditorPosition): void {
    this.setSelection(pos);
  }

  setSelection(anchor: EditorPosition, head: EditorPosition = anchor): void {
    [this.anchor, this.head] = [this.posToOffset(anchor), this.posToOffset(head)];
  }

  getSelection(): string {
    return this.getRange(this.getCursor('from'), this.getCursor('to'));
  }

  /** What typing does. */
  replaceSelection(text: string, origin = 'input.type'): void {
    const [from, to] = [Math.min(this.anchor, this.head), Math.max(this.anchor, this.head)];
    this.apply([{ from, to, text }], origin);
    this.anchor = this.head = from + text.length;
  }

  replaceRange(text: string, from: EditorPosition, to: EditorPosition = from, origin = ''): void {
    this.transaction({ changes: [{ text, from, to }] }, origin);
  }

  transaction(tx: { changes?: EditorChange[] }, origin = ''): void {
    const changes = (tx.changes ?? []).map(({ text, from, to = from }) => {
      return { text, from: this.posToOffset(from), to: this.posToOffset(to) };
    });
    this.apply(changes, origin);
  }

  offsetToPos(offset: number): EditorPosition {
    const before = this.text.slice(0, offset);
    const start = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length - 1, ch: offset - start };
  }

  posToOffset({ line, ch }: EditorPosition): number {
    const lines = this.lines();
    if (line >= lines.length) return this.text.length;
    const start = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
    return start + Math.min(ch, (lines[line] ?? '').length);
  }

  getScrollInfo(): { top: number; left: number } {
    return { top: this.offsetToPos(this.top).line * LINE_HEIGHT, left: 0 };
  }

  scrollTo(_x?: number | null, y?: number | null): void {
    if (typeof y === 'number') this.top = this.posToOffset({ line: Math.floor(y / LINE_HEIGHT), ch: 0 });
  }

  undo(): void {
    this.travel(this.done, this.undone, 'undo');
  }

  redo(): void {
    this.travel(this.undone, this.done, 'redo');
  }

  focus(): void {
    // No keyboard here.
  }

  private travel(from: (readonly OffsetChange[])[], to: (readonly OffsetChange[])[], origin: string): void {
    const changes = from.pop();
    if (changes === undefined) return;
    to.push(inverse(this.text, changes));
    this.replace(changes, origin);
  }

  private apply(changes: readonly OffsetChange[], origin: string): void {
    this.done.push(inverse(this.text, changes));
    this.undone = [];
    this.replace(changes, origin);
  }

  private replace(changes: readonly OffsetChange[], origin: string): void {
    const sorted = [...changes].sort((a, b) => a.from - b.from);
    if (sorted.some(({ from }, i) => from < (sorted[i - 1]?.to ?? 0))) throw new Error('changes overlap');
    this.transactions.push({ changes: sorted, origin });
    [this.anchor, this.head, this.top] = [this.anchor, this.head, this.top].map((at) => mapped(at, sorted)) as [
      number,
      number,
      number,
    ];
    for (const { from, to, text } of sorted.reverse())
      this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.onChange(origin);
  }

  private lines(): string[] {
    return this.text.split('\n');
  }
}

/** What lies between the first and the last difference; null: there is none. */
export function span(before: string, after: string): OffsetChange | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}

/** Where a place is after the changes; one inside of a replaced range goes to its start. */
function mapped(at: number, changes: readonly OffsetChange[]): number {
  let moved = at;
  for (const { from, to, text } of changes) {
    if (to <= at && from < at) moved += text.length - (to - from);
    else if (from < at) return moved - (at - from);
  }
  return moved;
}

function inverse(text: string, changes: readonly OffsetChange[]): readonly OffsetChange[] {
  let shift = 0;
  return [...changes]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, text: put }) => {
      const back = { from: from + shift, to: from + shift + put.length, text: text.slice(from, to) };
      shift += put.length - (to - from);
      return back;
    });
}
