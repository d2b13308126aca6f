/** Semantic search as the page of settings sees it. D21 */

import { type App, Platform } from 'obsidian';
import { type Engine, KNOWN_MODELS, KNOWN_STATIC_MODELS, NotedbError, typedRun } from '../engine/index';
import { findModelRuntime, isMissingRuntime, MODEL_PLUGIN } from '../hosts/obsidian/model-plugin';
import type { SemanticSource } from '../ui/shells/obsidian/settings/semantic-settings';

/** Embeds the notes that waited for the plugin of local models. */
export async function embedWithRuntime(app: App, engine: Engine | null): Promise<void> {
  if (engine === null || isMissingRuntime(findModelRuntime(app))) return;
  const { settings } = await engine.semanticSetUp.state();
  if (settings?.provider === 'local') await engine.run('sync_semantic_index', { action: 'update' });
}

/** `engine` is null unless the vault is open. */
export function semanticSource(app: App, engine: () => Engine | null): SemanticSource {
  const opened = (): Engine => {
    const found = engine();
    if (found === null) throw new NotedbError('unavailable', 'the tables of this vault are not open');
    return found;
  };
  return {
    knownModels: KNOWN_MODELS,
    staticModels: KNOWN_STATIC_MODELS,
    hasFolders: Platform.isDesktop,
    missingRuntime: () => {
      const found = findModelRuntime(app);
      return isMissingRuntime(found) ? found : null;
    },
    showModelPlugin: () => void window.open(`obsidian://show-plugin?id=${MODEL_PLUGIN.id}`),
    state: async () => {
      const found = engine();
      if (found === null) return null;
      const index = await typedRun((name, args) => found.run(name, args))('sync_semantic_index', { action: 'status' });
      return { setUp: await found.semanticSetUp.state(), index };
    },
    set: async (request) => opened().semanticSetUp.set(request),
    off: async () => opened().semanticSetUp.off(),
    sync: async (action) => void (await opened().run('sync_semantic_index', { action })),
  };
}
