/** Tools of a table that always stand at its head: another column, the table as it was, files. */

import type { JSX } from 'preact';
import { AddColumnButton } from '../columns/add-column-button';
import { ExportMenu, type ExportMenuProps } from '../export/export-menu';
import type { TableInfo } from '../../layouts/pane-parts';
import { HistoryButton } from '../table-history/history-button';
import type { BrowserScreen } from '../../rows/table-choice';

export interface PaneToolsProps extends Pick<ExportMenuProps, 'services'> {
  readonly info: TableInfo;
  readonly writeProtection: string | null;
  readonly askAll: ExportMenuProps['ask'];
  readonly addColumn: () => void;
  readonly show: (screen: BrowserScreen) => void;
}

export function PaneTools({ info, writeProtection, services, askAll, addColumn, show }: PaneToolsProps): JSX.Element {
  const canWrite = writeProtection === null;
  return (
    <>
      {canWrite && <AddColumnButton add={addColumn} />}
      <HistoryButton show={() => show(`history:${info.table}`)} />
      <ExportMenu
        name={info.name}
        ask={askAll}
        {...{ services }}
        importRows={canWrite ? () => show(`import:${info.table}`) : undefined}
      />
    </>
  );
}
