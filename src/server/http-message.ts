/** A request and a response as plain data: what a host's socket adapter hands over and gets back. */

/** Names as they came, in order, duplicates kept. */
export type HttpHeaders = readonly (readonly [name: string, value: string])[];

export interface ApiRequest {
  readonly method: string;
  /** The request target as it came: not decoded, not normalised. */
  readonly url: string;
  /** Values as Node gives them: one character a byte. */
  readonly headers: HttpHeaders;
  /** The port that it came in at. */
  readonly port: number;
  /** The whole body; null when it is longer than `limit` bytes. Rejects when the client goes away. */
  readonly readBody: (limit: number) => Promise<Uint8Array | null>;
  /** Resolves when the client goes away before it has the answer. Absent: unknown. */
  readonly gone?: Promise<void>;
}

/** A text is sent as UTF-8. A stream is sent piece by piece, and is ended with `return()` when the client goes away. */
export type HttpBody = string | Uint8Array | AsyncIterable<string | Uint8Array>;

export interface ApiResponse<Body extends HttpBody = HttpBody> {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: Body;
}

/** All values of a header; its name in lower case. */
export function headerValues(request: ApiRequest, name: string): readonly string[] {
  return request.headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The characters of a header are bytes: of UTF-8, or of Latin-1 where they can't be UTF-8. */
export function headerText(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
