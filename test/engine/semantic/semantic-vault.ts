/** A vault with semantic search over a provider of the test. */

import type { EmbeddingsEnvironment, JsonObject, LocalModelsPort, SecretPort } from '../../../src/engine/index';
import { type MemoryHost, type MemoryHostOptions, createMemoryHost } from '../../memory-host/memory-host';
import { type TestVault, onHost } from '../open-vault';
import { WordsProvider } from './words-provider';

export const URL_HERE = 'http://127.0.0.1:11434/v1';

export const SETTINGS: JsonObject = { provider: 'http', url: URL_HERE, model: 'words' };

export class MemorySecretsOfTest implements SecretPort {
  readonly byName = new Map<string, string>();

  async read(name: string): Promise<string | null> {
    return this.byName.get(name) ?? null;
  }

  async write(name: string, secret: string | null): Promise<void> {
    if (secret === null) this.byName.delete(name);
    else this.byName.set(name, secret);
  }
}

export interface Surroundings {
  readonly provider?: WordsProvider;
  readonly secrets?: MemorySecretsOfTest;
  readonly localModels?: LocalModelsPort;
  readonly embeddings?: EmbeddingsEnvironment;
}

export interface SemanticVault extends TestVault {
  readonly provider: WordsProvider;
  readonly secrets: MemorySecretsOfTest;
  /** Paths of what is found, best first. */
  readonly find: (query: string, args?: JsonObject) => Promise<readonly string[]>;
  /** Lets time pass until nothing waits for it any more. */
  pass(milliseconds: number): Promise<void>;
  reopen(more?: Surroundings): Promise<SemanticVault>;
}

export const environment = (more: Partial<EmbeddingsEnvironment>): EmbeddingsEnvironment => ({
  url: null,
  model: null,
  key: null,
  modelHub: null,
  ...more,
});

export const semanticVault = (options: MemoryHostOptions = {}, more: Surroundings = {}): Promise<SemanticVault> =>
  withProvider(createMemoryHost(options), more);

/** It is turned on, and every note is embedded. */
export async function readyVault(
  files: Readonly<Record<string, string>>,
  more: Surroundings = {},
): Promise<SemanticVault> {
  const vault = await semanticVault({ files }, more);
  await vault.engine.semanticSetUp.set({ settings: SETTINGS });
  await vault.run('sync_semantic_index', { action: 'update' });
  return vault;
}

async function withProvider(host: MemoryHost, more: Surroundings): Promise<SemanticVault> {
  const provider = more.provider ?? new WordsProvider();
  const secrets = more.secrets ?? new MemorySecretsOfTest();
  const { localModels, embeddings } = more;
  Object.assign(host, { http: provider, secrets }, localModels && { localModels }, embeddings && { embeddings });
  const vault = await onHost(host);
  return {
    ...vault,
    provider,
    secrets,
    find: async (query, args = {}) => {
      const { results } = await vault.run('semantic_search', { query, ...args });
      return (results as readonly { path: string }[]).map(({ path }) => path);
    },
    pass: async (milliseconds) => {
      for (let passed = 0; passed < milliseconds; passed += 500) {
        host.advance(500);
        await settled();
      }
    },
    reopen: async (others = {}) => {
      await vault.engine.close();
      return withProvider(host.reboot(), { provider, secrets, ...more, ...others });
    },
  };
}

/** What runs without waiting for time has ended. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
