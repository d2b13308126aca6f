/** JSON cut to a length, without secrets: what the feed keeps of the arguments and the value of a call. D23, docs/feed.md#tool-calls */

import type { Json } from '../json';

const MARK = '… (cut)';
const REMOVED = '[removed]';

const SECRET_KEY = /secret|token|password|passphrase|authorization|api_?key|credential/i;

/** A webhook's secret, the token of a header, and the user of an address. */
const SECRET_TEXT = /whsec_[\w+/=-]+|(\bbearer\s+)[\w\-.~+/=]+|(:\/\/)[^/\s@]+(?=@)/gi;

/** The value itself where its JSON fits into `most` bytes of UTF-8; else the beginning of its JSON, with a mark. */
export function cutJson(value: unknown, most: number): Json {
  const writer = new BoundedWriter(most);
  writer.write(value, 0);
  return writer.isFull ? `${writer.text}${MARK}` : (JSON.parse(writer.text) as Json);
}

/** Deeper values are cut. */
const DEEPEST = 64;

/** Stops as soon as it is full: an answer may be a thousand times as long as the kept part. */
class BoundedWriter {
  text = '';
  isFull = false;
  private room: number;

  constructor(private readonly most: number) {
    // The mark counts, in UTF-8.
    this.room = most;
  }

  write(value: unknown, depth: number): void {
    if (this.isFull) return;
    if (typeof value === 'string') this.add(JSON.stringify(withoutSecrets(value.slice(0, this.most + 1))));
    else if (typeof value !== 'object' || value === null) this.add(JSON.stringify(value) ?? 'null');
    else if (depth >= DEEPEST) this.fill();
    else if (Array.isArray(value)) this.list(value, depth);
    else this.object(value as Readonly<Record<string, unknown>>, depth);
  }

  private list(items: readonly unknown[], depth: number): void {
    this.add('[');
    for (const [i, item] of items.entries()) {
      if (this.isFull) return;
      if (i > 0) this.add(',');
      this.write(item, depth + 1);
    }
    this.add(']');
  }

  private object(value: Readonly<Record<string, unknown>>, depth: number): void {
    this.add('{');
    let isFirst = true;
    for (const key in value) {
      if (this.isFull) return;
      if (value[key] === undefined) continue;
      this.add(`${isFirst ? '' : ','}${JSON.stringify(key.slice(0, this.most))}:`);
      isFirst = false;
      this.write(SECRET_KEY.test(key) && value[key] !== null ? REMOVED : value[key], depth + 1);
    }
    this.add('}');
  }

  private add(text: string): void {
    if (this.isFull) return;
    const bytes = bytesOf(text);
    if (bytes <= this.room) {
      this.text += text;
      this.room -= bytes;
      return;
    }
    this.text += text;
    this.fill();
  }

  /** Cuts the text so that the mark fits behind it. */
  private fill(): void {
    this.isFull = true;
    let room = this.most - bytesOf(MARK);
    let end = 0;
    for (const character of this.text) {
      room -= bytesOf(character);
      if (room < 0) break;
      end += character.length;
    }
    this.text = this.text.slice(0, end);
  }
}

const withoutSecrets = (text: string): string =>
  text.replace(
    SECRET_TEXT,
    (_, bearer: string | undefined, scheme: string | undefined) => `${bearer ?? scheme ?? ''}${REMOVED}`,
  );

/** Of UTF-8. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // Each half of a surrogate pair counts for two bytes of four.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
