/** YAML that a person writes: its value, or the line that is wrong. */

import { LineCounter, YAMLParseError, parse } from 'yaml';
import type { Json } from '../../../engine/index';

export type YamlReading = { readonly value: Json } | { readonly problem: string };

export function parseYamlText(text: string): YamlReading {
  const lineCounter = new LineCounter();
  try {
    // `prettyErrors` would write the line, and an excerpt of the text, into the message.
    const options = { schema: 'core', maxAliasCount: 0, prettyErrors: false, lineCounter } as const;
    return { value: (parse(text, options) ?? null) as Json };
  } catch (thrown) {
    if (!(thrown instanceof YAMLParseError))
      return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
    return { problem: `Line ${lineCounter.linePos(thrown.pos[0]).line}: ${thrown.message}` };
  }
}
