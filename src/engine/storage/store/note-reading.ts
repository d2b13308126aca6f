/** The parsed note: its table, its row, its links. */

import { type FrontMatter, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { linkpathsOf } from '../../note/links/link-syntax';
import { TABLE_KEY } from '../row';

export class NoteReading {
  readonly status: FrontMatter['status'];
  readonly reason: string;
  private readonly bodyStart: number;

  constructor(
    readonly text: string,
    { status, reason, bodyStart }: Omit<FrontMatter, 'entries'>,
    /** The text of the front matter key `table`; null when there is none. */
    readonly table: string | null,
  ) {
    this.status = status;
    this.reason = reason;
    this.bodyStart = bodyStart;
  }

  /** Looked for when somebody asks: a note that is written may take its place while others make its file. */
  get links(): readonly string[] {
    return linkpathsOf(this.text, this.bodyStart);
  }

  /** Not kept: a write of ten thousand notes would hold all their entries until it is done. */
  get frontMatter(): FrontMatter {
    return parseFrontMatter(this.text);
  }
}

export function readNoteText(text: string): NoteReading {
  const frontMatter = parseFrontMatter(text);
  const table = tableNameOf(frontMatter, text);
  const displaced = table === null && frontMatter.status !== 'unparsable' ? displacedRow(text, frontMatter) : null;
  if (displaced === null) return new NoteReading(text, frontMatter, table);
  const reason = `the front matter of the row does not begin in the first line, but in line ${displaced.line}`;
  return new NoteReading(text, { ...frontMatter, status: 'unparsable', reason }, displaced.table);
}

/** Also for a block that does not parse, by its line, so that check_table can list the note. */
function tableNameOf(frontMatter: FrontMatter, text: string): string | null {
  if (frontMatter.status === 'unparsable') return tableLine(text);
  const raw = frontMatter.entries.find(({ key }) => key === TABLE_KEY)?.raw;
  return raw?.kind === 'scalar' ? raw.text : null;
}

const tableLine = (text: string): string | null =>
  /^table:[ \t]*["']?([a-z0-9_.]+)["']?[ \t]*$/m.exec(text)?.[1] ?? null;

/** A block of front matter behind blank lines, some lines of text or another block. */
const MOST_LINES_BEFORE = 20;
const ID_LINE = /^id:[ \t]*["']?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}["']?[ \t]*$/m;

/** What another program wrote before the front matter of a row hides the row. docs/external-edits.md#text-before-the-front-matter */
function displacedRow(
  text: string,
  { bodyStart }: FrontMatter,
): { readonly table: string; readonly line: number } | null {
  // Few notes have such a line at all.
  if (!text.includes('\nid:', Math.max(0, bodyStart - 1)) || !text.includes('\ntable:')) return null;
  const lines = text.slice(bodyStart).split(/\r?\n/, MOST_LINES_BEFORE);
  const first = lines.findIndex((line) => /^(?:---[ \t]*|[`~]{3}.*)$/.test(line));
  if (first < 0 || !(lines[first] ?? '').startsWith('---')) return null;
  const rest = text
    .slice(bodyStart)
    .split(/\r?\n/)
    .slice(first + 1);
  const end = rest.findIndex((line) => /^---[ \t]*$/.test(line));
  const block = rest.slice(0, Math.max(0, end)).join('\n');
  const table = ID_LINE.test(block) ? tableLine(block) : null;
  return table === null ? null : { table, line: lineAt(text, bodyStart) + first };
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
