/** Files of local models: downloaded in parts, imported, checked, and refused when they are not what they should be. docs/semantic.md#local-models */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HttpFailure, type HttpPort, type HttpRequest, type LocalModelsPort } from '../../../src/engine/index';
import { type LocalModel, localModel, staticModel } from '../../../src/engine/semantic/known-models';
import { downloadModel } from '../../../src/engine/semantic/model-download';
import { importModel, readModel, storedModel } from '../../../src/engine/semantic/model-files';
import { tinyStaticModel } from '../../models/tiny-static-model';

const COMMIT = 'c'.repeat(40);
const HUB = 'https://hub.test';
const MB = 1024 * 1024;
const TINY = localModel('org/tiny');

const filesOf = (size: number): Map<string, Uint8Array> =>
  new Map([
    ['config.json', new TextEncoder().encode('{}')],
    ['tokenizer.json', new TextEncoder().encode('{"a": 1}')],
    ['tokenizer_config.json', new TextEncoder().encode('{"b": 2}')],
    ['onnx/model_quantized.onnx', new Uint8Array(size).fill(7)],
  ]);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

class Models {
  readonly kept = new Map<string, Uint8Array>();
  readonly folders = new Map<string, Uint8Array>();

  readonly port: LocalModelsPort = {
    files: {
      read: async (name) => this.kept.get(name)?.slice() ?? null,
      write: async (name, bytes) => void this.kept.set(name, bytes.slice()),
      remove: async (name) => void this.kept.delete(name),
    },
    readFolder: async (_folder, file) => this.folders.get(file) ?? null,
    sha256: async (bytes) => sha256(bytes),
    start: () => Promise.reject(new Error('not here')),
  };
}

/** As the Hub answers: a redirect that tells the hash of what is large, then parts. */
class Hub implements HttpPort {
  readonly ranges: string[] = [];
  failures: ('unreachable' | 'cut')[] = [];
  givesParts = true;

  constructor(private readonly files: ReadonlyMap<string, Uint8Array>) {}

  async locate(): Promise<null> {
    return null;
  }

