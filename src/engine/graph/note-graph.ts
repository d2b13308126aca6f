/** The notes of one committed moment as nodes, their links as edges with labels and counts. docs/graph.md */

import { nameKey } from '../links/fold-name';
import { isMarkdown } from '../note/paths';
import type { NotePath } from '../ports/vault-port';
import { linkTargetOfText } from '../query/where/link-operands';
import type { CommittedView } from '../storage/view';
import { getOrInsert } from '../values/maps';
import { type BareLinks, findBareLinks } from './bare-links';
import { type ColumnLink, type LinkedTable, columnLinksAt, linkedTables } from './column-links';
import { LinkTargets, NO_NOTE, UNRESOLVED, noteNumber } from './resolved-links';

/** The label of every link outside of link columns. */
export const LINK_LABEL = 'link';

/** The links of one note to another under one label. */
export interface Edge {
  /** The name of the link column, or `link`. */
  readonly label: string;
  /** The number of the linked note; `UNRESOLVED` for a name that no file has. */
  readonly target: number;
  /** The name as it is linked; null for a note that is there. */
  readonly unresolved: string | null;
  /** Links in the text of the note, each occurrence counted. */
  readonly count: number;
}

/** A link of a row with the number of what it leads to, or what `noteNumber` says. */
type ColumnTarget = Omit<ColumnLink, 'text'> & { readonly target: number };

/** Notes whose edges are remembered during one call; above it all are forgotten. */
const MOST_REMEMBERED = 20_000;

/** Made for one call: nothing is kept up to date, so a save costs nothing. Notes have the numbers of the link index. */
export class NoteGraph {
  private readonly targets: LinkTargets;
  private readonly tables: readonly LinkedTable[];
  private readonly bare: BareLinks;
  private readonly edges = new Map<number, readonly Edge[]>();
  private readonly linked = new Map<number, readonly ColumnTarget[]>();

  constructor(private readonly view: CommittedView) {
    this.targets = LinkTargets.of(view.links.filesGeneration);
    this.tables = linkedTables(view);
    this.bare = findBareLinks(this.tables, view.links);
  }

  /** -1: there is no such note. */
  numberOf(path: NotePath): number {
    return isMarkdown(path) ? this.view.links.numberOf(path) : -1;
  }

  pathOf(note: number): NotePath {
    return this.view.links.pathOf(note) ?? '';
  }

  /** The qualified name of the table that the note is a row of. */
  tableOf(note: number): string | null {
    return this.view.tableAt(this.pathOf(note))?.qualified ?? null;
  }

  /** Calls back for each note that the note links, itself included; possibly more than once. */
  visitTargets(note: number, visit: (target: number) => void): void {
    const { links } = this.view;
    const { codes } = links.linksOf(note);
    for (let at = 0; at < codes.length; at++) {
      const target = this.targets.of(links, codes[at] ?? 0, note);
      if (target >= 0) visit(target);
    }
    this.bare.targets.get(note)?.forEach(visit);
  }

  /** Calls back for each note with a link to the note, itself included; possibly more than once. */
  visitSources(note: number, visit: (source: number) => void): void {
    const { links } = this.view;
    this.targets.visitSources(links, note, links.codesMeaning(nameKey(this.pathOf(note))), visit);
    this.bare.sources.get(note)?.forEach(visit);
  }

  /** The edges that leave the note, each label and target once. */
  edgesOf(note: number): readonly Edge[] {
    const known = this.edges.get(note);
    if (known !== undefined) return known;
    if (this.edges.size >= MOST_REMEMBERED) this.edges.clear();
    const found = this.findEdges(note);
    this.edges.set(note, found);
    return found;
  }

  /** The first label, columns before `link`, of the links from one note to another: there is one, among `labels` unless that is null. */
  labelOf(source: number, target: number, labels: ReadonlySet<string> | null): string {
    let first = LINK_LABEL;
    for (const { column, target: linked } of this.columnTargets(source))
      if (linked === target && labels?.has(column) !== false && compareLabels(column, first) < 0) first = column;
    return first;
  }

  private columnTargets(note: number): readonly ColumnTarget[] {
    const known = this.linked.get(note);
    if (known !== undefined) return known;
    const path = this.pathOf(note);
    const { links } = this.view;
    const found = columnLinksAt(this.tables, path).map(({ column, text, linkpath, isBracketed }): ColumnTarget => {
      const target = noteNumber(links, linkTargetOfText(links, text, path));
      return { column, linkpath, isBracketed, target };
    });
    if (this.linked.size >= MOST_REMEMBERED) this.linked.clear();
    this.linked.set(note, found);
    return found;
  }

  private findEdges(note: number): readonly Edge[] {
    const others = this.linkCounts(note);
    const counted = new EdgeCounts();
    for (const { column, target, linkpath, isBracketed } of this.columnTargets(note)) {
      if (target === NO_NOTE) continue;
      const key = target === UNRESOLVED ? linkpath : target;
      counted.add(column, key, 1);
      if (isBracketed) others.set(key, (others.get(key) ?? 0) - 1);
    }
    for (const [key, count] of others) if (count > 0) counted.add(LINK_LABEL, key, count);
    return counted.edges();
  }

  /** All links of the note, those of its columns too. */
  private linkCounts(note: number): Map<EdgeKey, number> {
    const { links } = this.view;
    const { codes, counts } = links.linksOf(note);
    const found = new Map<EdgeKey, number>();
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      const target = this.targets.of(links, code, note);
      if (target === NO_NOTE) continue;
      const key = target === UNRESOLVED ? links.textOf(code) : target;
      found.set(key, (found.get(key) ?? 0) + (counts?.[at] ?? 1));
    }
    return found;
  }
}

/** The number of a note, or a name that no file has. */
type EdgeKey = number | string;

class EdgeCounts {
  private readonly byLabel = new Map<string, Map<EdgeKey, number>>();

  add(label: string, key: EdgeKey, count: number): void {
    const counts = getOrInsert(this.byLabel, label, () => new Map<EdgeKey, number>());
    counts.set(key, (counts.get(key) ?? 0) + count);
  }

  edges(): readonly Edge[] {
    return [...this.byLabel].flatMap(([label, counts]) =>
      Array.from(counts, ([key, count]): Edge => {
        const isUnresolved = typeof key === 'string';
        return { label, target: isUnresolved ? UNRESOLVED : key, unresolved: isUnresolved ? key : null, count };
      }),
    );
  }
}

/** Columns in code-unit order of their names, other links last. */
export const compareLabels = (a: string, b: string): number =>
  Number(a === LINK_LABEL) - Number(b === LINK_LABEL) || (a < b ? -1 : Number(a > b));
