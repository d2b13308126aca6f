/** Tools of a table that are seldom used, in one menu: another column, the table as it was, files, paper. */

import type { JSX } from 'preact';
import { MenuButton } from '../../components/overlay/menu-button';
import type { MenuItem } from '../../components/overlay/menu';
import type { AppServices } from '../../client/app-services';
import type { TableInfo } from '../../layouts/pane-parts';
import { type ExportContext, exportItems } from '../export/export-items';
import type { OperationsClient } from '../../client/operations-client';
import type { BrowserScreen } from '../../rows/table-choice';
import type { ViewSpec } from '../../rows/view-spec';
import { saveBase } from '../bases/save-base';

export interface PaneToolsProps {
  readonly client: OperationsClient;
  readonly info: TableInfo;
  readonly label: string;
  readonly spec: ViewSpec;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
  readonly writeProtection: string | null;
  readonly askAll: ExportContext['ask'];
  /** Absent where nothing is printed. */
  readonly print: (() => void) | undefined;
  readonly addColumn: () => void;
  readonly show: (screen: BrowserScreen) => void;
}

export function PaneTools(props: PaneToolsProps): JSX.Element {
  const { client, info, label, spec, writeProtection, services, askAll, print, addColumn, show } = props;
  const { table, columns } = info;
  const canWrite = writeProtection === null;
  const writing = (item: MenuItem): readonly MenuItem[] => (canWrite ? [item] : []);
  const items: readonly MenuItem[] = [
    ...writing({ label: 'New column…', icon: 'plus', run: addColumn }),
    { label: 'Settings of the table', icon: 'properties', run: () => show(`settings:${info.table}`) },
    { label: 'The table as it was', icon: 'history', run: () => show(`history:${info.table}`) },
    ...exportItems({ name: info.name, ask: askAll, services }),
    {
      label: 'Save the view as a base',
      icon: 'download',
      run: () => void saveBase({ client, table, label, columns, spec, services }),
    },
    ...(print === undefined ? [] : [{ label: 'Print…', icon: 'note', run: print } as const]),
    ...writing({ label: 'Import a CSV file…', icon: 'upload', run: () => show(`import:${info.table}`) }),
  ];
  return <MenuButton label="More" icon="dots" {...{ items }} />;
}
