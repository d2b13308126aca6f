/** O4: reading front matter, by js-yaml. Both must give the same values, or the figure means nothing. */

import { isDeepStrictEqual } from 'node:util';
import { load } from 'js-yaml';
import { parseFrontMatter } from '../../src/engine/yaml/front-matter/front-matter';
import { rawToJson } from '../../src/engine/yaml/raw-json';
import { compare, meanOfSync } from '../measure';
import { type Result, resultOf } from '../result';
import { notesOf } from '../vault/notes';

const MOST_TEXTS = 10_000;

export async function frontMatterParse(size: number): Promise<Result> {
  const texts: string[] = [];
  for (const { text } of notesOf('mixed', size)) {
    if (text.startsWith('---\n')) texts.push(text);
    if (texts.length === MOST_TEXTS) break;
  }
  const blocks = texts.map((text) => text.slice(4, text.indexOf('\n---\n', 4)));
  checkEqual(texts, blocks);
  const comparison = await compare(
    meanOfSync(texts.length, (i) => valuesOf(texts[i] as string)),
    meanOfSync(blocks.length, (i) => load(blocks[i] as string)),
  );
  return resultOf({ goal: 'O4', size, unit: 'us', comparison });
}

function valuesOf(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, raw } of parseFrontMatter(text).entries) values[key] = rawToJson(raw);
  return values;
}

function checkEqual(texts: readonly string[], blocks: readonly string[]): void {
  texts.forEach((text, i) => {
    const theirs = datesAsTexts(load(blocks[i] as string) as Record<string, unknown>);
    if (!isDeepStrictEqual(valuesOf(text), theirs)) throw new Error(`read otherwise than by js-yaml:\n${blocks[i]}`);
  });
}

/** js-yaml reads YAML 1.1 dates, the engine keeps them as they are written. */
function datesAsTexts(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (!(value instanceof Date)) return [key, value];
      const text = value.toISOString();
      return [key, text.endsWith('T00:00:00.000Z') && key !== 'created' ? text.slice(0, 10) : text.slice(0, 19)];
    }),
  );
}
