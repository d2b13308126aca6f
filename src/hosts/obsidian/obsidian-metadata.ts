/** Metadata of notes from the app's index, for a cold start without reading them. */

import { getLinkpath } from 'obsidian';
import type { App, CachedMetadata, TFile } from 'obsidian';
import type { KnownNote, MetadataPort } from '../../engine/ports/metadata-port';
import type { NotePath } from '../../engine/ports/vault-port';
import type { Json, JsonObject } from '../../engine/values/json';

/** Not among the public types; without it nobody can tell a stale entry from a fresh one. */
interface IndexInside {
  readonly fileCache?: Readonly<Record<string, { readonly mtime: number; readonly size: number } | undefined>>;
}

/**
 * A `MetadataPort` over `metadataCache.getFileCache`. The index follows a write some time later, so an entry counts only
 * while it was made from the file's present size and time.
 */
export class ObsidianMetadata implements MetadataPort {
  constructor(private readonly app: App) {}

  note(path: NotePath): KnownNote | null {
    const file = this.app.vault.getFileByPath(path);
    if (file === null || !this.isFresh(file)) return null;
    const cache = this.app.metadataCache.getFileCache(file);
    if (cache === null) return null;
    const frontMatter = frontMatterOf(cache);
    return frontMatter === undefined ? null : { frontMatter, links: linksOf(cache) };
  }

  private isFresh({ path, stat }: TFile): boolean {
    const entry = (this.app.metadataCache as IndexInside).fileCache?.[path];
    return entry !== undefined && entry.mtime === stat.mtime && entry.size === stat.size;
  }
}

/** Undefined where the index can't tell: a block that it could not read, or a value that is no JSON. */
function frontMatterOf(cache: CachedMetadata): JsonObject | null | undefined {
  const values: unknown = cache.frontmatter;
  if (values === undefined || values === null) {
    const hasBlock = cache.frontmatterPosition !== undefined || cache.sections?.[0]?.type === 'yaml';
    return hasBlock ? undefined : null;
  }
  if (!isJson(values) || typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
  const { position, ...rest } = values as JsonObject;
  return position === undefined || isPlaceInText(position) ? rest : (values as JsonObject);
}

/** Older versions of the app put the place of the block among its values. */
function isPlaceInText(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { start, end } = value as JsonObject;
  return [start, end].every((place) => typeof place === 'object' && place !== null && 'offset' in place);
}

function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}

function linksOf(cache: CachedMetadata): string[] {
  const references = [
    ...(cache.links ?? []),
    ...(cache.embeds ?? []),
    ...(cache.frontmatterLinks ?? []),
    ...(cache.referenceLinks ?? []),
  ];
  return references.map(({ link }) => getLinkpath(link)).filter((path) => path !== '');
}
