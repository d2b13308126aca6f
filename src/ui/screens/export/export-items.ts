/** Entries of a menu that save the rows in sight as a file, or print them. docs/page.md#export */

import type { MenuItem } from '../../components/overlay/menu';
import type { AppServices } from '../../client/app-services';
import { describeProblem } from '../../client/describe-problem';
import { type ExportFormat, type ExportedRows, FORMATS, exportText } from './export-text';

export interface ExportContext {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Every row in sight, in its order. */
  readonly ask: () => Promise<ExportedRows>;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
}

export const exportItems = (context: ExportContext): readonly MenuItem[] =>
  Object.entries(FORMATS).map(([format, { label }], at): MenuItem => ({
    label: `Save as ${label}`,
    icon: 'download',
    startsGroup: at === 0,
    run: () => void save(context, format as ExportFormat),
  }));

async function save({ name, ask, services }: ExportContext, format: ExportFormat): Promise<void> {
  const { ending, type } = FORMATS[format];
  try {
    await services.saveFile({ name: `${name}.${ending}`, type, text: exportText(format, await ask()) });
  } catch (thrown) {
    services.notify(`Nothing was saved. ${describeProblem(thrown).message}`);
  }
}
