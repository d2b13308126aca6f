/** Providers over HTTP: what is sent, what is tried again, and every answer that is none. docs/semantic.md#http-providers */

import { describe, expect, it } from 'vitest';
import { HttpEmbedder, embeddingsUrl } from '../../../src/engine/semantic/http-embedder';
import { isLoopbackUrl } from '../../../src/engine/semantic/loopback';
import { type ProviderFault, WordsProvider } from './words-provider';

const NOW = Date.UTC(2026, 2, 5, 12);

function embedder(provider: WordsProvider, more: { dimensions?: number; key?: string } = {}) {
  const waits: number[] = [];
  const scheduler = {
    after: (milliseconds: number, task: () => void) => {
      waits.push(milliseconds);
      queueMicrotask(task);
      return () => undefined;
    },
  };
  const { dimensions = null, key = null } = more;
  const options = {
    http: provider,
    clock: { now: () => NOW },
    scheduler,
    url: 'http://127.0.0.1:1/v1',
    model: 'words',
  };
  return { waits, embedder: new HttpEmbedder({ ...options, dimensions, key, mayLeave: true }) };
}

const failing = (...faults: readonly ProviderFault[]): WordsProvider => {
  const provider = new WordsProvider();
  provider.faults.push(...faults);
  return provider;
};

describe('a provider', () => {
  it('gets model, texts, dimensions and key, and its vectors are put in order', async () => {
    const provider = new WordsProvider();
    const made = embedder(provider, { dimensions: 16, key: 'k' });
    const vectors = await made.embedder.embed(['ship', 'bread'], 'passage');
    expect(provider.calls).toMatchObject([
      {
        url: 'http://127.0.0.1:1/v1/embeddings',
        model: 'words',
        input: ['ship', 'bread'],
        dimensions: 16,
        headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      },
    ]);
    const [ship] = await embedder(new WordsProvider(16)).embedder.embed(['ship'], 'passage');
    expect(vectors[0]).toEqual(ship);
    expect(vectors).toHaveLength(2);
  });

  it.each<readonly [string, readonly ProviderFault[], readonly number[]]>([
    ['as long as it says in seconds', [{ status: 429, headers: { 'retry-after': '7' } }], [7000]],
    [
      'until the date that it says',
      [{ status: 429, headers: { 'retry-after': 'Thu, 05 Mar 2026 12:00:03 GMT' } }],
      [3000],
    ],
    ['longer each time without a word', [{ status: 500 }, { status: 503 }, { status: 429 }], [1000, 2000, 4000]],
    ['where nobody answers', [{ failure: 'unreachable' }, { failure: 'timeout' }], [1000, 2000]],
  ])('is waited for %s', async (_name, faults, waits) => {
    const made = embedder(failing(...faults));
    expect(await made.embedder.embed(['ship'], 'passage')).toHaveLength(1);
    expect(made.waits).toEqual(waits);
  });

  it('is not waited for long by a question', async () => {
    const made = embedder(failing({ status: 429, headers: { 'retry-after': '30' }, body: '{"error": "slow down"}' }));
    await expect(made.embedder.embed(['ship'], 'question')).rejects.toThrow('status 429: slow down');
    expect(made.waits).toEqual([]);
    const lost = embedder(failing({ failure: 'timeout' }, { failure: 'timeout' }));
    await expect(lost.embedder.embed(['ship'], 'question')).rejects.toThrow('can not be reached: 127.0.0.1 is timeout');
  });

  it.each<readonly [string, ProviderFault, string]>([
    [
      'refuses the key',
      { status: 401, body: '{"error": {"message": "bad key abc-key"}}' },
      'refuses the key (status 401: bad key …)',
    ],
    ['has no such model', { status: 404, body: '{"message": "no model"}' }, 'answered status 404: no model'],
    ['leads elsewhere', { status: 302 }, 'leads elsewhere (status 302)'],
    ['answers a page', { status: 200, body: '<html>' }, 'something else than embeddings'],
    ['answers nothing', { status: 200, body: '' }, 'something else than embeddings'],
    ['answers too few', { status: 200, body: '{"data": []}' }, 'answered 0 vectors for 1 texts'],
    [
      'answers too many',
      { status: 200, body: '{"data": [{"embedding": [1]}, {"embedding": [1]}]}' },
      '2 vectors for 1 texts',
    ],
    ['answers words', { status: 200, body: '{"data": [{"embedding": ["a", 1]}]}' }, 'something else than numbers'],
    ['answers an empty vector', { status: 200, body: '{"data": [{"embedding": []}]}' }, 'a vector without numbers'],
    ['answers no vector', { status: 200, body: '{"data": [{"embedding": null}]}' }, 'a vector without numbers'],
  ])('that %s is told as it is, without the key', async (_name, fault, message) => {
    const made = embedder(failing(fault), { key: 'abc-key' });
    const failed = made.embedder.embed(['ship'], 'passage');
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow('abc-key');
  });

  it('must give as many dimensions as were asked for', async () => {
    const body = '{"data": [{"embedding": [1, 2, 3]}]}';
    const made = embedder(failing({ status: 200, body }), { dimensions: 4 });
    await expect(made.embedder.embed(['ship'], 'passage')).rejects.toThrow('a vector of 3 dimensions, not of 4');
  });

  it('gets shorter texts when they are too long for it', async () => {
    const provider = new WordsProvider();
    const tooLong = { status: 400, body: '{"error": {"message": "too long"}}' };
    provider.before = () => {
      if ((provider.calls.at(-1)?.input ?? []).some((text) => text.length > 600)) provider.faults.push(tooLong);
    };
    const { embedder: made } = embedder(provider);
    expect(await made.embed(['a'.repeat(1000), 'short', 'other'], 'passage')).toHaveLength(3);
    provider.before = () => void provider.faults.push(tooLong);
    await expect(made.embed(['short'], 'passage')).rejects.toThrow('status 400: too long');
  });
});

it.each([
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/embeddings'],
  ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1/embeddings'],
  ['https://x.example/v1', 'https://x.example/v1/embeddings'],
  ['https://x.example/api/v1/embeddings/', 'https://x.example/api/v1/embeddings'],
])('takes %s for %s', (given, url) => {
  expect(embeddingsUrl(given)).toBe(url);
});

it.each([
  ['http://127.0.0.1:11434/v1', true],
  ['http://127.9.9.9/', true],
  ['http://[::1]:1234/v1', true],
  ['http://LOCALHOST/v1', true],
  ['http://localhost.example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['http://10.0.0.1/', false],
  ['http://127.0.0.1@example.com/', false],
])('knows whether %s is this computer', (url, expected) => {
  expect(isLoopbackUrl(url)).toBe(expected);
});
