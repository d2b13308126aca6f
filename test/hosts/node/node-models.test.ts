/** A real model in a real thread of Node: the built bundle, a tiny model that the tests make, imported by the program. docs/semantic.md#local-models */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type JsonObject, openEngine } from '../../../src/engine/index';
import { createNodeHost } from '../../../src/hosts/node/node-host';
import { NodeModels } from '../../../src/hosts/node/node-models';
import { modelRuntimeIn } from '../../../src/headless/model-runtime';
import { TINY_DIMENSIONS, tinyModel } from '../../models/tiny-model';

const root = path.join(import.meta.dirname, '../../..');
const runtime = modelRuntimeIn(root);
const scratch = mkdtempSync(path.join(tmpdir(), 'notedb-models-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const similarity = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  [...(a ?? [])].reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

/** A busy machine compiles ten megabytes of WebAssembly for some seconds. */
const TIMEOUT = 60_000;

it('embeds texts, refuses a model that was cut short, and lets go', { timeout: TIMEOUT }, async () => {
  const models = new NodeModels(path.join(scratch, 'cache'), runtime, false);
  const thread = await models.start({ files: tinyModel(), isQuantized: true, pooling: 'mean' });
  const [ship, boat, bread] = await thread.embed([
    'a ship at sea',
    'sailing boat',
    'bread from the oven, ever so long',
  ]);
  expect(ship).toHaveLength(TINY_DIMENSIONS);
  expect(similarity(ship, ship)).toBeCloseTo(1, 4);
  expect(similarity(ship, boat)).toBeGreaterThan(0.8);
  expect(similarity(ship, bread)).toBeLessThan(0.3);
  thread.close();
  await expect(thread.embed(['late'])).rejects.toThrow();
  const cut = new Map([...tinyModel(), ['onnx/model_quantized.onnx', new Uint8Array(100)]]);
  await expect(models.start({ files: cut, isQuantized: true, pooling: 'mean' })).rejects.toThrow(
    /session|load|parsing/i,
  );
});

it('finds notes by their meaning with a model from a folder', { timeout: TIMEOUT }, async () => {
  const vaultFolder = path.join(scratch, 'vault');
  const folder = path.join(scratch, 'tiny');
  mkdirSync(vaultFolder);
  writeFileSync(path.join(vaultFolder, 'Voyage.md'), 'We left the harbour on a boat.\n');
  writeFileSync(path.join(vaultFolder, 'Kitchen.md'), 'Flour for bread.\n');
  for (const [file, bytes] of tinyModel()) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), bytes);
  }
  const logger = { log: () => undefined };
  const [stateFolder, cacheFolder] = [path.join(scratch, 'state'), path.join(scratch, 'caches')];
  const host = await createNodeHost({
    vaultFolder,
    logger,
    stateFolder,
    cacheFolder,
    modelRuntime: runtime,
    environment: {},
  });
  const engine = await openEngine(host);
  try {
    await engine.semanticSetUp.set({ settings: { provider: 'local', model: 'test/tiny' }, from: folder });
    expect(await engine.run('sync_semantic_index', { action: 'update' })).toMatchObject({
      provider: 'local',
      files: 2,
      pending: 0,
      lastError: null,
    });
    const { results } = await engine.run('semantic_search', { query: 'sailing ship on the sea' });
    expect((results as readonly JsonObject[])[0]).toMatchObject({ path: 'Voyage.md' });
    writeFileSync(path.join(cacheFolder, 'models/test/tiny/onnx/model_quantized.onnx'), 'altered');
    await engine.semanticSetUp.off();
    await expect(
      engine.semanticSetUp.set({
        settings: { provider: 'local', model: 'test/other' },
        from: path.join(scratch, 'none'),
      }),
    ).rejects.toThrow('holds no config.json');
  } finally {
    await engine.close();
    host.close();
  }
});
