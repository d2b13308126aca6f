/** Vectors from any program with the embeddings API of OpenAI: Ollama, LM Studio, a paid provider. docs/semantic.md#http-providers */

import { type Json, type JsonObject, isList } from '../json';
import { HttpFailure, type HttpPort, type HttpResponse } from '../ports/http-port';
import type { ClockPort, SchedulerPort } from '../ports/host';
import { cutText } from '../text/cut-text';
import { decodeUtf8 } from '../values/utf8';
import { type EmbeddedAs, type Embedder, ProviderError, checkVectors } from './embedder';
import { loopbackOnly } from './loopback';

export interface HttpEmbedderOptions {
  readonly http: HttpPort;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly scheduler: Pick<SchedulerPort, 'after'>;
  readonly url: string;
  readonly model: string;
  /** Sent when given, and what every vector must have. */
  readonly dimensions: number | null;
  readonly key: string | null;
  /** The owner has agreed that texts leave this computer for `url`. */
  readonly mayLeave: boolean;
}

/** Milliseconds. */
const TIMEOUT = 60_000;
const LONGEST_WAIT = 60_000;
/** Before the second, third… attempt, unless the provider says. A person waits for a question. */
const WAITS: Readonly<Record<EmbeddedAs, readonly number[]>> = {
  trial: [],
  question: [500],
  passage: [1000, 2000, 4000, 8000],
};
const LONGEST_WAIT_OF_QUESTION = 2000;
/** Of an answer: 64 vectors of 4096 numbers in full length. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A text that is too long for the model is halved, but not below this. */
const SHORTEST_TEXT = 250;
const TOO_LONG = [400, 413, 422];

/** The address of the API: `/embeddings` is added unless the address ends with it, and `/v1` where it has no path. */
export function embeddingsUrl(url: string): string {
  const base = url.replace(/\/+$/, '');
  if (base.endsWith('/embeddings')) return base;
  return /^https?:\/\/[^/]+$/i.test(base) ? `${base}/v1/embeddings` : `${base}/embeddings`;
}

export class HttpEmbedder implements Embedder {
  readonly batch = 64;
  private readonly url: string;
  private readonly who: string;

  constructor(private readonly options: HttpEmbedderOptions) {
    this.url = embeddingsUrl(options.url);
    this.who = `the provider at ${originOf(this.url)}`;
  }

  rest(): void {
    // Nothing is kept between calls.
  }

  /** Texts that are too long for the model are embedded by their beginning. */
  async embed(texts: readonly string[], as: EmbeddedAs): Promise<readonly Float32Array[]> {
    const response = await this.ask(texts, as);
    if (response.status === 200) return this.read(response, texts.length);
    const [first = ''] = texts;
    if (!TOO_LONG.includes(response.status)) throw this.refusal(response);
    if (texts.length > 1) {
      const middle = texts.length >> 1;
      return [...(await this.embed(texts.slice(0, middle), as)), ...(await this.embed(texts.slice(middle), as))];
    }
    if (first.length < SHORTEST_TEXT * 2) throw this.refusal(response);
    return this.embed([first.slice(0, first.length >> 1)], as);
  }

  /** An answer, after as many attempts as it is worth. */
  private async ask(texts: readonly string[], as: EmbeddedAs): Promise<HttpResponse> {
    const waits = WAITS[as];
    for (let attempt = 0; ; attempt++) {
      const usual = waits[attempt];
      const outcome = await this.request(texts).catch((error: unknown) => this.failure(error, usual));
      const wait = outcome === null ? (usual ?? 0) : this.waitAfter(outcome, usual, as);
      if (wait === null && outcome !== null) return outcome;
      await new Promise<void>((resolve) => this.options.scheduler.after(wait ?? 0, resolve));
    }
  }

  private request(texts: readonly string[]): Promise<HttpResponse> {
    const { http, key, model, dimensions, mayLeave } = this.options;
    const body: JsonObject = { model, input: texts, ...(dimensions === null ? {} : { dimensions }) };
    return http.request({
      url: this.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      timeout: TIMEOUT,
      mostBytes: MOST_BYTES,
      ...(mayLeave ? {} : { refuseAddress: loopbackOnly }),
    });
  }

  /** Null: another attempt is worth it. Throws when it is not. */
  private failure(error: unknown, wait: number | undefined): null {
    if (!(error instanceof HttpFailure)) throw error;
    if (error.code !== 'address_refused' && wait !== undefined) return null;
    throw new ProviderError(`${this.who} can not be reached: ${this.hideKey(error.message)}`);
  }

  /** Null: this is the answer. */
  private waitAfter({ status, headers }: HttpResponse, usual: number | undefined, as: EmbeddedAs): number | null {
    if (usual === undefined || (status !== 429 && status < 500)) return null;
    const told = this.retryAfter(headers['retry-after']);
    if (told === null) return usual;
    return told > (as === 'question' ? LONGEST_WAIT_OF_QUESTION : LONGEST_WAIT) ? null : told;
  }

  /** Seconds or a date; null for anything else. RFC 9110, 10.2.3 */
  private retryAfter(value: string | undefined): number | null {
    if (value === undefined) return null;
    if (/^\d+$/.test(value)) return Number(value) * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? null : Math.max(0, date - this.options.clock.now());
  }

  private read({ bytes }: HttpResponse, count: number): readonly Float32Array[] {
    const answer = parseJson(bytes);
    const data = objectOf(answer)?.['data'];
    if (!isList(data))
      throw new ProviderError(`${this.who} answered something else than embeddings: is this the address of its API?`);
    const vectors = new Array<Float32Array | undefined>(data.length);
    data.forEach((item, i) => {
      const { index, embedding } = objectOf(item) ?? {};
      const at = typeof index === 'number' ? index : i;
      if (isList(embedding) && at in data)
        vectors[at] = Float32Array.from(embedding, (value) => (typeof value === 'number' ? value : Number.NaN));
    });
    const whole = Array.from(vectors, (vector) => vector ?? new Float32Array());
    return checkVectors(whole, count, this.options.dimensions, this.who);
  }

  private refusal({ status, bytes }: HttpResponse): ProviderError {
    const said = this.hideKey(saidIn(parseJson(bytes)));
    const told = said === '' ? '' : `: ${cutText(said)}`;
    if (status === 401 || status === 403)
      return new ProviderError(`${this.who} refuses the key (status ${status}${told})`);
    if (status >= 300 && status < 400)
      return new ProviderError(`${this.who} leads elsewhere (status ${status}): give the address that it leads to`);
    return new ProviderError(`${this.who} answered status ${status}${told}`);
  }

  private hideKey(text: string): string {
    const { key } = this.options;
    return key === null || key === '' ? text : text.replaceAll(key, '…');
  }
}

/** Scheme, name and port of an address, without its other parts. */
export const originOf = (url: string): string => /^https?:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? url;

function parseJson(bytes: Uint8Array): Json | undefined {
  try {
    return JSON.parse(decodeUtf8(bytes)) as Json;
  } catch {
    return undefined;
  }
}

const objectOf = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;

/** `{"error": {"message"}}`, as OpenAI says it, or `{"error"}` or `{"message"}`, as others do. */
function saidIn(answer: Json | undefined): string {
  const { error, message } = objectOf(answer) ?? {};
  const inner = objectOf(error)?.['message'];
  const said = [inner, error, message].find((each) => typeof each === 'string');
  return typeof said === 'string' ? said : '';
}
