/** How semantic search is set up on this device: read, checked, kept. docs/semantic.md#set-up, docs/formats.md#semantic-search */

import { badRequest } from '../errors';
import type { JsonObject } from '../json';
import type { EmbeddingsEnvironment } from '../ports/host';
import type { PrivateStorePort } from '../ports/private-store-port';
import { decodeUtf8, encodeUtf8 } from '../values/utf8';
import { originOf } from './http-embedder';
import { KNOWN_MODELS, KNOWN_STATIC_MODELS, isModelName } from './known-models';
import { isLoopbackUrl } from './loopback';

export interface HttpSettings {
  readonly provider: 'http';
  readonly url: string;
  readonly model: string;
  /** Asked of the provider; null: as many as the model has. */
  readonly dimensions: number | null;
}

/** A model on this device: `static`, a table of vectors; `local`, one that runs in a thread. */
export interface LocalSettings {
  readonly provider: 'static' | 'local';
  readonly model: string;
}

export type SemanticSettings = HttpSettings | LocalSettings;

/** What the private state holds. */
export interface KeptSettings {
  /** Null: semantic search is off. */
  readonly settings: SemanticSettings | null;
  /** Hosts of other computers to which the owner lets texts go. */
  readonly allowed: readonly string[];
  /** Index files among the caches, the one in use first. */
  readonly indexes: readonly string[];
  /** The host that the kept key is for, so that no other one ever gets it; null: no key is kept. */
  readonly keyHost: string | null;
}

const FILE = 'semantic.json';
const FORMAT = 1;
const LARGEST_DIMENSIONS = 8192;
const NOTHING_KEPT: KeptSettings = { settings: null, allowed: [], indexes: [], keyHost: null };

/** A file that does not parse, or is of a newer program, counts as off. */
export async function readKept(store: Pick<PrivateStorePort, 'read'>): Promise<KeptSettings> {
  const bytes = await store.read(FILE);
  if (bytes === null) return NOTHING_KEPT;
  try {
    const stored = JSON.parse(decodeUtf8(bytes)) as Partial<KeptSettings> & { readonly format?: number };
    const { format, settings, allowed, indexes, keyHost = null } = stored;
    if (format !== FORMAT || !Array.isArray(allowed) || !Array.isArray(indexes)) return NOTHING_KEPT;
    const checked = settings === null || settings === undefined ? null : checkSettings({ ...settings });
    return { settings: checked, allowed, indexes, keyHost };
  } catch {
    return NOTHING_KEPT;
  }
}

export const writeKept = (store: Pick<PrivateStorePort, 'write'>, kept: KeptSettings): Promise<void> =>
  store.write(FILE, encodeUtf8(`${JSON.stringify({ format: FORMAT, ...kept }, null, 2)}\n`));

/** What the environment makes of the kept settings. Its address alone is enough where a model is kept. */
export function effectiveSettings(
  kept: SemanticSettings | null,
  environment: EmbeddingsEnvironment | undefined,
): SemanticSettings | null {
  if (environment === undefined || environment.url === null) return kept;
  const own = kept?.provider === 'http' ? kept : null;
  return checkSettings({
    provider: 'http',
    url: environment.url,
    model: environment.model ?? own?.model ?? null,
    dimensions: environment.model === null ? (own?.dimensions ?? null) : null,
  });
}

/** Throws NotedbError 400 for settings that can not be right. */
export function checkSettings(given: JsonObject): SemanticSettings {
  const { provider, model } = given;
  if (provider !== 'http' && provider !== 'local' && provider !== 'static')
    throw badRequest('the provider is "static", "local" or "http"', 'static: a small model, which runs on phones too');
  const hint = MODELS_HINTS[provider];
  if (typeof model !== 'string' || model.trim() === '') throw badRequest('the model is missing', hint);
  if (provider === 'http') return { provider, model, ...checkHttp(given) };
  if (!isModelName(model)) throw badRequest(`"${model}" is not a name of a model`, hint);
  return { provider, model };
}

const MODELS_HINTS: Readonly<Record<SemanticSettings['provider'], string>> = {
  static: `known models: ${KNOWN_STATIC_MODELS.join(', ')}`,
  local: `known models: ${KNOWN_MODELS.join(', ')}`,
  http: 'name a model of the provider',
};

function checkHttp({ url, dimensions }: JsonObject): Pick<HttpSettings, 'url' | 'dimensions'> {
  if (typeof url !== 'string' || !/^https?:\/\/[^/\s?#@]+(?:\/[^\s?#]*)?$/i.test(url))
    throw badRequest(
      'the address of the provider is not an http or https address, or holds a user or a query',
      'for example http://127.0.0.1:11434/v1',
    );
  if (dimensions === null || dimensions === undefined) return { url, dimensions: null };
  if (
    typeof dimensions !== 'number' ||
    !Number.isInteger(dimensions) ||
    dimensions < 1 ||
    dimensions > LARGEST_DIMENSIONS
  )
    throw badRequest(`dimensions is a whole number from 1 to ${LARGEST_DIMENSIONS}`);
  return { url, dimensions };
}

/** The host to which texts would leave this computer; null: they stay. */
export const leavesTo = (settings: SemanticSettings): string | null =>
  settings.provider !== 'http' || isLoopbackUrl(settings.url) ? null : originOf(settings.url).toLowerCase();

/** What the vectors depend on. `weights`: of a local model, which may change under one name. */
export const modelIdentity = (settings: SemanticSettings, weights: string): string =>
  JSON.stringify(
    settings.provider === 'http'
      ? [settings.provider, settings.url, settings.model, settings.dimensions]
      : [settings.provider, settings.model, weights],
  );
