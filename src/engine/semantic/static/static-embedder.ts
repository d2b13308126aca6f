/** Vectors from a table of this device: without a thread, and in turns with the work of others. docs/semantic.md#static-models */

import type { SchedulerPort } from '../../ports/host';
import type { LocalModelsPort } from '../../ports/local-models-port';
import { type Embedder, ProviderError } from '../embedder';
import type { LocalModel } from '../known-models';
import { readModel, storedModel } from '../model-files';
import { StaticModel, TABLE_FILE } from './static-model';

export class StaticEmbedder implements Embedder {
  readonly batch = 64;
  private loading: Promise<StaticModel> | null = null;

  constructor(
    private readonly models: Pick<LocalModelsPort, 'files' | 'sha256'>,
    private readonly scheduler: Pick<SchedulerPort, 'pause'>,
    private readonly model: LocalModel,
  ) {}

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const loading = (this.loading ??= this.load());
    try {
      const model = await loading;
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        vectors.push(model.vectorOf(text));
        await this.scheduler.pause();
      }
      return vectors;
    } catch (error) {
      // The next text tries again: the model may be set up anew meanwhile.
      if (this.loading === loading) this.rest();
      throw error;
    }
  }

  rest(): void {
    this.loading = null;
  }

  private async load(): Promise<StaticModel> {
    const { models, model } = this;
    const stored = await storedModel(models, model);
    const files = stored === null ? null : await readModel(models, model, stored);
    const read = await StaticModel.read(files?.get(TABLE_FILE) ?? new Uint8Array(), this.scheduler);
    if (read === null)
      throw new ProviderError(`the model ${model.name} is not here: set up semantic search again to get it`);
    return read;
  }
}
