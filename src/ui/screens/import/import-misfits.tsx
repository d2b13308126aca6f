/** Values of a file that the table refuses, each with what stands there instead. */

import type { JSX } from 'preact';
import { plainText } from '../../components/cells/cell-value';
import { Icon } from '../../components/icon';
import { ValueField } from '../columns/column-impact';
import { draftOfColumn } from '../columns/column-draft';
import { misfitReason } from '../columns/column-misfits';
import type { DescribedColumn } from '../../client/operations-client';
import { labelOf } from './import-columns';
import type { LineFix } from './import-plan';
import type { LineMisfit } from './import-trial';
import type { ImportForm } from './use-import-form';

export interface ImportMisfitsProps {
  readonly columns: readonly DescribedColumn[];
  readonly form: ImportForm;
}

const MOST_SHOWN = 100;

export function ImportMisfits({ columns, form }: ImportMisfitsProps): JSX.Element | null {
  const { misfits, fixes, setFixes } = form;
  if (misfits.length === 0) return null;
  const open = misfits.filter(({ key }) => !fixes.has(key));
  const near = open.filter((misfit) => misfit.near !== '');
  const fixAll = (of: readonly LineMisfit[], fix: (misfit: LineMisfit) => LineFix): void =>
    setFixes(new Map([...fixes, ...of.map((misfit) => [misfit.key, fix(misfit)] as const)]));
  const lines = new Set(open.flatMap((misfit) => misfit.lines)).size;
  return (
    <section class="ndb-column-misfits" aria-label="Values that do not fit">
      <div class="ndb-column-count" role="alert">
        <Icon name={open.length === 0 ? 'check' : 'alert'} />
        <strong>
          {open.length === 0 ? 'Put right' : `${lines} ${lines === 1 ? 'line does' : 'lines do'} not fit`}
        </strong>
        {near.length > 1 && (
          <button
            type="button"
            class="ndb-button"
            onClick={() => fixAll(near, (misfit) => ({ kind: 'value', text: misfit.near }))}
          >
            Use {near.length} near values
          </button>
        )}
        {open.length > 1 && (
          <button type="button" class="ndb-button" onClick={() => fixAll(open, () => ({ kind: 'leaveOut' }))}>
            Leave these lines out
          </button>
        )}
      </div>
      <ul>
        {misfits.slice(0, MOST_SHOWN).map((misfit) => (
          <Misfit
            key={misfit.key}
            {...{ misfit }}
            column={columns.find(({ name }) => name === misfit.column)}
            fix={fixes.get(misfit.key)}
            set={(fix) => {
              const next = new Map(fixes);
              if (fix === null) next.delete(misfit.key);
              else next.set(misfit.key, fix);
              setFixes(next);
            }}
          />
        ))}
      </ul>
      {misfits.length > MOST_SHOWN && <p class="ndb-row-quiet">and {misfits.length - MOST_SHOWN} more values</p>}
    </section>
  );
}

interface MisfitProps {
  readonly misfit: LineMisfit;
  readonly column: DescribedColumn | undefined;
  readonly fix: LineFix | undefined;
  readonly set: (fix: LineFix | null) => void;
}

function Misfit({ misfit, column, fix, set }: MisfitProps): JSX.Element | null {
  if (column === undefined) return null;
  const { value, lines, near } = misfit;
  const typed = fix?.kind === 'value' ? fix.text : '';
  const shown = value === null ? 'empty' : plainText(value);
  const reason = misfitReason({ ...misfit, paths: [] });
  return (
    <li class="ndb-column-misfit">
      <p>
        <span class="ndb-column-remark">{labelOf(column)}</span>
        <span class="ndb-column-value">{shown}</span>
        <span class="ndb-column-remark">
          {reason} · {linesText(lines)}
        </span>
      </p>
      <p class="ndb-column-fix">
        {fix === undefined || fix.kind === 'value' ? (
          <>
            <ValueField
              label={`${labelOf(column)} instead of ${shown}`}
              draft={draftOfColumn(column)}
              {...{ typed }}
              isEmpty={value === null}
              set={(text) => set(text === '' ? null : { kind: 'value', text })}
            />
            {near !== '' && typed !== near && (
              <button type="button" class="ndb-button" onClick={() => set({ kind: 'value', text: near })}>
                Use {near}
              </button>
            )}
            {value !== null && column.required !== true && (
              <button type="button" class="ndb-button" onClick={() => set({ kind: 'empty' })}>
                Leave it empty
              </button>
            )}
            <button type="button" class="ndb-button" onClick={() => set({ kind: 'leaveOut' })}>
              Leave {lines.length === 1 ? 'the line' : `${lines.length} lines`} out
            </button>
          </>
        ) : (
          <>
            <span>{fix.kind === 'empty' ? 'stays empty' : `${linesText(lines)} left out`}</span>
            <button type="button" class="ndb-button" onClick={() => set(null)}>
              Don’t
            </button>
          </>
        )}
      </p>
    </li>
  );
}

const MOST_LINES = 5;

function linesText(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_LINES).join(', ');
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${named}${more}`;
}
