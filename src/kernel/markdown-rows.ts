/** A table of Markdown. Line breaks and bars of its cells break nothing. */

export interface MarkdownColumn {
  readonly label: string;
  readonly isNumeric: boolean;
}

export function markdownRows(columns: readonly MarkdownColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |\n`;
  const rule = `| ${columns.map(({ isNumeric }) => (isNumeric ? '---:' : '---')).join(' | ')} |\n`;
  return [line(columns.map(({ label }) => label)), rule, ...rows.map(line)].join('');
}

/** A bar would begin another cell, also within a link. */
const markdownCell = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');
