/** Changes words of a collection in braces or brackets, and leaves its layout and its comments. D2 (metastore.yaml). */

import { type Pair, type Scalar, isMap, isScalar, isSeq } from 'yaml';
import { doubleQuoted, stringText } from './yaml-quotes';
import { alignLists } from './align-lists';
import { pairByKey } from './yaml-lines';
import { type YamlMap, type YamlTree, isYamlList, isYamlMap, renderInline, yamlTreesEqual } from './yaml-tree';

/** `[start, end)` of the text becomes `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface FlowOptions {
  readonly deepest: number;
  /** Under which key the entries of a mapping at this depth are in the file. */
  formerKeys(old: YamlMap, next: YamlMap, pairs: ReadonlyMap<string, Pair>, depth: number): (key: string) => string;
}

export class FlowSplice {
  constructor(
    private readonly text: string,
    private readonly options: FlowOptions,
  ) {}

  /** What makes `old` into `next`; null when more changes than present words: entries come, go or change places. */
  edits(node: unknown, old: YamlTree | undefined, next: YamlTree, depth: number): readonly TextEdit[] | null {
    if (yamlTreesEqual(old, next)) return [];
    if (depth > this.options.deepest) return null;
    if (isMap(node)) return isYamlMap(old) && isYamlMap(next) ? this.map(pairByKey(node), old, next, depth) : null;
    if (isSeq(node)) return isYamlList(old) && isYamlList(next) ? this.list(node.items, old, next, depth) : null;
    return isScalar(node) ? this.scalar(node, next) : null;
  }

  private map(
    pairs: ReadonlyMap<string, Pair>,
    old: YamlMap,
    next: YamlMap,
    depth: number,
  ): readonly TextEdit[] | null {
    const formerKey = this.options.formerKeys(old, next, pairs, depth);
    if (old.size !== next.size || ![...next.keys()].every((key) => old.has(formerKey(key)))) return null;
    return joinEdits(
      [...next].map(([key, value]) => {
        const former = formerKey(key);
        const pair = pairs.get(former);
        if (pair === undefined) return key === former && yamlTreesEqual(old.get(former), value) ? [] : null;
        const respelt = key === former ? [] : this.key(pair.key as Scalar, key);
        const isSame = yamlTreesEqual(old.get(former), value);
        return joinEdits([respelt, isSame ? [] : this.edits(pair.value, old.get(former), value, depth + 1)]);
      }),
    );
  }

  /** Items keep the depth of their list, as in the block style. */
  private list(
    items: readonly unknown[],
    old: readonly YamlTree[],
    next: readonly YamlTree[],
    depth: number,
  ): readonly TextEdit[] | null {
    if (items.length !== old.length || alignLists(old, next).some(({ from, to }) => from !== to)) return null;
    return joinEdits(next.map((value, index) => this.edits(items[index], old[index], value, depth)));
  }

  private scalar({ range }: Scalar, next: YamlTree): readonly TextEdit[] | null {
    const written = typeof next === 'string' ? flowText(next) : renderInline(next);
    if (written === null || !range || range[0] === range[1]) return null;
    const gap = this.text[range[0] - 1] === ':' ? ' ' : '';
    return [{ start: range[0], end: range[1], text: gap + written }];
  }

  /** A key in quotes may have its value right behind the colon. */
  private key({ range }: Scalar, key: string): readonly TextEdit[] | null {
    if (!range) return null;
    const isQuoted = /["']/.test(this.text.charAt(range[0]));
    return [{ start: range[0], end: range[1], text: isQuoted ? doubleQuoted(key) : flowText(key) }];
  }
}

/** In a line with braces and brackets these and the comma need quotes too. */
function flowText(text: string): string {
  const written = stringText(text);
  return written.startsWith('"') || !/[,[\]{}]/.test(written) ? written : doubleQuoted(text);
}

const joinEdits = (parts: readonly (readonly TextEdit[] | null)[]): readonly TextEdit[] | null =>
  parts.includes(null) ? null : parts.flatMap((each) => each ?? []);
