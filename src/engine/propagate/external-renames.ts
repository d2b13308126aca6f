/** Lets the definitions follow rows that others rename or move, as soon as the notes that link to them do. docs/external-edits.md#renames; D26 */

import { definitionTexts } from '../catalog/references/definition-texts';
import type { WriteContext } from '../contexts';
import type { Published } from '../feed/published';
import { nameKey } from '../links/fold-name';
import { type FileMoves, fileMoves } from '../links/followed-text';
import { MovedFiles } from '../links/moved-files';
import { noteNameOf } from '../note/paths';
import type { LinkSettings } from '../ports/host';
import type { NotePath } from '../ports/vault-port';
import type { VaultView } from '../storage/view';
import { DefinitionFollower, stageFollowed } from './follow-definitions';
import { type Deed, deedOf } from '../schemas/deed';

/** As in list_migrations. */
export const EXTERNAL_RENAME = 'external_rename';

const NO_WORDS: ReadonlyMap<string, string> = new Map();

interface RenamesDeps {
  readonly host: { linkSettings(): LinkSettings; log(detail: string): void };
  /** The last committed moment. */
  readonly view: () => VaultView;
  /** Writes what `stage` stages, as a migration of its own. */
  readonly write: (stage: (context: WriteContext) => Promise<Deed>) => Promise<unknown>;
}

interface ExternalMove {
  readonly to: NotePath;
  readonly table: string;
}

export class ExternalRenames {
  /** By where the row lay: moves that definitions may have to follow. */
  private readonly waiting = new Map<NotePath, ExternalMove>();

  constructor(private readonly deps: RenamesDeps) {}

  /** To be called with everything published. Its own writes are not waited for. */
  publish({ write, changes }: Published): void {
    if (write === null)
      for (const { from = null, path, table } of changes)
        if (from !== null && path !== '' && from !== path) this.add(from, { to: path, table: table ?? '' });
    if (this.waiting.size === 0) return;
    const view = this.deps.view();
    for (const [from, { to }] of this.waiting)
      if (!view.files.has(to) || view.files.has(from)) this.waiting.delete(from);
    const moves = movesIn(view, this.waiting);
    const follower = this.follower(view, moves);
    const isMeant = definitionTexts(view.catalog).some(({ use, text }) => {
      const found = follower.followed(use, text);
      return 'problem' in found || found.text !== text;
    });
    if (!isMeant) return this.waiting.clear();
    const ready = new Map([...this.waiting].filter(([from, { to }]) => areLinksRewritten(view, from, to)));
    if (ready.size === 0) return;
    for (const from of ready.keys()) this.waiting.delete(from);
    this.deps
      .write((context) => this.stage(context, ready))
      .catch((error: unknown) => {
        this.deps.host.log(String(error));
      });
  }

  /** A row that is moved twice is followed from its first place. */
  private add(from: NotePath, move: ExternalMove): void {
    const first = [...this.waiting].find(([, { to }]) => to === from)?.[0] ?? from;
    this.waiting.delete(first);
    if (first !== move.to) this.waiting.set(first, move);
  }

  private async stage(context: WriteContext, ready: ReadonlyMap<NotePath, ExternalMove>): Promise<Deed> {
    const { before } = context.transaction;
    const moves = movesIn(before, ready);
    const follower = this.follower(before, moves, ready);
    await stageFollowed(context, (use, text) => follower.followed(use, text));
    for (const warning of context.transaction.warnings) this.deps.host.log(warning);
    const [first] = ready;
    const names =
      first === undefined || ready.size > 1 ? {} : { from: noteNameOf(first[0]), to: noteNameOf(first[1].to) };
    return deedOf('follow renames', null, { counts: { notes: ready.size }, names });
  }

  /** Words stay: notes keep them. */
  private follower(view: VaultView, moves: FileMoves, tables: ReadonlyMap<NotePath, ExternalMove> = this.waiting) {
    return new DefinitionFollower(moves, this.deps.host.linkSettings(), view.catalog, {
      wordsOf: () => NO_WORDS,
      tableBefore: (path) => tables.get(path)?.table ?? view.tableAt(path)?.qualified,
    });
  }
}

function movesIn({ links }: VaultView, moved: ReadonlyMap<NotePath, ExternalMove>): FileMoves {
  const there = new Map([...moved].map(([from, { to }]) => [from, to] as const));
  const back = new Map([...there].map(([from, to]) => [to, from] as const));
  return fileMoves(new MovedFiles(links, back), links, there);
}

/** True when no link means the old place any more, or one means the new one by its new name. Until then filters mean the dangling links. */
function areLinksRewritten({ links }: VaultView, from: NotePath, to: NotePath): boolean {
  let dangles = false;
  let isRewritten = false;
  links.visitLinksNamed(nameKey(from), (linkpath, source) => (dangles ||= links.resolve(linkpath, source) === null));
  links.visitLinksNamed(nameKey(to), (linkpath, source) => (isRewritten ||= links.resolve(linkpath, source) === to));
  return !dangles || (isRewritten && nameKey(from) !== nameKey(to));
}
