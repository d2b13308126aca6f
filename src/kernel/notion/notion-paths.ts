/** Paths of a Notion export: names with their ids, and where a link leads. docs/import.md#notion */

const ID = /[ -]?([0-9a-f]{32})(?=(?:_all)?(?:\.\w+)?$)/i;

export const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** `Tasks 0123….csv` is called Tasks. */
export const nameOf = (path: string): string =>
  baseOf(path)
    .replace(/(?:_all)?\.(?:md|csv)$/i, '')
    .replace(ID, '')
    .trim();

/** Null: the name has none. */
export const idOf = (path: string): string | null => ID.exec(baseOf(path))?.[1]?.toLowerCase() ?? null;

/** The folders that may hold the pages of a database: older exports leave the id out of them. */
export const foldersOf = (csv: string): readonly string[] => {
  const own = csv.replace(/(?:_all)?\.csv$/i, '');
  const folder = folderOf(csv);
  return [own, folder === '' ? nameOf(csv) : `${folder}/${nameOf(csv)}`];
};

/** Where a link within `folder` leads; null: out of the export. */
export function targetOf(link: string, folder: string): string | null {
  if (/^[a-z][\w+.-]*:/i.test(link)) return null;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of decoded(link).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/').normalize('NFC');
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}
