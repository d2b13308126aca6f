/** Which of the drawn rows come before which, by a column of links. docs/views.md#timelines */

import type { Json } from '../../../engine/index';
import { parseLink } from '../../../kernel/link-text';
import { noteName } from '../../client/note-text';
import type { GridColumn, GridRow } from '../../components/grid-column';
import { shownValue } from '../../components/grid-editing';
import type { DaySpan } from '../dated-rows';
import type { LayoutProps } from '../layout';

export interface TimedRow {
  readonly row: GridRow;
  readonly line: number;
  readonly span: DaySpan;
}

export interface RowLink {
  readonly earlier: TimedRow;
  readonly later: TimedRow;
  /** Whether the later one begins before the earlier one ends. */
  readonly isBroken: boolean;
}

/** Between drawn rows alone: others are in no place. */
export function linksBetween(
  rows: readonly TimedRow[],
  after: GridColumn,
  editing: LayoutProps<'view'>['editing'],
): readonly RowLink[] {
  const byName = new Map<string, TimedRow[]>();
  for (const each of rows) {
    const name = noteName(each.row.path).toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  return rows.flatMap((later) =>
    linkPaths(shownValue(later.row, after, editing?.overlay(later.row, after) ?? null)).flatMap((target) => {
      const named = byName.get(target.slice(target.lastIndexOf('/') + 1)) ?? [];
      const earlier = named.find(({ row }) => leadsTo(target, row));
      if (earlier === undefined || earlier === later) return [];
      return [{ earlier, later, isBroken: later.span.first < earlier.span.last }];
    }),
  );
}

function linkPaths(value: Json | undefined): readonly string[] {
  const links = Array.isArray(value) ? value : [value];
  return links.flatMap((link) => {
    const target = typeof link === 'string' ? parseLink(link)?.target : undefined;
    return target === undefined ? [] : [bare(target.replace(/#.*$/, ''))];
  });
}

/** A name alone, or the end of the path. */
const leadsTo = (target: string, { path }: GridRow): boolean => `/${bare(path)}`.endsWith(`/${target}`);

const bare = (path: string): string => path.replace(/\.md$/i, '').toLowerCase();

/** For readers of the screen; undefined: it comes after none. */
export function linkText(links: readonly RowLink[]): string | undefined {
  const texts = links.map(({ earlier, isBroken }) => {
    const name = noteName(earlier.row.path);
    return isBroken ? `begins before ${name} ends` : `after ${name}`;
  });
  return texts.length === 0 ? undefined : texts.join(', ');
}
