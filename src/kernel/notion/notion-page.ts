/** A page of a Notion export: its title, the properties at its head, its text. docs/import.md#notion */

export interface ExportedFile {
  readonly path: string;
  /** Null: of a picture or another file. */
  readonly text: string | null;
}

export interface NotionPage {
  readonly title: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly text: string;
}

const TITLE = /^\uFEFF?#[ \t]+(.*)$/;

/** `keys`: of the properties that the page may have; others are text. */
export function readPage(text: string, keys: ReadonlySet<string>): NotionPage {
  const lines = text.split(/\r\n|\r|\n/);
  let at = lines.findIndex((line) => line.trim() !== '');
  const [, title = ''] = TITLE.exec(lines[at] ?? '') ?? [];
  at = title === '' && !TITLE.test(lines[at] ?? '') ? 0 : at + 1;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  const properties = new Map<string, string>();
  let last = '';
  for (let next = at; next < lines.length && (lines[next] ?? '').trim() !== ''; next += 1) {
    const line = lines[next] ?? '';
    const key = line.slice(0, Math.max(line.indexOf(':'), 0)).trim();
    if (keys.has(key)) properties.set((last = key), line.slice(line.indexOf(':') + 1).trim());
    else if (last !== '') properties.set(last, `${properties.get(last) ?? ''}\n${line}`);
    else break;
    at = next + 1;
  }
  return { title: title.trim(), properties, text: lines.slice(at).join('\n').trim() };
}
