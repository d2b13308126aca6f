/** Streams of clients that wait for news: how many, for whom, and until when. docs/mcp.md#news */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Caller, NotedbError } from '../../engine/index';
import { listPrompts } from './agent-prompts';
import { listResources, readResource } from './agent-resources';
import { readerOf } from './attachment-requests';
import { ChangeWatch, type News, type WatchedClient } from './change-watch';
import type { RequestSender } from './running-requests';
import type { ToolServerOptions } from './tool-server-options';

const MOST_STREAMS = 32;
/** Of them those of one app. */
const MOST_STREAMS_OF_APP = 8;
/** So often a stream asks whether its token still counts, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

interface WatchedVault extends Pick<WatchedClient, 'uris' | 'tell'> {
  readonly vault: Pick<ToolServerOptions, 'run' | 'allowed'>;
}

interface NewsStream extends WatchedVault {
  readonly caller: Caller;
  /** Null: of no session. */
  readonly session: string | null;
  readonly vault: Pick<ToolServerOptions, 'run' | 'allowed'> & { rights(): string };
  /** Closes the connection. */
  readonly end: () => void;
}

interface OpenStream {
  readonly of: NewsStream;
  readonly watch: ChangeWatch;
}

export class NewsStreams {
  private readonly streams = new Set<OpenStream>();

  constructor(private readonly onChange: (listener: () => void) => () => void) {}

  hasPlace(caller: Caller): boolean {
    const own = [...this.streams].filter(({ of }) => idOf(of.caller) === idOf(caller)).length;
    return this.streams.size < MOST_STREAMS && (caller.kind === 'owner' || own < MOST_STREAMS_OF_APP);
  }

  /** Returns, when what the client sees now is known, the function that stops it. */
  async open(stream: NewsStream): Promise<() => void> {
    const watch = new ChangeWatch(watchedClient(stream));
    const opened = { of: stream, watch };
    this.streams.add(opened);
    const stopListening = this.onChange(() => void watch.changed());
    let rights = stream.vault.rights();
    const timer = setInterval(() => {
      try {
        const now = stream.vault.rights();
        if (now !== rights) void watch.changed();
        rights = now;
      } catch {
        stop();
        stream.end();
      }
    }, LOOK_AGAIN_MS);
    const stop = (): void => {
      clearInterval(timer);
      stopListening();
      watch.end();
      this.streams.delete(opened);
    };
    await watch.ready();
    return stop;
  }

  /** Sees what the client of the session has just subscribed to. */
  async look({ caller, session }: RequestSender): Promise<void> {
    const own = [...this.streams].filter(({ of }) => of.session === session && idOf(of.caller) === idOf(caller));
    await Promise.all(own.map(({ watch }) => watch.changed()));
  }

  endAll(): void {
    for (const { of } of this.streams) of.end();
  }
}

const idOf = (caller: Caller): string | null => (caller.kind === 'app' ? caller.id : null);

export function watchedClient({ vault, uris, tell }: WatchedVault): WatchedClient {
  const read = readerOf(vault);
  return {
    uris,
    tell,
    list: async (kind) => {
      if (kind === 'tools') return [...(await vault.allowed())].join();
      return JSON.stringify(await (kind === 'prompts' ? listPrompts(read) : listResources(read)));
    },
    read: async (uri) => (await readResource(read, uri))?.text ?? null,
  };
}

/** On the connection of a client of 2025. */
export function sendNews(server: McpServer['server'], news: News): Promise<void> {
  switch (news.kind) {
    case 'tools_list_changed':
      return server.sendToolListChanged();
    case 'prompts_list_changed':
      return server.sendPromptListChanged();
    case 'resources_list_changed':
      return server.sendResourceListChanged();
    case 'resource_updated':
      return server.sendResourceUpdated({ uri: news.uri });
  }
}

export const tooManyStreams = (): NotedbError =>
  new NotedbError('too_many_requests', 'too many streams are open', { hint: 'close another one' });
