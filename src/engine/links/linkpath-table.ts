/** The link paths of a vault, each kept once and known by a number. */

import type { SchedulerPort } from '../ports/host';
import { inTurns } from '../ports/in-turns';
import { flatText } from '../text/flat-text';
import { nameKey } from './fold-name';

const NONE: readonly number[] = [];

export class LinkpathTable {
  private texts: string[] = [];
  /** After a warm start null until a link path is looked for by its text. */
  private codeByText: Map<string, number> | null = new Map();
  /** Codes by the key of the name that the link path ends with; made when it is first asked for. */
  private readonly codesByKey = new Map<string, number | number[]>();
  private keyed = 0;

  /** The codes are the places in the list; only for a new one. */
  adopt(texts: readonly string[]): void {
    this.texts = texts.slice();
    this.codeByText = null;
  }

  private get codes(): Map<string, number> {
    return (this.codeByText ??= new Map(this.texts.map((text, code) => [text, code])));
  }

  /** Builds in turns what the first request else builds at once. No link path comes meanwhile. */
  async buildIndexes(scheduler: Pick<SchedulerPort, 'pause'>): Promise<void> {
    if (this.codeByText === null) {
      const codes = new Map<string, number>();
      await inTurns(this.texts, scheduler, (text, code) => codes.set(text, code));
      this.codeByText ??= codes;
    }
    await inTurns(this.texts.slice(this.keyed), scheduler, () => {
      if (this.keyed < this.texts.length) this.addNextKey();
    });
  }

  get size(): number {
    return this.texts.length;
  }

  /** The code of a link path; a new one is copied, so that it does not keep the text that it was cut from. */
  codeOf(linkpath: string): number {
    const known = this.codes.get(linkpath);
    if (known !== undefined) return known;
    const text = flatText(linkpath);
    this.texts.push(text);
    this.codes.set(text, this.texts.length - 1);
    return this.texts.length - 1;
  }

  /** The code, or -1 for a link path that was never seen. */
  find(linkpath: string): number {
    return this.codes.get(linkpath) ?? -1;
  }

  text(code: number): string {
    return this.texts[code] ?? '';
  }

  codesNamed(key: string): readonly number[] {
    while (this.keyed < this.texts.length) this.addNextKey();
    const codes = this.codesByKey.get(key) ?? NONE;
    return typeof codes === 'number' ? [codes] : codes;
  }

  private addNextKey(): void {
    this.addKey(nameKey(this.text(this.keyed)), this.keyed);
    this.keyed += 1;
  }

  private addKey(key: string, code: number): void {
    const codes = this.codesByKey.get(key);
    if (codes === undefined) this.codesByKey.set(key, code);
    else if (typeof codes === 'number') this.codesByKey.set(key, [codes, code]);
    else codes.push(code);
  }
}
