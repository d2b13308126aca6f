/** The folders that a write needs and in which no note is known: those that it makes, and those that the disk has in another spelling. spec: D6. */

import { foldPath } from '../../links/same-place';
import { folderOf } from '../../note/paths';
import { type NotePath, VaultFailure, type VaultPort } from '../../ports/vault-port';
import type { Transaction } from '../../storage/transaction/transaction';
import { parentFolders } from './apply';
import { clash } from './write-failures';

export interface NewFolders {
  /** They are not there. */
  readonly made: ReadonlySet<NotePath>;
  /** By the folded path: those that are there, but not as the write spells them. */
  readonly otherwise: ReadonlyMap<string, NotePath>;
}

/** Looks at the disk for folders without a known note alone. Throws where a file has the name of one. */
export async function newFolders(vault: VaultPort, transaction: Transaction): Promise<NewFolders> {
  const look = new FolderLook(vault, transaction);
  const looked = new Set<NotePath>();
  for (const { from, to } of transaction.staging()) {
    const parent = folderOf(to ?? '');
    // A folder that is known has its own folders.
    if (to === null || from === to || looked.has(parent) || transaction.before.hasFolder(parent)) continue;
    looked.add(parent);
    for (const folder of parentFolders(to)) await look.at(folder);
  }
  return look;
}

/** Of folders that a write asked for, by the folded path: those that are there, but not as the write spells them. */
export async function spelledOtherwise(
  vault: VaultPort,
  transaction: Transaction,
  asked: Iterable<NotePath>,
): Promise<NewFolders['otherwise']> {
  const look = new FolderLook(vault, transaction);
  for (const folder of asked) for (const each of parentFolders(`${folder}/`)) await look.at(each);
  return look.otherwise;
}

class FolderLook implements NewFolders {
  readonly made = new Set<NotePath>();
  readonly otherwise = new Map<string, NotePath>();
  /** What is in a folder, or will be, by the folded path. */
  private readonly contents = new Map<NotePath, Map<string, readonly NotePath[]>>();

  constructor(
    private readonly vault: VaultPort,
    private readonly transaction: Transaction,
  ) {}

  /** A folder whose own folder was looked at. */
  async at(folder: NotePath): Promise<void> {
    if (this.made.has(folder) || this.transaction.before.hasFolder(folder)) return;
    if (this.transaction.takenBy(folder) !== null) throw clash(new VaultFailure('exists', folder));
    const folded = foldPath(folder);
    const content = await this.contentOf(folderOf(folder));
    const [first, ...others] = content.get(folded) ?? [];
    if (first === undefined) {
      this.made.add(folder);
      content.set(folded, [folder]);
    } else if (first !== folder && !others.includes(folder)) this.otherwise.set(folded, first);
  }

  private async contentOf(folder: NotePath): Promise<Map<string, readonly NotePath[]>> {
    const place = this.otherwise.get(foldPath(folder)) ?? folder;
    const known = this.contents.get(place);
    if (known !== undefined) return known;
    const content = new Map<string, readonly NotePath[]>();
    const listed = this.made.has(place) ? null : await this.vault.folder(place);
    for (const each of listed?.folders ?? []) {
      const folded = foldPath(each);
      content.set(folded, [...(content.get(folded) ?? []), each]);
    }
    this.contents.set(place, content);
    return content;
  }
}
