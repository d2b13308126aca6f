/** The folders of templates that the app and its plugins name in their settings. docs/owned-properties.md#templates */

/** Settings files inside the configuration folder, with the key that names the folder. */
const SETTINGS: readonly (readonly [file: string, key: string])[] = [
  ['templates.json', 'folder'],
  ['plugins/templater-obsidian/data.json', 'templates_folder'],
];

/** `read`: a file of the configuration folder. A file that is absent or does not parse names none. */
export async function templateFoldersIn(read: (file: string) => Promise<string>): Promise<readonly string[]> {
  const found = await Promise.all(SETTINGS.map(async ([file, key]) => folderNamed(await textOf(read, file), key)));
  return found.filter((folder) => folder !== '');
}

async function textOf(read: (file: string) => Promise<string>, file: string): Promise<string> {
  try {
    return await read(file);
  } catch {
    return '';
  }
}

function folderNamed(text: string, key: string): string {
  try {
    const folder: unknown = (JSON.parse(text) as Readonly<Record<string, unknown>> | null)?.[key];
    return typeof folder === 'string' ? folder.replace(/^\/+|\/+$/g, '') : '';
  } catch {
    return '';
  }
}
