/** News for a client with an open stream: lists and resources that are not as it last saw them. docs/mcp.md#news */

/** As the official package names them. */
export type News =
  { readonly kind: `${WatchedList}_list_changed` } | { readonly kind: 'resource_updated'; readonly uri: string };

type WatchedList = 'tools' | 'prompts' | 'resources';
const LISTS: readonly WatchedList[] = ['tools', 'prompts', 'resources'];

export interface WatchedClient {
  /** As the client may see it now. */
  list(kind: WatchedList): Promise<string>;
  /** Null: not there, or not for this client. */
  read(uri: string): Promise<string | null>;
  /** Those that the client subscribed to, by now. */
  uris(): Iterable<string>;
  tell(news: News): void;
}

/**
 * Compares what the client may see before and after a change. Hidden things make no news, and a change of its
 * rights does.
 */
export class ChangeWatch {
  private readonly seen = new Map<string, string>();
  /** Resolves when everything is looked at that was said to have changed. */
  private turn: Promise<void>;
  private isWaiting = false;
  private isEnded = false;

  constructor(private readonly client: WatchedClient) {
    this.turn = this.look(() => undefined);
  }

  /** Something changed. Several changes at once are looked at once. */
  changed(): Promise<void> {
    if (this.isWaiting) return this.turn;
    this.isWaiting = true;
    this.turn = this.turn.then(() => {
      this.isWaiting = false;
      return this.isEnded ? undefined : this.look((news) => this.client.tell(news));
    });
    return this.turn;
  }

  /** Resolves when the client's first sight is kept. */
  ready(): Promise<void> {
    return this.turn;
  }

  end(): void {
    this.isEnded = true;
  }

  /** What can not be looked at now is looked at with the next change. */
  private async look(tell: (news: News) => void): Promise<void> {
    try {
      for (const kind of LISTS) {
        if (this.isNew(kind, await this.client.list(kind))) tell({ kind: `${kind}_list_changed` });
      }
      for (const uri of this.client.uris()) {
        const text = (await this.client.read(uri)) ?? '';
        if (this.isNew(uri, text)) tell({ kind: 'resource_updated', uri });
      }
    } catch {
      // The stream ends by its token, or its connection.
    }
  }

  private isNew(key: string, text: string): boolean {
    const mark = markOf(text);
    const before = this.seen.get(key);
    this.seen.set(key, mark);
    return before !== undefined && before !== mark;
  }
}

/** In place of the text: a client may watch many long ones. */
function markOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}:${hash}`;
}
