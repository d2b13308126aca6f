/** Requests to other programs: deliveries of webhooks, providers of embeddings. */

export interface HttpRequest {
  /** `http:` or `https:`. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeout: number;
  /** Bytes of the answer that are read; what comes after them is let go. */
  readonly mostBytes: number;
  /**
   * Asked for every address that the name resolves to, at each attempt, before anything is sent: a reason refuses the request. The
   * connection goes to an address that was asked for. A phone resolves no names: there it is asked for addresses in the URL alone.
   */
  readonly refuseAddress?: (address: string) => string | null;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

export type HttpFailureCode =
  /** The name does not resolve, or there is no answer. */
  | 'unreachable'
  /** `refuseAddress` gave a reason. */
  | 'address_refused'
  | 'timeout'
  /** The answer ended in the middle, or was none. */
  | 'broken';

/** The only error that a request throws; an answer with any status is not an error. */
export class HttpFailure extends Error {
  constructor(
    readonly code: HttpFailureCode,
    message: string,
  ) {
    super(message);
    this.name = 'HttpFailure';
  }
}

/** Where a URL leads. */
export interface HttpTarget {
  /** In its one spelling, as requests take it: a host in lower case and ASCII, an address as numbers. */
  readonly url: string;
  /** Of the host: a name, or an address without brackets. */
  readonly host: string;
  /** It has a user or a password. */
  readonly hasCredentials: boolean;
  /** What the host resolves to now; none where it resolves to nothing, or the host of the engine resolves no names (a phone). */
  readonly addresses: readonly string[];
}

export interface HttpPort {
  /** Sends nothing. Null for anything but a URL with `http:` or `https:`. */
  locate(url: string): Promise<HttpTarget | null>;
  /**
   * Rejects with HttpFailure. With `refuseAddress` a redirect is not followed: an answer 3xx is an answer. Obsidian's own client, which
   * sends the other requests there and all of them on a phone, does follow.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}
