/** What an app asks the owner, in words. docs/rights.md#ask-first */

import type { ApprovalRequest, Json, NotePreview } from '../../../engine/index';

export interface ApprovalText {
  readonly title: string;
  /** A sentence each. */
  readonly lines: readonly string[];
  readonly notes: readonly ApprovalNote[];
  /** How many notes are not shown; null: all are. */
  readonly more: string | null;
}

export interface ApprovalNote {
  /** `Change Buy milk (tasks/Buy milk.md)`. */
  readonly heading: string;
  readonly values: readonly string[];
}

/** UTF-16 units of a value. */
const MOST_OF_A_VALUE = 200;

export function approvalText(request: ApprovalRequest): ApprovalText {
  const { app, operation, changed, notes, steps, warnings } = request;
  const what = changed === 0 ? `call ${operation}` : `change ${changed} ${changed === 1 ? 'note' : 'notes'}`;
  const more = changed - notes.length;
  return {
    title: `Allow ${app} to ${what}?`,
    lines: [
      request.arguments === null
        ? `The call is ${operation}; the journal would say "${request.summary}".`
        : `${operation}: ${request.summary}`,
      ...(steps.length === 0 ? [] : [`Its steps: ${steps.join(', ')}.`]),
      ...argumentLines(request),
      ...actorLines(request),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ],
    notes: notes.map(noteText),
    more: notes.length > 0 && more > 0 ? `and ${more} more` : null,
  };
}

const argumentLines = ({ arguments: given }: ApprovalRequest): readonly string[] =>
  Object.entries(given ?? {})
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${shown(value)}`);

function actorLines({ app, onBehalf }: ApprovalRequest): readonly string[] {
  const said = Object.values(onBehalf).filter((each) => each !== null);
  return said.length === 0 ? [] : [`${app} says that it acts for ${said.join(', ')}.`];
}

const VERBS: Readonly<Record<NotePreview['kind'], string>> = {
  create: 'New',
  update: 'Change',
  delete: 'Delete',
  move: 'Move',
  archive: 'Archive',
};

function noteText({ kind, path, from, values }: NotePreview): ApprovalNote {
  return {
    heading: from === null ? `${VERBS[kind]} ${path}` : `${VERBS[kind]} ${from} to ${path}`,
    values: Object.entries(values).map(([name, { before, after, diff }]) => {
      if (diff !== undefined) return `${name}:\n${diff}`;
      return before === null && kind === 'create'
        ? `${name}: ${shown(after)}`
        : `${name}: ${shown(before)} → ${shown(after)}`;
    }),
  };
}

function shown(value: Json): string {
  if (value === null) return 'empty';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_OF_A_VALUE ? `${text.slice(0, MOST_OF_A_VALUE)}…` : text;
}
