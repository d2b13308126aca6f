/** The figures of a home, their goals, and what missed. */

import type { HomeName } from './homes';

export interface Figure {
  readonly name: string;
  /** The most, or the least where `atLeast` is so; null: only told. */
  readonly goal: number | null;
  readonly atLeast?: boolean;
  readonly unit: string;
  readonly measured: number;
  /** What the same machine takes for next to nothing, and what else there is to say. */
  readonly note?: string;
}

export type Figures = Readonly<Partial<Record<HomeName, readonly Figure[]>>>;

export const isMissed = ({ goal, atLeast = false, measured }: Figure): boolean =>
  goal !== null && (atLeast ? measured < goal : measured > goal);

const digits = (value: number): string =>
  Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(1);

const shownAs = (figure: Figure | undefined): string => {
  if (figure === undefined) return '';
  return `${digits(figure.measured)} ${figure.unit}${isMissed(figure) ? ' missed' : ''}`.trim();
};

/** As docs/performance.md has it. */
export function markdownTable(figures: Figures): string {
  const homes = Object.keys(figures) as HomeName[];
  const names = [...new Set(homes.flatMap((home) => (figures[home] ?? []).map(({ name }) => name)))];
  const rows = names.map((name) => {
    const each = homes.map((home) => figures[home]?.find((figure) => figure.name === name));
    const known = each.find((figure) => figure !== undefined);
    const goal =
      known === undefined || known.goal === null
        ? ''
        : `${known.atLeast === true ? '≥' : '≤'} ${known.goal} ${known.unit}`;
    const notes = homes.flatMap((home, at) => (each[at]?.note === undefined ? [] : [`${home}: ${each[at].note}`]));
    return `| ${[name, goal.trim(), ...each.map(shownAs), notes.join('; ')].join(' | ')} |`;
  });
  return [
    `| figure | goal | ${homes.join(' | ')} | |`,
    `|---|---|${homes.map(() => '---|').join('')}---|`,
    ...rows,
  ].join('\n');
}

/** The median of several runs, figure by figure. */
export function middleOf(runs: readonly (readonly Figure[])[]): readonly Figure[] {
  return (runs[0] ?? []).map((first) => {
    const same = runs.flatMap((run) => run.filter(({ name }) => name === first.name));
    same.sort((one, other) => one.measured - other.measured);
    return same[same.length >> 1] ?? first;
  });
}
