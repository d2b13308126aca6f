/** What the app does to files with the user's settings in mind: trash, renames with links, front matter. */

import { parse, stringify } from 'yaml';
import { TFile } from './abstract-files';
import type { TAbstractFile, TFolder } from './abstract-files';
import { getLinkpath, relativePath } from './link-paths';
import type { MetadataCache } from './metadata-cache';
import type { Vault } from './vault';

export class FileManager {
  constructor(
    private readonly vault: Vault,
    private readonly metadataCache: MetadataCache,
  ) {}

  /** `trashOption` `none` deletes for good. */
  async trashFile(file: TAbstractFile): Promise<void> {
    const option = this.vault.getConfig('trashOption');
    if (option === 'none') await this.vault.delete(file);
    else await this.vault.trash(file, option !== 'local');
  }

  async promptForDeletion(file: TAbstractFile): Promise<boolean> {
    await this.trashFile(file);
    return true;
  }

  getNewFileParent(): TFolder {
    return this.vault.getRoot();
  }

  /** Links follow when the user turned that on; otherwise the app would ask, and here nobody answers. */
  async renameFile(file: TAbstractFile, newPath: string): Promise<void> {
    const sources = file instanceof TFile ? this.sourcesOf(file) : [];
    await this.vault.rename(file, newPath);
    if (this.vault.getConfig('alwaysUpdateLinks') !== true || !(file instanceof TFile)) return;
    for (const [path, originals] of sources) {
      const source = this.vault.getFileByPath(path);
      if (source === null) continue;
      await this.vault.process(source, (text) =>
        originals.reduce(
          (changed, [original, link]) => changed.replaceAll(original, this.relink(original, link, file, path)),
          text,
        ),
      );
    }
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = '', alias = ''): string {
    const usesMarkdown = this.vault.getConfig('useMarkdownLinks') === true;
    const path = this.pathFor(file, sourcePath, !usesMarkdown);
    if (usesMarkdown) return `[${alias === '' ? file.basename : alias}](${encodeURI(path + subpath)})`;
    return `[[${path}${subpath}${alias === '' ? '' : `|${alias}`}]]`;
  }

  /** Reads the whole block as YAML and writes all of it anew: comments, quotes and flow lists are lost. */
  async processFrontMatter(file: TFile, fn: (frontmatter: Record<string, unknown>) => void): Promise<void> {
    await this.vault.process(file, (text) => {
      const block = /^---\r?\n([\s\S]*?)^---[ \t]*(\r?\n|$)/m.exec(text);
      const isFirst = block?.index === 0;
      const values = (isFirst ? parse(block[1] ?? '') : null) as Record<string, unknown> | null;
      const frontmatter = values ?? {};
      fn(frontmatter);
      const body = isFirst ? text.slice(block[0].length) : text;
      if (Object.keys(frontmatter).length === 0) return body;
      return `---\n${stringify(frontmatter, { lineWidth: 0, nullStr: '' })}---\n${body}`;
    });
  }

  private pathFor(file: TFile, sourcePath: string, omitExtension: boolean): string {
    const format = this.vault.getConfig('newLinkFormat');
    if (format === 'shortest') return this.metadataCache.fileToLinktext(file, sourcePath, omitExtension);
    const path = format === 'relative' ? relativePath(sourcePath, file.path) : file.path;
    return omitExtension ? path.replace(/\.md$/i, '') : path;
  }

  private sourcesOf(file: TFile): [path: string, originals: [original: string, link: string][]][] {
    return this.vault.getMarkdownFiles().map((source) => {
      const cache = this.metadataCache.getFileCache(source);
      const references = [...(cache?.links ?? []), ...(cache?.embeds ?? []), ...(cache?.frontmatterLinks ?? [])];
      const hits = references.filter(
        ({ link }) => this.metadataCache.getFirstLinkpathDest(getLinkpath(link), source.path) === file,
      );
      return [source.path, hits.map(({ original, link }) => [original, link])];
    });
  }

  private relink(original: string, link: string, file: TFile, sourcePath: string): string {
    const isMarkdown = original.includes('](');
    const path = this.pathFor(file, sourcePath, !isMarkdown && !/\.md(#|$)/.test(link));
    const target = path + link.slice(getLinkpath(link).length);
    return isMarkdown
      ? original.replace(/\]\([^)]*\)/, `](${encodeURI(target)})`)
      : original.replace(/(\[\[)[^|\]]*/, `$1${target}`);
  }
}
