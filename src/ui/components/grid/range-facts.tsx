/** What a selected range comes to, for the foot of a table: its cells, and the sum and average of its numbers. */

import { type ReadonlySignal, type Signal, effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { GridRow } from '../grid-column';
import { isNumeric } from '../grid-column';
import { shownValue } from '../grid-editing';
import { numberText } from '../../../kernel/number-text';
import type { GridCommands } from './input/grid-commands';
import type { GridRange } from './grid-store';

export interface RangeFacts {
  readonly cells: number;
  /** Cells that hold a number, in columns of numbers. */
  readonly numbers: number;
  readonly sum: number;
}

/** Set to what the selected range comes to; null while one cell alone is selected. */
export type FactsContext = Signal<RangeFacts | null>;

/** Quiet after the last move before rows are read that are not at hand. */
const PAUSE_MS = 200;

export function useRangeFacts(commands: GridCommands, place: FactsContext | undefined): void {
  useLayoutEffect(() => {
    if (place === undefined) return;
    const { store } = commands;
    let timer = 0;
    const stop = effect(() => {
      const range = store.range.value;
      void store.source.value.version.value;
      void store.columns.value;
      window.clearTimeout(timer);
      if (range === null || (range.top === range.bottom && range.left === range.right)) {
        place.value = null;
        return;
      }
      const rows = commands.blocks.rows.now(range);
      if (rows !== null) place.value = factsOf(commands, range, rows);
      else timer = window.setTimeout(() => void readFacts(commands, range, place), PAUSE_MS);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
      place.value = null;
    };
  }, [place]);
}

async function readFacts(commands: GridCommands, range: GridRange, place: FactsContext): Promise<void> {
  const rows = await commands.blocks.rows.read(range);
  if (commands.store.range.peek() === range) place.value = factsOf(commands, range, rows);
}

function factsOf({ store, blocks }: GridCommands, range: GridRange, rows: readonly GridRow[]): RangeFacts {
  const columns = blocks.rows.columns(range);
  const editing = store.editing.peek();
  const facts = { cells: rows.length * columns.length, numbers: 0, sum: 0 };
  for (const column of columns.filter(isNumeric)) {
    for (const row of rows) {
      const value = shownValue(row, column, editing?.overlay(row, column) ?? null);
      if (typeof value !== 'number') continue;
      facts.numbers += 1;
      facts.sum += value;
    }
  }
  return facts;
}

/** `8 cells · sum 34 · average 8.5`. */
export function RangeFactsText({ facts }: { readonly facts: ReadonlySignal<RangeFacts | null> }): JSX.Element | null {
  const { value } = facts;
  if (value === null) return null;
  const { cells, numbers, sum } = value;
  const parts = [`${cells.toLocaleString()} ${cells === 1 ? 'cell' : 'cells'}`];
  if (numbers > 0) parts.push(`sum ${rounded(sum)}`, `average ${rounded(sum / numbers)}`);
  return <span class="ndb-range-facts">{parts.join(' · ')}</span>;
}

/** Without what adding fractions leaves at the end. */
const rounded = (value: number): string => numberText(Number(value.toPrecision(12)));
