/** Changes a YAML file only where its value changes; every other line keeps its bytes. D2 (metastore.yaml). */

import { type Pair, type Scalar, type YAMLMap, type YAMLSeq, isCollection, isMap, isScalar, isSeq } from 'yaml';
import { type ListAlignment, alignLists } from './align-lists';
import { stringText } from './yaml-quotes';
import { FlowSplice, type TextEdit } from './yaml-flow';
import { YamlLines, type YamlPart, pairByKey } from './yaml-lines';
import {
  type YamlMap,
  type YamlTree,
  isYamlList,
  isYamlMap,
  renderChildren,
  renderInline,
  renderItem,
  renderPair,
  yamlTreesEqual,
} from './yaml-tree';

export interface SpliceOptions {
  /** Up to this depth a blank line separates a mapping from the lines before it. */
  readonly separatedDepth: number;
  /** Collections nested deeper are replaced as a whole when anything in them changes. */
  readonly deepest: number;
  /** Entries of a section that have another key from now on, new key -> old one: they stay in their place. */
  readonly renamed?: ReadonlyMap<string, string>;
}

/** The depth of the entries of the file's sections. */
const ENTRIES = 1;

/**
 * `text` is what `root` was read from; `old` and `next` are its meaning before and after, and what they have in common is
 * not touched, however it is spelt. Comments outside the changed lines stay. New lines end as the file's own do. The
 * caller must read the result again: a spelling that hides the place of a part may spoil it.
 */
export function spliceYaml(text: string, root: YAMLMap, old: YamlMap, next: YamlMap, options: SpliceOptions): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isOpen = !text.endsWith('\n');
  const splice = new YamlSplice(new YamlLines(isOpen ? text + eol : text), eol, options);
  splice.map(root, old, next, 0);
  const result = splice.result();
  return isOpen && result.endsWith(eol) ? result.slice(0, -eol.length) : result;
}

class YamlSplice {
  private readonly edits: TextEdit[] = [];
  private readonly inFlow: FlowSplice;

  constructor(
    private readonly lines: YamlLines,
    private readonly eol: string,
    private readonly options: SpliceOptions,
  ) {
    const formerKeys = this.formerKeys.bind(this);
    this.inFlow = new FlowSplice(lines.text, { deepest: options.deepest, formerKeys });
  }

  result(): string {
    const { text } = this.lines;
    const ordered = this.edits.map((edit, index) => ({ ...edit, index }));
    ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
    let result = '';
    let at = 0;
    for (const { start, end, text: replacement } of ordered) {
      result += text.slice(at, start) + replacement;
      at = Math.max(at, end);
    }
    return result + text.slice(at);
  }

  map(node: YAMLMap, old: YamlMap, next: YamlMap, depth: number): void {
    const pairs = pairByKey(node);
    const kept = new Set(next.keys());
    const formerKey = this.formerKeys(old, next, pairs, depth);
    let previous: Pair | null = null;
    for (const [key, value] of next) {
      const former = formerKey(key);
      const pair = pairs.get(former);
      kept.add(former);
      if (pair !== undefined && former !== key) this.renameKey(pair, key);
      if (!yamlTreesEqual(old.get(former), value)) {
        if (pair === undefined) this.insertPair(node, previous, key, value, depth);
        else this.change(pair, key, old.get(former), value, depth);
      }
      previous = pair ?? previous;
    }
    for (const key of old.keys()) {
      const pair = pairs.get(key);
      if (pair !== undefined && !kept.has(key)) this.removePair(node, pair, this.isSeparated(old.get(key), depth));
    }
  }

  /** The keys of the entries in the file. */
  private formerKeys(
    old: YamlMap,
    next: YamlMap,
    pairs: ReadonlyMap<string, Pair>,
    depth: number,
  ): (key: string) => string {
    const respelt = depth === ENTRIES ? this.options.renamed : respeltKeys(old, next, depth);
    return (key) => {
      const former = respelt?.get(key);
      return former !== undefined && pairs.has(former) && !pairs.has(key) ? former : key;
    };
  }

  private renameKey(pair: Pair, key: string): void {
    const [start, end] = (pair.key as Scalar).range ?? [0, 0];
    this.edit(start, end, stringText(key));
  }

