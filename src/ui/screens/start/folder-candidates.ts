/** Folders of the vault whose notes look like rows of a table. */

import type { Operations } from '../../../engine/index';
import { refusalOf } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import type { NoteGroup } from '../create-table/notes-scope';

export interface FolderCandidate {
  readonly folder: string;
  /** With properties, below the folder. */
  readonly notes: number;
  /** Keys that at least half of the notes have, the most frequent first; none: no table. */
  readonly shared: readonly string[];
  /** Notes of the folder that share a link or a choice. */
  readonly groups: readonly NoteGroup[];
}

/** Looked into at most, so that a start takes seconds in the largest vault. */
const MOST_FOLDERS = 300;
const MOST_CANDIDATES = 12;
const DEEPEST = 4;
/** Fewer notes do not make a table. */
const FEWEST_NOTES = 2;

interface FolderSize {
  readonly folder: string;
  readonly notes: number;
}

/** Every folder but those of tables, with the notes directly in it, breadth first. */
export async function listFolders(client: OperationsClient, root: string): Promise<readonly FolderSize[]> {
  const found: FolderSize[] = [];
  let level: readonly string[] = [''];
  for (let depth = 0; depth <= DEEPEST && level.length > 0 && found.length < MOST_FOLDERS; depth += 1) {
    const listed = await Promise.all(level.map((folder) => client.run('list_folder', { folder })));
    const next: string[] = [];
    for (const { folder, folders, files } of listed) {
      if (folder !== '') found.push({ folder, notes: files.filter((file) => file.endsWith('.md')).length });
      next.push(...folders.map((name) => childOf(folder, name)).filter((path) => path !== root));
    }
    level = next.slice(0, MOST_FOLDERS - found.length);
  }
  return found;
}

/** Whether the answer has names or paths. */
const childOf = (folder: string, name: string): string => {
  const plain = name.replace(/\/$/, '');
  return folder === '' || plain.startsWith(`${folder}/`) ? plain : `${folder}/${plain}`;
};

/** Passes each folder on as soon as it is known, the fullest first, without those of templates. */
export async function findCandidates(
  client: OperationsClient,
  folders: readonly FolderSize[],
  tell: (candidate: FolderCandidate) => void,
): Promise<void> {
  const fullest = folders
    .filter(({ notes }) => notes >= FEWEST_NOTES)
    .sort((a, b) => b.notes - a.notes)
    .slice(0, MOST_CANDIDATES);
  for (const { folder } of fullest) {
    try {
      const inference = await client.run('infer_table', { folder });
      if (inference.in_templates !== true) tell(candidateOf(folder, inference));
    } catch (thrown) {
      // A folder that went meanwhile.
      if (refusalOf(thrown)?.code !== 'not_found') throw thrown;
    }
  }
}

function candidateOf(folder: string, { columns, groups = [] }: Operations['infer_table']['result']): FolderCandidate {
  const notes = Math.max(0, ...columns.map(({ stats }) => stats.notes));
  const shared = columns
    .filter(({ stats }) => stats.present * 2 >= stats.notes)
    .sort((a, b) => b.stats.present - a.stats.present)
    .map(({ name, from }) => from ?? name);
  return { folder, notes, shared: notes < FEWEST_NOTES ? [] : shared, groups };
}

/** The groups of all folders, the largest first: notes of one kind may lie in several folders. */
export function groupsOf(candidates: readonly FolderCandidate[]): readonly NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const group of candidates.flatMap((candidate) => candidate.groups)) {
    const key = JSON.stringify(group.where);
    groups.set(key, { ...group, notes: group.notes + (groups.get(key)?.notes ?? 0) });
  }
  return [...groups.values()].sort((a, b) => b.notes - a.notes).slice(0, MOST_GROUPS);
}

const MOST_GROUPS = 6;

/** `8 notes share author, source, published and 5 more`. */
export function candidateText({ notes, shared }: FolderCandidate): string {
  if (shared.length === 0) return 'Its notes have no properties in common';
  const named = shared.slice(0, MOST_NAMED);
  const more = shared.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : listText(named);
  return `${notes} notes share ${list}`;
}

const MOST_NAMED = 5;

const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
