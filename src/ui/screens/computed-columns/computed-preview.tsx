/** What a computed column gives for the first rows, or why it gives nothing. docs/app/computed-columns.md */

import type { JSX } from 'preact';
import { Refusal } from '../../components/form/refusal';
import { isEmptyValue } from '../../components/grid-column';
import { StaticTable } from '../../layouts/static-table';
import type { ComputedTrial } from './use-computed-trial';

export interface ComputedPreviewProps {
  readonly trial: ComputedTrial;
  /** Said until it can be tried; null: nothing. */
  readonly missing: string | null;
}

export function ComputedPreview({ trial, missing }: ComputedPreviewProps): JSX.Element | null {
  switch (trial.kind) {
    case 'none':
      return missing === null ? null : <p class="ndb-form-remark">{missing}</p>;
    case 'running':
      return <p class="ndb-form-remark">Computing the first rows…</p>;
    case 'refused':
      return <Refusal problem={trial.problem} hasHint />;
    case 'accepted': {
      const { columns, rows } = trial.plan;
      if (rows.length === 0) return <p class="ndb-form-remark">There are no rows yet.</p>;
      const isEmpty = rows.every(({ values }) => columns.slice(1).every(({ name }) => isEmptyValue(values[name])));
      return (
        <>
          <StaticTable label="First rows" {...{ columns, rows }} />
          {isEmpty && <p class="ndb-form-remark">The first rows have no value.</p>}
        </>
      );
    }
  }
}
