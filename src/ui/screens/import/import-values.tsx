/** Values of a file that the table refuses, each with the value that is written instead. docs/page.md#import */

import type { JSX } from 'preact';
import { InvalidValuesList } from '../../changes/forms/invalid-values-list';
import type { DescribedColumn } from '../../client/operations-client';
import { tableColumns } from '../../client/table-columns';
import type { LineValue } from './import-dry-run';
import type { ImportForm } from './use-import-form';

export interface ImportValuesProps {
  readonly columns: readonly DescribedColumn[];
  readonly form: ImportForm;
}

export function ImportValues({ columns, form }: ImportValuesProps): JSX.Element {
  const { invalid, fixes, setFixes } = form;
  const lines = new Map(invalid.map((value) => [value.key, value.lines]));
  const linesOf = ({ key }: Pick<LineValue, 'key'>): readonly number[] => lines.get(key) ?? [];
  const grid = tableColumns(columns);
  const open = new Set(invalid.filter(({ key }) => !fixes.has(key)).flatMap(linesOf)).size;
  return (
    <InvalidValuesList
      label="Values that do not fit"
      title={open === 0 ? null : `${open} ${open === 1 ? 'line does' : 'lines do'} not fit`}
      values={invalid}
      {...{ fixes, setFixes }}
      columnOf={({ column }) => grid.find(({ name }) => name === column)}
      namesColumns
      where={(value) => linesText(linesOf(value))}
      leaveOut={(value) => (linesOf(value).length === 1 ? 'the line' : `${linesOf(value).length} lines`)}
    />
  );
}

const MOST_LINES = 5;

function linesText(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_LINES).join(', ');
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${named}${more}`;
}
