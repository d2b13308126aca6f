/** What runs an operation: the open engine, and what a handler is given of it for one caller. docs/architecture.md: Five trips */

import type { NameRequest } from '../search/names/name-index';
import type { Asking } from '../approval/approvals';
import type { Catalog } from '../catalog/catalog';
import type { TableDefinition } from '../catalog/definition';
import type { ReadSnapshot } from '../commit/lane/snapshot-readers';
import type { WriteLane } from '../commit/lane/write-lane';
import type { OpenedView } from '../commit/open-view';
import type { CommandContext, ReadContext, ReadingHost, WriteContext } from '../contexts';
import type { EngineParts } from '../engine-parts';
import { NotedbError } from '../errors';
import { openFeed } from '../feed/change-feed';
import type { Caller } from '../history/caller';
import type { RuleOrigin } from '../history/journal/migration';
import type { Host } from '../ports/host';
import type { CommittedView } from '../storage/view';
import type { Operation } from './define-operation';
import type { KeptTableProblem } from '../note/markdown/kept-table-problems';

export interface OperationRuntime {
  readonly host: Omit<ReadingHost, 'vault'> & Pick<Host, 'readOnly'>;
  readonly lane: WriteLane;
  readonly parts: EngineParts;
  /** Every definition there is. */
  catalog(): Catalog;
  readonly operations: ReadonlyMap<string, Operation>;
  /** Throws when writes are refused at the moment. */
  checkWritable(): void;
  /** Tables of Markdown in notes that are not renewed. */
  readonly keptTables: () => readonly KeptTableProblem[];
  /** While the indexes of the store are made, right after opening. */
  readonly indexing: Promise<void> | null;
}

/** Who calls, until when, and who asks the owner where the host can't. */
export interface CallOrigin extends Asking {
  readonly caller: Caller;
  /** The rule that runs it, and for which change. */
  readonly rule?: RuleOrigin;
}

/** Also what the interface of the call asks of a write. */
export type Call = CallOrigin & Pick<WriteContext, 'requireDescriptions'>;

export function readContext<S extends ReadSnapshot>(
  { host, lane, parts, keptTables }: OperationRuntime,
  seen: OpenedView<S>,
): ReadContext & Pick<S, 'journal'> & Pick<CommandContext, 'rules' | 'webhooks'> {
  const { caller, view, journal, seq } = seen;
  const now = host.clock.now();
  const zone = zoneOf(view.catalog, host);
  const opened = {
    feed: openFeed(parts.feed, () => lane.open(caller)),
    search: parts.texts.open(seen),
    findNames: (request: NameRequest) => parts.names.find(seen, request),
    findProblems: (choose: (view: CommittedView) => readonly TableDefinition[]) =>
      parts.problems.find(() => lane.open(caller), choose),
    keptTables,
    semantic: parts.semantic.open(seen),
    rules: parts.rules.open(caller),
    webhooks: parts.webhooks.open(caller),
  };
  return { caller, view, journal, seq, now, zone, host: readingHost(host, seen), ...opened };
}

export function readingHost(host: OperationRuntime['host'], { vault }: OpenedView): ReadingHost {
  const { clock, ids, journalFolder, logger, scheduler } = host;
  return {
    clock,
    ids,
    journalFolder,
    linkSettings: () => host.linkSettings(),
    templateFolders: async () => (await host.templateFolders?.()) ?? [],
    logger,
    scheduler,
    vault,
  };
}

export const zoneOf = ({ configuration }: Catalog, { clock }: OperationRuntime['host']): string =>
  configuration.timeZone ?? clock.timeZone();

/** Throws where nothing may be written. */
export function refuseReadOnly({ readOnly }: Pick<Host, 'readOnly'>): void {
  if (readOnly !== true) return;
  const hint = 'serve it without --read-only';
  throw new NotedbError('forbidden', 'this vault is open for reading only', { hint });
}
