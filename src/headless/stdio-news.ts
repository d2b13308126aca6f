/** News for a client over standard input and output, whose vault may be closed or open elsewhere. docs/mcp.md#news */

import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server';
import { ChangeWatch } from '../server/mcp/change-watch';
import { listenedUris, methodOf, subscribedUri } from '../server/mcp/message-facts';
import { sendNews, watchedClient } from '../server/mcp/news-streams';
import type { ToolServerOptions } from '../server/mcp/tool-server-options';

/** From a call to the look at what it changed, in milliseconds: several calls are looked at once, while the vault is still open. */
const AFTER_CALL_MS = 1000;
/** Between two looks at a vault that another program has open. */
const ELSEWHERE_MS = 5000;

/** Resources of one client, those among them that it may not watch. */
const MOST_ASKED = 200;

/** After one of these a client has something that can become old. */
const LISTS: ReadonlySet<unknown> = new Set([
  'resources/list',
  'prompts/list',
  'resources/subscribe',
  'subscriptions/listen',
]);

export interface NewsSource extends Pick<ToolServerOptions, 'run' | 'allowed'> {
  /** Another program has the vault open, which costs no opening. */
  isElsewhere(): Promise<boolean>;
  /** Its list of tools can change. */
  readonly hasToken: boolean;
}

export class StdioNews {
  /** Resources that the client watches. */
  readonly subscribed = new Set<string>();
  /** Those of a subscription that may still be refused. */
  private readonly asked = new Set<string>();
  private server: McpServer['server'] | null = null;
  private watch: ChangeWatch | null = null;
  private soon: NodeJS.Timeout | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly source: NewsSource) {
    this.timer = setInterval(() => void this.lookElsewhere(), ELSEWHERE_MS).unref();
  }

  /** The server of the connection. */
  servedBy<Server extends McpServer>(server: Server): Server {
    ({ server: this.server } = server);
    return server;
  }

  /** A message that asks for a list, or for news, waits until it is known what the client sees by now. */
  through(transport: Transport): Transport {
    const seen: Transport = {
      start: async () => {
        transport.onmessage = (message: JSONRPCMessage, extra) => {
          const look = this.see(message);
          if (look === null) seen.onmessage?.(message, extra);
          else void look.then(() => seen.onmessage?.(message, extra));
        };
        transport.onclose = () => seen.onclose?.();
        transport.onerror = (error) => seen.onerror?.(error);
        await transport.start();
      },
      send: (message, options) => transport.send(message, options),
      close: () => transport.close(),
    };
    return seen;
  }

  /** A call of the client was answered. */
  called(): void {
    if (this.watch === null || this.soon !== null) return;
    this.soon = setTimeout(() => {
      this.soon = null;
      void this.watch?.changed();
    }, AFTER_CALL_MS).unref();
  }

  end(): void {
    clearInterval(this.timer);
    if (this.soon !== null) clearTimeout(this.soon);
    this.watch?.end();
  }

  /** Null: it is answered at once. */
  private see(message: JSONRPCMessage): Promise<void> | null {
    const method = methodOf(message);
    const uri = subscribedUri(message);
    for (const each of listenedUris(message) ?? []) this.subscribed.add(each);
    if (uri !== null && this.asked.size < MOST_ASKED) this.asked.add(uri);
    if (!LISTS.has(method) && !(method === 'tools/list' && this.source.hasToken)) return null;
    if (this.watch === null) return this.begin().ready();
    return uri === null && method !== 'subscriptions/listen' ? null : this.watch.changed();
  }

  private begin(): ChangeWatch {
    const { run, allowed } = this.source;
    this.watch = new ChangeWatch(
      watchedClient({
        vault: { run, allowed },
        uris: () => new Set([...this.subscribed, ...this.asked]),
        tell: (news) => {
          if (this.server === null || (news.kind === 'resource_updated' && !this.subscribed.has(news.uri))) return;
          sendNews(this.server, news).catch(() => undefined);
        },
      }),
    );
    return this.watch;
  }

  private async lookElsewhere(): Promise<void> {
    if (this.watch !== null && (await this.source.isElsewhere())) void this.watch.changed();
  }
}
