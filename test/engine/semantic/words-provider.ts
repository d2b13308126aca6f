/** A provider of embeddings for tests: texts that share words have near vectors. Answers as an OpenAI-compatible program, and fails as told. */

import { HttpFailure, type HttpPort, type HttpRequest, type HttpResponse } from '../../../src/engine/index';

export interface ProviderCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  readonly input: readonly string[];
  readonly dimensions: number | undefined;
}

/** Instead of the next answer. */
export type ProviderFault =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly failure: 'unreachable' | 'timeout' };

const encoder = new TextEncoder();

export class WordsProvider implements HttpPort {
  readonly calls: ProviderCall[] = [];
  readonly faults: ProviderFault[] = [];
  /** Addresses by name, for `refuseAddress`. */
  readonly addresses = new Map<string, string>();
  /** Called before each answer. */
  before: () => Promise<void> | void = () => undefined;

  constructor(public dimensions = 64) {}

  /** Every text that was embedded, in order. */
  get texts(): readonly string[] {
    return this.calls.flatMap(({ input }) => input);
  }

  /** Nobody asks where a provider is. */
  async locate(): Promise<null> {
    return null;
  }

  async request({ url, headers, body, refuseAddress }: HttpRequest): Promise<HttpResponse> {
    const host = new URL(url).hostname;
    const reason = refuseAddress?.(this.addresses.get(host) ?? host) ?? null;
    if (reason !== null) throw new HttpFailure('address_refused', reason);
    const { model, input, dimensions } = JSON.parse(body ?? '{}') as Omit<ProviderCall, 'url'>;
    this.calls.push({ url, headers, model, input, dimensions });
    await this.before();
    const fault = this.faults.shift();
    if (fault !== undefined && 'failure' in fault) throw new HttpFailure(fault.failure, `${host} is ${fault.failure}`);
    if (fault !== undefined)
      return { status: fault.status, headers: fault.headers ?? {}, bytes: encoder.encode(fault.body ?? '') };
    // Not in order: each says which text it is of.
    const data = input
      .map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions ?? this.dimensions) }))
      .reverse();
    return { status: 200, headers: {}, bytes: encoder.encode(JSON.stringify({ object: 'list', model, data })) };
  }
}

/** One direction a word, by its letters. */
export function vectorOf(text: string, dimensions: number): readonly number[] {
  const vector = new Array<number>(dimensions).fill(0.001);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}
