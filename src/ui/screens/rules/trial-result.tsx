/** What a rule would have done with the changes of the last 30 days. docs/rules.md#try-it */

import type { JSX } from 'preact';
import type { Json, RunnableOperations } from '../../../engine/index';
import { noteName } from '../../client/note-text';
import { asObject, asText } from '../../client/operations-client';
import { humanName } from '../../client/table-columns';
import { Refusal } from '../../components/form/refusal';

export type TriedRule = RunnableOperations['try_rule']['result'];

export function TrialResult({ trial }: { readonly trial: TriedRule }): JSX.Element {
  const { count, runs, changes } = trial;
  const planned = new Set(runs.map(({ change }) => change));
  const others = changes.filter(({ change }) => !planned.has(change));
  return (
    <section class="ndb-rule ndb-surface" aria-label="Trial">
      <h3>
        {count === 1 ? 'It would have run once' : `It would have run ${count.toLocaleString()} times`} in the last 30
        days
      </h3>
      <ul class="ndb-plain-list">
        {runs.map(({ change, path, refused, plan }) => (
          <li key={change} class="ndb-rule-run">
            <strong>{noteName(path ?? '')}</strong>
            <Refusal problem={refused === null ? null : { message: refused, hint: null }} />
            {plannedLines(plan?.['notes'] ?? []).map((line) => (
              <div key={line} class="ndb-small-text">
                {line}
              </div>
            ))}
          </li>
        ))}
        {others.map(({ change, path, timestamp }) => (
          <li key={change} class="ndb-rule-run ndb-line">
            <span>{noteName(path ?? '')}</span>
            <span class="ndb-small-text">{timestamp.slice(0, 16).replace('T', ' ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Write: Finished: — → 2026-12-01`, a line for each property. */
function plannedLines(notes: Json): readonly string[] {
  return ((Array.isArray(notes) ? notes : []) as readonly Json[]).flatMap((note) => {
    const { path = null, before = null, after = null } = asObject(note) ?? {};
    const [was, is] = [asObject(before), asObject(after)];
    const name = noteName(asText(path) ?? '');
    if (is === null) return [`${name} goes`];
    const keys = Object.keys(is).filter((key) => key !== 'id' && key !== 'table');
    return keys.map((key) => `${name} · ${humanName(key)}: ${shown(was?.[key])} → ${shown(is[key])}`);
  });
}

const shown = (value: Json | undefined): string =>
  value === undefined || value === null || value === ''
    ? '—'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
