/** The front matter of each note before and after the write, as its dry run reports it. docs/page.md#make-a-table */

import type { PlannedNote } from '../../../engine/index';
import { optionsOf } from '../../components/form/field';
import { Segments } from '../../components/form/segments';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from '../../components/form/button';
import { useLiveQuery } from '../../client/live-query';
import { noteName, notePartsOf } from '../../client/note-text';
import type { OperationsClient } from '../../client/operations-client';
import { type ChangedLine, frontMatterLines } from './front-matter-lines';

export interface NotePreviewProps {
  readonly client: OperationsClient;
  /** The notes that become rows. */
  readonly paths: readonly string[];
  /** Those that the dry run lists; null: it is refused, or has not run yet. */
  readonly planned: readonly PlannedNote[] | null;
}

type Side = 'changes' | 'before' | 'after';
const SIDES: Readonly<Record<Side, string>> = { changes: 'Changes', before: 'Before', after: 'After' };
const BODY_LETTERS = 400;

export function NotePreview({ client, paths, planned }: NotePreviewProps): JSX.Element {
  const [side, setSide] = useState<Side>('changes');
  const [index, setIndex] = useState(0);
  const listed = planned === null || planned.length === 0 ? paths : planned.map(({ path }) => path);
  const at = Math.min(index, listed.length - 1);
  const path = listed[at] ?? '';
  const { answer } = useLiveQuery(client, JSON.stringify(['note', path]), {
    ask: (operations) => operations.run('read_note', { path }),
    isTouched: () => false,
  });
  const note = answer.kind === 'answer' && answer.value.path === path ? answer.value : null;
  const lines = frontMatterLines(note?.content ?? '', planned?.[at] ?? null).filter(({ kind }) => isOn(side, kind));
  return (
    <section class="ndb-preview ndb-stack" aria-label="What happens to the notes">
      <header class="ndb-preview-head ndb-line">
        <h3>What happens to the notes</h3>
        <Segments label="Side" chosen={side} options={optionsOf(SIDES)} choose={setSide} />
      </header>
      <div class="ndb-preview-note ndb-line">
        <IconButton icon="chevron-left" label="Earlier note" isOff={at === 0} onClick={() => setIndex(at - 1)} />
        <span class="ndb-preview-name ndb-ellipsis">{noteName(path)}</span>
        <IconButton
          icon="chevron-right"
          label="Next note"
          isOff={at >= listed.length - 1}
          onClick={() => setIndex(at + 1)}
        />
        <span class="ndb-preview-count ndb-small-text">
          {at + 1} of {listed.length}
          {listed.length < paths.length && `, the first of ${paths.length}`}
        </span>
      </div>
      <pre class="ndb-diff ndb-surface" tabIndex={0} aria-label={`${SIDES[side]} of ${noteName(path)}`}>
        {note !== null && (
          <>
            {lines.map((line, key) => (
              <DiffLine key={key} line={side === 'changes' ? line : { ...line, kind: 'same' }} />
            ))}
            <span class="ndb-diff-body">{shortened(notePartsOf(note.content).body)}</span>
          </>
        )}
        {answer.kind === 'problem' && answer.problem.message}
      </pre>
    </section>
  );
}

const isOn = (side: Side, kind: ChangedLine['kind']): boolean =>
  side === 'changes' || kind === 'same' || kind === (side === 'before' ? 'removed' : 'added');

const shortened = (body: string): string => (body.length > BODY_LETTERS ? `${body.slice(0, BODY_LETTERS)} …` : body);

const SIGNS: Readonly<Record<ChangedLine['kind'], string>> = { same: ' ', removed: '−', added: '+' };

export const DiffLine = ({ line }: { readonly line: ChangedLine }): JSX.Element => (
  <span class={`ndb-diff-line ndb-is-${line.kind}`}>
    <span class="ndb-diff-sign">{SIGNS[line.kind]}</span>
    <span>{line.text}</span>
  </span>
);
