/** Asks how the numbers or days of a column are meant, where its texts do not show it: with one of them in both readings. docs/page.md#files */

import type { JSX } from 'preact';
import { Select } from '../../components/form/field';
import type { Ambiguity, Reading } from '../../../kernel/column-convention';

export interface ReadingQuestionProps {
  /** Of the column. */
  readonly label: string;
  readonly ambiguity: Ambiguity;
  /** Null: the question is open. */
  readonly reading: Reading | null;
  readonly choose: (reading: Reading | null) => void;
  /** The choice while the question is open. */
  readonly unanswered: string;
}

export function ReadingQuestion({ label, ambiguity, reading, choose, unanswered }: ReadingQuestionProps): JSX.Element {
  const { text, readings } = ambiguity;
  const keyOf = (each: Reading | null): string => (each === null ? '' : JSON.stringify(each));
  return (
    <label class="ndb-reading-question ndb-line ndb-wraps">
      <span>
        <q>{text}</q> can be read in two ways.
      </span>
      <Select
        aria-label={`Reading of ${label}`}
        value={keyOf(reading)}
        options={[['', unanswered], ...readings.map((each) => [keyOf(each.reading), exampleText(each)] as const)]}
        set={(key) => choose(readings.find((each) => keyOf(each.reading) === key)?.reading ?? null)}
      />
    </label>
  );
}

/** `1234: commas part thousands`, `2026-04-03: the day comes first`. */
function exampleText({ reading, value }: Ambiguity['readings'][number]): string {
  if (reading.kind === 'day') return `${value}: the ${reading.order === 'mdy' ? 'month' : 'day'} comes first`;
  const isDecimal = value.includes('.');
  const sign = (reading.decimal === '.') === isDecimal ? 'points' : 'commas';
  return `${value}: ${sign} ${isDecimal ? 'begin the fraction' : 'part thousands'}`;
}
