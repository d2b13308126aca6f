/** Files and folders of the vault as they are, for its routes. Source: docs/http.md#vault; D12, D19 */

import { type NotedbError, badRequest, notFound } from '../../errors';
import type { JsonObject } from '../../json';
import { findFilePath } from '../../links/find-note';
import { PATH_HINT, type PathCheck, baseNameOf, checkVaultPath, isMarkdown } from '../../note/paths';
import {
  type NotePart,
  type PartNames,
  type PartTarget,
  partsOf,
  readPart,
  revisionOf,
} from '../../note/parts/note-part';
import { PartProblem } from '../../note/parts/part-problem';
import type { FileStat, NotePath, NoteReader } from '../../ports/vault-port';
import type { VaultView } from '../../storage/view';
import { decodeUtf8 } from '../../values/utf8';
import { compareCodePoints } from '../../values/compare';
import type { OpenedView } from '../../commit/open-view';
import { explainFailure } from '../explain-failure';
import { withShortMessages } from '../short-messages';
import { noteContent } from './note-content';

/** What one caller may read of the vault. Paths begin in its root; `''` is the root itself. */
export interface VaultFiles {
  /** The bytes of a file of any kind. Throws `bad_request` for a path that leaves the vault, `not_found`, `refused`. */
  bytes(path: string): Promise<Uint8Array>;
  /** The same, and the revision of a note; null for other files. */
  file(path: string): Promise<FileContent>;
  /** A part of a note. Throws as `note`, and `not_found` for a part that is not there. */
  part(path: string, target: PartTarget): Promise<NotePart & { readonly revision: string }>;
  /** The parts of a note that can be named. */
  parts(path: string): Promise<PartNames & { readonly revision: string }>;
  /** How many these are; null for no file. */
  size(path: string): Promise<number | null>;
  /** `{content, frontmatter, tags, path, stat: {ctime, mtime, size} | null}`. Throws as `bytes`, and `refused` for other bytes than UTF-8. */
  note(path: string): Promise<JsonObject>;
  /** The file that a link in the note `source` leads to; null for none that the caller may read. */
  linked(linkpath: string, source: string): string | null;
  /** `{files}`: names in code-point order, folders with `/` at their end. Throws `bad_request`, `not_found`. */
  folder(path: string): Promise<JsonObject>;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly revision: string | null;
}

export function vaultFiles(seen: OpenedView): VaultFiles {
  const explained = async <T>(path: string, read: (seen: OpenedView, path: string) => Promise<T>): Promise<T> => {
    try {
      return await read(seen, path);
    } catch (error) {
      throw withShortMessages(explainFailure(error), [path]);
    }
  };
  return {
    bytes: (path) => explained(path, bytesOfFile),
    file: (path) =>
      explained(path, async (opened, given) => {
        const bytes = await bytesOfFile(opened, given);
        return { bytes, revision: isMarkdown(given) ? revisionOf(decodeUtf8(bytes)) : null };
      }),
    part: (path, target) =>
      explained(path, async (opened, given) => {
        const text = await textOfNote(opened, given);
        const part = readPart(text, target);
        if (part instanceof PartProblem) throw part.whenRead;
        return { ...part, revision: revisionOf(text) };
      }),
    parts: (path) =>
      explained(path, async (opened, given) => {
        const text = await textOfNote(opened, given);
        return { ...partsOf(text), revision: revisionOf(text) };
      }),
    size: (path) => explained(path, async ({ view, vault }) => (await vault.stat(filePath(view, path)))?.size ?? null),
    note: (path) => explained(path, noteOfFile),
    linked: (linkpath, source) => (linkpath === '' ? null : seen.view.links.resolve(linkpath, source)),
    folder: (path) => explained(path, contentOfFolder),
  };
}

async function bytesOfFile({ view, vault }: OpenedView, given: string): Promise<Uint8Array> {
  const path = filePath(view, given);
  return existing(vault, path, await vault.readBytes(path));
}

async function textOfNote({ view, vault }: OpenedView, given: string): Promise<string> {
  const path = filePath(view, given);
  const text = await existing(vault, path, await vault.read(path));
  if (!isMarkdown(path)) throw badRequest(`${path} is not a note: it has no parts`, 'ask for the whole file');
  return text;
}

async function noteOfFile({ view, vault }: OpenedView, given: string): Promise<JsonObject> {
  const path = filePath(view, given);
  const content = await existing(vault, path, await vault.read(path));
  const stat = await vault.stat(path);
  const { front_matter: frontmatter, tags } = isMarkdown(path) ? noteContent(content) : NO_NOTE;
  return { content, frontmatter, tags, path, stat: stat === null ? null : statJson(stat) };
}

/** A Linux disk may hold the name of a folder in another Unicode form than NFC. */
async function contentOfFolder({ vault }: OpenedView, given: string): Promise<JsonObject> {
  const missing = notFound(`there is no folder ${given}`, 'GET /vault/ lists the root');
  const path = usablePath(checkVaultPath(given), missing);
  const content = (await vault.folder(path)) ?? (path === given ? null : await vault.folder(given));
  if (content === null) throw missing;
  const folders = content.folders.map((each) => `${baseNameOf(each)}/`);
  return { files: [...folders, ...content.files.map(baseNameOf)].sort(compareCodePoints) };
}

const filePath = (view: VaultView, given: string): NotePath =>
  usablePath(findFilePath(view.links, given), noSuchFile(given));

async function existing<T>(vault: NoteReader, path: NotePath, content: T | null): Promise<T> {
  if (content !== null) return content;
  const isFolder = (await vault.folder(path)) !== null;
  throw isFolder ? noSuchFile(path, `${path} is a folder: its address ends with /`) : noSuchFile(path);
}

const NO_NOTE = { front_matter: {}, tags: [] };

/** Milliseconds and bytes. */
const statJson = ({ ctime, mtime, size }: FileStat): JsonObject => ({
  ctime: Math.floor(ctime),
  mtime: Math.floor(mtime),
  size,
});

function usablePath(check: PathCheck, missing: NotedbError): NotePath {
  if (!('problem' in check)) return check.path;
  throw check.problem === 'hidden' ? missing : badRequest(check.message, PATH_HINT);
}

const noSuchFile = (path: string, hint = 'GET /vault/ lists the root'): NotedbError =>
  notFound(`there is no file ${path}`, hint);
