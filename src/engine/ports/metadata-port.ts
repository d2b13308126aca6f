/** The metadata of a note without reading it (Obsidian's metadata cache). Used once, for a cold start. */

import type { JsonObject } from '../json';
import type { NotePath } from './vault-port';

export interface KnownNote {
  /** The front matter as YAML 1.2 core values, dates as strings; null when the note has none. */
  readonly frontMatter: JsonObject | null;
  /** The link path of each link of body and front matter, without heading, block and alias parts, in any order. */
  readonly links: readonly string[];
}

export interface MetadataPort {
  /** Null when the host does not know this note as it is now on disk: then the engine reads it. */
  note(path: NotePath): KnownNote | null;
}
