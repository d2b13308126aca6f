/** Vectors from a model in a thread of this computer, which is started by the first text and ends after the last request. D14 */

import type { SchedulerPort } from '../ports/host';
import type { LocalModelsPort, ModelThread } from '../ports/local-models-port';
import { type EmbeddedAs, type Embedder, ProviderError, checkVectors } from './embedder';
import type { OnnxModel } from './known-models';
import { readModel, storedModel } from './model-files';

/** Milliseconds: a thread with a model takes some hundred megabytes. */
const IDLE = 60_000;

export class LocalEmbedder implements Embedder {
  /** So that a question does not wait long behind passages. */
  readonly batch = 8;
  private thread: Promise<ModelThread> | null = null;
  private running = 0;
  private callOff = (): void => undefined;

  constructor(
    private readonly models: LocalModelsPort,
    private readonly scheduler: Pick<SchedulerPort, 'after'>,
    private readonly model: OnnxModel,
  ) {}

  async embed(texts: readonly string[], as: EmbeddedAs): Promise<readonly Float32Array[]> {
    this.callOff();
    this.running += 1;
    this.thread ??= this.startThread();
    const { thread } = this;
    try {
      const prefix = this.model.prefixes[as === 'passage' ? 'passage' : 'question'];
      const vectors = await (await thread).embed(texts.map((text) => `${prefix}${text}`));
      return checkVectors(vectors, texts.length, null, `the model ${this.model.name}`);
    } catch (error) {
      // A thread that failed is not asked again.
      if (this.thread === thread) this.rest();
      if (error instanceof ProviderError) throw error;
      throw new ProviderError(
        `the model ${this.model.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      this.running -= 1;
      if (this.running === 0) this.callOff = this.scheduler.after(IDLE, () => this.rest());
    }
  }

  rest(): void {
    this.callOff();
    const { thread } = this;
    this.thread = null;
    void thread?.then(
      (each) => each.close(),
      () => undefined,
    );
  }

  /** The next text starts another one when it has ended. */
  private startThread(): Promise<ModelThread> {
    const thread = this.start();
    void thread
      .then(({ ended }) => ended)
      .then(
        () => this.thread === thread && this.rest(),
        () => undefined,
      );
    return thread;
  }

  private async start(): Promise<ModelThread> {
    const { models, model } = this;
    const stored = await storedModel(models, model);
    if (stored === null)
      throw new ProviderError(`the model ${model.name} is not here: set up semantic search again to get it`);
    const files = await readModel(models, model, stored);
    const isQuantized = [...files.keys()].some((path) => path.endsWith('_quantized.onnx'));
    return models.start({ files, isQuantized, pooling: model.pooling });
  }
}
