/** A migration: what the journal keeps of one write. Source: docs/operations.md#list_migrations, D7; docs/formats.md: Migration record. */

import type { DefinitionRename } from '../../catalog/references/definition-rename';
import type { FileIdentity, NotePath } from '../../ports/vault-port';
import type { Actor } from '../caller';
import type { ChangeRun } from '../change-record';
import type { Deed } from '../../schemas/deed';
import type { ContentHash } from './content-hash';
import type { VersionRecord } from '../versions/table-version';

/** `from` null: made; `to` null: deleted; both, different: moved, perhaps changed. `before`, `after`: null exactly where the path is. */
export interface FileChange {
  readonly from: NotePath | null;
  readonly to: NotePath | null;
  readonly before: ContentHash | null;
  readonly after: ContentHash | null;
  /** Row id, so that an undo finds a note that was moved by hand. */
  readonly id?: string;
  /** Qualified table before and after, for rows. */
  readonly table?: string;
  /** Of a note that is not a row: the qualified table that it names, or in whose archive it lies. It decides who may know of the note. */
  readonly claims?: string;
  /** Columns that broke a rule against other rows before; `id`: several notes had it. Undo tolerates these violations. D17 */
  readonly broke?: readonly string[];
  /** It takes its id back from a copy that had it meanwhile: after a crash too. D7 */
  readonly holdsId?: true;
  /** Deleted for good instead of into the trash: what an undo takes back was made by the engine. */
  readonly forGood?: true;
  /** The change of the undone migration that this one takes back, by its index. */
  readonly undoes?: number;
  /** Moved as it is, whatever it holds: `before` and `after` are null though the paths are not. */
  readonly asIs?: FileIdentity;
}

/** A note, and a link path or a word in it; of a row the id too, by which it is found when it was moved since. */
export type NoteText = readonly [path: NotePath, text: string, id?: string];

export interface RuleOrigin {
  readonly name: string;
  /** The number of the change; 0: somebody ran it by hand. */
  readonly change: number;
  readonly depth: number;
}

export interface Migration {
  /** Counts up by one over the life of the journal. */
  readonly seq: number;
  /** UUID, the wire's `migration_id`. */
  readonly id: string;
  /** Milliseconds; strictly increasing over the whole database. D8 */
  readonly time: number;
  readonly op: string;
  readonly summary: string;
  /** Absent in records of programs that had none. */
  readonly deed?: Deed;
  /** Qualified names of the tables that it touches. */
  readonly tables: readonly string[];
  /** Null: the owner directly. */
  readonly actor: Actor | null;
  readonly changes: readonly FileChange[];
  /** Folders that did not exist before. */
  readonly foldersMade: readonly NotePath[];
  /** Folders that go when they are empty afterwards. */
  readonly foldersLeft: readonly NotePath[];
  /** Migration id that this one reverts. */
  readonly undoes: string | null;
  /** The changes of the undone migration that this one takes back, by index. Absent: all of them. */
  readonly partial?: readonly number[];
  /** Ids, or paths, of notes that were there and became rows because their table was created. */
  readonly rowsFound?: readonly string[];
  /** Rows that broke what this migration changes in the definitions, with the rule: an undo holds it not against them. */
  readonly brokeRules?: readonly string[];
  /** Links, by note and link path, that mean another file since, without a rewrite. */
  readonly turnedLinks?: readonly NoteText[];
  /** Links in untouched notes to what it brings: they are older than it, and an undo breaks them again. D17 */
  readonly awaitedLinks?: readonly NoteText[];
  /** Words in untouched rows that are the names of what it brings: they are older than it. D17 */
  readonly awaitedWords?: readonly NoteText[];
  /** Tables that bear another name from then on: old and new. */
  readonly renamed?: readonly (readonly [string, string])[];
  /** Tables, columns and values that are called otherwise from then on, in their order. */
  readonly renames?: readonly DefinitionRename[];
  /** One a table that keeps history. */
  readonly versions?: readonly VersionRecord[];
  /** The number of its first change, and what changes: docs/formats.md, Changes. Absent where no row and no definition does. */
  readonly changeSeq?: number;
  readonly changeRuns?: readonly ChangeRun[];
  /** The rule that ran, the change that it ran for, and how many rules ran in a row, itself included. docs/rules.md#runs */
  readonly rule?: RuleOrigin;
  /** Not in list_migrations (configure_database). */
  readonly unlisted?: true;
}

/** Why a recorded migration does not hold. Recovery obeys it. */
export interface Abort {
  readonly seq: number;
  /** `clash`: someone wrote a note in between; `edited`: found while recovering; `failed`: the host could not write. */
  readonly reason: 'clash' | 'edited' | 'failed';
}
