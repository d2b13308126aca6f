/** Prints the rows of a pane as a plain table of all rows, without the tools around it. docs/page.md#export */

import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { drawNow } from '../../components/draw-now';
import { isGroup } from '../../components/grid/row-source';
import type { AppServices } from '../../client/app-services';
import { describeProblem } from '../../client/describe-problem';
import { usePrinted } from '../../client/use-printed';
import { type ComingPaper, shownComing } from '../../layouts/coming-paper';
import { StaticTable } from '../../layouts/static-table';
import type { TableRows } from '../../rows/row-window';
import type { GridColumn } from '../../components/grid-column';
import type { ExportedRows } from './export-text';

export interface PrintContext {
  readonly pane: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly services: Pick<AppServices, 'print' | 'notify'>;
  /** Every row in sight, in its order. */
  readonly ask: () => Promise<ExportedRows>;
  readonly columns: readonly GridColumn[];
  readonly window: TableRows | null;
}

export interface Printing {
  /** Absent where the program around the views does not print. */
  readonly print: (() => void) | undefined;
  /** Shown on paper only. */
  readonly sheet: JSX.Element | null;
}

export function usePrint({ pane, label, services, ask, columns, window: source }: PrintContext): Printing {
  const [rows, setRows] = useState<ExportedRows | null>(null);
  const isPrinted = usePrinted(pane);
  const { print, notify } = services;
  const start = async (): Promise<void> => {
    try {
      const all = await ask();
      drawNow(() => setRows(all));
      window.addEventListener('afterprint', () => setRows(null), { once: true });
      print?.();
    } catch (thrown) {
      notify(`Nothing was printed. ${describeProblem(thrown).message}`);
    }
  };
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (print === undefined) return;
    // The menu of the browser prints at once: rows that are not read by then are missing.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (!isInSight(pane.current)) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [print]);
  const read = isPrinted && isInSight(pane.current) && source !== null ? readRows(columns, source) : null;
  const printed = rows ?? read;
  return {
    print: print === undefined ? undefined : () => void start(),
    sheet: printed === null ? null : <Sheet {...printed} {...{ label }} coming={shownComing(source)} />,
  };
}

const isInSight = (pane: HTMLElement | null): boolean => pane !== null && pane.closest('[inert]') === null;

interface SheetProps extends ExportedRows {
  readonly label: string;
  /** Of the calendar that is shown. */
  readonly coming: ComingPaper | null;
}

function Sheet({ columns, rows, label, coming }: SheetProps): JSX.Element {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const around = elementsAround(sheet.current);
    for (const element of around) element.dataset['ndbPrints'] = '';
    return () => around.forEach((element) => delete element.dataset['ndbPrints']);
  }, []);
  return (
    <div class="ndb-print" ref={sheet}>
      <h1>{label}</h1>
      <StaticTable {...{ label, columns, rows, coming }} />
    </div>
  );
}

/** Its parent first. They stay on paper, for the sheet in them; the style sheet hides everything else. */
function elementsAround(element: HTMLElement | null): readonly HTMLElement[] {
  const parent = element?.parentElement ?? null;
  return parent === null ? [] : [parent, ...elementsAround(parent)];
}

function readRows(columns: readonly GridColumn[], source: TableRows): ExportedRows {
  const lines = Array.from({ length: source.length }, (_, line) => source.at(line));
  return { columns, rows: lines.flatMap((line) => (line === null || isGroup(line) ? [] : [line])) };
}