  private change(pair: Pair, key: string, old: YamlTree | undefined, next: YamlTree, depth: number): void {
    const node = pair.value;
    if (depth < this.options.deepest) {
      if (isMap(node) && node.flow !== true && isYamlMap(old) && isYamlMap(next)) {
        this.map(node, old, next, depth + 1);
        return;
      }
      if (isSeq(node) && node.flow !== true && isYamlList(old) && isYamlList(next) && next.length > 0) {
        if (this.list(node, old, next, depth + 1)) return;
      }
      if (this.flow(node, old, next, depth + 1)) return;
    }
    this.replaceValue(pair, key, next, depth);
  }

  /** False for a value without braces or brackets, and where its words alone can't be changed. */
  private flow(node: unknown, old: YamlTree | undefined, next: YamlTree, depth: number): boolean {
    if (yamlTreesEqual(old, next)) return true;
    const edits = isCollection(node) && node.flow === true ? this.inFlow.edits(node, old, next, depth) : null;
    if (edits === null) return false;
    this.edits.push(...edits);
    return true;
  }

  /** False when its items are not on lines of their own. */
  private list(node: YAMLSeq, old: readonly YamlTree[], next: readonly YamlTree[], depth: number): boolean {
    const parts = this.lines.items(node);
    if (parts === null || parts.length !== old.length) return false;
    const column = this.lines.column(node.range?.[0] ?? 0);
    const alignment = alignLists(old, next);
    for (const { from, to } of alignment) {
      const part = from === null ? undefined : parts[from];
      if (part === undefined || from === null) continue;
      const item = node.items[from];
      const [before, after] = [old[from], to === null ? undefined : next[to]];
      if (after === undefined) this.edit(this.lines.lineStart(part.start), part.commentEnd, '');
      else if (
        isMap(item) &&
        item.flow !== true &&
        isYamlMap(before) &&
        isYamlMap(after) &&
        isKept(before, after, depth)
      ) {
        this.map(item, before, after, depth);
      } else if (!this.flow(item, before, after, depth)) this.replaceItem(part, item, after, column);
    }
    this.insertItems(parts, alignment, next, column);
    return true;
  }

  private insertItems(
    parts: readonly YamlPart[],
    alignment: readonly ListAlignment[],
    next: readonly YamlTree[],
    column: number,
  ): void {
    let at = this.lines.commentsAbove(this.lines.lineStart(parts[0]?.start ?? 0));
    for (const { from, to } of alignment) {
      if (from !== null) at = parts[from]?.commentEnd ?? at;
      else if (to !== null) this.edit(at, at, this.broken(renderItem(next[to] ?? null, column)));
    }
  }

  private replaceItem(part: YamlPart, item: unknown, next: YamlTree, column: number): void {
    const inline = renderInline(next);
    const range = inline === null ? null : this.inlineRange(item);
    if (inline !== null && range !== null) this.edit(range[0], range[1], inline);
    else {
      const lines = withComments(renderItem(next, column), this.lines.commentsIn(item, part));
      this.edit(this.lines.lineStart(part.start), part.end, this.broken(lines));
    }
  }

  /** Within its line where old and new value have one line each, so that a comment behind it stays. */
  private replaceValue(pair: Pair, key: string, next: YamlTree, depth: number): void {
    const inline = renderInline(next);
    const range = this.inlineRange(pair.value);
    const part = this.lines.pair(pair);
    const column = this.lines.column(part.start);
    if (range !== null && inline !== null) {
      const gap = this.lines.text[range[0] - 1] === ':' ? ' ' : '';
      this.edit(range[0], range[1], gap + inline);
    } else if (range !== null && range[0] === range[1] && typeof next !== 'string') {
      this.edit(part.end, part.end, this.broken(this.children(next, column + 2, depth + 1)));
    } else {
      const lines = withComments(renderPair(key, next, column).slice(column), this.lines.commentsIn(pair.value, part));
      this.edit(part.start, part.end, this.broken(lines));
    }
  }

  private inlineRange(node: unknown): readonly [number, number] | null {
    if (!isScalar(node) || !node.range || isBlockScalar(node)) return null;
    const [start, end] = node.range;
    return this.lines.text.slice(start, end).includes('\n') ? null : [start, end];
  }

