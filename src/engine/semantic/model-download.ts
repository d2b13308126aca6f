/** Gets a model from the Hugging Face Hub, in parts that survive an interruption. docs/semantic.md#local-models */

import { NotedbError } from '../errors';
import type { JsonObject } from '../json';
import { HttpFailure, type HttpPort, type HttpResponse } from '../ports/http-port';
import type { SchedulerPort } from '../ports/host';
import type { LocalModelsPort } from '../ports/local-models-port';
import { decodeUtf8 } from '../values/utf8';
import type { LocalModel, ModelFile } from './known-models';
import { type CheckedFile, type StoredModel, checkSize, checkedFile, keepModel } from './model-files';
import { originOf } from './http-embedder';

export interface DownloadProgress {
  readonly file: string;
  /** Bytes. */
  readonly received: number;
  /** Null: not known yet. */
  readonly total: number | null;
}

export interface DownloadOptions {
  readonly http: HttpPort;
  readonly models: LocalModelsPort;
  readonly scheduler: Pick<SchedulerPort, 'after' | 'pause'>;
  /** `https://huggingface.co`, or a mirror of it. */
  readonly hub: string;
  readonly onProgress: (progress: DownloadProgress) => void;
  /** Asked between parts. */
  readonly isCancelled: () => boolean;
}

const PART = 4 * 1024 * 1024;
const TIMEOUT = 120_000;
const MOST_REDIRECTS = 5;
/** Milliseconds before the second and third attempt. */
const WAITS = [1000, 4000];
/** Of a server that gives no parts. */
const LARGEST_FILE = 512 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}$/;

/** Resolves when every file is there and checked. Throws NotedbError; the received part stays for the next attempt. */
export async function downloadModel(model: LocalModel, options: DownloadOptions): Promise<StoredModel> {
  const { models, scheduler } = options;
  const { name, folder } = model;
  const revision = model.revision ?? (await latestRevision(name, options));
  const files: CheckedFile[] = [];
  for (const file of model.files) {
    const download = new FileDownload(options, { name, folder, revision, file });
    const bytes = await download.run();
    try {
      files.push(await checkedFile(models, { name, revision }, download.expected, bytes));
    } finally {
      await download.dropParts();
    }
  }
  return keepModel(models, { ...model, revision }, files, scheduler);
}

async function latestRevision(name: string, options: DownloadOptions): Promise<string> {
  const response = await get(`${options.hub}/api/models/${name}`, null, PART, options);
  const sha = response.status === 200 ? shaIn(response.bytes) : null;
  if (sha === null) throw notThere(name, options.hub, response.status);
  return sha;
}

function shaIn(bytes: Uint8Array): string | null {
  try {
    const { sha } = JSON.parse(decodeUtf8(bytes)) as JsonObject;
    return typeof sha === 'string' && COMMIT.test(sha) ? sha : null;
  } catch {
    return null;
  }
}

interface WantedFile {
  readonly name: string;
  readonly folder: string;
  readonly revision: string;
  readonly file: ModelFile;
}

class FileDownload {
  /** With the hash and the size from the Hub, where they are not known. */
  expected: ModelFile;
  private total: number | null;
  private parts = 0;

  constructor(
    private readonly options: DownloadOptions,
    private readonly wanted: WantedFile,
  ) {
    this.expected = wanted.file;
    this.total = wanted.file.size;
  }

  async run(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let received = 0;
    for (;;) {
      if (this.options.isCancelled()) throw new NotedbError('unavailable', 'the download was stopped');
      this.options.onProgress({ file: this.wanted.file.path, received, total: this.total });
      if (received === this.total) return joined(parts, received);
      const part = (await this.keptPart(parts.length)) ?? (await this.nextPart(parts.length, received));
      if (part === null) return joined(parts, received);
      parts.push(part);
      received += part.length;
      // A short part is the last one, or one that was cut short: the size and the hash show which.
      if (part.length !== PART) return joined(parts, received);
    }
  }

  async dropParts(): Promise<void> {
    for (let i = 0; i < this.parts; i++) await this.options.models.files.remove(this.partName(i));
  }

  private partName(number: number): string {
    const { folder, revision, file } = this.wanted;
    return `${folder}/parts/${revision}/${file.path}.${number}`;
  }

