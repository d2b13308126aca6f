/** The parsed note: its table, its row, its links. */

import { type FrontMatter, parseFrontMatter } from '../../yaml/front-matter/front-matter';
import { linkpathsOf } from '../../note/links/link-syntax';
import { TABLE_KEY } from '../row';

export class NoteReading {
  readonly status: FrontMatter['status'];
  readonly reason: string;
  private readonly bodyStart: number;

  constructor(
    private readonly text: string,
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
  return new NoteReading(text, frontMatter, tableNameOf(frontMatter, text));
}

/** Also for a block that does not parse, by its line, so that check_table can list the note. */
function tableNameOf(frontMatter: FrontMatter, text: string): string | null {
  if (frontMatter.status === 'unparsable') {
    return /^table:[ \t]*["']?([a-z0-9_.]+)["']?[ \t]*$/m.exec(text)?.[1] ?? null;
  }
  const raw = frontMatter.entries.find(({ key }) => key === TABLE_KEY)?.raw;
  return raw?.kind === 'scalar' ? raw.text : null;
}
