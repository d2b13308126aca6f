/** Why a value of a cell was refused, in words for its person: from the code, the label, the value and the choices. D5 */

import type { Json } from '../../engine/index';
import { draftOf } from '../components/cells/edit-draft';
import type { GridColumn } from '../components/grid-column';
import { hasTooManyDigits } from '../../kernel/number-text';
import type { ProblemText } from '../components/text/problem-text';
import { describeProblem, refusalOf } from '../client/describe-problem';
import { humanName } from '../client/table-columns';

export function describeRefusedValue(thrown: unknown, column: GridColumn, typed: string): ProblemText {
  const { violations = [], conflicts = [] } = refusalOf(thrown) ?? {};
  const changed = conflicts.find(({ code, column: name }) => code === 'expect' && name === column.name);
  if (changed !== undefined) return conflictText(column, typed, changed.actual ?? null);
  const [only, ...others] = violations;
  if (others.length === 0 && only?.columns?.includes(column.name) === true)
    return ruleText(thrown, column, only.columns);
  if (only?.column !== column.name || others.length > 0) return describeProblem(thrown);
  if (only.code === 'limit') return { message: describeProblem(thrown).message, hint: LIMIT_HINT, namesColumn: true };
  const words = inWords(only.code, column, typed.trim()) ?? {
    // The engine's hint is for a program, which calls operations.
    ...{ message: describeProblem(thrown).message, hint: null, namesColumn: true },
  };
  const { near = [] } = only;
  return near.length === 0 ? words : { ...words, hint: words.hint ?? `Did you mean ${near.join(' or ')}?`, near };
}

const LIMIT_HINT = 'Change another one of these rows first, or give the limit a larger number.';

/** A rule about several columns can be kept by each of them. */
function ruleText(thrown: unknown, { name, label }: GridColumn, columns: readonly string[]): ProblemText {
  const others = columns.filter((each) => each !== name).map(humanName);
  return {
    message: describeProblem(thrown).message,
    hint: `Change ${others.join(' or ')} first, or leave ${label} as it is.`,
    namesColumn: true,
  };
}

function conflictText(column: GridColumn, typed: string, now: Json): ProblemText {
  const shown = (text: string): string => (text.trim() === '' ? '(empty)' : text.replaceAll('\n', ', '));
  return {
    message: `${column.label} was changed meanwhile.`,
    hint: `Now: ${shown(draftOf(column, now))} · yours: ${shown(typed)}`,
    conflict: { now },
  };
}

/** Null where the engine's own words say it best. */
function inWords(code: string, column: GridColumn, typed: string): ProblemText | null {
  switch (code) {
    case 'required':
      return { message: `${column.label} can't be empty.`, hint: null };
    case 'enum':
      return notAllowed(column, typed);
    case 'ref':
    case 'broken_link':
      return column.type === 'link' ? notFound(column, typed) : null;
    case 'type':
      return wrongType(column, typed);
    case 'unknown_column':
      return {
        message: `${column.label} is not a column any more: it was dropped, or has another name now.`,
        hint: null,
      };
    default:
      return null;
  }
}

const notAllowed = ({ values }: GridColumn, typed: string): ProblemText | null =>
  values.length === 0 ? null : { message: `"${typed}" is none of the choices: ${values.join(', ')}.`, hint: null };

function notFound({ ref }: GridColumn, typed: string): ProblemText | null {
  if (ref === null) return null;
  const name = typed.replace(/^\[\[|\]\]$/g, '');
  return { message: `Nothing in ${humanName(ref.split('.').at(-1) ?? ref)} is called "${name}".`, hint: null };
}

function wrongType({ type }: GridColumn, typed: string): ProblemText | null {
  if ((type === 'number' || type === 'integer') && hasTooManyDigits(typed)) {
    return { message: `"${typed}" has more digits than a number keeps.`, hint: 'A column of text keeps all of them.' };
  }
  if (typed.startsWith('=')) {
    return { message: `"${typed}" is a formula, and a cell holds a value.`, hint: 'Write the result.' };
  }
  const wanted = KINDS[type];
  return wanted === undefined ? null : { message: `"${typed}" is not a ${wanted.name}.`, hint: wanted.hint };
}

const KINDS: Partial<Record<GridColumn['type'], { readonly name: string; readonly hint: string | null }>> = {
  number: { name: 'number', hint: null },
  integer: { name: 'whole number', hint: null },
  date: { name: 'day', hint: 'Write 26 Nov, or words: today, fri, in 3 weeks.' },
  datetime: { name: 'time', hint: 'Write 26 Nov 14:30, or words: now, fri 9:00.' },
};