  private async keptPart(number: number): Promise<Uint8Array | null> {
    const kept = await this.options.models.files.read(this.partName(number));
    if (kept !== null) this.parts = number + 1;
    return kept;
  }

  /** Null: there are no more. */
  private async nextPart(number: number, start: number): Promise<Uint8Array | null> {
    const { name, revision, file } = this.wanted;
    const { hub } = this.options;
    const url = `${hub}/${name}/resolve/${revision}/${file.path}`;
    const range = `bytes=${start}-${start + PART - 1}`;
    const response = await get(url, range, PART, this.options);
    if (response.status === 416 && start > 0) return null;
    if (response.status === 200) return this.wholeFile(url, response, start);
    if (response.status !== 206) throw notThere(`${file.path} of ${name}`, hub, response.status);
    this.learn(response.headers);
    const { bytes } = response;
    const isWhole = bytes.length === PART || this.total === null || start + bytes.length === this.total;
    if (!isWhole) throw new NotedbError('unavailable', `${file.path} came cut short from ${originOf(hub)}`, AGAIN);
    await this.options.models.files.write(this.partName(number), bytes);
    this.parts = number + 1;
    return bytes;
  }

  /** From a server that gives no parts: the received part is received again. */
  private async wholeFile(url: string, first: HttpResponse, start: number): Promise<Uint8Array | null> {
    const length = Number(first.headers['content-length'] ?? Number.NaN);
    const isWhole = first.bytes.length === length || (Number.isNaN(length) && first.bytes.length < PART);
    const { bytes } = isWhole ? first : await get(url, null, LARGEST_FILE, this.options);
    return bytes.length > start ? bytes.slice(start) : null;
  }

  private learn(headers: HttpResponse['headers']): void {
    const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
    if (total !== undefined) this.total ??= Number(total);
    checkSize(this.wanted.name, this.wanted.file, this.total ?? 0);
    const tag = /^"?([0-9a-f]{64})"?$/.exec(headers['x-linked-etag'] ?? '')?.[1] ?? null;
    const { size, sha256 } = this.expected;
    this.expected = { ...this.expected, size: size ?? this.total, sha256: sha256 ?? tag };
  }
}

const AGAIN = { hint: 'try again: the received part is kept' };

const notThere = (what: string, hub: string, status: number): NotedbError =>
  new NotedbError(
    status === 404 || status === 401 ? 'not_found' : 'unavailable',
    `${originOf(hub)} has no ${what} (status ${status})`,
    {
      hint: 'check the name of the model, or import it from a folder',
    },
  );

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Follows redirects; tries again what may be better soon. */
async function get(
  url: string,
  range: string | null,
  mostBytes: number,
  options: DownloadOptions,
): Promise<HttpResponse> {
  for (let attempt = 0; ; attempt++) {
    const wait = WAITS[attempt];
    try {
      const response = await follow(url, range, mostBytes, options.http);
      if (wait === undefined || (response.status < 500 && response.status !== 429)) return response;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (wait === undefined)
        throw new NotedbError('unavailable', `${originOf(url)} can not be reached: ${error.message}`, AGAIN);
    }
    await new Promise<void>((resolve) => options.scheduler.after(wait, resolve));
  }
}

/** The Hub gives hash and size of a large file before it redirects to the file. */
async function follow(url: string, range: string | null, mostBytes: number, http: HttpPort): Promise<HttpResponse> {
  let at = url;
  let told: HttpResponse['headers'] = {};
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const headers = range === null ? {} : { range };
    const response = await http.request({ url: at, method: 'GET', headers, timeout: TIMEOUT, mostBytes });
    const { location } = response.headers;
    const linked = response.headers['x-linked-etag'];
    if (linked !== undefined) told = { 'x-linked-etag': linked };
    if (response.status < 300 || response.status > 399 || location === undefined)
      return { ...response, headers: { ...response.headers, ...told } };
    at = /^https?:\/\//i.test(location) ? location : `${/^https?:\/\/[^/]+/i.exec(at)?.[0] ?? ''}${location}`;
  }
  throw new HttpFailure('broken', 'too many redirects');
}
