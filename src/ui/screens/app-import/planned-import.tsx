/** What an import makes, and what it leaves out. docs/import.md */

import type { JSX } from 'preact';
import type { AppImportPlan } from './app-import-plan';

export const PlannedImport = ({
  plan: { tables, views, untranslated },
}: {
  readonly plan: AppImportPlan;
}): JSX.Element => (
  <>
    {tables.length > 0 && <h3>Tables</h3>}
    <ul aria-label="Tables">
      {tables.map(({ label, rows, columns }) => (
        <li key={label}>
          {label}: {counted(rows, 'row')}
          <span class="ndb-small-text">{columns.join(', ')}</span>
        </li>
      ))}
    </ul>
    {views.length > 0 && <h3>Views</h3>}
    <ul aria-label="Views">
      {views.map((label, at) => (
        <li key={at}>{label}</li>
      ))}
    </ul>
    {untranslated.length > 0 && <h3>Left out or read otherwise</h3>}
    <ul aria-label="Left out">
      {untranslated.map(({ at, text, reason }, index) => (
        <li key={index}>
          {at}: {text !== '' && <code>{text}</code>} {reason}
        </li>
      ))}
    </ul>
  </>
);

const counted = (count: number, noun: string): string => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;

/** `2 tables with 14 rows, 1 view`. */
export function countText({ tables, views }: AppImportPlan): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const parts = [
    ...(tables.length === 0 ? [] : [`${counted(tables.length, 'table')} with ${counted(rows, 'row')}`]),
    ...(views.length === 0 ? [] : [counted(views.length, 'view')]),
  ];
  return parts.length === 0 ? 'Nothing' : parts.join(', ');
}