  private insertPair(node: YAMLMap, previous: Pair | null, key: string, value: YamlTree, depth: number): void {
    const rendered = this.pairText(key, value, this.indentOf(node), depth);
    const anchor = previous ?? this.firstAlone(node);
    if (anchor === null) return;
    const part = this.lines.pair(anchor);
    const isBehind = previous !== null || !part.isAlone;
    const blank = this.isSeparated(value, depth) ? this.eol : '';
    if (isBehind) this.edit(part.commentEnd, part.commentEnd, blank + this.broken(rendered));
    else {
      const start = this.lines.lineStart(part.start);
      const above = this.lines.commentsAbove(start);
      const at = above === 0 ? start : above;
      this.edit(at, at, this.broken(rendered) + blank);
    }
  }

  /** The first pair; the last when nothing can go before the first. */
  private firstAlone({ items }: YAMLMap): Pair | null {
    const [first] = items;
    if (first === undefined) return null;
    return this.lines.pair(first).isAlone ? first : (items.at(-1) ?? null);
  }

  private removePair(node: YAMLMap, pair: Pair, isSeparated: boolean): void {
    const part = this.lines.pair(pair);
    if (!part.isAlone) {
      const following = node.items[node.items.indexOf(pair) + 1];
      this.edit(part.start, following === undefined ? part.end : this.lines.pair(following).start, '');
      return;
    }
    const start = this.lines.lineStart(part.start);
    if (!isSeparated) return this.edit(start, part.commentEnd, '');
    const before = this.lines.lineStart(start - 1);
    if (start > 0 && this.lines.isBlank(before)) this.edit(before, part.commentEnd, '');
    else if (node.items.at(-1) !== pair && this.lines.isBlank(part.commentEnd))
      this.edit(start, this.lines.lineEnd(part.commentEnd), '');
    else this.edit(start, part.commentEnd, '');
  }

  private isSeparated(value: YamlTree | undefined, depth: number): boolean {
    return depth < this.options.separatedDepth && isYamlMap(value);
  }

  private pairText(key: string, value: YamlTree, indent: number, depth: number): string {
    if (!this.isSeparated(value, depth) || !isYamlMap(value) || value.size === 0) return renderPair(key, value, indent);
    return renderPair(key, null, indent).replace(/ null\n$/, '\n') + this.children(value, indent + 2, depth + 1);
  }

  private children(value: YamlTree, indent: number, depth: number): string {
    if (!isYamlMap(value)) return renderChildren(value, indent);
    return [...value]
      .map(([key, each], index) => {
        const blank = index > 0 && this.isSeparated(each, depth) ? '\n' : '';
        return blank + this.pairText(key, each, indent, depth);
      })
      .join('');
  }

  private indentOf(node: YAMLMap): number {
    const [first] = node.items;
    return first === undefined ? 0 : this.lines.column((first.key as Scalar).range?.[0] ?? 0);
  }

  private edit(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text });
  }

  private broken(lines: string): string {
    return this.eol === '\n' ? lines : lines.replaceAll('\n', this.eol);
  }
}

/** Comments of a value that gets another layout go to its first line. */
const withComments = (lines: string, comments: readonly string[]): string =>
  comments.length === 0 ? lines : lines.replace('\n', () => ` ${comments.join(' ')}\n`);

const isBlockScalar = ({ type }: Scalar): boolean => type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';

/** The least depth of the conditions of a CHECK or a ref_where: a key there names a column, where one above is a word of ours. */
const CONDITIONS = 4;

/**
 * Keys that another one with the same value takes the place of, new key -> old one, such as the column of a condition that
 * is renamed: the line stays, with its comments.
 */
function respeltKeys(old: YamlMap, next: YamlMap, depth: number): ReadonlyMap<string, string> {
  const respelt = new Map<string, string>();
  if (depth < CONDITIONS) return respelt;
  const formerKeys = [...old.keys()];
  for (const [index, [key, value]] of [...next].entries()) {
    const former = formerKeys[index];
    if (former === undefined || old.has(key) || next.has(former)) continue;
    if (yamlTreesEqual(old.get(former), value)) respelt.set(key, former);
  }
  return respelt;
}

/** False for an item that keeps nothing: its dash is in the line of its first key. */
const isKept = (old: YamlMap, next: YamlMap, depth: number): boolean =>
  [...old.keys()].some((key) => next.has(key)) || respeltKeys(old, next, depth).size > 0;