  async request({ url, headers, mostBytes }: HttpRequest) {
    const answer = (status: number, bytes: Uint8Array, more: Record<string, string> = {}) => ({
      status,
      headers: more,
      bytes,
    });
    if (url === `${HUB}/api/models/org/tiny`)
      return answer(200, new TextEncoder().encode(JSON.stringify({ sha: COMMIT })));
    const path = url.replace(`${HUB}/org/tiny/resolve/${COMMIT}/`, '').replace('https://cdn.test/', '');
    const file = this.files.get(path);
    if (file === undefined) return answer(404, new Uint8Array());
    if (path.endsWith('.onnx') && url.startsWith(HUB))
      return answer(302, new Uint8Array(), {
        location: `https://cdn.test/${path}`,
        'x-linked-etag': `"${sha256(file)}"`,
      });
    const { range } = headers;
    if (range === undefined || !this.givesParts)
      return answer(200, file.slice(0, mostBytes), { 'content-length': String(file.length) });
    this.ranges.push(`${path} ${range}`);
    const fault = this.failures.shift();
    if (fault === 'unreachable') throw new HttpFailure('unreachable', 'gone');
    const [, from = '0', to = '0'] = /bytes=(\d+)-(\d+)/.exec(range) ?? [];
    const part = file.slice(Number(from), Number(to) + 1);
    if (Number(from) >= file.length) return answer(416, new Uint8Array());
    const contentRange = { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}` };
    return answer(206, fault === 'cut' ? part.slice(0, part.length >> 1) : part, contentRange);
  }
}

const scheduler = {
  pause: () => Promise.resolve(),
  after: (_milliseconds: number, task: () => void) => {
    queueMicrotask(task);
    return () => undefined;
  },
};

function downloading(hub: HttpPort, models: Models, stopAt = Infinity, model: LocalModel = TINY) {
  const progress: number[] = [];
  let parts = 0;
  return {
    progress,
    run: () =>
      downloadModel(model, {
        http: hub, models: models.port, scheduler, hub: HUB, onProgress: ({ received }) => void progress.push(received), isCancelled: () => ++parts > stopAt,
      }), // prettier-ignore
  };
}

describe('a download', () => {
  it('comes in parts, from one revision, with progress, and is remembered with its hashes', async () => {
    const [models, hub] = [new Models(), new Hub(filesOf(5 * MB))];
    const { run, progress } = downloading(hub, models);
    const stored = await run();
    expect(stored).toMatchObject({ revision: COMMIT, files: [{}, {}, {}, { size: 5 * MB }] });
    expect(hub.ranges.filter((each) => each.startsWith('onnx'))).toHaveLength(2);
    expect(progress).toEqual(expect.arrayContaining([4 * MB]));
    expect(await storedModel(models.port, TINY)).toEqual(stored);
    const weights = (await readModel(models.port, TINY, stored)).get('onnx/model_quantized.onnx');
    expect(sha256(weights ?? new Uint8Array())).toBe(sha256(new Uint8Array(5 * MB).fill(7)));
    expect([...models.kept.keys()].filter((name) => name.includes('/parts/'))).toEqual([]);
  });

  it('goes on where it was stopped', async () => {
    const [models, hub] = [new Models(), new Hub(filesOf(5 * MB))];
    await expect(downloading(hub, models, 4).run()).rejects.toThrow('the download was stopped');
    expect(await storedModel(models.port, TINY)).toBeNull();
    hub.ranges.length = 0;
    await downloading(hub, models).run();
    const again = hub.ranges.filter((each) => each.startsWith('onnx'));
    expect(again).toHaveLength(1);
    expect(again).not.toContain(`onnx/model_quantized.onnx bytes=0-${4 * MB - 1}`);
  });

  it('tries again what fails, and refuses what comes cut short', async () => {
    const [models, hub] = [new Models(), new Hub(filesOf(5000))];
    hub.failures = ['unreachable', 'unreachable'];
    await downloading(hub, models).run();
    const cut = new Hub(filesOf(5000));
    cut.failures = ['cut'];
    await expect(downloading(cut, new Models()).run()).rejects.toMatchObject({
      message: 'config.json came cut short from hub.test',
      hint: 'try again: the received part is kept',
    });
    const gone = new Hub(filesOf(5000));
    gone.failures = ['unreachable', 'unreachable', 'unreachable'];
    await expect(downloading(gone, new Models()).run()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('takes a file whole from a server that gives no parts', async () => {
    const [models, hub] = [new Models(), new Hub(filesOf(5 * MB))];
    hub.givesParts = false;
    expect(await downloading(hub, models).run()).toMatchObject({ files: [{}, {}, {}, { size: 5 * MB }] });
  });

  it('refuses a file that is not the one that the Hub tells of, and forgets it', async () => {
    const models = new Models();
    const hub = new Hub(filesOf(5000));
    const altered: HttpPort = {
      locate: () => Promise.resolve(null),
      request: async (request) => {
        const response = await hub.request(request);
        if (request.url.startsWith('https://cdn.test')) response.bytes[7] = (response.bytes[7] ?? 0) ^ 1;
        return response;
      },
    };
    await expect(downloading(altered, models).run()).rejects.toThrow(
      'onnx/model_quantized.onnx is not the file of org/tiny',
    );
    expect(await storedModel(models.port, TINY)).toBeNull();
    expect([...models.kept.keys()].filter((name) => name.includes('.onnx'))).toEqual([]);
  });

  it('of a static model keeps one file, and is refused before the first part of a table that is too large', async () => {
    const [models, hub] = [new Models(), new Hub(tinyStaticModel())];
    const stored = await downloading(hub, models, Infinity, staticModel('org/tiny')).run();
    expect(stored).toMatchObject({ revision: COMMIT, files: [{ path: 'table' }] });
    expect([...models.kept.keys()].sort()).toEqual(['.static/org/tiny/model.json', '.static/org/tiny/table']);
    const small = staticModel('org/tiny');
    const limited = { ...small, files: small.files.map((file) => ({ ...file, mostBytes: 4000 })) };
    const large = new Hub(tinyStaticModel());
    await expect(downloading(large, new Models(), Infinity, limited).run()).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^model.safetensors of org\/tiny has \d+ bytes, and 4000 are allowed$/) as unknown,
      hint: 'choose a smaller model',
    });
    expect(large.ranges.filter((each) => each.startsWith('model.safetensors'))).toHaveLength(1);
  });

  it('says what the Hub does not have', async () => {
    const hub = new Hub(new Map());
    await expect(downloading(hub, new Models()).run()).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a model folder', () => {
  it('is copied, with weights beside the other files or not quantized too', async () => {
    const models = new Models();
    for (const [path, bytes] of filesOf(100)) models.folders.set(path.replace('onnx/model_quantized', 'model'), bytes);
    const stored = await importModel(models.port, TINY, '/models/tiny', scheduler);
    expect(stored.files.map(({ path }) => path)).toContain('onnx/model.onnx');
    expect((await readModel(models.port, TINY, stored)).size).toBe(4);
  });

  it('is refused without a file, and for a known model with other files', async () => {
    const models = new Models();
    await expect(importModel(models.port, TINY, '/empty', scheduler)).rejects.toMatchObject({ code: 'not_found' });
    for (const [path, bytes] of filesOf(100)) models.folders.set(path, bytes);
    await expect(
      importModel(models.port, localModel('Xenova/all-MiniLM-L6-v2'), '/models/tiny', scheduler),
    ).rejects.toMatchObject({
      code: 'refused',
      hint: 'get the file again; import another version of the model under another name',
    });
    expect(await storedModel(models.port, localModel('Xenova/all-MiniLM-L6-v2'))).toBeNull();
  });

  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.slice(0, 50), 'was altered'],
    ['altered', (bytes: Uint8Array) => bytes.map((byte, i) => (i === 3 ? byte ^ 1 : byte)), 'was altered'],
    ['gone', () => null, 'is gone'],
  ])('is not used any more when a file of the copy is %s', async (_what, change, message) => {
    const models = new Models();
    for (const [path, bytes] of filesOf(100)) models.folders.set(path, bytes);
    const stored = await importModel(models.port, TINY, '/models/tiny', scheduler);
    const name = 'org/tiny/onnx/model_quantized.onnx';
    const changed = change(models.kept.get(name) ?? new Uint8Array());
    if (changed === null) models.kept.delete(name);
    else models.kept.set(name, changed);
    await expect(readModel(models.port, TINY, stored)).rejects.toThrow(message);
  });
});
