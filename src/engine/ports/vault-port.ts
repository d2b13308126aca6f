/** The vault: a tree of files that a person, a sync tool and this engine write. Every host implements this promise by promise. */

/** A vault-relative path with forward slashes, NFC as far as the host writes it, no leading slash; the root is `''`. */
export type NotePath = string;

export interface FileStat {
  readonly path: NotePath;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, fractions allowed. */
  readonly mtime: number;
  /** When the file was made. */
  readonly ctime: number;
  /** When the file last changed in any way; no program can set it. Absent where the host does not know (Obsidian). */
  readonly changeTime?: number;
  /** The number of the file behind the name. Absent like `changeTime`. A file system may number files anew with each mount. */
  readonly inode?: number;
  /** Absent for a regular file. A pipe, a socket or a device is listed, and never opened. */
  readonly isRegular?: false;
}

/** Bytes. A larger note is neither read nor written. */
export const LARGEST_NOTE = 50 * 1024 * 1024;

/** The `detail` of an `io` failure: the cloud holds the content back. The file counts as present. docs/external-edits.md#notes-that-a-sync-tool-brings */
export const NOT_DOWNLOADED = 'not downloaded';

/** What a look at the whole vault finds. */
export interface VaultListing {
  /** In code-unit order of the path. */
  readonly files: readonly FileStat[];
  /** Paths that could not be looked at. For a folder: what lies below it is missing in `files`, and may be there. */
  readonly failures: readonly VaultFailure[];
}

/** Why a file is not read; null for one that is read. */
export function whyUnread({ size, isRegular }: Pick<FileStat, 'size' | 'isRegular'>): string | null {
  if (isRegular === false) return 'it is not a regular file, but a pipe, a socket or a device';
  return size > LARGEST_NOTE ? 'it is larger than 50 MB' : null;
}

/** Recognizes a file that is moved unread: a move keeps both. */
export type FileIdentity = Pick<FileStat, 'size' | 'mtime'>;

/**
 * A hint of an external edit; the truth is a look at the file. `overflow`: hints were lost, or may be; look at everything.
 * `stat`: the file as the host saw it, so that the engine need not look at its own writes again.
 */
export type VaultChange =
  | { readonly kind: 'changed'; readonly path: NotePath; readonly stat?: FileStat }
  | { readonly kind: 'removed'; readonly path: NotePath }
  | { readonly kind: 'renamed'; readonly from: NotePath; readonly path: NotePath }
  | { readonly kind: 'overflow' };

export type VaultFailureCode =
  /** `create` or `move`: there is a file or folder at that path already (compared as the host compares names). */
  | 'exists'
  /** The file is not there. */
  | 'missing'
  /** `replace`, `remove`, `trash`, `mend`: the file does not hold what the caller expects. */
  | 'changed'
  /** The same calls: the file is open in an editor of the host whose text is not saved yet. Nothing was written. */
  | 'unsaved'
  /** The bytes are not UTF-8. */
  | 'not_utf8'
  /** It is not a regular file, or larger than `LARGEST_NOTE`: it was not opened. `detail` says which. */
  | 'not_a_note'
  /** Full disk, no permission, an I/O error: the file is as it was. `detail` says which. */
  | 'io';

/** The only error that a vault throws. */
export class VaultFailure extends Error {
  constructor(
    readonly code: VaultFailureCode,
    readonly path: NotePath,
    readonly detail: string = '',
  ) {
    super(`${code}: ${path}${detail === '' ? '' : ` (${detail})`}`);
    this.name = 'VaultFailure';
  }
}

/** Why a note could not be read, for a warning. */
export const reasonOf = ({ code, detail }: VaultFailure): string =>
  code === 'not_utf8' ? 'it is not UTF-8 text' : detail || code;

/**
 * For readers of notes and folders: nothing in the engine but `commit/` holds more of the vault. Files whose name, or one
 * of whose folders' names, starts with a dot are hidden: `list`, `folder` and `watch` leave them out. Texts are UTF-8, a byte order
 * mark is kept as U+FEFF, line endings are kept.
 */
export interface NoteReader {
  /** The direct content of a folder in code-unit order, full paths; null when it is not there. */
  folder(
    path: NotePath,
  ): Promise<{ readonly folders: readonly NotePath[]; readonly files: readonly NotePath[] } | null>;
  stat(path: NotePath): Promise<FileStat | null>;
  /** The whole text, null when there is no such file. Throws `not_utf8`, `not_a_note`, `io`. */
  read(path: NotePath): Promise<string | null>;
  /** As `read` for many, in the same order; a file that can't be read gives its failure in place of a text. */
  readMany(paths: readonly NotePath[]): Promise<readonly (string | null | VaultFailure)[]>;
  /** As `read`, for bytes that may be no text. Throws `not_a_note`, `io`. */
  readBytes(path: NotePath): Promise<Uint8Array | null>;
}

export interface VaultPort extends NoteReader {
  /** Every file (any extension). One bad path is a failure in the listing. Throws `io` when the root can't be read. */
  list(): Promise<VaultListing>;

  /** Writes a new file and the folders that it needs. Throws `exists`, `io`. Never overwrites. */
  create(path: NotePath, text: string): Promise<FileStat>;
  /** Compare and set: the file holds `before` exactly, else `changed` or `missing` and nothing is written. Or `unsaved`. */
  replace(path: NotePath, before: string, after: string): Promise<FileStat>;
  /** Renames within the vault and makes the folders that it needs. Throws `missing`, `exists`, `io`. */
  move(from: NotePath, to: NotePath): Promise<FileStat>;
  /** Compare and delete for good. Used to take back a file that the engine made. */
  remove(path: NotePath, before: string): Promise<void>;
  /** Compare and put in the host's trash (Obsidian: the user's setting; Node: `.trash/`). */
  trash(path: NotePath, before: string): Promise<void>;
  /**
   * Compare and set by bytes, for a file that is not text because a crash cut it off: it holds `before` exactly, else
   * `changed` or `missing`. `after` null: it is deleted for good, and the answer is null. Used by recovery only.
   */
  mend(path: NotePath, before: Uint8Array, after: string | null): Promise<FileStat | null>;
  /** Makes a folder and its parents; one that is there already is fine. */
  createFolder(path: NotePath): Promise<void>;
  /** Deletes a folder if it is empty, else does nothing. */
  removeFolder(path: NotePath): Promise<void>;

  /** Makes writes to these paths, and their folders' entries, durable where the host can. */
  sync(paths: readonly NotePath[]): Promise<void>;
  /**
   * Calls back for changes by others, and perhaps for our own: also in a folder that `create`, `move` or `createFolder` has just
   * made. Hints may be lost; a host that knows, or has reason to fear it, sends `overflow`. Returns the function that stops it.
   */
  watch(listener: (change: VaultChange) => void): () => void;
}
