/** The text of a `.base` file: what it holds, or the line that is wrong, and the line of each part. docs/bases.md */

import { LineCounter, isNode, parseDocument } from 'yaml';
import type { BaseObject } from '../../../kernel/bases/base-names';
import { type BasePath, asBaseObject } from '../../../kernel/bases/read-base';
import { parseYamlText } from '../../components/text/yaml-text';

export type BaseTextReading =
  { readonly base: BaseObject; readonly lineOf: (path: BasePath) => number } | { readonly problem: string };

export function readBaseText(text: string): BaseTextReading {
  const reading = parseYamlText(text);
  if ('problem' in reading) return { problem: `The file is not YAML. ${reading.problem}` };
  const value = reading.value;
  const isEmpty = Object.keys(asBaseObject(value)).length === 0;
  if (isEmpty) return { problem: 'The file is not a base: it has neither filters nor views.' };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineOf = (path: BasePath): number => {
    const nodes = [...path, ''].map((_, cut) => document.getIn(path.slice(0, path.length - cut), true));
    return lineCounter.linePos(nodes.find(isNode)?.range?.[0] ?? 0).line;
  };
  return { base: asBaseObject(value), lineOf };
}
