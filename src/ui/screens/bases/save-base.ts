/** Saves how the rows of a table are looked at as an Obsidian base, and says what the base lacks. docs/bases.md#save-a-view-as-a-base */

import { stringify } from 'yaml';
import { writeBase } from '../../../kernel/bases/write-base';
import type { AppServices } from '../../client/app-services';
import { describeProblem } from '../../client/describe-problem';
import type { OperationsClient } from '../../client/operations-client';
import type { GridColumn } from '../../components/grid-column';
import { type ViewSpec, shownColumns, specJson } from '../../rows/view-spec';

export interface SavedView {
  readonly client: OperationsClient;
  /** Qualified. */
  readonly table: string;
  readonly label: string;
  /** Those of the table, and those that the view computes. */
  readonly columns: readonly GridColumn[];
  readonly spec: ViewSpec;
  readonly services: Pick<AppServices, 'saveFile' | 'notify'>;
}

export async function saveBase({ client, table, label, columns, spec, services }: SavedView): Promise<void> {
  try {
    const described = await client.run('describe_table', { table });
    const keys = new Map(described.columns.map(({ name, key = name }) => [name, key]));
    const { base, untranslated } = writeBase({
      ...{ table, label },
      columns: columns.flatMap((column) => {
        const key = keys.get(column.name);
        return key === undefined ? [] : [{ name: column.name, key, label: column.label }];
      }),
      shown: shownColumns(spec, columns).map(({ name }) => name),
      spec: specJson(spec),
    });
    const text = stringify(base, { lineWidth: 0, aliasDuplicateObjects: false });
    await services.saveFile({ name: `${label}.base`, type: 'text/yaml', text });
    const lacking = untranslated.map(({ path, text: part }) => `${path.join('.')} (${part})`);
    if (lacking.length > 0) services.notify(`The base lacks parts of the view: ${lacking.join(', ')}.`);
  } catch (thrown) {
    services.notify(`Nothing was saved. ${describeProblem(thrown).message}`);
  }
}
