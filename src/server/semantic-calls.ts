/** Turning semantic search on and off as JSON, for the owner's commands that are forwarded to the process that has the vault. D21 */

import type { Engine, Json, JsonObject } from '../engine/index';

/** No operation has this name: a person says so, no agent. */
export const SEMANTIC = '?semantic';

export type SemanticCall =
  | { readonly action: 'status' | 'off' }
  | {
      readonly action: 'set';
      readonly settings: JsonObject | null;
      /** Never logged: it goes to the owner of the vault alone. */
      readonly key: string | null;
      readonly from: string | null;
      readonly yes: boolean;
    };

export const semanticCall = (call: SemanticCall): { readonly op: string; readonly args: Json } => ({
  op: SEMANTIC,
  args: call,
});

/**
 * `{asks, failure, state, status}`: `asks` is null, or what the owner must agree to before anything is set up; `failure` is null, or
 * why the provider that was set up does not answer.
 */
export async function runSemanticCall(engine: Pick<Engine, 'run' | 'semanticSetUp'>, args: Json): Promise<JsonObject> {
  const { semanticSetUp } = engine;
  const call = args as unknown as SemanticCall;
  let asks: JsonObject | null = null;
  let failure: string | null = null;
  if (call.action === 'off') await semanticSetUp.off();
  if (call.action === 'set') {
    const { settings, key, from, yes } = call;
    const outcome = await semanticSetUp.set({
      ...(settings === null ? {} : { settings }),
      ...(key === null ? {} : { key }),
      ...(from === null ? {} : { from }),
      yes,
    });
    if (outcome.kind === 'asks') {
      const { host, notes, passages, characters } = outcome;
      asks = { host, notes, passages, characters };
    } else failure = await semanticSetUp.tryProvider();
  }
  const state = (await semanticSetUp.state()) as unknown as JsonObject;
  return { asks, failure, state, status: await engine.run('sync_semantic_index', { action: 'status' }) };
}
