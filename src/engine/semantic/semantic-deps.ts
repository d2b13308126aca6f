/** What semantic search has of the open vault and of the host. docs/architecture.md: Parts */

import type { Publisher } from '../feed/published';
import type { Host } from '../ports/host';
import type { SeenNotes } from './notes-to-index';

export interface SemanticDeps {
  readonly host: SemanticHost;
  readonly publisher: Pick<Publisher, 'subscribe'>;
  /** Null: the vault has none yet. */
  vaultId(): Promise<string | null>;
  /** The last committed moment, as the owner sees it. */
  open(): SeenNotes;
}

export type SemanticHost = Pick<
  Host,
  | 'cache'
  | 'clock'
  | 'crypto'
  | 'embeddings'
  | 'http'
  | 'localModels'
  | 'logger'
  | 'privateStore'
  | 'readOnly'
  | 'scheduler'
  | 'secrets'
>;
